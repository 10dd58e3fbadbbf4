import { Link } from "react-router";
import { formatDay, startOfDay } from "#core/georgetown-time.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import type { Sales, SalesDay } from "#features/office/reports/sales-days.ts";
import { axisTop, comparisonLabel } from "#features/office/reports/sales-days.ts";

const dayName = (day: string) => formatDay(startOfDay(day) ?? new Date(0));
const ordersOf = (count: number) => (count === 1 ? "1 order" : `${count} orders`);
/** Omits cents, for the axis. */
const roundly = (amount: MoneyAmount) => formatMoney(amount).replace(/\.00$/, "");

/** The drawing is measured in days, and in hundredths of the axis. */
const BAR = { width: 0.68, height: 100 };

export function SalesChart({ sales }: { sales: Sales }) {
  const { days, before, total, totalBefore, currency } = sales;
  if (total.minorUnits === 0 && totalBefore.minorUnits === 0) return <NothingSold />;
  const all = [...days, ...before].map(({ revenue }) => revenue.minorUnits);
  const top = axisTop(Math.max(...all));
  const text = comparisonLabel(total, totalBefore);
  const today = days.at(-1);
  return (
    <figure aria-labelledby="sales-title">
      <figcaption>
        <h2 id="sales-title" className="eyebrow">
          Sales in the last {days.length} days
        </h2>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
          <span className="figures text-2xl font-medium">{formatMoney(total)}</span>
          <span className="figures text-sm text-ink-soft">
            {text}
            {totalBefore.minorUnits > 0 && ` (${formatMoney(totalBefore)})`}
          </span>
        </p>
        {today && (
          <p className="figures text-sm text-ink-soft">
            Today {formatMoney(today.revenue)} from {ordersOf(today.orders)}
          </p>
        )}
      </figcaption>
      <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div
          aria-hidden="true"
          className="figures flex h-48 flex-col justify-between text-right text-xs leading-none text-ink-quiet sm:h-56"
        >
          <span>{roundly(money(top, currency))}</span>
          <span>{roundly(money(top / 2, currency))}</span>
          <span>{roundly(money(0, currency))}</span>
        </div>
        <Drawing days={days} before={before} top={top} label={`${formatMoney(total)}, ${text}`} />
        <div
          aria-hidden="true"
          className="figures col-start-2 flex justify-between pt-2 text-xs text-ink-quiet"
        >
          <span>{dayName(days[0]?.day ?? "")}</span>
          <span className="max-sm:hidden">
            {dayName(days[Math.floor(days.length / 2)]?.day ?? "")}
          </span>
          <span>Today</span>
        </div>
      </div>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-soft">
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="size-2.5 bg-ink" />
          Paid on the day, less refunds
        </span>
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="h-0 w-4 border-t-2 border-demerara" />
          30 days before
        </span>
      </p>
      <SalesTable days={days} before={before} />
    </figure>
  );
}

function NothingSold() {
  return (
    <section className="border-y border-line py-8">
      <h2 className="eyebrow">Sales in the last 30 days</h2>
      <p className="mt-1 text-ink-soft">
        Nothing was paid in the last 60 days. Daily sales appear here from the next paid order.
      </p>
    </section>
  );
}

type DrawingProps = {
  days: readonly SalesDay[];
  before: readonly SalesDay[];
  top: number;
  label: string;
};

/** Contains no text, so that it can stretch to any width. */
function Drawing({ days, before, top, label }: DrawingProps) {
  const heightOf = ({ revenue }: SalesDay) => (revenue.minorUnits / top) * BAR.height;
  return (
    <svg
      role="img"
      aria-label={`Sales by day: ${label}`}
      viewBox={`0 0 ${days.length} ${BAR.height}`}
      preserveAspectRatio="none"
      className="h-48 w-full overflow-visible sm:h-56"
    >
      {[0, 50].map((y) => (
        <line
          key={y}
          x1="0"
          x2={days.length}
          y1={y}
          y2={y}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
      ))}
      {days.map((day, index) => (
        <rect
          key={day.day}
          x={index + (1 - BAR.width) / 2}
          y={BAR.height - heightOf(day)}
          width={BAR.width}
          height={heightOf(day)}
          className="fill-ink hover:fill-demerara"
        >
          <title>{`${dayName(day.day)}: ${formatMoney(day.revenue)}, ${ordersOf(day.orders)}`}</title>
        </rect>
      ))}
      {before.map(
        (day, index) =>
          day.revenue.minorUnits > 0 && (
            <line
              key={day.day}
              x1={index + 0.04}
              x2={index + 0.96}
              y1={BAR.height - heightOf(day)}
              y2={BAR.height - heightOf(day)}
              strokeWidth="2.5"
              vectorEffect="non-scaling-stroke"
              className="pointer-events-none stroke-demerara"
            />
          ),
      )}
      <line
        x1="0"
        x2={days.length}
        y1={BAR.height}
        y2={BAR.height}
        vectorEffect="non-scaling-stroke"
        className="stroke-ink"
      />
    </svg>
  );
}

/** Lists today first; each day links to its orders. */
function SalesTable({ days, before }: Pick<DrawingProps, "days" | "before">) {
  const rows = days.map((day, index) => ({ ...day, earlier: before[index] })).reverse();
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-11 items-center text-ink-soft underline decoration-edge underline-offset-[0.4em]">
        The same as a table
      </summary>
      <table className="figures mt-1 w-full max-w-140 text-left">
        <caption className="sr-only">Sales by day</caption>
        <thead>
          <tr className="border-b border-ink/70">
            <th scope="col" className="eyebrow py-2">
              Day
            </th>
            <th scope="col" className="eyebrow py-2 text-right">
              Orders
            </th>
            <th scope="col" className="eyebrow py-2 text-right">
              Sales
            </th>
            <th scope="col" className="eyebrow py-2 pl-3 text-right">
              30 days before
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.day} className="border-b border-line">
              <th scope="row" className="font-normal">
                <Link
                  to={`/admin/orders?from=${row.day}&to=${row.day}`}
                  className="link inline-block py-1.5"
                >
                  {dayName(row.day)}
                </Link>
              </th>
              <td className="text-right">{row.orders}</td>
              <td className="text-right">{formatMoney(row.revenue)}</td>
              <td className="text-right text-ink-soft">
                {row.earlier && formatMoney(row.earlier.revenue)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
