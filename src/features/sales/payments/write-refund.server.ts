import { and, asc, eq, inArray } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { bumpForStock } from "#db/content-version.server.ts";
import { refundItems, refunds } from "#db/schema/payments.server.ts";
import { recordChanges, recordShopChange } from "#features/base/audit/record-change.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { cancelRefundedGarments } from "#features/garments/garment/stored-garments.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { splitRefund } from "#features/orders/store-credit/store-credit.ts";
import type { RefundRow } from "./payment-queries.server.ts";
import { findRefunds, listPayments } from "./payment-queries.server.ts";
import type { PaymentRow } from "./payment-records.server.ts";
import type { PromiseDeps } from "./promise-refund.server.ts";
import { promiseRefund } from "./promise-refund.server.ts";
import type { RefundedItem } from "./refund.ts";
import { refundableMinor, validateRefund } from "./refund.ts";
import { endRefundedWork, itemsOfRefund, restockRefunded } from "./return-goods.server.ts";
import { isSentByHand } from "./transfer-back.ts";

/**
 * `restock`: to stock; `key`: one press. `asCredit`: all becomes store credit, else each payment returns as
 * it was made. `isSent`: the owner has sent the part of a transfer from the bank account already.
 */
export type RefundDraft = {
  amount: MoneyAmount;
  asCredit?: boolean;
  isSent?: boolean;
  reason: string;
  items: readonly (RefundedItem & { restock: boolean })[];
  returnRequestId: string | null;
  key: string;
};

/** Of the part in store credit. */
const creditKey = (key: string) => `${key}:credit`;

/** The parts one press wrote, or none; 'not_found' for another order's key. */
export async function findRefundByIdempotencyKey(
  tx: Transaction,
  order: Order,
  key: string,
): Promise<Result<readonly RefundRow[], "not_found">> {
  const parts = await tx
    .select()
    .from(refunds)
    .where(inArray(refunds.idempotencyKey, [key, creditKey(key)]))
    .orderBy(asc(refunds.idempotencyKey));
  return parts.every(({ orderId }) => orderId === order.id) ? ok(parts) : fail("not_found");
}

type RefundPart = { paymentId: string; provider: string; amountMinor: number };

/** The order's payment and its store credit. */
async function partsOf(
  tx: Transaction,
  order: Order,
  { amount, asCredit }: RefundDraft,
): Promise<readonly RefundPart[]> {
  const rows = await listPayments(tx, order.id);
  const deposit = rows.find(
    ({ id, method, status }) =>
      id !== order.payment.id && method === "store_credit" && status === "captured",
  );
  const own = rows.find(({ id }) => id === order.payment.id);
  const provider = asCredit ? "store_credit" : order.payment.provider;
  const whole = { paymentId: order.payment.id, provider, amountMinor: amount.minorUnits };
  if (!deposit || !own) return [whole];
  const pending = await tx
    .select({ paymentId: refunds.paymentId, minor: refunds.amountMinor })
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), eq(refunds.status, "pending")));
  const partOf = ({ capturedMinor, id, refundedMinor }: PaymentRow) => ({
    capturedMinor,
    returnedMinor: pending
      .filter(({ paymentId }) => paymentId === id)
      .reduce((sum, { minor }) => sum + minor, refundedMinor),
  });
  const { creditMinor, restMinor } = splitRefund(amount.minorUnits, {
    rest: partOf(own),
    credit: partOf(deposit),
  });
  return [
    { ...whole, amountMinor: restMinor },
    { paymentId: deposit.id, provider: "store_credit", amountMinor: creditMinor },
  ].filter(({ amountMinor }) => amountMinor > 0);
}

/**
 * What does not wait for the money: garments that did not ship are cancelled, and what the owner sends by hand is put into stock and
 * its cloth is freed. Stock is locked before cloth, as in a checkout. Returns the products whose pages show another availability now.
 */
async function endAtOnce(
  tx: Transaction,
  of: { order: Order; refund: RefundRow; isWhole: boolean; staff: SignedIn | null },
): Promise<readonly string[]> {
  const { order, refund, staff } = of;
  const at = refund.createdAt;
  const isByHand = isSentByHand(refund);
  const restocked = isByHand ? await restockRefunded(tx, { order, refund }) : [];
  const hasItems = (await itemsOfRefund(tx, refund)).length > 0;
  const cancelled = hasItems
    ? await cancelRefundedGarments(tx, { orderId: order.id, isWhole: false, at, staff })
    : [];
  const ended = isByHand ? await endRefundedWork(tx, { ...of, at }) : [];
  return [...restocked, ...cancelled, ...ended];
}

/**
 * Writes a locked order's refund before the provider is asked; its money and items then count as refunded, and
 * garments that did not ship are cancelled. Goods wait for the provider's yes, but not for a transfer that the owner sends
 * (`promiseRefund`). `actor` is null for a guest. Idempotent by key.
 */
export async function writeRefund(
  tx: Transaction,
  deps: PromiseDeps,
  order: Order,
  draft: RefundDraft & { actor: SignedIn | null },
): Promise<Result<readonly RefundRow[], "not_found" | "not_refundable" | "too_much">> {
  const { actor, amount, items, key, reason, returnRequestId } = draft;
  const twin = await findRefundByIdempotencyKey(tx, order, key);
  if (!twin.ok || twin.value.length > 0) return twin;
  // An erased person could not receive the credit.
  if (draft.asCredit && order.customerEmail.endsWith(".invalid")) return fail("not_refundable");
  const earlier = await findRefunds(tx, order.id);
  const refusal = validateRefund(order, earlier, { amount, refundedItems: items });
  if (refusal) return fail(refusal);
  const parts = await partsOf(tx, order, draft);
  const written = await tx
    .insert(refunds)
    .values(
      parts.map((part, index) => ({
        ...part,
        id: newId(),
        orderId: order.id,
        returnRequestId,
        currency: amount.currency,
        reason,
        idempotencyKey: index === 0 ? key : creditKey(key),
        actorId: actor?.userId ?? null,
        actorName: actor?.name ?? "",
        createdAt: deps.clock.now(),
      })),
    )
    .returning();
  const [refund] = written;
  if (!refund) throw new Error("The refund was not written");
  const id = refund.id;
  if (items.length > 0) {
    await tx.insert(refundItems).values(
      items.map(({ orderItemId, quantity, restock }) => ({
        refundId: id,
        orderItemId,
        quantity,
        restocked: restock,
      })),
    );
  }
  const isWhole = refundableMinor(order.totals.total.minorUnits, earlier) === amount.minorUnits;
  const staff = actor && isAdmin(actor) ? actor : null;
  const changedProducts = await endAtOnce(tx, { order, refund, isWhole, staff });
  if (isSentByHand(refund) && !draft.isSent)
    await promiseRefund(tx, deps, { order, refund, items });
  const change = {
    action: "refunded",
    subject: "order" as const,
    subjectId: order.id,
    before: { refundedMinor: order.refunded.minorUnits },
    after: { refundId: id, amountMinor: amount.minorUnits, reason },
  };
  if (actor) await recordChanges(tx, actor, [change]);
  else await recordShopChange(tx, change);
  await bumpForStock(tx, changedProducts);
  return ok(written);
}
