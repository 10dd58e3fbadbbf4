import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { ContentChange } from "#core/content-tag.ts";
import { parseContentChange } from "#core/content-tag.ts";
import type { Destination } from "#core/delivery-address.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { batched, findPostgresError } from "#db/batch-statements.server.ts";
import type { Queryable } from "#db/client.server.ts";
import {
  bumpForStock,
  changePayload,
  notifyOf,
  productTagsOf,
} from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { prepareStatement } from "#db/prepared-statement.server.ts";
import { countVisitorEntry } from "#features/base/identity/visitor-entries.server.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import type { HoldAllowance, Holder } from "#features/catalog/inventory/hold-limits.server.ts";
import { findEarliestRelease } from "#features/catalog/inventory/hold-limits.server.ts";
import type { HoldDecision } from "#features/catalog/inventory/hold-limits.ts";
import { WITHOUT_SHARE } from "#features/catalog/inventory/hold-limits.ts";
import type { Shortage } from "#features/catalog/inventory/stock-ledger.server.ts";
import { MAX_SHOWN_STOCK } from "#features/catalog/products/product.ts";
import type { ClothLengthChange } from "#features/garments/cloth/cloth-queries.server.ts";
import { listProductsOfChanges } from "#features/garments/cloth/cloth-queries.server.ts";
import type { PromiseRefusal } from "#features/garments/scheduling/promise-order.server.ts";
import {
  keepPromises,
  preparePromises,
} from "#features/garments/scheduling/promise-order.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { promiseOf } from "#features/orders/order/order.ts";
import type { OrderRow } from "#features/orders/order/order-queries.server.ts";
import { findOrderById, toOrder } from "#features/orders/order/order-queries.server.ts";
import type { ChosenCredit } from "#features/sales/payments/order-credit.server.ts";
import { cheapestShipping, holdCredit } from "#features/sales/payments/order-credit.server.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { withAgreedEffects } from "./agreed-effects.server.ts";
import type { OrderRows, Reservation } from "./order-rows.server.ts";
import { buildOrderRows, ORDER_COLUMNS } from "./order-rows.server.ts";

export type CheckoutDeps = SettlementDeps & {
  /** Seals the contracts of made-to-measure lines. */
  measurementBox: SecretBox;
};

/**
 * A quoted cart with what it is paid and delivered by. `credit`: null when no store credit is used. `visitorNetwork`: for whose limit of
 * a day the order counts; null where it counts for none.
 */
export type NewOrder = {
  reservation: Reservation;
  visitorNetwork: string | null;
  credit: ChosenCredit | null;
  shipping: ShippingSettings;
  destination: Destination;
};

export type WriteRefusal =
  | Exclude<ReservationOutcome, { kind: "placed" }>
  | PromiseRefusal
  | { kind: "credit_gone" | "too_many" };

/** A written order, and whether it holds its made-to-measure days until it is paid. */
export type UnpaidOrder = { order: Order; hold: HoldDecision };

/**
 * Writes a pending order, promises its made-to-measure lines their days and holds its store credit, in one transaction: a refusal
 * leaves nothing behind, and counts for no limit. 'too_many' beyond a visitor's limit of a day. An order of ready-made items without
 * credit is one statement, which simultaneous orders share (ADR 0020); only made-to-measure lines wait for the atelier's capacity
 * (ADR 0048). Stored pages show the new stock before it returns.
 */
export async function writeOrder(
  deps: CheckoutDeps,
  newOrder: NewOrder,
): Promise<Result<UnpaidOrder, WriteRefusal>> {
  const { credit, reservation } = newOrder;
  const isMade = reservation.quote.lines.some(({ madeToMeasure }) => madeToMeasure);
  const written =
    isMade || credit !== null
      ? await writeInTransaction(deps, newOrder)
      : resultOf(await reserveOrder(deps, reservation));
  if (!written.ok) return written;
  const { change, hold, order } = written.value;
  if (change) await deps.content.settle(change);
  // The credit changes what the payment asks for.
  const stored = credit === null ? order : ((await findOrderById(deps.db, order.id)) ?? order);
  return ok({ order: stored, hold });
}

const resultOf = (outcome: ReservationOutcome) =>
  outcome.kind === "placed" ? ok({ ...outcome, hold: "held" as const }) : fail(outcome);

