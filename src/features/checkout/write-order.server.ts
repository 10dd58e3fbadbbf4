import { DrizzleQueryError, sql } from "drizzle-orm";
import { DatabaseError } from "pg";
import type { Queryable } from "#db/client.server.ts";
import { CONTENT_CHANNEL } from "#db/content-version.server.ts";
import { planned } from "#db/planned-statement.server.ts";
import type { Shortage } from "#features/orders/stock-ledger.server.ts";

/** What the statement is told; amounts in minor units, the lines as JSON of their rows. */
type OrderValues = {
  id: string;
  userId: string | null;
  customerEmail: string;
  currency: string;
  subtotalMinor: number;
  discountMinor: number;
  totalMinor: number;
  madeToMeasure: boolean;
  paymentProvider: string;
  idempotencyKey: string;
  reservedUntil: Date;
  items: string;
  eventId: string;
  /** The combinations wanted, each once, with how many pieces and the id of its hold, side by side. */
  variantIds: readonly string[];
  quantities: readonly number[];
  holdIds: readonly string[];
  /** The most pieces whose count the public is told. */
  mostTold: number;
};

/** When the order was written, null where pieces were short; the content's version where it was raised; the shipping settings as they are stored, for the page it is paid on. */
type Written = {
  placedAt: string | null;
  shortages: Shortage[];
  version: string | null;
  shipping: unknown;
};

/** Far above what a cart may hold (its check is the cart's); that it is said lets the planner expect few pieces, and look each up instead of reading them all. */
const MOST_PIECES = 1_000_000;

const value = (name: keyof OrderValues) => sql.placeholder(name);

/**
 * Taking pieces and writing an order, whole or not at all. One statement, because between two of them a busy shop leaves the rows of a piece that
 * many want locked, and everybody who wants it waits for the shop besides the disk. Rows of stock are locked in the order of their ids,
 * so two carts with the same pieces never wait for each other in a circle; then comes the key, last the version of the content. The
 * stock ledger is told by the triggers of migration 0016.
 */
const statement = planned<Written>(
  "write_order",
  sql`
  with wanted as (
    select * from unnest(${value("variantIds")}::uuid[], ${value("quantities")}::integer[], ${value("holdIds")}::uuid[])
      as pieces (variant_id, quantity, hold_id)
     where quantity between 1 and ${sql.raw(String(MOST_PIECES))}
  ), counted as (
    select v.id, v.stock_count, wanted.quantity, wanted.hold_id
      from product_variants v join wanted on wanted.variant_id = v.id
     where v.stock_count is not null
     order by v.id for no key update of v
  ), short as (
    select id, stock_count from counted where stock_count < quantity
  ), taken as (
    update product_variants v set stock_count = v.stock_count - counted.quantity, updated_at = now()
      from counted where v.id = counted.id and not exists (select from short)
    returning v.id, counted.quantity, counted.hold_id, v.stock_count
  ), placed as (
    insert into orders (id, user_id, customer_email, currency, subtotal_minor, discount_minor, total_amount_minor, made_to_measure,
                        payment_provider, idempotency_key, reserved_until)
    select ${value("id")}::uuid, ${value("userId")}::uuid, ${value("customerEmail")}, ${value("currency")},
           ${value("subtotalMinor")}::bigint, ${value("discountMinor")}::bigint, ${value("totalMinor")}::bigint,
           ${value("madeToMeasure")}::boolean, ${value("paymentProvider")}, ${value("idempotencyKey")},
           ${value("reservedUntil")}::timestamptz
     where not exists (select from short)
    returning id, created_at
  ), lines as (
    insert into order_items (id, order_id, product_id, variant_id, product_name, media_id, size, color, color_name, quantity,
                             unit_price_minor, discount_minor, made_to_measure, position)
    select line.id, placed.id, "productId", "variantId", "productName", "mediaId", size, color, "colorName", quantity,
           "unitPriceMinor", "discountMinor", "madeToMeasure", position
      from placed, json_to_recordset(${value("items")}::json) as line (
             id uuid, "productId" uuid, "variantId" uuid, "productName" text, "mediaId" uuid, size text, color text, "colorName" text,
             quantity integer, "unitPriceMinor" bigint, "discountMinor" bigint, "madeToMeasure" boolean, position integer)
  ), noted as (
    insert into order_events (id, order_id, type) select ${value("eventId")}::uuid, id, 'placed' from placed
  ), held as (
    insert into stock_reservations (id, order_id, variant_id, quantity)
    select taken.hold_id, placed.id, taken.id, taken.quantity from placed, taken
  ), raised as (
    update content_version set version = version + 1
     where (select min(taken.stock_count) from placed, taken) <= ${value("mostTold")}::integer
    returning version
  )
  select (select created_at from placed) as "placedAt",
         (select coalesce(json_agg(json_build_object('variantId', id, 'left', stock_count)), '[]') from short) as shortages,
         (select version from raised) as version,
         (select setting_value from site_settings where setting_name = 'shipping') as shipping,
         (select pg_notify(${sql.raw(`'${CONTENT_CHANNEL}'`)}, version::text) from raised) as told`,
);

/** Writes a pending order with its lines, first step and hold, its pieces off the shelf; nothing at all when a piece is short. Throws when the key is taken. */
export async function writeOrder(db: Queryable, values: OrderValues): Promise<Written> {
  const [row] = await statement(db, values);
  if (!row) throw new Error("The statement that writes an order always answers");
  return row;
}

/** Whether a write failed because another order has its key already. */
export function isKeyTaken(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof DatabaseError && cause.constraint === "orders_idempotency_key_unique";
}
