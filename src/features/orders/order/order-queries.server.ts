import type { SQL } from "drizzle-orm";
import { and, asc, between, desc, eq, getTableColumns, inArray, isNotNull, sql } from "drizzle-orm";
import { emailAsStored } from "#core/email.ts";
import { isId } from "#core/ids.ts";
import type { Currency } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Queryable } from "#db/client.server.ts";
import { jsonColumn } from "#db/json-columns.server.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type { Order, OrderLine, OrderPayment } from "./order.ts";
import { orderIdRange } from "./order.ts";
import { REFUND_OWED_MINOR } from "./owed-refunds.server.ts";

export type OrderRow = typeof orders.$inferSelect;
export type ItemRow = typeof orderItems.$inferSelect;

function toLine(row: ItemRow, currency: Currency): OrderLine {
  return {
    id: row.id,
    productId: row.productId,
    variantId: row.variantId,
    productName: row.productName,
    mediaId: row.mediaId,
    size: row.size,
    colorName: row.colorName,
    quantity: row.quantity,
    unitPrice: money(row.unitPriceMinor, currency),
    discount: money(row.discountMinor, currency),
    madeToMeasure: row.madeToMeasure,
    ...(row.specificationId !== null && {
      fit: {
        wearer: row.wearer,
        fitName: row.fitName,
        monogram: row.monogram,
        options: row.options.map(({ choice, group, swatch }) => {
          return { group, choice, ...(swatch && { swatch }) };
        }),
        extraDays: row.extraDays,
      },
    }),
    ...(row.readyFrom !== null &&
      row.readyUntil !== null && {
        promise: {
          ready: { from: row.readyFrom, until: row.readyUntil },
          needBy: row.needBy,
          rush: row.rush,
        },
      }),
  };
}

type OrderSums = {
  /** What store credit pays. */
  creditMinor: number;
  returnedCreditMinor: number;
  refundOwedMinor: number;
};

/** Lines in row order. */
export function toOrder(
  row: OrderRow,
  payment: OrderPayment,
  items: readonly ItemRow[],
  { creditMinor, refundOwedMinor, returnedCreditMinor }: OrderSums,
): Order {
  const currency: Currency = row.currency === "GYD" ? "GYD" : "USD";
  return {
    id: row.id,
    userId: row.userId,
    status: row.status,
    customerEmail: row.customerEmail,
    totals: {
      subtotal: money(row.subtotalMinor, currency),
      discount: money(row.discountMinor, currency),
      shipping: money(row.shippingMinor, currency),
      promotion: money(row.promotionMinor, currency),
      tax: money(row.taxMinor, currency),
      total: money(row.totalMinor, currency),
    },
    refunded: money(row.refundedMinor, currency),
    refundOwed: money(refundOwedMinor, currency),
    credit: money(creditMinor, currency),
    returnedCredit: money(returnedCreditMinor, currency),
    shippingMethod: row.shippingMethod,
    address: row.shippingAddress,
    buyerTaxNumber: row.buyerTaxNumber,
    destination: row.destination,
    arrives:
      row.arrivesFrom && row.arrivesUntil
        ? { from: row.arrivesFrom, until: row.arrivesUntil }
        : null,
    madeToMeasure: row.madeToMeasure,
    payment,
    reservedUntil: row.reservedUntil,
    createdAt: row.createdAt,
    completedAt: row.completedAt,
    lines: items.map((item) => toLine(item, currency)),
  };
}

/** While all are under review, the oldest. Store credit only when it pays everything. */
const primaryFirst = [
  sql`${payments.status} in ('wrong_amount', 'wrong_currency', 'duplicate')`,
  sql`${payments.method} = 'store_credit'`,
  asc(payments.createdAt),
  asc(payments.id),
];

/** A cancelled payment has returned its credit. */
const CREDIT_MINOR = sql<string>`coalesce(sum(${payments.amountMinor}) filter (
  where ${payments.method} = 'store_credit' and ${payments.status} in ('pending', 'processing', 'captured')) over (), 0)`.as(
  "credit_minor",
);

/** Credit beside another payment that went back when the order ended, while the account it went to has as much. */
const RETURNED_CREDIT_MINOR = sql<number>`case when ${orders.status} in ('cancelled', 'expired') then coalesce((
  select sum(p.amount_minor) from payments p
   where p.order_id = ${orders.id} and p.method = 'store_credit' and p.kind = 'deposit'
     and p.status in ('cancelled', 'expired', 'failed')
     and exists (select from store_credit_entries e join store_credit_accounts a on a.id = e.account_id
                  where e.order_id = p.order_id and e.kind = 'spend' and a.balance_minor >= p.amount_minor)), 0)
  else 0 end::float8`;

const ITEMS = jsonColumn(getTableColumns(orderItems), {
  from: orderItems,
  where: eq(orderItems.orderId, orders.id),
  orderBy: [asc(orderItems.position)],
});

const toOrderPayment = (row: OrderPayment): OrderPayment => ({
  id: row.id,
  status: row.status,
  method: row.method,
  provider: row.provider,
  providerAccount: row.providerAccount,
  sessionId: row.sessionId,
  paymentIntentId: row.paymentIntentId,
  url: row.url,
  capturedMinor: row.capturedMinor,
  refundedMinor: row.refundedMinor,
  depositMinor: row.depositMinor,
});

