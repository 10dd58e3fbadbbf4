import { Link } from "react-router";
import { formatMoney } from "#core/money-amount.ts";
import { customerPath } from "#features/customers/customer-filter.ts";
import type { CustomerRow } from "#features/customers/customer-list-queries.server.ts";
import { formatDay } from "#features/orders/georgetown-time.ts";
import { Cell, HeadCell, Table } from "#ui/table.tsx";
import { walkRows } from "#ui/walk-rows.ts";

const spentWords = ({ spent }: CustomerRow) => spent.map(formatMoney).join(" and ");
const ordersWords = (count: number) => (count === 1 ? "1 order" : `${count} orders`);

/** The customers: rows of 44 px on wide screens, cards on phones. */
export function CustomerTable({ rows }: { rows: readonly CustomerRow[] }) {
  return (
    <>
      <WideTable rows={rows} />
      <ul className="divide-y divide-line border-y border-line lg:hidden">
        {rows.map((row) => (
          <li key={row.email}>
            <CustomerCard row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

function WideTable({ rows }: { rows: readonly CustomerRow[] }) {
  const head = (
    <>
      <HeadCell>Name</HeadCell>
      <HeadCell>E-mail</HeadCell>
      <HeadCell>Account</HeadCell>
      <HeadCell>First heard of</HeadCell>
      <HeadCell>Last order</HeadCell>
      <HeadCell align="right">Orders</HeadCell>
      <HeadCell align="right">Spent</HeadCell>
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the links inside, which work without them
    <div className="hidden lg:block" onKeyDown={walkRows}>
      <Table caption="Customers" head={head} dense stickyHead>
        {rows.map((row) => (
          <tr
            key={row.email}
            className="relative transition-colors focus-within:bg-paper hover:bg-paper"
          >
            <Cell className="max-w-64 truncate">
              <Link
                to={customerPath(row.email)}
                data-row=""
                className="font-medium after:absolute after:inset-0"
              >
                {row.name || row.email}
              </Link>
            </Cell>
            <Cell className="max-w-64 truncate text-ink-soft" title={row.email}>
              {row.email}
            </Cell>
            <Cell className="text-ink-soft">{row.hasAccount ? "Yes" : "Guest"}</Cell>
            <Cell className="whitespace-nowrap text-ink-soft">{formatDay(row.since)}</Cell>
            <Cell className="whitespace-nowrap text-ink-soft">
              {row.lastOrderAt ? formatDay(row.lastOrderAt) : "None"}
            </Cell>
            <Cell align="right">{row.orderCount}</Cell>
            <Cell
              align="right"
              className={`whitespace-nowrap ${row.orderCount > 0 ? "font-medium" : "text-ink-quiet"}`}
            >
              {spentWords(row)}
            </Cell>
          </tr>
        ))}
      </Table>
      <p className="pt-3 text-xs text-ink-quiet">
        In the list, <kbd>j</kbd> and <kbd>k</kbd> or the arrows move between customers, Enter opens
        one.
      </p>
    </div>
  );
}

function CustomerCard({ row }: { row: CustomerRow }) {
  return (
    <Link to={customerPath(row.email)} className="block py-3.5 -outline-offset-2">
      <span className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate font-medium">{row.name || row.email}</span>
        <span className="figures font-medium whitespace-nowrap">{spentWords(row)}</span>
      </span>
      <span className="mt-0.5 block truncate text-sm text-ink-soft">{row.email}</span>
      <span className="figures mt-0.5 block text-sm text-ink-quiet">
        {ordersWords(row.orderCount)} · {row.hasAccount ? "Account" : "Guest"} since{" "}
        {formatDay(row.since)}
      </span>
    </Link>
  );
}
