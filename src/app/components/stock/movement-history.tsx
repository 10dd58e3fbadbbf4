import { Link } from "react-router";
import { orderNumber } from "#core/document-number.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import type { Movement, StockUnit } from "#features/catalog/inventory/movement.ts";
import {
  formatMovement,
  movementLabel,
  movementNoteLabel,
} from "#features/catalog/inventory/movement.ts";
import { EmptyState } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Cell, HeadCell, Table } from "#ui/table.tsx";

type Props = {
  unit: StockUnit;
  history: { movements: readonly Movement[]; page: number; pageCount: number };
  /** What stands there before the first movement. */
  nothingYet: string;
};

/** What moved of a variant or of a cloth, newest first, page by page. */
export function MovementHistory({ history, nothingYet, unit }: Props) {
  const { movements, page, pageCount } = history;
  return (
    <>
      <h2 className="display mt-10 mb-2 text-xl">Movements</h2>
      {movements.length === 0 ? (
        <EmptyState title="Nothing has moved yet">{nothingYet}</EmptyState>
      ) : (
        <div className="space-y-4">
          <MovementTable unit={unit} rows={movements} />
          <Pagination page={page} pageCount={pageCount} label="Movements" />
        </div>
      )}
    </>
  );
}

type RowsProps = { unit: StockUnit; rows: readonly Movement[] };

function MovementTable({ rows, unit }: RowsProps) {
  const head = (
    <>
      <HeadCell>Time</HeadCell>
      <HeadCell>Movement</HeadCell>
      <HeadCell align="right">{unit === "items" ? "Pieces" : "Metres"}</HeadCell>
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
              <Cell className="text-ink-soft">
                <time dateTime={row.createdAt.toISOString()}>{formatMoment(row.createdAt)}</time>
              </Cell>
              <Cell>{movementLabel(row.kind, unit)}</Cell>
              <Cell align="right" className="font-medium">
                {formatMovement(row.quantity, unit)}
              </Cell>
              <Cell>{row.actorName}</Cell>
              <Cell>
                <Why row={row} unit={unit} />
              </Cell>
            </tr>
          ))}
        </Table>
      </div>
      <ul
        aria-label="Movements, newest first"
        className="figures divide-y divide-line border-y border-line lg:hidden"
      >
        {rows.map((row) => (
          <li key={row.id} className="py-3.5">
            <p className="flex justify-between gap-4 font-medium">
              {movementLabel(row.kind, unit)} <span>{formatMovement(row.quantity, unit)}</span>
            </p>
            <p className="text-sm text-ink-quiet">
              {[formatMoment(row.createdAt), row.actorName].filter(Boolean).join(" · ")}
            </p>
            <p className="text-sm wrap-anywhere text-ink-soft">
              <Why row={row} unit={unit} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Why({ row, unit }: { row: Movement; unit: StockUnit }) {
  return (
    <>
      {row.orderId && (
        <Link to={`/admin/orders/${row.orderId}`} className="link">
          Order {orderNumber(row.orderId)}
        </Link>
      )}
      {row.orderId && row.note && " · "}
      {movementNoteLabel(row.note, unit)}
    </>
  );
}
