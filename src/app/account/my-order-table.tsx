import { Link } from "react-router";
import { OrderDate } from "#app/checkout/order-date.tsx";
import { OrderStatusBadge } from "#app/components/orders/order-status-badge.tsx";
import { formatMoney } from "#core/money-amount.ts";
import type { MyOrderRow } from "#features/orders/my-order-list-queries.server.ts";
import { orderNumber } from "#features/orders/order.ts";
import { Cell, HeadCell, Table } from "#ui/table.tsx";

const addressOf = (row: MyOrderRow) => `/profile/orders/${row.id}`;

/** The customer's orders: a table between hairlines, on phones a list of entries (specification 2). */
export function MyOrderTable({ rows }: { rows: readonly MyOrderRow[] }) {
  const head = (
    <>
      <HeadCell>Order Date</HeadCell>
      <HeadCell>Order Number</HeadCell>
      <HeadCell>Status</HeadCell>
      <HeadCell align="right">Total</HeadCell>
      <HeadCell align="right">View</HeadCell>
    </>
  );
  return (
    <>
      <div className="hidden md:block">
        <Table caption="Your orders, newest first" head={head}>
          {rows.map((row) => (
            <tr key={row.id}>
              <Cell className="whitespace-nowrap">
                <OrderDate iso={row.createdAt.toISOString()} />
              </Cell>
              <Cell>{orderNumber(row.id)}</Cell>
              <Cell>
                <OrderStatusBadge status={row.status} />
              </Cell>
              <Cell align="right" className="font-medium">
                {formatMoney(row.total)}
              </Cell>
              <Cell align="right">
                <Link
                  to={addressOf(row)}
                  aria-label={`View order ${orderNumber(row.id)}`}
                  className="link inline-flex min-h-11 items-center"
                >
                  View
                </Link>
              </Cell>
            </tr>
          ))}
        </Table>
      </div>
      <ul className="divide-y divide-line border-b border-line md:hidden">
        {rows.map((row) => (
          <li key={row.id} className="figures py-5">
            <p className="flex items-baseline justify-between gap-4">
              <span className="font-medium">{orderNumber(row.id)}</span>
              <span className="font-medium">{formatMoney(row.total)}</span>
            </p>
            <p className="text-sm text-ink-quiet">
              <OrderDate iso={row.createdAt.toISOString()} />
            </p>
            <p className="mt-1 flex items-center justify-between gap-4">
              <OrderStatusBadge status={row.status} />
              <Link
                to={addressOf(row)}
                aria-label={`View order ${orderNumber(row.id)}`}
                className="link inline-flex min-h-11 min-w-11 items-center justify-end text-sm"
              >
                View
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
