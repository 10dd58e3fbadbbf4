import { sql } from "drizzle-orm";
import type { PaymentMethod } from "#core/payment-status.ts";
import { batched, findPostgresError } from "#db/batch-statements.server.ts";
import type { Queryable } from "#db/client.server.ts";
import { changePayload, notifyOf, productTagsOf } from "#db/content-version.server.ts";
import { prepareStatement } from "#db/prepared-statement.server.ts";
import type { Holder } from "#features/catalog/inventory/hold-limits.server.ts";
import { WITHOUT_SHARE } from "#features/catalog/inventory/hold-limits.server.ts";
import type { Shortage } from "#features/catalog/inventory/stock-ledger.server.ts";
import { MAX_SHOWN_STOCK } from "#features/catalog/products/product.ts";
import type { ClothLengthChange } from "#features/garments/cloth/cloth-queries.server.ts";
import type { ContractRow } from "#features/garments/contract/seal-contract.server.ts";
import type { OrderEventOf } from "#features/orders/order/order-events.ts";
import type { ItemRow } from "#features/orders/order/order-queries.server.ts";

/** Amounts in minor units. */
type NewOrder = {
  id: string;
  userId: string | null;
  customerEmail: string;
  currency: string;
  subtotalMinor: number;
  discountMinor: number;
  totalMinor: number;
  madeToMeasure: boolean;
  paymentId: string;
  paymentMethod: PaymentMethod;
  paymentProvider: string;
  idempotencyKey: string;
  destination: string;
  reservedUntil: Date;
  eventId: string;
  connectionKey: string | null;
  customerKey: string | null;
  deviceKey: string | null;
};

export type ReservedVariant = { variantId: string; quantity: number; holdId: string };

type OrderToWrite = {
  order: NewOrder;
  items: readonly ItemRow[];
  reserved: readonly ReservedVariant[];
  holders: readonly Holder[];
  contracts: readonly ContractRow[];
  cloths: readonly PromisedCloth[];
};

/** Cloth that an ordered line is cut from. */
export type PromisedCloth = { orderItemId: string; clothId: string; lengthMm: number };

/** Orders and lines as JSON. */
type Values = {
  orders: string;
  items: string;
  contracts: string;
  cloths: string;
  orderIds: readonly string[];
  variantIds: readonly string[];
  quantities: readonly number[];
  holdIds: readonly string[];
  /** As JSON, each with its order. */
  holders: string;
  /** The highest count that stored pages show. */
  maxShown: number;
  placedType: string;
  /** As JSON. */
  placedDetail: string;
};

/** `placedAt`: null when items were short; a change of shown stock; the shipping settings. */
export type Written = {
  placedAt: string | null;
  shortages: Shortage[];
  /** What holders may hold, where one asked for more. */
  limited: { variantId: string; allowed: number }[] | null;
  limitedInAll: number | null;
  change: string | null;
  /** How the free length of the ordered cloths changed. */
  cloths: ClothLengthChange[] | null;
  shipping: unknown;
};

/** Far above a cart's limit; suggests few rows to the planner. */
const MAX_QUANTITY = 1_000_000;

/** The first event of every order; the statement adds it to orders that share it. */
const PLACED: Pick<OrderEventOf<"placed">, "type" | "detail"> = { type: "placed", detail: {} };

const value = (name: keyof Values) => sql.placeholder(name);

/**
 * Deducts items, commits cloth and writes orders, all or none; nothing where either is short or a holder passes a limit.
 * Reading what holders have makes their concurrent orders follow each other. One statement, because between
 * two, locks on popular variants would make every buyer wait for round trips. Locks variants by id, then
 * cloths by id, then keys, last the content version, against deadlocks. Triggers write the stock ledger (baseline migration)
 * and add up committed cloth (0020).
 */
