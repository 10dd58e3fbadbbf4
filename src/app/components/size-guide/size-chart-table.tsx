import type { ChartMeasure, ChartUnit } from "#features/measurement/size-chart.ts";
import { CHART_MEASURES, formatSizeRange, SIZE_CHART } from "#features/measurement/size-chart.ts";
import { instructionId } from "./measure-steps.tsx";
import type { LitMeasure } from "./use-lit-measure.ts";

type Props = {
  unit: ChartUnit;
  /** The row to point out: the size the shopper has chosen, or the one we advise. */
  marked?: string | null;
  markedWords?: string;
  /** With this the columns' heads lead to how the measure is taken, and tell which column the shopper is at. */
  pointing?: LitMeasure;
};

/** The chart of specification 9 in one unit. */
export function SizeChartTable(props: Props) {
  const { unit, marked = null, markedWords = "your choice", pointing } = props;
  const lit = pointing?.lit ?? null;
  const onPoint = pointing?.onPoint;
  const column = (measure: ChartMeasure) => ({
    "data-measure": measure,
    onPointerEnter: onPoint && (() => onPoint(measure)),
  });
  const tint = (measure: ChartMeasure) => (lit === measure ? "bg-demerara/8" : "");
  return (
    <table
      className="print:table-fixed figures w-full border-collapse text-sm"
      // A finger leaves when it is lifted: what it touched stays lit.
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
              className={`eyebrow text-right tracking-wide! transition-colors ${tint(measure)} ${pointing ? "" : "py-2 pr-1 pl-1"}`}
            >
              {pointing ? (
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
                  {markedWords}
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

/** A column's head: the way to its instruction, which lights up the figure as soon as it has the focus. */
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
