import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { CSV_BOM, csvLine } from "#core/csv-injection.ts";
import { sortableMoment } from "#core/georgetown-time.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { textContains } from "#db/text-contains.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { readSetting } from "#features/base/settings/settings-sections.ts";
import type { MovementKind } from "./movement.ts";
import { movementLabel, movementNoteLabel } from "./movement.ts";
import type { MovementPage } from "./movement-queries.server.ts";
import { listMovements } from "./movement-queries.server.ts";
import type { StockFilter, StockView } from "./stock-entry.ts";
import { DEFAULT_LOW_STOCK, STOCK_A_PAGE, stockSettingsSchema } from "./stock-entry.ts";

/** `inStock` includes reserved items. */
export type StockRow = {
  variantId: string;
  productId: string;
  name: string;
  size: string;
  colorName: string;
  sku: string;
  inStock: number;
  /** Open checkouts reserved these. */
  held: number;
  /** In the last 30 days, less returns. */
  sold: number;
};

/** Counted variants, none deleted, with `held`. */
export const countedStock = sql`
  product_variants v join products p on p.id = v.product_id and p.deleted_at is null
    cross join lateral (select coalesce(sum(r.quantity), 0)::int as quantity from stock_reservations r where r.variant_id = v.id) held`;

export const colorNameOf = sql`coalesce((
  select c->>'name' from jsonb_array_elements(p.colors) c where upper(c->>'hex') = upper(v.color) limit 1), v.color)`;

/** `rest` sets order and page. */
export async function readStockRows(db: Queryable, where: SQL, rest: SQL): Promise<StockRow[]> {
  const { rows } = await db.execute<StockRow>(sql`
    select v.id as "variantId", p.id as "productId", p.name, v.size, ${colorNameOf} as "colorName", v.sku,
           v.stock_count + held.quantity as "inStock", held.quantity as held,
           (select coalesce(-sum(m.quantity), 0)::int from stock_movements m
             where m.variant_id = v.id and m.kind = 'sold' and m.created_at > now() - interval '30 days') as sold
      from ${countedStock}
     where v.stock_count is not null and ${where} ${rest}`);
  return rows;
}

const MOVEMENTS_PER_BATCH = 1_000;

/** An escaped negative number could not be summed. */
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
  quantity: number;
  orderId: string | null;
  actorName: string;
  note: string;
};

/** The stock ledger of counted variants as CSV, oldest first, for an admin. */
export function exportLedger(
  db: Queryable,
  input: { actor: Actor },
): Result<AsyncGenerator<string>, "forbidden"> {
  return isAdmin(input.actor) ? ok(items(db)) : fail("forbidden");
}

type Position = { at: string; id: string };

async function* items(db: Queryable): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(COLUMNS);
  let after: Position | null = null;
  for (;;) {
    const rows: Row[] = await readMovements(db, after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => csvLine(cellsOf(row))).join("");
    after = { at: last.at, id: last.id };
  }
}

async function readMovements(db: Queryable, after: Position | null): Promise<Row[]> {
  const past = after
    ? sql`where (m.created_at, m.id) > (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  // Dates drop microseconds: rows would repeat.
  const { rows } = await db.execute<Row>(sql`
    select m.id, m.created_at::text as at, m.created_at as "createdAt", v.sku, p.name, v.size, ${colorNameOf} as "colorName",
           m.kind, m.quantity, m.order_id as "orderId", m.actor_name as "actorName", m.note
      from stock_movements m join product_variants v on v.id = m.variant_id join products p on p.id = v.product_id ${past}
     order by m.created_at, m.id limit ${MOVEMENTS_PER_BATCH}`);
  return rows;
}

const cellsOf = (row: Row): string[] => [
  sortableMoment(new Date(row.createdAt)),
  row.sku,
  row.name,
  row.size,
  row.colorName,
  movementLabel(row.kind, "items"),
  row.quantity > 0 ? String(row.quantity) : "",
  row.quantity < 0 ? String(-row.quantity) : "",
  // Whole, because a spreadsheet reads a short number such as 12e45678 as an amount.
  row.orderId ?? "",
  row.actorName,
  movementNoteLabel(row.note, "items"),
];

type StockList = {
  rows: readonly StockRow[];
  counts: Record<StockView, number>;
  lowStock: number;
  page: number;
  pageCount: number;
};

type StockHistory = MovementPage & { stock: StockRow };

/** Reads the owner's low-stock threshold, else the default. */
export async function getLowStock(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ value: unknown }>(
    sql`select setting_value as value from site_settings where setting_name = 'stock'`,
  );
  const defaults = { lowStock: DEFAULT_LOW_STOCK };
  return readSetting(stockSettingsSchema, rows[0]?.value, defaults).lowStock;
}

const isOut = sql`v.stock_count + held.quantity = 0`;
const isLow = (lowStock: number) => sql`v.stock_count + held.quantity between 1 and ${lowStock}`;

function searched(search: string): SQL {
  if (search === "") return sql`true`;
  return textContains([sql.raw("p.name"), sql.raw("v.sku")], search);
}

async function countStock(db: Queryable, search: string, lowStock: number) {
  const { rows } = await db.execute<Record<StockView, number>>(sql`
    select count(*)::int as "all", count(*) filter (where ${isLow(lowStock)})::int as low,
           count(*) filter (where ${isOut})::int as out
      from ${countedStock} where v.stock_count is not null and ${searched(search)}`);
  return rows[0] ?? { all: 0, low: 0, out: 0 };
}

/** A page of counted variants by product name, for an admin. */
export const listStock = asAdmin(
  async (db: Queryable, input: { filter: StockFilter }): Promise<Result<StockList>> => {
    const { filter } = input;
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
  },
);

/** A variant with its ledger, for an admin; null when unknown or uncounted. */
export const findStockHistory = asAdmin(
  async (
    db: Queryable,
    input: { variantId: string; page: number },
  ): Promise<Result<StockHistory | null>> => {
    const { variantId } = input;
    if (!isId(variantId)) return ok(null);
    const [stock] = await readStockRows(db, sql`v.id = ${variantId}`, sql``);
    if (!stock) return ok(null);
    return ok({ stock, ...(await listMovements(db, { variantId }, input.page)) });
  },
);
