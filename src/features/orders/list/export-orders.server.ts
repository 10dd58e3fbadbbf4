import { asc, inArray } from "drizzle-orm";
import { CSV_BOM, csvLine } from "#core/csv-injection.ts";
import { toDecimal } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { formatMoment } from "../georgetown-time.ts";
import { fulfillmentWord } from "../line-quantities.ts";
import { statusWord } from "../order.ts";
import type { OrderFilter } from "./order-filter.ts";
import type { OrderListRow } from "./order-list-queries.server.ts";
import { readOrderRows } from "./order-list-queries.server.ts";

const ORDERS_A_PIECE = 500;

const HEAD = [
  "Order",
  "Placed (Georgetown)",
  "Status",
  "Shipping",
  "Customer",
  "Email",
  "Pieces",
  "Made to measure",
  "Total",
  "Currency",
];

const yes = (is: boolean) => (is ? "yes" : "");

function cells(row: OrderListRow, pieces: string): string[] {
  return [
    row.id,
    formatMoment(row.createdAt),
    statusWord(row.status),
    row.fulfillment ? fulfillmentWord(row.fulfillment) : "",
    row.customerName,
    row.customerEmail,
    pieces,
    yes(row.madeToMeasure),
    toDecimal(row.total).toFixed(2),
    row.total.currency,
  ];
}

async function piecesOf(db: Database, orderIds: readonly string[]): Promise<Map<string, string>> {
  const items = await db
    .select({
      orderId: orderItems.orderId,
      name: orderItems.productName,
      size: orderItems.size,
      quantity: orderItems.quantity,
    })
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...orderIds]))
    .orderBy(asc(orderItems.position));
  const words = new Map<string, string[]>();
  for (const { name, orderId, quantity, size } of items) {
    words.set(orderId, [...(words.get(orderId) ?? []), `${quantity} x ${name}, ${size}`]);
  }
  return new Map([...words].map(([id, each]) => [id, each.join("; ")]));
}

/** The filtered list as CSV without formulas, one batch at a time. */
export function exportOrders(
  deps: { db: Database },
  input: { actor: Actor; filter: OrderFilter },
): Result<AsyncGenerator<string>, "forbidden"> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  return ok(pieces(deps.db, input.filter));
}

async function* pieces(db: Database, filter: OrderFilter): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(HEAD);
  for (let offset = 0; ; offset += ORDERS_A_PIECE) {
    const rows = await readOrderRows(db, filter, { limit: ORDERS_A_PIECE, offset });
    if (rows.length === 0) return;
    const bought = await piecesOf(
      db,
      rows.map((row) => row.id),
    );
    yield rows.map((row) => csvLine(cells(row, bought.get(row.id) ?? ""))).join("");
    if (rows.length < ORDERS_A_PIECE) return;
  }
}
