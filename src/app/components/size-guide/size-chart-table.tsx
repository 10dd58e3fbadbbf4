import { useState } from "react";
import type { ChartMeasure, ChartUnit } from "#features/body/size-advice/size-chart.ts";
import {
  CHART_MEASURES,
  formatSizeRange,
  SIZE_CHART,
} from "#features/body/size-advice/size-chart.ts";
import { classNames } from "#ui/class-names.ts";

type SizeChartTableProps = {
  unit: ChartUnit;
  /** Highlights the row of the chosen or recommended size. */
  marked?: string | null;
  markedLabel?: string;
  /** Column heads link to the instructions. */
  pointing?: LitMeasure;
  /** Emphasizes the measures that decide the fit; all by default. */
  measures?: readonly ChartMeasure[];
};

/** Shows the size chart in one unit (specification 9). */
export function SizeChartTable(props: SizeChartTableProps) {
  const { unit, marked = null, markedLabel = "your choice", pointing, measures } = props;
  const lit = pointing?.lit ?? null;
  const onPoint = pointing?.onPoint;
  const column = (measure: ChartMeasure) => ({
    "data-measure": measure,
    onPointerEnter: onPoint && (() => onPoint(measure)),
  });
  // Only these measures have an instruction.
  const linksTo = (measure: ChartMeasure) =>
    pointing !== undefined && (measures?.includes(measure) ?? true);
  const tint = (measure: ChartMeasure) =>
    classNames(
      lit === measure && "bg-demerara/8",
      measures && !measures.includes(measure) && "text-ink-quiet",
    );
  return (
    <table
      className="print:table-fixed figures w-full border-collapse text-sm"
      // On touch, leaving means lifting the finger: keep the highlight.
      onPointerLeave={onPoint && (({ pointerType }) => pointerType === "mouse" && onPoint(null))}
    >
      <caption className="sr-only">
        Size chart in {unit === "cm" ? "centimetres" : "inches"}
      </caption>
      <thead>
        <tr className="border-b border-ink/70">
          <th scope="col" className="eyebrow py-2 text-left">
            Size
          </th>
          {CHART_MEASURES.map(({ measure, label }) => (
            <th
              key={measure}
              scope="col"
              {...column(measure)}
              className={`eyebrow text-right tracking-wide! transition-colors ${tint(measure)} ${linksTo(measure) ? "" : "py-2 pr-1 pl-1"}`}
            >
              {pointing && linksTo(measure) ? (
                <ColumnHead measure={measure} label={label} pointing={pointing} />
              ) : (
                label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {SIZE_CHART[unit].map((row) => (
          <tr
            key={row.size}
            className={`border-b border-line ${row.size === marked ? "bg-cloth" : ""}`}
          >
            <th scope="row" className="py-3 text-left font-semibold">
              {row.size}
              {row.size === marked && " "}
              {row.size === marked && (
                <span className="ml-1 font-normal text-demerara max-sm:block max-sm:ml-0 max-sm:text-xs">
                  {markedLabel}
                </span>
              )}
            </th>
            {CHART_MEASURES.map(({ measure }) => (
              <td
                key={measure}
                {...column(measure)}
                className={`py-3 pr-1 pl-1 text-right whitespace-nowrap transition-colors ${tint(measure)}`}
              >
                {formatSizeRange(row[measure])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type HeadProps = { measure: ChartMeasure; label: string; pointing: LitMeasure };

/** Links to the measure's instruction; focus highlights the figure. */
function ColumnHead({ measure, label, pointing }: HeadProps) {
  return (
    <a
      href={`#${instructionId(measure)}`}
      onFocus={() => pointing.onFocusAt(measure)}
      onBlur={() => pointing.onFocusAt(null)}
      onClick={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
      }}
      className="inline-flex min-h-11 items-center justify-end pr-1 pl-1 underline decoration-edge decoration-dotted underline-offset-4 transition-colors hover:text-demerara"
    >
      {label}
    </a>
  );
}

function instructionId(measure: ChartMeasure): string {
  return `measure-${measure}`;
}

type MeasureStepsProps = {
  lit: ChartMeasure | null;
  /** Ordered like the figure. */
  measures: readonly ChartMeasure[];
  className?: string;
};

/** Numbers match the figure. */
export function MeasureSteps({ lit, measures, className }: MeasureStepsProps) {
  const shown = CHART_MEASURES.filter(({ measure }) => measures.includes(measure));
  return (
    <ol className={className}>
      {shown.map(({ measure, label, how }, index) => (
        <li
          key={measure}
          id={instructionId(measure)}
          className={`border-l-2 pl-3 text-sm transition-colors ${lit === measure ? "border-demerara" : "border-transparent"}`}
        >
          <p className="font-medium">
            <span className="figures mr-2 text-demerara" aria-hidden="true">
              {index + 1}
            </span>
            {label}
          </p>
          <p className="text-ink-soft">{how}</p>
        </li>
      ))}
    </ol>
  );
}

export type LitMeasure = {
  lit: ChartMeasure | null;
  onPoint: (measure: ChartMeasure | null) => void;
  onFocusAt: (measure: ChartMeasure | null) => void;
};

/** Returns to the focused measure when the pointer leaves. */
export function useLitMeasure(): LitMeasure {
  const [pointed, onPoint] = useState<ChartMeasure | null>(null);
  const [focused, setFocused] = useState<ChartMeasure | null>(null);
  return {
    lit: pointed ?? focused,
    onPoint,
    onFocusAt: (measure) => {
      setFocused(measure);
      if (measure !== null) onPoint(null);
    },
  };
}
