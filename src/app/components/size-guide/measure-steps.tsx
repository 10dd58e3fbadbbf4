import type { ChartMeasure } from "#features/measurement/size-chart.ts";
import { CHART_MEASURES } from "#features/measurement/size-chart.ts";

/** The id of a measure's instruction, where its column leads. */
export function instructionId(measure: ChartMeasure): string {
  return `measure-${measure}`;
}

type Props = { lit: ChartMeasure | null; className?: string };

/** What to do with the tape, numbered as the figure beside it. */
export function MeasureSteps({ lit, className }: Props) {
  return (
    <ol className={className}>
      {CHART_MEASURES.map(({ measure, label, how }, place) => (
        <li
          key={measure}
          id={instructionId(measure)}
          className={`border-l-2 pl-3 text-sm transition-colors ${lit === measure ? "border-demerara" : "border-transparent"}`}
        >
          <p className="font-medium">
            <span className="figures mr-2 text-demerara" aria-hidden="true">
              {place + 1}
            </span>
            {label}
          </p>
          <p className="text-ink-soft">{how}</p>
        </li>
      ))}
    </ol>
  );
}
