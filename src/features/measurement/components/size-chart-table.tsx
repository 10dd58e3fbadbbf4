import type { ChartMeasure, ChartUnit } from "../size-chart.ts";
import { CHART_MEASURES, rangeWords, SIZE_CHART } from "../size-chart.ts";
import { instructionId } from "./measure-steps.tsx";

type Props = {
  unit: ChartUnit;
  /** The row to point out: the size the shopper has chosen, or the one we advise. */
  marked?: string | null;
  markedWords?: string;
  /** With these the columns' heads lead to how the measure is taken, and tell which column the shopper is at. */
  lit?: ChartMeasure | null;
  onPoint?: (measure: ChartMeasure | null) => void;
};

/** The chart of specification 9 in one unit. */
export function SizeChartTable(props: Props) {
  const { unit, marked = null, markedWords = "your choice", lit = null, onPoint } = props;
  const pointing = (measure: ChartMeasure) => ({
    "data-measure": measure,
    onPointerEnter: onPoint && (() => onPoint(measure)),
  });
  const tint = (measure: ChartMeasure) => (lit === measure ? "bg-demerara/8" : "");
  return (
    <table
      className="figures w-full border-collapse text-sm"
      onPointerLeave={onPoint && (() => onPoint(null))}
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
              {...pointing(measure)}
              className={`eyebrow text-right tracking-wide! transition-colors ${tint(measure)} ${onPoint ? "" : "py-2 pl-1"}`}
            >
              {onPoint ? (
                <ColumnHead measure={measure} label={label} lit={lit} onPoint={onPoint} />
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
                <span className="ml-1.5 font-normal text-demerara max-sm:block max-sm:ml-0 max-sm:text-xs">
                  {markedWords}
                </span>
              )}
            </th>
            {CHART_MEASURES.map(({ measure }) => (
              <td
                key={measure}
                {...pointing(measure)}
                className={`py-3 pr-1 pl-1 text-right whitespace-nowrap transition-colors ${tint(measure)}`}
              >
                {rangeWords(row[measure])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type HeadProps = Required<Pick<Props, "lit" | "onPoint">> & {
  measure: ChartMeasure;
  label: string;
};

/** A column's head: the way to its instruction, which lights up the figure as soon as it has the focus. */
function ColumnHead({ measure, label, onPoint }: HeadProps) {
  return (
    <a
      href={`#${instructionId(measure)}`}
      onFocus={() => onPoint(measure)}
      onBlur={() => onPoint(null)}
      onClick={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        onPoint(measure);
      }}
      className="inline-flex min-h-11 items-center justify-end pr-1 pl-1 underline decoration-edge decoration-dotted underline-offset-4 transition-colors hover:text-demerara"
    >
      {label}
    </a>
  );
}
