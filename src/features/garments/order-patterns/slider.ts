import { isDraftableDesign, patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { MeasureName, PatternDesign } from "#features/patterns/designs/pattern-design.ts";
import { labelOf } from "#features/patterns/measuring/measure-parts.ts";
import type { PatternContent } from "./pattern-content.ts";

/** An option of a draft that a tailor moves. Percent, degrees or a count. */
export type Slider = {
  readonly option: string;
  readonly label: string;
  /** Cloth beyond the body. */
  readonly isEase: boolean;
  readonly unit: "%" | "°" | "";
  /** How many of its unit one of FreeSewing's is: a share of 0.15 is 15 %. */
  readonly factor: number;
  readonly from: number;
  readonly to: number;
  readonly value: number;
};

const spaced = (text: string) => text.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
const withCapital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const PERCENT = 100;

/** "Ease, chest", or an option's own name: "Neckline depth". */
export function optionLabel(design: PatternDesign, option: string): string {
  const measure = Object.entries(design.eases).find(([, ease]) => ease === option)?.[0];
  if (measure) return `Ease, ${labelOf(measure as MeasureName).toLowerCase()}`;
  const ease = /^(\w+)Ease$/.exec(option)?.[1];
  return ease ? `Ease, ${spaced(ease)}` : withCapital(spaced(option));
}

/** The number options of a draft's design, eases first; none for a draft by hand. */
export function slidersOf(content: Pick<PatternContent, "design" | "solved">): readonly Slider[] {
  const { design, solved } = content;
  if (design === null || !isDraftableDesign(design)) return [];
  const known = patternDesignOf(design);
  const { eases, options } = known;
  const easeOptions = new Set(Object.values(eases));
  const sliders = Object.entries(options).flatMap(([option, range]): Slider[] => {
    const value = solved[option];
    if (range.kind === "flag" || range.kind === "list" || typeof value !== "number") return [];
    const factor = range.kind === "share" ? PERCENT : 1;
    const unit = range.kind === "share" ? "%" : range.kind === "degrees" ? "°" : "";
    const label = optionLabel(known, option);
    const from = range.from * factor;
    const to = range.to * factor;
    const isEase = easeOptions.has(option);
    return [{ option, label, isEase, unit, factor, from, to, value: value * factor }];
  });
  return sliders.toSorted((a, b) => Number(b.isEase) - Number(a.isEase));
}
