import type { PatternPart } from "#features/order-patterns/pattern-content.ts";

type Props = {
  part: PatternPart;
  /** The same part before the change, drawn faintly beneath. */
  before?: PatternPart | undefined;
  /** CSS pixels for each millimeter. */
  scale: number;
};

const looks: Readonly<Record<string, string>> = {
  seam: "stroke-ink",
  allowance: "stroke-ink-quiet [stroke-dasharray:6_4]",
  fold: "stroke-demerara [stroke-dasharray:12_4]",
  grain: "stroke-ink-quiet",
  inside: "stroke-ink/60",
  dimension: "stroke-demerara",
  leader: "stroke-demerara/40",
};

const LABEL_PX = 12;
const SPOT_PX = 14;

const withSpace = (dimension: string) => dimension.replace(/(?<=\d)cm$/, " cm");

/** One part with its dimensions in the house's line style. Lines keep their width at every zoom. */
export function PartDrawing({ before, part, scale }: Props) {
  const { height, width, x, y } = part.bounds;
  const px = 1 / scale;
  return (
    <svg
      role="img"
      aria-label={`${part.title}, drawn with its dimensions`}
      viewBox={`${x} ${y} ${width} ${height}`}
      width={width * scale}
      height={height * scale}
      className="block max-w-none overflow-visible fill-none"
    >
      <g className="[&_path]:[vector-effect:non-scaling-stroke]">
        {before?.lines
          .filter(({ kind }) => kind === "seam")
          .map(({ d }) => (
            <path key={d} d={d} className="stroke-hibiscus/60" strokeWidth={1} />
          ))}
        {part.lines.map(({ d, kind }) => (
          <path
            key={`${kind}${d}`}
            d={d}
            className={looks[kind] ?? "stroke-ink/60"}
            strokeWidth={kind === "seam" ? 1.75 : 1}
          />
        ))}
      </g>
      {part.notches.map((notch) => (
        <circle
          key={`${notch.x},${notch.y}`}
          cx={notch.x}
          cy={notch.y}
          r={3 * px}
          className="fill-ink"
        />
      ))}
      {part.labels.map(({ angle, text, ...at }) => (
        <text
          key={`${at.x},${at.y},${text}`}
          x={at.x}
          y={at.y}
          fontSize={LABEL_PX * px}
          textAnchor="middle"
          transform={`rotate(${angle} ${at.x} ${at.y})`}
          className="fill-ink-soft stroke-paper font-sans [paint-order:stroke]"
          strokeWidth={3 * px}
        >
          {withSpace(text)}
        </text>
      ))}
      {part.spots.map(({ number, ...at }) => (
        <g key={number}>
          <circle
            cx={at.x}
            cy={at.y}
            r={SPOT_PX * px}
            className="stroke-hibiscus"
            strokeWidth={2 * px}
          />
          <text
            x={at.x}
            y={at.y}
            dy="0.35em"
            fontSize={LABEL_PX * px}
            textAnchor="middle"
            className="fill-hibiscus font-sans"
          >
            {number}
          </text>
        </g>
      ))}
    </svg>
  );
}
