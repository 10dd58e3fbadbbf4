import { sql } from "drizzle-orm";
import { CSV_BOM, csvLine } from "#core/csv-injection.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { formatMoment } from "#features/orders/georgetown-time.ts";
import { orderNumber } from "#features/orders/order.ts";
import type { MovementKind } from "./movement-messages.ts";
import { movementNoteLabel, movementWord } from "./movement-messages.ts";
import { colorNameOf } from "./stock-rows.server.ts";

const MOVEMENTS_A_PIECE = 1_000;

/** In and out stand apart: a number with a minus would be guarded like a formula, and no sum could be made of it. */
const COLUMNS = [
  "Time (Georgetown)",
  "SKU",
  "Product",
  "Size",
  "Color",
  "Movement",
  "In",
  "Out",
  "Order",
  "By",
  "Note",
];

type Row = {
  id: string;
  at: string;
  createdAt: string;
  sku: string;
  name: string;
  size: string;
  colorName: string;
  kind: MovementKind;
  pieces: number;
  orderId: string | null;
  actorName: string;
  note: string;
};

/** The whole stock ledger as a CSV file, oldest first, piece by piece, for an admin. */
export function exportLedger(
  db: Queryable,
  input: { actor: Actor },
): Result<AsyncGenerator<string>, "forbidden"> {
  return isAdmin(input.actor) ? ok(pieces(db)) : fail("forbidden");
}

type Place = { at: string; id: string };

async function* pieces(db: Queryable): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(COLUMNS);
  let after: Place | null = null;
  for (;;) {
    const rows: Row[] = await readMovements(db, after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => csvLine(cellsOf(row))).join("");
    after = { at: last.at, id: last.id };
  }
}

async function readMovements(db: Queryable, after: Place | null): Promise<Row[]> {
  const past = after
    ? sql`where (m.created_at, m.id) > (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  // The moment as text as well: a Date would drop its microseconds, and rows of one moment would come twice.
  const { rows } = await db.execute<Row>(sql`
    select m.id, m.created_at::text as at, m.created_at as "createdAt", v.sku, p.name, v.size, ${colorNameOf} as "colorName",
           m.kind, m.pieces, m.order_id as "orderId", m.actor_name as "actorName", m.note
      from stock_movements m join product_variants v on v.id = m.variant_id join products p on p.id = v.product_id ${past}
     order by m.created_at, m.id limit ${MOVEMENTS_A_PIECE}`);
  return rows;
}

const cellsOf = (row: Row): string[] => [
  formatMoment(new Date(row.createdAt)),
  row.sku,
  row.name,
  row.size,
  row.colorName,
  movementWord(row.kind),
  row.pieces > 0 ? String(row.pieces) : "",
  row.pieces < 0 ? String(-row.pieces) : "",
  row.orderId ? orderNumber(row.orderId) : "",
  row.actorName,
  movementNoteLabel(row.note),
];
