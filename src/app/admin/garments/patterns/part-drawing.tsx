import type { PatternPart } from "#features/garments/order-patterns/pattern-content.ts";
import { listReadableLabels } from "./label-layout.ts";

type Props = {
  part: PatternPart;
  /** The same part before the change, drawn faintly beneath. */
  before?: PatternPart | undefined;
  /** CSS pixels for each millimeter. */
  scale: number;
};

const looks: Readonly<Record<string, string>> = {
  seam: "stroke-ink",
  allowance: "stroke-ink-quiet",
  fold: "stroke-demerara",
  grain: "stroke-ink-quiet",
  inside: "stroke-ink/60",
  dimension: "stroke-demerara",
  leader: "stroke-demerara/45",
};

/** The lengths are in CSS pixels, as the lines' widths are. */
export const DASHES: Readonly<Record<string, string>> = { allowance: "6 4", fold: "12 4" };

const LABEL_PX = 12;

/** Whether a larger drawing shows more dimensions. */
export const hasHiddenLabels = ({ labels }: PatternPart, scale: number) =>
  listReadableLabels(labels, scale, LABEL_PX).length < labels.length;
const SPOT_PX = 14;

const withSpace = (dimension: string) => dimension.replace(/(?<=\d)cm$/, " cm");

/** Draws one part with its dimensions in the house's line style. Lines keep their width at every zoom. */
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
      <Lines part={part} before={before} />
      {part.notches.map((notch) => (
        <circle
          key={`${notch.x},${notch.y}`}
          cx={notch.x}
          cy={notch.y}
          r={3 * px}
          className="fill-ink"
        />
      ))}
      {listReadableLabels(part.labels, scale, LABEL_PX).map(({ angle, text, ...at }) => (
        <text
          key={`${at.x},${at.y},${text}`}
          x={at.x}
          y={at.y}
          fontSize={LABEL_PX * px}
          textAnchor="middle"
          transform={`rotate(${angle} ${at.x} ${at.y})`}
          paintOrder="stroke"
          className="fill-ink stroke-paper font-sans"
          strokeWidth={3 * px}
        >
          {withSpace(text)}
        </text>
      ))}
      <Spots spots={part.spots} px={px} />
    </svg>
  );
}

function Lines({ before, part }: Pick<Props, "before" | "part">) {
  return (
    <g>
      {before?.lines
        .filter(({ kind }) => kind === "seam")
        .map(({ d }) => (
          <path
            key={d}
            d={d}
            stroke="currentColor"
            className="text-hibiscus"
            strokeWidth={1}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      {part.lines.map(({ d, kind }) => (
        <path
          key={`${kind}${d}`}
          d={d}
          className={looks[kind] ?? "stroke-ink/60"}
          strokeDasharray={DASHES[kind]}
          strokeWidth={kind === "seam" ? 1.75 : 1}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </g>
  );
}

/** Numbered as the findings are. */
function Spots({ px, spots }: { spots: PatternPart["spots"]; px: number }) {
  return (
    <>
      {spots.map(({ number, ...at }) => (
        <g key={number}>
          <circle
            cx={at.x}
            cy={at.y}
            r={SPOT_PX * px}
            stroke="currentColor"
            className="text-hibiscus"
            strokeWidth={2 * px}
          />
          <text
            x={at.x}
            y={at.y}
            dy="0.35em"
            fontSize={LABEL_PX * px}
            textAnchor="middle"
            fill="currentColor"
            className="font-sans text-hibiscus"
          >
            {number}
          </text>
        </g>
      ))}
    </>
  );
}