/** Takes one statement. */
async function findOrder(db: Queryable, where: SQL | undefined): Promise<Order | null> {
  const payment = db
    .select({ ...getTableColumns(payments), creditMinor: CREDIT_MINOR })
    .from(payments)
    .where(eq(payments.orderId, orders.id))
    .orderBy(...primaryFirst)
    .limit(1)
    .as("payment");
  const [found] = await db
    .select({
      orders: getTableColumns(orders),
      refundOwedMinor: REFUND_OWED_MINOR,
      returnedCreditMinor: RETURNED_CREDIT_MINOR,
      payment: payment._.selectedFields,
      items: ITEMS,
    })
    .from(orders)
    .leftJoinLateral(payment, sql`true`)
    .where(where);
  if (!found) return null;
  if (!found.payment) throw new Error(`Order ${found.orders.id} has no payment`);
  return toOrder(found.orders, toOrderPayment(found.payment), found.items, {
    creditMinor: Number(found.payment.creditMinor),
    refundOwedMinor: found.refundOwedMinor,
    returnedCreditMinor: found.returnedCreditMinor,
  });
}

/** Finds the order that a payment session belongs to (specification 7). */
export function findOrderBySession(db: Queryable, sessionId: string): Promise<Order | null> {
  const paid = db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.sessionId, sessionId));
  return findOrder(db, inArray(orders.id, paid));
}

/** Does not check who asks; the caller authorizes. */
export function findOrderById(db: Queryable, orderId: string): Promise<Order | null> {
  return findOrder(db, eq(orders.id, orderId));
}

/** Printed characters of an order number. */
const NUMBER_LENGTH = 8;

/**
 * An order's id by number and email, for a guest. Unknown number and wrong email both give null, by one
 * statement.
 */
export async function findOrderIdByNumber(
  db: Queryable,
  input: { number: string; email: string },
): Promise<string | null> {
  const number = tidyLine(input.number).replaceAll(" ", "");
  const email = emailAsStored(input.email);
  const range = orderIdRange(number);
  const digits = number.replace(/[^0-9a-f]/gi, "");
  if (!range || digits.length < NUMBER_LENGTH) return null;
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(sql`lower(${orders.customerEmail})`, email.toLowerCase()),
        between(orders.id, range.first, range.last),
      ),
    )
    .limit(1);
  return found?.id ?? null;
}

/**
 * Whom an email greets: the recipient of its order, or of the newest paid order of an email address, because anybody may place an
 * unpaid one with a stranger's address; null without one.
 */
export async function findCustomerName(
  db: Queryable,
  of: { orderId: string } | { email: string },
): Promise<string | null> {
  const name = sql<string>`nullif(${orders.shippingAddress} ->> 'fullName', '')`;
  const isMeant =
    "orderId" in of
      ? eq(orders.id, of.orderId)
      : and(
          eq(sql`lower(${orders.customerEmail})`, of.email.toLowerCase()),
          isNotNull(orders.completedAt),
        );
  const [newest] = await db
    .select({ name })
    .from(orders)
    .where(and(isMeant, isNotNull(name)))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return newest?.name ?? null;
}

/** The order of one checkout press. */
export function findOrderByKey(db: Queryable, idempotencyKey: string): Promise<Order | null> {
  return findOrder(db, eq(orders.idempotencyKey, idempotencyKey));
}

/** Locked until the transaction ends, with its payments. */
export async function lockOrder(tx: Queryable, orderId: string): Promise<Order | null> {
  const [row] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for("update");
  return row ? findOrder(tx, eq(orders.id, orderId)) : null;
}

/** The actor's order (decision A3); 'not_found' for another's. */
export async function findOwnOrder(
  db: Queryable,
  input: { actor: Actor; orderId: string },
): Promise<Result<Order, "forbidden" | "not_found">> {
  const { actor, orderId } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(orderId)) return fail("not_found");
  const order = await findOrder(db, and(eq(orders.id, orderId), eq(orders.userId, actor.userId)));
  return order ? ok(order) : fail("not_found");
}

/** #RRGGBB of the ordered variants by line id, to order them again; of a deleted variant the line's own. */
export async function findVariantColors(
  db: Queryable,
  { lines }: Pick<Order, "lines">,
): Promise<Record<string, string>> {
  const color = sql<string>`coalesce(${productVariants.color}, ${orderItems.color})`;
  const rows = await db
    .select({ id: orderItems.id, color })
    .from(orderItems)
    .leftJoin(productVariants, eq(productVariants.id, orderItems.variantId))
    .where(
      inArray(
        orderItems.id,
        lines.map(({ id }) => id),
      ),
    );
  return Object.fromEntries(rows.flatMap((row) => (row.color ? [[row.id, row.color]] : [])));
}

/** #RRGGBB by line id, if colored. A chosen cloth has its own color. */
export async function findLineColors(
  db: Queryable,
  { lines }: Pick<Order, "lines">,
): Promise<Record<string, string>> {
  const rows = await db
    .select({ id: orderItems.id, color: orderItems.color })
    .from(orderItems)
    .where(
      inArray(
        orderItems.id,
        lines.map(({ id }) => id),
      ),
    );
  return Object.fromEntries(
    rows.filter(({ color }) => color !== "").map(({ id, color }) => [id, color]),
  );
}

/** For a statement about an order: minor units that were transferred of it while it is not paid, and that did not go back. */
export const transferredMinor = (orderId: SQL): SQL<number> =>
  sql<number>`(select coalesce(sum(p.captured_minor - p.refunded_minor), 0)::float8 from payments p
    where p.order_id = ${orderId} and p.status in ('processing', 'owed_back'))`;
