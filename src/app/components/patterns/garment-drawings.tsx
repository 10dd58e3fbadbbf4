import type { GarmentDrawing } from "#features/garments/order-patterns/garment-drawing.ts";

type Props = { drawings: readonly GarmentDrawing[]; byHand: readonly string[] };

/** Patterns as line drawings, not to scale, and in words what a tailor drafts by hand. */
export function GarmentDrawings({ byHand, drawings }: Props) {
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
