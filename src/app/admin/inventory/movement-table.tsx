import { Link } from "react-router";
import {
  formatSignedQuantity,
  movementNoteLabel,
  movementWord,
} from "#features/inventory/movement-messages.ts";
import type { Movement } from "#features/inventory/stock-queries.server.ts";
import { formatMoment } from "#features/orders/georgetown-time.ts";
import { orderNumber } from "#features/orders/order.ts";
import { Cell, HeadCell, Table } from "#ui/table.tsx";

/** The ledger of one combination: rows on wide screens, a list on phones. */
export function MovementTable({ rows }: { rows: readonly Movement[] }) {
  const head = (
    <>
      <HeadCell>Time</HeadCell>
      <HeadCell>Movement</HeadCell>
      <HeadCell align="right">Pieces</HeadCell>
      <HeadCell>By</HeadCell>
      <HeadCell>Why</HeadCell>
    </>
  );
  return (
    <>
      <div className="hidden lg:block">
        <Table caption="Movements, newest first" head={head} dense>
          {rows.map((row) => (
            <tr key={row.id}>
              <Cell className="whitespace-nowrap text-ink-soft">
                <time dateTime={row.createdAt.toISOString()}>{formatMoment(row.createdAt)}</time>
              </Cell>
              <Cell>{movementWord(row.kind)}</Cell>
              <Cell align="right" className="font-medium">
                {formatSignedQuantity(row.pieces)}
              </Cell>
              <Cell>{row.actorName}</Cell>
              <Cell>
                <Why row={row} />
              </Cell>
            </tr>
          ))}
        </Table>
      </div>
      <ul className="figures divide-y divide-line border-y border-line lg:hidden">
        {rows.map((row) => (
          <li key={row.id} className="py-3.5">
            <p className="flex justify-between gap-4 font-medium">
              {movementWord(row.kind)} <span>{formatSignedQuantity(row.pieces)}</span>
            </p>
            <p className="text-sm text-ink-quiet">
              {[formatMoment(row.createdAt), row.actorName].filter(Boolean).join(" · ")}
            </p>
            <p className="text-sm wrap-anywhere text-ink-soft">
              <Why row={row} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Why({ row }: { row: Movement }) {
  return (
    <>
      {row.orderId && (
        <Link to={`/admin/orders/${row.orderId}`} className="link">
          Order {orderNumber(row.orderId)}
        </Link>
      )}
      {row.orderId && row.note && " · "}
      {movementNoteLabel(row.note)}
    </>
  );
}