type WrittenOrder = { order: Order; change: ContentChange | null; hold: HoldDecision };

/**
 * Locks in the order of ADR 0048: stock and cloth, the capacity, the credit, and last the content version. Before them the count of the
 * visitor's network, so that whoever is over it waits for none of these.
 */
async function writeInTransaction(
  deps: CheckoutDeps,
  { credit, destination, reservation, shipping, visitorNetwork }: NewOrder,
): Promise<Result<WrittenOrder, WriteRefusal>> {
  const made = reservation.quote.lines.filter(({ madeToMeasure }) => madeToMeasure);
  const { actor, customerEmail, holders, userId } = reservation;
  const customer = { customerEmail, holders, userId };
  const plan =
    made.length === 0
      ? null
      : await preparePromises(deps, { actor, lines: made, destination, customer });
  return inTransaction(deps.db, async (tx) => {
    const counted = await countFor(visitorNetwork, { tx, clock: deps.clock });
    if (!counted.ok) return fail({ kind: counted.error });
    const reserved = await reserveOrder({ ...deps, db: tx }, reservation, { raisesVersion: false });
    if (reserved.kind !== "placed") return fail(reserved);
    const promised = plan ? await keepPromises(tx, plan, reserved.order, reserved.cloths) : null;
    if (promised?.ok === false) return promised;
    const { hold, order } = promised?.value ?? { order: reserved.order, hold: "held" as const };
    if (credit) {
      const at = deps.clock.now();
      const { madeToMeasure, totals } = order;
      const delivery = { worth: totals.total, madeToMeasure, now: at, ...promiseOf(order) };
      const cheapestMinor = cheapestShipping(shipping, delivery, destination);
      const isHeld = await holdCredit(tx, { orderId: order.id, credit, cheapestMinor, at });
      if (!isHeld) return fail({ kind: "credit_gone" as const });
    }
    return ok({ order, hold, change: await bumpForStock(tx, reserved.changedProducts) });
  });
}

/** Counts an order for the network whose limit of a day it counts for; null has none. */
const countFor = async (network: string | null, deps: Parameters<typeof countVisitorEntry>[0]) =>
  network === null ? ok(null) : countVisitorEntry(deps, { kind: "unpaid order", network });

export type ReservationOutcome =
  | {
      kind: "placed";
      order: Order;
      /** Of public content, raised by the statement. */
      change: ContentChange | null;
      /** For which the caller raises the content version. */
      changedProducts: readonly string[];
      /** What was committed of its cloths. */
      cloths: readonly ClothLengthChange[];
    }
  /** Another order has the key. A transaction around it is over then. */
  | { kind: "exists" }
  | { kind: "short"; shortages: readonly Shortage[] }
  | { kind: "limited"; allowance: HoldAllowance };

/**
 * Deducts items, commits cloth and writes the pending order with its payment, lines, contracts, first event and reservations in
 * one statement, or nothing. The content version rises only when shown counts change (ADR 0028), so that orders do not wait for
 * each other. Within a longer transaction `raisesVersion` is false, and the caller raises it last, also for cloth that is used up.
 */
export async function reserveOrder(
  deps: { db: Queryable; measurementBox: SecretBox },
  reservation: Reservation,
  { raisesVersion = true }: { raisesVersion?: boolean } = {},
): Promise<ReservationOutcome> {
  const { db } = deps;
  const quote = await withAgreedEffects(db, reservation.quote);
  const rows = await buildOrderRows(deps, { ...reservation, quote });
  try {
    const written = await writeRows(db, { rows, raisesVersion });
    const { change, cloths, placedAt, shownProducts } = written;
    if (placedAt === null) return await refusalOf(db, written, reservation.holders);
    const changedProducts = raisesVersion
      ? []
      : [...shownProducts, ...(await listProductsOfChanges(db, cloths ?? []))];
    return {
      kind: "placed",
      order: writtenOrder(rows, new Date(placedAt)),
      change: change === null ? null : parseContentChange(change),
      changedProducts,
      cloths: cloths ?? [],
    };
  } catch (error) {
    if (isDuplicateIdempotencyKey(error)) return { kind: "exists" };
    throw error;
  }
}

