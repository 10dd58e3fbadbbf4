import { Link } from "react-router";
import {
  FulfillmentBadge,
  MadeToMeasureBadge,
  OrderStatusBadge,
} from "#app/components/orders/order-status-badge.tsx";
import { orderNumber } from "#core/document-number.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import { formatMoney } from "#core/money-amount.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { OrderListRow } from "#features/orders/order/list/order-list-queries.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Cell, CellNote, HeadCell, Table, walkRows } from "#ui/table.tsx";

const linesOf = (count: number) => (count === 1 ? "1 line" : `${count} lines`);

export function OrderTable({ rows }: { rows: readonly OrderListRow[] }) {
  return (
    <>
      <WideTable rows={rows} />
      <ul className="divide-y divide-line border-y border-line lg:hidden">
        {rows.map((row) => (
          <li key={row.id}>
            <OrderCard row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

function WideTable({ rows }: { rows: readonly OrderListRow[] }) {
  const head = (
    <>
      <HeadCell className="max-xl:hidden">Date</HeadCell>
      <HeadCell className="max-xl:pl-0">Order</HeadCell>
      <HeadCell>Customer</HeadCell>
      <HeadCell>Status</HeadCell>
      <HeadCell>Progress</HeadCell>
      <HeadCell align="right" className="max-xl:hidden">
        Lines
      </HeadCell>
      <HeadCell align="right">Total</HeadCell>
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys only move the focus between the links inside
    <div className="hidden lg:block" onKeyDown={walkRows}>
      <Table caption="Orders" head={head} dense stickyHead>
        {rows.map((row) => (
          <tr
            key={row.id}
            className="relative transition-colors focus-within:bg-paper hover:bg-paper"
          >
            <Cell className="text-ink-soft max-xl:hidden">
              <time dateTime={row.createdAt.toISOString()}>{formatMoment(row.createdAt)}</time>
            </Cell>
            <Cell className="max-xl:pl-0 max-xl:whitespace-nowrap">
              <Link
                to={`/admin/orders/${row.id}`}
                data-row=""
                className="font-medium after:absolute after:inset-0"
              >
                {orderNumber(row.id)}
              </Link>
              <CellNote className="xl:hidden">
                <time dateTime={row.createdAt.toISOString()}>{formatMoment(row.createdAt)}</time>
              </CellNote>
            </Cell>
            <Cell
              className="max-w-56 truncate max-xl:w-full max-xl:max-w-0"
              title={shownEmail(row.customerEmail)}
            >
              <bdi>{row.customerName || shownEmail(row.customerEmail)}</bdi>
            </Cell>
            <Cell>
              <OrderStatusBadge status={row.shownStatus} />
            </Cell>
            <Cell>
              <span className="flex flex-wrap gap-1.5">
                <RowFlags row={row} />
              </span>
            </Cell>
            <Cell align="right" className="max-xl:hidden">
              {row.lineCount}
            </Cell>
            <Cell align="right" className="font-medium">
              {formatMoney(row.total)}
            </Cell>
          </tr>
        ))}
      </Table>
      <p className="pt-3 text-xs text-ink-quiet">
        In the list, <kbd>j</kbd> and <kbd>k</kbd> or the arrows move between orders, Enter opens
        one. Times are Georgetown's.
      </p>
    </div>
  );
}

function OrderCard({ row }: { row: OrderListRow }) {
  return (
    <Link to={`/admin/orders/${row.id}`} className="block py-3.5 -outline-offset-2">
      <span className="flex items-baseline justify-between gap-4">
        <span className="figures font-medium">{orderNumber(row.id)}</span>
        <span className="figures font-medium">{formatMoney(row.total)}</span>
      </span>
      <span className="mt-0.5 block truncate text-sm text-ink-soft">
        <bdi>{row.customerName || shownEmail(row.customerEmail)}</bdi>
      </span>
      <span className="figures mt-0.5 block text-sm text-ink-quiet">
        {formatMoment(row.createdAt)} · {linesOf(row.lineCount)}
      </span>
      <span className="mt-2 flex flex-wrap gap-2">
        <OrderStatusBadge status={row.shownStatus} />
        <RowFlags row={row} />
      </span>
    </Link>
  );
}

function RowFlags({ row }: { row: OrderListRow }) {
  return (
    <>
      {row.fulfillment && <FulfillmentBadge fulfillment={row.fulfillment} />}
      {row.hasOpenReturn && <Badge kind="warning">Return</Badge>}
      {row.transfer && <Badge>{row.transfer}</Badge>}
      {row.credit.minorUnits > 0 && <Badge>Store credit</Badge>}
      {row.isDisputed && <Badge kind="error">Disputed</Badge>}
      {row.madeToMeasure && <MadeToMeasureBadge />}
    </>
  );
}
