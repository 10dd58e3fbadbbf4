import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { CSV_BOM, csvLine } from "#core/csv-injection.ts";
import { formatDocumentNumber } from "#core/document-number.ts";
import { sortableMoment } from "#core/georgetown-time.ts";
import { money, toDecimal } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { Database } from "#db/client.server.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { taxDocuments } from "#db/schema/documents.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { asConfirmedAdmin } from "#features/base/identity/guards.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { nameForWearer } from "../line-description.ts";
import { fulfillmentWord } from "../line-quantities.ts";
import { statusWord } from "../order.ts";
import { transferredMinor } from "../order-queries.server.ts";
import { IS_UNSENT_TRANSFER } from "../owed-refunds.server.ts";
import type { OrderFilter } from "./order-filter.ts";
import type { OrderListRow } from "./order-list-queries.server.ts";
import { readOrderRows } from "./order-list-queries.server.ts";

const ORDERS_PER_BATCH = 500;

const HEAD = [
  "Order",
  "Placed (Georgetown)",
  "Status",
  "Shipping",
  "Customer",
  "Email",
  "Pieces",
  "Made to measure",
  "SKUs",
  "Subtotal",
  "Discounts",
  "Shipping cost",
  "Tax",
  "Total",
  "Store credit",
  "Refunded",
  "Currency",
  "Invoice",
  "Deposit asked for",
  "Transferred so far",
  "To send back by transfer",
];

const yes = (is: boolean) => (is ? "yes" : "");

const decimal = (minorUnits: number) => toDecimal(money(minorUnits)).toFixed(2);

/** What the file says beyond the list's row. */
type Bought = typeof NOTHING;

const NOTHING = {
  chunks: "",
  skus: "",
  subtotal: 0,
  discounts: 0,
  shipping: 0,
  tax: 0,
  refunded: 0,
  invoice: "",
  deposit: 0,
  transferred: 0,
  toSendBack: 0,
};

/** Deposits of orders that ended, and refunds that the owner has not sent yet; none counts twice. */
const TO_SEND_BACK = sql<number>`(
  (select coalesce(sum(r.amount_minor), 0) from refunds r
    where r.order_id = ${orders.id} and ${IS_UNSENT_TRANSFER})
  + (select coalesce(sum(p.captured_minor - p.refunded_minor), 0) from payments p
      where p.order_id = ${orders.id} and p.status = 'owed_back'
        and not exists (select from refunds r where r.payment_id = p.id and r.status = 'pending')))::float8`;

const DEPOSIT = sql<number>`(select coalesce(max(p.deposit_minor), 0)::float8 from payments p where p.order_id = ${orders.id} and p.deposit_minor < p.amount_minor)`;

function cells(row: OrderListRow, bought: Bought): string[] {
  return [
    row.id,
    sortableMoment(row.createdAt),
    statusWord(row.shownStatus),
    row.fulfillment ? fulfillmentWord(row.fulfillment) : "",
    row.customerName,
    shownEmail(row.customerEmail),
    bought.chunks,
    yes(row.madeToMeasure),
    bought.skus,
    decimal(bought.subtotal),
    decimal(bought.discounts),
    decimal(bought.shipping),
    decimal(bought.tax),
    toDecimal(row.total).toFixed(2),
    toDecimal(row.credit).toFixed(2),
    decimal(bought.refunded),
    row.total.currency,
    bought.invoice,
    decimal(bought.deposit),
    decimal(bought.transferred),
    decimal(bought.toSendBack),
  ];
}

/** Two statements. */
async function boughtIn(db: Database, orderIds: readonly string[]): Promise<Map<string, Bought>> {
  const ids = [...orderIds];
  const items = await db
    .select({
      orderId: orderItems.orderId,
      name: orderItems.productName,
      size: orderItems.size,
      wearer: orderItems.wearer,
      color: orderItems.colorName,
      quantity: orderItems.quantity,
      sku: productVariants.sku,
    })
    .from(orderItems)
    .leftJoin(productVariants, eq(productVariants.id, orderItems.variantId))
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position));
  const linesOf = Map.groupBy(items, ({ orderId }) => orderId);
  const amounts = await db
    .select({
      id: orders.id,
      subtotal: orders.subtotalMinor,
      discounts: sql<number>`(${orders.discountMinor} + ${orders.promotionMinor})::float8`,
      shipping: orders.shippingMinor,
      tax: orders.taxMinor,
      refunded: orders.refundedMinor,
      deposit: DEPOSIT,
      transferred: transferredMinor(sql`${orders.id}`),
      toSendBack: TO_SEND_BACK,
      year: taxDocuments.year,
      number: taxDocuments.number,
    })
    .from(orders)
    .leftJoin(
      taxDocuments,
      and(eq(taxDocuments.orderId, orders.id), eq(taxDocuments.kind, "invoice")),
    )
    .where(inArray(orders.id, ids));
  return new Map(
    amounts.map(({ id, number, year, ...order }) => {
      const lines = linesOf.get(id) ?? [];
      const items = lines.map(({ color, name, quantity, size, wearer }) =>
        [`${quantity} x ${nameForWearer(name, wearer)}`, size, color].filter(Boolean).join(", "),
      );
      const skus = lines.flatMap(({ quantity, sku }) => (sku ? [`${quantity} x ${sku}`] : []));
      const invoice = year && number ? formatDocumentNumber({ kind: "invoice", year, number }) : "";
      return [id, { ...order, invoice, chunks: items.join("; "), skus: skus.join("; ") }];
    }),
  );
}

/** The filtered list as CSV without formulas, by batches. */
export const exportOrders = asConfirmedAdmin(
  async (
    deps: { db: Database; clock: Clock },
    input: { filter: OrderFilter },
  ): Promise<Result<AsyncGenerator<string>>> => ok(variants(deps.db, input.filter)),
);

async function* variants(db: Database, filter: OrderFilter): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(HEAD);
  for (let offset = 0; ; offset += ORDERS_PER_BATCH) {
    const rows = await readOrderRows(db, filter, { limit: ORDERS_PER_BATCH, offset });
    if (rows.length === 0) return;
    const bought = await boughtIn(
      db,
      rows.map((row) => row.id),
    );
    yield rows.map((row) => csvLine(cells(row, bought.get(row.id) ?? NOTHING))).join("");
    if (rows.length < ORDERS_PER_BATCH) return;
  }
}