const statement = prepareStatement<Written>(
  "write_orders",
  sql`
  with begun as (
    select * from json_to_recordset(${value("orders")}::json) as begun (
      id uuid, "userId" uuid, "customerEmail" text, currency text, "subtotalMinor" bigint, "discountMinor" bigint, "totalMinor" bigint,
      "madeToMeasure" boolean, "paymentId" uuid, "paymentMethod" text, "paymentProvider" text, "idempotencyKey" text, destination text, "reservedUntil" timestamptz, "eventId" uuid,
      "connectionKey" text, "customerKey" text, "deviceKey" text)
  ), wanted as (
    select * from unnest(${value("orderIds")}::uuid[], ${value("variantIds")}::uuid[], ${value("quantities")}::integer[], ${value("holdIds")}::uuid[])
      as wanted (order_id, variant_id, quantity, hold_id)
     where quantity between 1 and ${sql.raw(String(MAX_QUANTITY))}
  ), asking as materialized (
    select * from json_to_recordset(${value("holders")}::json) as asking (
      "orderId" uuid, key text, "maxOfOne" integer, thirds integer, "maxInAll" integer)
  ), holding as materialized (
    select * from visitor_holds((select array_agg(key) from asking)) as holding (key, variant_id, quantity)
  ), counted as (
    select v.id, v.stock_count, pieces.quantity
      from product_variants v
      join (select variant_id, sum(quantity)::integer as quantity from wanted group by variant_id) as pieces on pieces.variant_id = v.id
     where v.stock_count is not null and (select count(*) from holding) >= 0
     order by v.id for no key update of v
  ), short as (
    select id, stock_count from counted where stock_count < quantity
  ), promised as (
    select * from json_to_recordset(${value("cloths")}::json) as promised ("orderItemId" uuid, "clothId" uuid, "lengthMm" integer)
  ), rolls as materialized (
    select c.id, c.length_mm - c.committed_mm as free, needed.length
      from cloths c join (select "clothId" as id, sum("lengthMm")::integer as length from promised group by 1) as needed on needed.id = c.id
     where (select count(*) from counted) >= 0
     order by c.id for no key update of c
  ), demands as (
    select asking.key, counted.id, counted.stock_count, sum(wanted.quantity) as quantity,
           min(asking."maxOfOne") as max_of_one, min(asking.thirds) as thirds, min(asking."maxInAll") as max_in_all
      from asking join wanted on wanted.order_id = asking."orderId" join counted on counted.id = wanted.variant_id
     group by 1, 2, 3
  ), totals as (
    select demands.key, least(min(max_in_all), sum(least(demands.quantity, max_of_one)) + coalesce(
             (select sum(holding.quantity) from holding where holding.key = demands.key), 0)) as quantity
      from demands group by demands.key
  ), of_one as (
    select demands.id, demands.quantity, greatest(0, least(max_of_one, greatest(
             (stock_count + held.quantity) * thirds / 3 + sign((stock_count + held.quantity) * thirds % 3)::integer,
             case when totals.quantity <= ${sql.raw(String(WITHOUT_SHARE.inAll))} then ${sql.raw(String(WITHOUT_SHARE.ofOne))} else 0 end
           )) - held.quantity)::integer as allowed
      from demands join totals on totals.key = demands.key
           left join holding on holding.key = demands.key and holding.variant_id = demands.id,
           lateral (select coalesce(holding.quantity, 0) as quantity) as held
  ), in_all as (
    select sum(demands.quantity) as quantity, greatest(0, min(demands.max_in_all) - coalesce(
             (select sum(holding.quantity) from holding where holding.key = demands.key), 0))::integer as allowed
      from demands group by demands.key
  ), limited as (
    select from of_one where quantity > allowed union all select from in_all where quantity > allowed
  ), refused as (
    select from short union all select from limited union all select from rolls where free < length
  ), taken as (
    update product_variants v set stock_count = v.stock_count - counted.quantity, updated_at = now()
      from counted where v.id = counted.id and not exists (select from refused)
    returning v.id, v.product_id, v.stock_count
  ), placed as (
    insert into orders (id, user_id, customer_email, currency, subtotal_minor, discount_minor, total_amount_minor, made_to_measure,
                        idempotency_key, destination, reserved_until)
    select id, "userId", "customerEmail", currency, "subtotalMinor", "discountMinor", "totalMinor", "madeToMeasure",
           "idempotencyKey", destination, "reservedUntil"
      from begun where not exists (select from refused) order by "idempotencyKey"
    returning created_at
  ), billed as (
    insert into payments (id, order_id, method, provider, amount_minor, currency)
    select "paymentId", id, "paymentMethod", "paymentProvider", "totalMinor", currency from begun where not exists (select from refused)
  ), lines as (
    insert into order_items (id, order_id, product_id, variant_id, product_name, media_id, size, color, color_name, quantity,
                             unit_price_minor, discount_minor, made_to_measure, specification_id, options, extra_days, need_by, rush, position)
    select id, "orderId", "productId", "variantId", "productName", "mediaId", size, color, "colorName", quantity,
           "unitPriceMinor", "discountMinor", "madeToMeasure", "specificationId", options, "extraDays", "needBy", rush, position
      from json_to_recordset(${value("items")}::json) as line (
             id uuid, "orderId" uuid, "productId" uuid, "variantId" uuid, "productName" text, "mediaId" uuid, size text, color text,
             "colorName" text, quantity integer, "unitPriceMinor" bigint, "discountMinor" bigint, "madeToMeasure" boolean, "specificationId" uuid, options jsonb, "extraDays" integer, "needBy" date, rush boolean, position integer)
     where not exists (select from refused)
  ), agreed as (
    insert into contracts (id, order_item_id, version, sealed, terms, hash, origin)
    select id, "orderItemId", version, sealed, terms, hash, origin
      from json_to_recordset(${value("contracts")}::json) as contract (
             id uuid, "orderItemId" uuid, version integer, sealed jsonb, terms jsonb, hash text, origin text)
     where not exists (select from refused)
  ), committed as (
    insert into cloth_commitments (order_item_id, cloth_id, length_mm)
    select "orderItemId", "clothId", "lengthMm" from promised where not exists (select from refused) order by "clothId"
  ), noted as (
    insert into order_events (id, order_id, type, detail)
    select "eventId", id, ${value("placedType")}::text, ${value("placedDetail")}::jsonb from begun where not exists (select from refused)
  ), held as (
    insert into stock_reservations (id, order_id, variant_id, quantity, connection_key, customer_key, device_key)
    select wanted.hold_id, wanted.order_id, taken.id, wanted.quantity, "connectionKey", "customerKey", "deviceKey"
      from taken join wanted on wanted.variant_id = taken.id join begun on begun.id = wanted.order_id
  ), shown as (
    select taken.product_id from taken where taken.stock_count <= ${value("maxShown")}::integer and exists (select from placed)
  ), raised as (
    update content_version set version = version + 1 where exists (select from shown) returning version
  ), changed as (
    select ${changePayload(productTagsOf(sql`shown`))} as payload from raised
  )
  select (select max(created_at) from placed) as "placedAt",
         (select coalesce(json_agg(json_build_object('variantId', id, 'left', stock_count)), '[]') from short) as shortages,
         (select json_agg(json_build_object('variantId', id, 'allowed', allowed)) from of_one where exists (select from limited)) as limited,
         (select min(allowed) from in_all where exists (select from limited)) as "limitedInAll",
         (select payload from changed) as change,
         (select json_agg(json_build_object('clothId', id, 'fromMm', free, 'toMm', free - length)) from rolls) as cloths,
         (select setting_value from site_settings where setting_name = 'shipping') as shipping,
         (select ${notifyOf(sql`payload`)} from changed) as notified`,
);

