import type { SVGAttributes } from "react";
import { createElement } from "react";

/** A lucide icon as its package stores it: the shapes of its drawing. */
type IconData = {
  readonly node: readonly (readonly [tag: string, attributes: object])[];
};

type Props = SVGAttributes<SVGSVGElement> & { size?: number };

/**
 * Draws a lucide icon as its package would, which takes 3 kB on every page to do it for every framework, style and unit; vite.config.ts puts
 * this in its place.
 */
// biome-ignore lint/style/noDefaultExport: the package's icons import it as their default
export default function drawnIcon({ node }: IconData) {
  return function Icon({ size = 24, className = "", ...rest }: Props) {
    const frame = {
      xmlns: "http://www.w3.org/2000/svg",
      width: size,
      height: size,
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      strokeLinecap: "round",
      strokeLinejoin: "round",
      className: `lucide ${className}`,
    } as const;
    const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
    return createElement("svg", { ...frame, ...rest }, ...shapes);
  };
}
