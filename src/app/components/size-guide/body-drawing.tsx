import type { ChartMeasure } from "#features/measurement/size-chart.ts";
import { CHART_MEASURES } from "#features/measurement/size-chart.ts";
import { ARM, BODY, DETAILS, HEAD } from "./body-drawing-lines.ts";

/** Where the tape lies for each measure and where its number stands, in the figure's own units. */
const TAPES: Readonly<Record<ChartMeasure, { path: string; x: number; y: number }>> = {
  chest: { path: "M118 250C140 274 260 274 282 250", x: 384, y: 270 },
  waist: { path: "M138 352C158 370 242 370 262 352", x: 384, y: 372 },
  hips: { path: "M108 486C140 510 260 510 292 486", x: 384, y: 496 },
  inseam: { path: "M200 518V962", x: 222, y: 992 },
};

const LEADS: Readonly<Record<ChartMeasure, string | null>> = {
  chest: "M288 258H362",
  waist: "M270 362H362",
  hips: "M298 486H362",
  inseam: null,
};

type Props = {
  /** The measure pointed at: its tape stays, the others step back. */
  lit?: ChartMeasure | null;
  /** "tape" shows where each measure is taken, "ink" the figure alone, "pencil" one still to be drawn out. */
  look?: "tape" | "ink" | "pencil";
  /** The numbers' height in the figure's units: the smaller the figure stands, the larger they are. */
  numberSize?: number;
  className?: string;
};

/** A figure in ink line with the tape in demerara, numbered as the list beside it (design: people look rather than read). */
export function BodyDrawing({ lit = null, look = "tape", numberSize = 34, className }: Props) {
  return (
    <svg
      viewBox="0 0 400 1000"
      role="img"
      aria-label="Where to lay the tape for chest, waist, hips and inseam"
      aria-hidden={look !== "tape" || undefined}
      className={className ?? "h-auto w-full"}
      fill="none"
    >
      <g
        className={look === "pencil" ? "stroke-ink-quiet" : "stroke-ink"}
        strokeWidth="1.3"
        strokeDasharray={look === "pencil" ? "1 5" : undefined}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={HEAD} vectorEffect="non-scaling-stroke" />
        <Half />
        <g transform="translate(400 0) scale(-1 1)">
          <Half />
        </g>
      </g>
      {look === "tape" &&
        CHART_MEASURES.map(({ measure }, place) => (
          <Tape
            key={measure}
            measure={measure}
            number={place + 1}
            numberSize={numberSize}
            dimmed={lit !== null && lit !== measure}
            lit={lit === measure}
          />
        ))}
    </svg>
  );
}

function Half() {
  return <path d={`${ARM}${BODY}${DETAILS}`} vectorEffect="non-scaling-stroke" />;
}

type TapeProps = {
  measure: ChartMeasure;
  number: number;
  numberSize: number;
  dimmed: boolean;
  lit: boolean;
};

/** The tape around one place: a band with its marks, and its number at the end of a dotted lead. */
function Tape({ measure, number, numberSize, dimmed, lit }: TapeProps) {
  const { path, x, y } = TAPES[measure];
  const lead = LEADS[measure];
  return (
    <g
      data-tape={measure}
      data-lit={lit || undefined}
      className={`transition-opacity ${dimmed ? "opacity-20" : ""}`}
    >
      <path
        d={path}
        className={`stroke-demerara transition-opacity ${lit ? "opacity-20" : "opacity-0"}`}
        strokeWidth="30"
      />
      <path d={path} className="stroke-demerara" strokeWidth="10" />
      <path d={path} className="stroke-paper" strokeWidth="5" strokeDasharray="1.4 6.6" />
      {lead && (
        <path d={lead} className="stroke-demerara" strokeWidth="1.4" strokeDasharray="2 6" />
      )}
      <text
        x={x}
        y={y}
        textAnchor="middle"
        className="figures fill-demerara font-semibold"
        fontSize={numberSize}
      >
        {number}
      </text>
    </g>
  );
}
