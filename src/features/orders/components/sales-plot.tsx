import { formatMoney } from "#core/money-amount.ts";
import { formatDay, startOfDay } from "../georgetown-time.ts";
import type { SalesDay } from "../order-summary-queries.server.ts";

const dayName = (day: string) => formatDay(startOfDay(day) ?? new Date(0));
const ordersOf = (count: number) => (count === 1 ? "1 order" : `${count} orders`);

/** The last fortnight's sales as bars; the same figures stand in a table for screen readers. */
export function SalesPlot({ days }: { days: readonly SalesDay[] }) {
  const most = Math.max(1, ...days.map((day) => day.revenue.minorUnits));
  const first = days[0];
  return (
    <figure>
      <figcaption className="eyebrow">Paid in the last {days.length} days</figcaption>
      <div
        aria-hidden="true"
        className="mt-4 flex h-36 items-end gap-1.5 border-b border-ink/70 sm:gap-2.5"
      >
        {days.map((day, place) => (
          <div
            key={day.day}
            title={`${dayName(day.day)}: ${formatMoney(day.revenue)}, ${ordersOf(day.orders)}`}
            className="flex h-full grow items-end"
          >
            <div
              className={`w-full ${place === days.length - 1 ? "bg-demerara" : "bg-ink"}`}
              style={{ height: `${(day.revenue.minorUnits / most) * 100}%` }}
            />
          </div>
        ))}
      </div>
      <div
        aria-hidden="true"
        className="figures flex justify-between pt-1.5 text-xs text-ink-quiet"
      >
        <span>{first && dayName(first.day)}</span>
        <span>Today</span>
      </div>
      <table className="sr-only">
        <caption>Paid orders a day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Orders</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayName(day.day)}</th>
              <td>{day.orders}</td>
              <td>{formatMoney(day.revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