async function writeTogether(
  db: Queryable,
  requested: readonly OrderToWrite[],
): Promise<readonly Written[] | null> {
  const lines = requested.flatMap(({ order, reserved: items }) =>
    items.map((wanted) => ({ orderId: order.id, ...wanted })),
  );
  const values: Values = {
    orders: JSON.stringify(requested.map(({ order }) => order)),
    items: JSON.stringify(requested.flatMap(({ items }) => items)),
    contracts: JSON.stringify(requested.flatMap(({ contracts }) => contracts)),
    cloths: JSON.stringify(requested.flatMap(({ cloths }) => cloths)),
    orderIds: lines.map(({ orderId }) => orderId),
    variantIds: lines.map(({ variantId }) => variantId),
    quantities: lines.map(({ quantity }) => quantity),
    holdIds: lines.map(({ holdId }) => holdId),
    holders: JSON.stringify(
      requested.flatMap(({ holders, order }) =>
        holders.map((each) => ({ orderId: order.id, ...each })),
      ),
    ),
    maxShown: MAX_SHOWN_STOCK,
    placedType: PLACED.type,
    placedDetail: JSON.stringify(PLACED.detail),
  };
  const [written] = await statement(db, values);
  if (!written) throw new Error("The statement that writes orders always answers");
  // Each order is then tried alone.
  if (written.placedAt === null && requested.length > 1) return null;
  return requested.map(() => written);
}

/**
 * Writes a pending order with lines, event and reservation; nothing when short or over a limit. Throws when
 * the key exists. Concurrent orders share a statement.
 */
export const writeOrder = batched(writeTogether);

/** Whether another order has the key. */
export function isDuplicateIdempotencyKey(error: unknown): boolean {
  return findPostgresError(error)?.constraint === "orders_idempotency_key_unique";
}