const isDuplicateIdempotencyKey = (error: unknown): boolean =>
  findPostgresError(error)?.constraint === "orders_idempotency_key_unique";

async function refusalOf(
  db: Queryable,
  { limited, limitedInAll, shortages }: Written,
  holders: readonly Holder[],
): Promise<ReservationOutcome> {
  if (shortages.length > 0 || limited === null) return { kind: "short", shortages };
  const ofVariant = new Map<string, number>();
  for (const { allowed, variantId } of limited) {
    ofVariant.set(variantId, Math.min(allowed, ofVariant.get(variantId) ?? allowed));
  }
  const freeAt = await findEarliestRelease(db, holders);
  return { kind: "limited", allowance: { ofVariant, inAll: limitedInAll ?? 0, freeAt } };
}

/** The order as it is stored. Columns that are not written have their defaults. */
function writtenOrder({ items, order, payment }: OrderRows, placedAt: Date): Order {
  const row: OrderRow = {
    id: order.id,
    userId: order.userId ?? null,
    status: "pending",
    customerEmail: order.customerEmail,
    currency: order.currency ?? "USD",
    subtotalMinor: order.subtotalMinor,
    discountMinor: order.discountMinor ?? 0,
    promotionMinor: 0,
    promotionCode: null,
    shippingMinor: 0,
    taxMinor: 0,
    totalMinor: order.totalMinor,
    refundedMinor: 0,
    shippingMethod: null,
    shippingAddress: null,
    buyerTaxNumber: "",
    destination: order.destination ?? null,
    arrivesFrom: null,
    arrivesUntil: null,
    madeToMeasure: order.madeToMeasure ?? false,
    idempotencyKey: order.idempotencyKey ?? null,
    reservedUntil: order.reservedUntil ?? null,
    completedAt: null,
    createdAt: placedAt,
    updatedAt: placedAt,
  };
  const { id, method, provider } = payment;
  const unpaid: Order["payment"] = {
    id,
    method,
    provider,
    status: "pending",
    sessionId: null,
    url: null,
    providerAccount: null,
    paymentIntentId: null,
    capturedMinor: 0,
    refundedMinor: 0,
    depositMinor: null,
  };
  return toOrder(row, unpaid, items, {
    creditMinor: 0,
    returnedCreditMinor: 0,
    refundOwedMinor: 0,
  });
}

type OrderToWrite = { rows: OrderRows; raisesVersion: boolean };

/** The rows of each table as JSON, and the holders with their orders. */
type Values = Record<keyof typeof ORDER_COLUMNS | "holders", string> & {
  /** The highest count that stored pages show. */
  maxShown: number;
  raisesVersion: boolean;
};

/** `placedAt`: null when nothing was written. */
type Written = {
  placedAt: string | null;
  shortages: Shortage[];
  /** What holders may hold, where one asked for more. */
  limited: { variantId: string; allowed: number }[] | null;
  limitedInAll: number | null;
  change: string | null;
  /** How the free length of the ordered cloths changed. */
  cloths: ClothLengthChange[] | null;
  shownProducts: string[];
};

/** Far above a cart's limit; suggests few rows to the planner. */
const MAX_QUANTITY = 1_000_000;

const value = (name: keyof Values) => sql.placeholder(name);

/** The rows of a table that were sent as JSON. */
const recordsOf = (name: keyof typeof ORDER_COLUMNS) =>
  sql`json_to_recordset(${value(name)}::json) as sent (${ORDER_COLUMNS[name].record})`;

