import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { CSV_BOM, csvLine } from "#core/csv-injection.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { formatMoment } from "#features/orders/georgetown-time.ts";
import { orderNumber } from "#features/orders/order.ts";
import { readSetting } from "#features/settings/settings-schema.ts";
import type { MovementKind, StockFilter, StockView } from "./stock-entry.ts";
import {
  DEFAULT_LOW_STOCK,
  movementNoteLabel,
  movementWord,
  STOCK_A_PAGE,
  stockSettingsSchema,
} from "./stock-entry.ts";
/** A counted combination as the owner keeps it; `onShelf` are the pieces that are there, held ones too. */
export type StockRow = {
  variantId: string;
  productId: string;
  name: string;
  size: string;
  colorName: string;
  sku: string;
  onShelf: number;
  /** Held for shoppers who are paying right now. */
  held: number;
  /** Sold in the last 30 days, without what came back. */
  sold: number;
};

/** Counted combinations of products that are not deleted, with `held`. */
export const countedStock = sql`
  product_variants v join products p on p.id = v.product_id and p.deleted_at is null
    cross join lateral (select coalesce(sum(r.quantity), 0)::int as pieces from stock_reservations r where r.variant_id = v.id) held`;

/** The colour's name of a combination, "" for one without. */
export const colorNameOf = sql`coalesce((
  select c->>'name' from jsonb_array_elements(p.colors) c where upper(c->>'hex') = upper(v.color) limit 1), v.color)`;

/** Reads combinations as the stock page shows them, in the order and the part of the list that `rest` says. */
export async function readStockRows(db: Queryable, where: SQL, rest: SQL): Promise<StockRow[]> {
  const { rows } = await db.execute<StockRow>(sql`
    select v.id as "variantId", p.id as "productId", p.name, v.size, ${colorNameOf} as "colorName", v.sku,
           v.stock_count + held.pieces as "onShelf", held.pieces as held,
           (select coalesce(-sum(m.pieces), 0)::int from stock_movements m
             where m.variant_id = v.id and m.kind = 'sold' and m.created_at > now() - interval '30 days') as sold
      from ${countedStock}
     where v.stock_count is not null and ${where} ${rest}`);
  return rows;
}

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

/** A page of the stock, and how many combinations each view has. */
type StockList = {
  rows: readonly StockRow[];
  counts: Record<StockView, number>;
  lowStock: number;
  page: number;
  pageCount: number;
};

/** One line of a combination's history. */
export type Movement = {
  id: string;
  kind: MovementKind;
  pieces: number;
  orderId: string | null;
  note: string;
  actorName: string;
  createdAt: Date;
};

/** A combination with a page of its history, newest first. */
type StockHistory = {
  stock: StockRow;
  movements: readonly Movement[];
  page: number;
  pageCount: number;
};

/** Up to how many pieces a combination is low, as the owner set it. */
export async function getLowStock(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ value: unknown }>(
    sql`select setting_value as value from site_settings where setting_name = 'stock'`,
  );
  const defaults = { lowStock: DEFAULT_LOW_STOCK };
  return readSetting(stockSettingsSchema, rows[0]?.value, defaults).lowStock;
}

const isOut = sql`v.stock_count + held.pieces = 0`;
const isLow = (lowStock: number) => sql`v.stock_count + held.pieces between 1 and ${lowStock}`;

function searched(search: string): SQL {
  if (search === "") return sql`true`;
  const part = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(p.name ilike ${part} or v.sku ilike ${part})`;
}

/** How many counted combinations there are, run low and are sold out, among those that match. */
async function countStock(db: Queryable, search: string, lowStock: number) {
  const { rows } = await db.execute<Record<StockView, number>>(sql`
    select count(*)::int as "all", count(*) filter (where ${isLow(lowStock)})::int as low,
           count(*) filter (where ${isOut})::int as out
      from ${countedStock} where v.stock_count is not null and ${searched(search)}`);
  return rows[0] ?? { all: 0, low: 0, out: 0 };
}

/** A page of the counted combinations by the names of their products, for an admin. */
export async function listStock(
  db: Queryable,
  input: { actor: Actor; filter: StockFilter },
): Promise<Result<StockList, "forbidden">> {
  const { actor, filter } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const lowStock = await getLowStock(db);
  const counts = await countStock(db, filter.search, lowStock);
  const pageCount = Math.max(1, Math.ceil(counts[filter.view] / STOCK_A_PAGE));
  const page = Math.min(filter.page, pageCount);
  const views: Record<StockView, SQL> = { all: sql`true`, low: isLow(lowStock), out: isOut };
  const rows = await readStockRows(
    db,
    sql`${searched(filter.search)} and ${views[filter.view]}`,
    sql`order by lower(p.name), p.id, v.position, v.id limit ${STOCK_A_PAGE} offset ${(page - 1) * STOCK_A_PAGE}`,
  );
  return ok({ rows, counts, lowStock, page, pageCount });
}

/** One combination with its ledger, for an admin; null for an id that is malformed or of nothing that is counted. */
export async function findStockHistory(
  db: Queryable,
  input: { actor: Actor; variantId: string; page: number },
): Promise<Result<StockHistory | null, "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  const { variantId } = input;
  if (!isId(variantId)) return ok(null);
  const [stock] = await readStockRows(db, sql`v.id = ${variantId}`, sql``);
  if (!stock) return ok(null);
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from stock_movements where variant_id = ${variantId}`,
  );
  const pageCount = Math.max(1, Math.ceil((counted.rows[0]?.total ?? 0) / STOCK_A_PAGE));
  const page = Math.min(input.page, pageCount);
  const { rows } = await db.execute<Omit<Movement, "createdAt"> & { createdAt: string }>(sql`
    select id, kind, pieces, order_id as "orderId", note, actor_name as "actorName", created_at as "createdAt"
      from stock_movements where variant_id = ${variantId}
     order by created_at desc nulls last, id desc limit ${STOCK_A_PAGE} offset ${(page - 1) * STOCK_A_PAGE}`);
  const movements = rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  return ok({ stock, movements, page, pageCount });
}
