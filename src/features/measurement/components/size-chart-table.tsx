import type { ChartUnit } from "../size-chart.ts";
import { CHART_MEASURES, rangeWords, SIZE_CHART } from "../size-chart.ts";

type Props = {
  unit: ChartUnit;
  /** The row to point out: the size the shopper has chosen. */
  marked?: string | null;
};

/** The chart of specification 9 in one unit. */
export function SizeChartTable({ unit, marked = null }: Props) {
  return (
    <table className="figures w-full border-collapse text-sm">
      <caption className="sr-only">
        Size chart in {unit === "cm" ? "centimetres" : "inches"}
      </caption>
      <thead>
        <tr className="border-b border-ink/70">
          <th scope="col" className="eyebrow py-2 text-left">
            Size
          </th>
          {CHART_MEASURES.map(({ measure, label }) => (
            <th key={measure} scope="col" className="eyebrow py-2 pl-1 text-right tracking-wide!">
              {label}
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
              {row.size === marked && (
                <span className="ml-1.5 font-normal text-demerara">your choice</span>
              )}
            </th>
            {CHART_MEASURES.map(({ measure }) => (
              <td key={measure} className="py-3 pl-1 text-right">
                {rangeWords(row[measure])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