/** The caller adds the condition. `source`: where the statement has read the rows before. */
function insertInto(name: keyof typeof ORDER_COLUMNS, source: SQL = recordsOf(name)): SQL {
  const { keys, names, table } = ORDER_COLUMNS[name];
  return sql`insert into ${table} (${names}) select ${keys} from ${source}`;
}

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
  with wanted as (
    select * from ${recordsOf("reservations")} where quantity between 1 and ${sql.raw(String(MAX_QUANTITY))}
  ), asking as materialized (
    select * from json_to_recordset(${value("holders")}::json) as asking (
      "orderId" uuid, key text, "maxOfOne" integer, thirds integer, "maxInAll" integer)
  ), holding as materialized (
    select * from visitor_holds((select array_agg(key) from asking)) as holding (key, variant_id, quantity)
  ), counted as (
    select v.id, v.stock_count, pieces.quantity
      from product_variants v
      join (select "variantId", sum(quantity)::integer as quantity from wanted group by 1) as pieces on pieces."variantId" = v.id
     where v.stock_count is not null and (select count(*) from holding) >= 0
     order by v.id for no key update of v
  ), short as (
    select id, stock_count from counted where stock_count < quantity
  ), promised as (
    select * from ${recordsOf("cloths")}
  ), rolls as materialized (
    select c.id, c.length_mm - c.committed_mm as free, needed.length
      from cloths c join (select "clothId" as id, sum("lengthMm")::integer as length from promised group by 1) as needed on needed.id = c.id
     where (select count(*) from counted) >= 0
     order by c.id for no key update of c
  ), demands as (
    select asking.key, counted.id, counted.stock_count, sum(wanted.quantity) as quantity,
           min(asking."maxOfOne") as max_of_one, min(asking.thirds) as thirds, min(asking."maxInAll") as max_in_all
      from asking join wanted on wanted."orderId" = asking."orderId" join counted on counted.id = wanted."variantId"
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
    ${insertInto("orders")} where not exists (select from refused) order by "idempotencyKey"
    returning created_at
  ), billed as (
    ${insertInto("payments")} where not exists (select from refused)
  ), lines as (
    ${insertInto("items")} where not exists (select from refused)
  ), agreed as (
    ${insertInto("contracts")} where not exists (select from refused)
  ), committed as (
    ${insertInto("cloths", sql`promised`)} where not exists (select from refused) order by "clothId"
  ), noted as (
    ${insertInto("events")} where not exists (select from refused)
  ), held as (
    ${insertInto("reservations", sql`wanted`)} where "variantId" in (select id from taken)
  ), shown as (
    select taken.product_id from taken where taken.stock_count <= ${value("maxShown")}::integer and exists (select from placed)
  ), raised as (
    update content_version set version = version + 1 where ${value("raisesVersion")}::boolean and exists (select from shown) returning version
  ), changed as (
    select ${changePayload(productTagsOf(sql`shown`))} as payload from raised
  )
  select (select max(created_at) from placed) as "placedAt",
         (select coalesce(json_agg(json_build_object('variantId', id, 'left', stock_count)), '[]') from short) as shortages,
         (select json_agg(json_build_object('variantId', id, 'allowed', allowed)) from of_one where exists (select from limited)) as limited,
         (select min(allowed) from in_all where exists (select from limited)) as "limitedInAll",
         (select payload from changed) as change,
         (select json_agg(json_build_object('clothId', id, 'fromMm', free, 'toMm', free - length)) from rolls) as cloths,
         (select coalesce(json_agg(distinct product_id), '[]') from shown) as "shownProducts",
         (select ${notifyOf(sql`payload`)} from changed) as notified`,
);

async function writeTogether(
  db: Queryable,
  requested: readonly OrderToWrite[],
): Promise<readonly Written[] | null> {
  const orders = requested.map(({ rows }) => rows);
  const values: Values = {
    orders: JSON.stringify(orders.map(({ order }) => order)),
    payments: JSON.stringify(orders.map(({ payment }) => payment)),
    items: JSON.stringify(orders.flatMap(({ items }) => items)),
    contracts: JSON.stringify(orders.flatMap(({ contracts }) => contracts)),
    cloths: JSON.stringify(orders.flatMap(({ cloths }) => cloths)),
    events: JSON.stringify(orders.map(({ event }) => event)),
    reservations: JSON.stringify(orders.flatMap(({ reservations }) => reservations)),
    holders: JSON.stringify(
      orders.flatMap(({ holders, order }) =>
        holders.map((each) => ({ orderId: order.id, ...each })),
      ),
    ),
    maxShown: MAX_SHOWN_STOCK,
    raisesVersion: requested.every(({ raisesVersion }) => raisesVersion),
  };
  const [written] = await statement(db, values);
  if (!written) throw new Error("The statement that writes orders always answers");
  // Each order is then tried alone.
  if (written.placedAt === null && requested.length > 1) return null;
  return requested.map(() => written);
}

/** Concurrent orders outside a transaction share a statement (ADR 0020). */
const writeRows = batched(writeTogether);
