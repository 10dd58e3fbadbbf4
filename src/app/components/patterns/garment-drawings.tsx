import type { DrawnChoice } from "#features/garments/order-patterns/customer-drawings.server.ts";
import type { GarmentDrawing } from "#features/garments/order-patterns/garment-drawing.ts";

type Props = {
  drawings: readonly GarmentDrawing[];
  byHand: readonly string[];
  choices: readonly DrawnChoice[];
};

const IN_DRAWING: Readonly<Record<DrawnChoice["outcome"], string>> = {
  drafted: "in the drawing",
  by_hand: "made by our tailor by hand",
  none: "not part of the pattern",
};

/** Patterns as line drawings, not to scale, and in words what a tailor drafts by hand. */
export function GarmentDrawings({ byHand, choices, drawings }: Props) {
  return (
    <div className="space-y-6">
      {drawings.map((drawing) => (
        <figure key={drawing.title}>
          <Drawing drawing={drawing} />
          <figcaption className="mt-2 text-sm text-ink-quiet">
            {drawing.title}: {drawing.parts.map(({ title }) => title.toLowerCase()).join(", ")}. Not
            to scale.
          </figcaption>
        </figure>
      ))}
      {byHand.map((title) => (
        <p key={title} className="text-sm text-ink-soft">
          {title}: our tailor drafts it by hand to your measurements.
        </p>
      ))}
      {choices.length > 0 && (
        <dl className="text-sm">
          {choices.map(({ choice, group, outcome }) => (
            <div
              key={group}
              className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2"
            >
              <dt>
                {group}: {choice}
              </dt>
              <dd className="text-ink-quiet">{IN_DRAWING[outcome]}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Drawing({ drawing }: { drawing: GarmentDrawing }) {
  const { height, parts, title, width } = drawing;
  return (
    <svg
      role="img"
      aria-label={`${title}, the pattern drafted to your measurements`}
      viewBox={`-20 -20 ${width + 40} ${height + 40}`}
      className="max-h-96 w-full border border-line bg-paper fill-none p-4"
    >
      {parts.flatMap((part) =>
        part.lines.map(({ d, kind }) => (
          <path
            key={`${part.title}${kind}${d}`}
            d={d}
            strokeWidth={1.25}
            strokeDasharray={kind === "fold" ? "8 4" : undefined}
            vectorEffect="non-scaling-stroke"
            className={kind === "fold" ? "stroke-demerara" : "stroke-ink"}
          />
        )),
      )}
    </svg>
  );
}
