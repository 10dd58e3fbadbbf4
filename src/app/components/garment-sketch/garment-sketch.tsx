import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import { isShown, sketchGarment, stylesByKind } from "./sketch-garment.ts";
import type { Stroke, StrokeKind } from "./strokes.ts";

/** A chosen option as the customer reads it; `style` is null where it changes nothing that can be drawn. */
export type SketchedChoice = { group: string; choice: string; style: StyleName | null };

type Props = {
  name: string;
  components: readonly ComponentName[];
  choices: readonly SketchedChoice[];
  /** Of the cloth that was chosen, else of the color; "" draws the paper. */
  colorHex: string;
  /** Small, beside another drawing of the same garment, which has the name: without the fine lines. */
  isDecorative?: boolean;
  className?: string;
};

const LOOKS: Readonly<Record<StrokeKind, string>> = {
  stand: "fill-none stroke-line stroke-[1.2]",
  ground: "fill-current stroke-current stroke-[0.8]",
  cloth: "fill-current stroke-ink stroke-[1.2]",
  edge: "fill-none stroke-ink stroke-[1.2]",
  detail: "fill-none stroke-ink stroke-[0.7]",
  button: "fill-demerara stroke-ink stroke-[0.7]",
};

/** Kinds that a small drawing leaves out. */
const FINE: readonly StrokeKind[] = ["detail", "button", "stand"];

function StrokePath({ d, kind, mirrored }: Stroke) {
  const path = <path d={d} vectorEffect="non-scaling-stroke" className={LOOKS[kind]} />;
  if (!mirrored) return path;
  return (
    <>
      {path}
      <g transform="translate(300) scale(-1 1)">{path}</g>
    </>
  );
}

const textOf = ({ choice, group }: SketchedChoice) => `${group}: ${choice}`;

/** "Drawing of Kaieteur Gown. Neckline: V, Length: Floor". */
function sketchLabel(name: string, choices: readonly SketchedChoice[]): string {
  const chosen = choices.map(textOf).join(", ");
  return chosen === "" ? `Drawing of ${name}` : `Drawing of ${name}. ${chosen}`;
}

/** The color as a wash on the house's paper, so that every line stays visible. */
const wash = (colorHex: string) =>
  colorHex === ""
    ? "var(--color-paper)"
    : `color-mix(in srgb, ${colorHex} 34%, var(--color-paper))`;

/**
 * The garment in a line drawing, as it was chosen so far. Its accessible name lists every choice. Nothing for a garment that the house
 * has no drawing of.
 */
export function GarmentSketch(props: Props) {
  const { choices, className = "", colorHex, components, isDecorative = false, name } = props;
  const sketch = sketchOf(components, choices);
  if (!sketch) return null;
  const { bottom, strokes, top } = sketch;
  const isDrawn = ({ kind }: Stroke) => !isDecorative || !FINE.includes(kind);
  return (
    <svg
      role="img"
      data-own-ground=""
      aria-hidden={isDecorative}
      aria-label={sketchLabel(name, choices)}
      viewBox={`0 ${top} 300 ${bottom - top}`}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ color: wash(colorHex) }}
      className={className}
    >
      {strokes.filter(isDrawn).map((stroke) => (
        <StrokePath key={`${stroke.kind} ${stroke.d}`} {...stroke} />
      ))}
    </svg>
  );
}

function sketchOf(components: readonly ComponentName[], choices: readonly SketchedChoice[]) {
  const styles = choices.flatMap(({ style }) => style ?? []);
  return sketchGarment(components, stylesByKind(styles));
}

/** The choices that the drawing cannot show, by name. */
export function UnshownChoices({ choices, components }: Pick<Props, "choices" | "components">) {
  const unshown = choices.filter(({ style }) => style === null || !isShown(components, style));
  if (unshown.length === 0) return null;
  return (
    <p className="text-sm text-ink-soft">Not in the drawing: {unshown.map(textOf).join("; ")}</p>
  );
}
