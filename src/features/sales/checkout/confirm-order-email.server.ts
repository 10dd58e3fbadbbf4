import { and, eq } from "drizzle-orm";
import { orderNumber } from "#core/document-number.ts";
import { formatDay } from "#core/georgetown-time.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { bumpForStock } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { atelierHolds } from "#db/schema/production.server.ts";
import { newToken } from "#features/body/links/sealed-links.server.ts";
import { HOLD_LIMITS } from "#features/catalog/inventory/hold-limits.ts";
import { recommitCloth } from "#features/garments/cloth/commit-cloth.server.ts";
import { listHeldLines } from "#features/garments/scheduling/atelier-queries.server.ts";
import {
  claimPlannedDays,
  readAtelierAgain,
} from "#features/garments/scheduling/promise-order.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { findOrderById, lockOrder } from "#features/orders/order/order-queries.server.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";

/**
 * A new token for the email that confirms a stranger's address, stored as a hash. Null for an order that holds its time and cloth
 * anyway: of a known customer, or of ready-made items.
 */
export async function newConfirmation(tx: Transaction, orderId: string): Promise<string | null> {
  const token = newToken();
  const rows = await tx
    .update(atelierHolds)
    .set({ confirmationHash: hashSecret(token) })
    .where(and(eq(atelierHolds.orderId, orderId), atelierHolds.isStranger))
    .returning({ orderId: atelierHolds.orderId });
  return rows.length === 0 ? null : token;
}

/** `until`: how long the time and cloth are kept once it is confirmed. */
export type OrderConfirmationPage = { orderNumber: string; until: string; isConfirmed: boolean };

async function findByToken(db: Queryable, token: string) {
  const [row] = await db
    .select({ hold: atelierHolds, reservedUntil: orders.reservedUntil })
    .from(atelierHolds)
    .innerJoin(orders, eq(orders.id, atelierHolds.orderId))
    .where(and(eq(atelierHolds.confirmationHash, hashSecret(token)), eq(orders.status, "pending")));
  return row ?? null;
}

/** The unpaid order whose email a link confirms; null once it is paid or over, and for an unknown link. */
export async function findOrderConfirmation(
  { db }: { db: Database },
  { token }: { token: string },
): Promise<OrderConfirmationPage | null> {
  const found = await findByToken(db, token);
  if (!found) return null;
  const { hold, reservedUntil } = found;
  return {
    orderNumber: orderNumber(hold.orderId),
    until: reservedUntil ? formatDay(reservedUntil) : "",
    isConfirmed: !hold.isStranger,
  };
}

export type ConfirmationRefusal = "dead_link" | "too_many" | "cloth_gone";

/**
 * Confirms the email of an unpaid order by the token that was sent to it: from now on the order holds makers' time and cloth as long as
 * its items (ADR 0051). Idempotent. 'too_many' where other unpaid orders under the same names hold as many garments as one account may;
 * 'cloth_gone' where others used up the cloth meanwhile: the order stays as it is.
 */
export async function confirmOrderEmail(
  deps: Pick<SettlementDeps, "db" | "clock" | "content">,
  { token }: { token: string },
): Promise<Result<null, ConfirmationRefusal>> {
  const found = await findByToken(deps.db, token);
  if (!found) return fail("dead_link");
  const { isStranger, orderId } = found.hold;
  if (!isStranger) return ok(null);
  const order = await findOrderById(deps.db, orderId);
  if (!order) return fail("dead_link");
  const plan = await readAtelierAgain(deps, order);
  const confirmed = await inTransaction(deps.db, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (locked?.status !== "pending") return fail("dead_link" as const);
    const { changedProducts, missing } = await recommitCloth(tx, locked);
    if (missing.length > 0) return fail("cloth_gone" as const);
    await claimPlannedDays(tx, plan, locked);
    // Counted under the capacity's lock, so that links pressed at the same moment count each other.
    if (await isBeyondLimit(tx, locked, deps.clock.now())) return fail("too_many" as const);
    await tx
      .update(atelierHolds)
      .set({ isStranger: false, isHeldByDeposit: false })
      .where(eq(atelierHolds.orderId, orderId));
    return ok(await bumpForStock(tx, changedProducts));
  });
  if (!confirmed.ok) return confirmed;
  if (confirmed.value) await deps.content.settle(confirmed.value);
  return ok(null);
}

/** Whether the garments of an order and those that unpaid orders under the same names hold are more than one account may have. */
async function isBeyondLimit(tx: Transaction, order: Order, now: Date): Promise<boolean> {
  const [hold] = await tx.select().from(atelierHolds).where(eq(atelierHolds.orderId, order.id));
  const others = await listHeldLines(tx, { now, exceptOrder: order.id, times: new Map() });
  const keys = new Set(hold?.holderKeys);
  const held = others.filter(({ holderKeys }) => holderKeys.some((key) => keys.has(key)));
  const own = order.lines.filter(({ madeToMeasure }) => madeToMeasure);
  const garments = [...held.map(({ count }) => count), ...own.map(({ quantity }) => quantity)];
  return garments.reduce((sum, count) => sum + count, 0) > HOLD_LIMITS.account.maxGarments;
}
