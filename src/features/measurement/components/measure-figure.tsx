import type { ChartMeasure } from "../size-chart.ts";
import { CHART_MEASURES } from "../size-chart.ts";

/** Half of a standing figure, from the neck down the arm and the leg to the crotch; the other half is its mirror image. */
const HALF =
  "M108 52c0 8 0 12 1 15 4 6 15 8 26 12 10 4 15 11 17 23 3 17 9 38 13 58 3 16 6 30 8 42 1 8 0 15-3 17-4 1-6-4-7-13-3-15-8-30-12-44-4-15-8-31-10-44-1 10-3 17-5 25-3 8-5 11-5 17 1 12 8 24 10 38 2 18-1 38-4 56-2 14-5 26-6 40 0 14 2 24 0 40-2 18-5 32-6 45 0 6 4 8 6 13 1 3-1 4-4 4h-11c-3 0-4-2-4-5 0-5 1-9 1-14-1-16-3-30-4-45-1-13 0-22-1-36-2-20-4-42-6-66";

/** Where the tape lies for each measure, in the figure's own units. */
const TAPES: Readonly<Record<ChartMeasure, { path: string; x: number; y: number }>> = {
  chest: { path: "M58 118c14 9 70 9 84 0", x: 184, y: 121 },
  waist: { path: "M66 158c12 7 56 7 68 0", x: 184, y: 161 },
  hips: { path: "M56 201c14 9 74 9 88 0", x: 184, y: 204 },
  inseam: { path: "M100 228V404", x: 100, y: 424 },
};

/** A figure in ink line with the tape in demerara, numbered as the list beside it (design: people look rather than read). */
export function MeasureFigure() {
  return (
    <svg viewBox="0 0 200 432" role="img" className="h-auto w-full" fill="none">
      <title>Where to lay the tape for chest, waist, hips and inseam</title>
      <g className="stroke-ink" strokeWidth="1.2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M100 8c11 0 17 8 17 20 0 14-7 27-17 27s-17-13-17-27c0-12 6-20 17-20Z" />
        <path d={HALF} />
        <path d={HALF} transform="translate(200 0) scale(-1 1)" />
      </g>
      {CHART_MEASURES.map(({ measure }, place) => {
        const tape = TAPES[measure];
        const lead = measure === "inseam" ? null : `M150 ${tape.y - 3}H174`;
        return (
          <g key={measure} className="stroke-demerara" strokeWidth="2" strokeLinecap="round">
            <path d={tape.path} />
            {lead && <path d={lead} strokeWidth="0.8" strokeDasharray="1 3" />}
            <text
              x={tape.x}
              y={tape.y}
              textAnchor="middle"
              stroke="none"
              className="figures fill-demerara font-semibold"
              fontSize="13"
            >
              {place + 1}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
