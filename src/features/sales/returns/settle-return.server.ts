import { and, eq } from "drizzle-orm";
import { formatLongDay } from "#core/business-days.ts";
import { orderNumber } from "#core/document-number.ts";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyText } from "#core/submitted-text.ts";
import type { Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { bumpForStock } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { OutboxEmail } from "#features/base/mail/email.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { restockItems } from "#features/catalog/inventory/stock-ledger.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { lineName, sizeText } from "#features/orders/order/line-description.ts";
import type { Order } from "#features/orders/order/order.ts";
import { orderPage } from "#features/orders/order/order.ts";
import type { NewOrderEvent } from "#features/orders/order/order-events.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import type { ReturnStatus } from "#features/orders/order/return-progress.ts";
import { canReturnBecome, isSettled } from "#features/orders/order/return-progress.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import type { RefundDeps, RefundFailure } from "#features/sales/payments/refund-order.server.ts";
import { refundOrder } from "#features/sales/payments/refund-order.server.ts";
import { moneyBackDueDay } from "#features/sales/payments/transfer-back.ts";
import { isPaidBack } from "./reopen-return.server.ts";
import type { ReturnOutcome } from "./return-email.ts";
import { returnDeclinedEmail, returnReceivedEmail } from "./return-email.ts";
import type { OrderReturn } from "./return-queries.server.ts";
import { returnsOf } from "./return-queries.server.ts";

/** Locked until the transaction ends. */
export type LockedReturn = { order: Order; requestedReturn: OrderReturn };

/** Null if the order has no such return. */
export async function lockReturn(
  tx: Transaction,
  orderId: string,
  returnId: string,
): Promise<LockedReturn | null> {
  if (!isId(orderId) || !isId(returnId)) return null;
  const order = await lockOrder(tx, orderId);
  const requested = order && (await returnsOf(tx, order.id)).find(({ id }) => id === returnId);
  return order && requested ? { order, requestedReturn: requested } : null;
}

export type ReturnStep = {
  to: ReturnStatus;
  event: NewOrderEvent | null;
  staffNote?: string;
  mail?: (outcome: ReturnOutcome) => OutboxEmail;
};

/** Records a locked return's step: status, timeline, log, email. The caller checks it (return-progress.ts). */
export async function recordReturnStep(
  tx: Transaction,
  deps: EmailDeps,
  { order, requestedReturn }: LockedReturn,
  step: ReturnStep & { actor: SignedIn },
): Promise<void> {
  const { actor, event, mail, staffNote, to } = step;
  const { authorizationNumber } = requestedReturn;
  const now = deps.clock.now();
  await tx
    .update(returnRequests)
    .set({
      status: to,
      ...(to === "received" ? { receivedAt: now } : {}),
      ...(isSettled(to) ? { closedAt: now } : {}),
      ...(staffNote === undefined ? {} : { staffNote }),
    })
    .where(eq(returnRequests.id, requestedReturn.id));
  if (event) await recordOrderEvent(tx, event);
  await recordChanges(tx, actor, [
    {
      action: `${to} a return of`,
      subject: "order",
      subjectId: order.id,
      before: { authorizationNumber, status: requestedReturn.status },
      after: { authorizationNumber, status: to },
    },
  ]);
  if (mail) {
    await enqueueEmail(tx, deps.jobs, {
      ...mail(await outcomeOf(tx, deps, { order, requestedReturn })),
      dedupeKey: `return-${to}:${authorizationNumber}`,
      recipient: order.customerEmail,
    });
  }
}

async function outcomeOf(
  tx: Transaction,
  deps: EmailDeps,
  { order, requestedReturn }: LockedReturn,
): Promise<ReturnOutcome> {
  const { general } = await getSiteShell(tx);
  const { authorizationNumber } = requestedReturn;
  const now =
    (await returnsOf(tx, order.id)).find(({ id }) => id === requestedReturn.id) ?? requestedReturn;
  return {
    siteName: general.siteName,
    siteUrl: deps.publicUrl,
    contactEmail: general.contactEmail,
    authorizationNumber,
    orderNumber: orderNumber(order.id),
    orderUrl: orderPage(deps.publicUrl, order),
    customerName: order.address?.fullName,
    items: now.items.flatMap(({ itemId, quantity, received }) => {
      const line = order.lines.find(({ id }) => id === itemId);
      const count = received ?? quantity;
      return line && count > 0
        ? [{ name: lineName(line), size: sizeText(line), quantity: count }]
        : [];
    }),
  };
}

export const MAX_DECLINE_REASON_LENGTH = 1_000;

/** Declines a return with a reason, emailed to the customer. */
export const declineReturn = asAdmin(
  async (
    deps: EmailDeps,
    input: { actor: Admin; orderId: string; returnId: string; because: string },
  ): Promise<Result<null, "not_found" | "settled" | "reason_missing" | "reason_too_long">> => {
    const { actor, orderId, returnId } = input;
    const because = tidyText(input.because);
    if (because === "") return fail("reason_missing");
    if (because.length > MAX_DECLINE_REASON_LENGTH) return fail("reason_too_long");
    return inTransaction(deps.db, async (tx) => {
      const locked = await lockReturn(tx, orderId, returnId);
      if (!locked) return fail("not_found" as const);
      const { authorizationNumber, status } = locked.requestedReturn;
      if (!canReturnBecome(status, "declined")) return fail("settled" as const);
      await recordReturnStep(tx, deps, locked, {
        actor,
        to: "declined",
        event: {
          orderId,
          type: "return_declined",
          detail: { authorizationNumber, reason: because, by: actor.name },
        },
        mail: (outcome) =>
          returnDeclinedEmail({ ...outcome, because, hasArrived: status === "received" }),
      });
      return ok(null);
    });
  },
);

type Input = {
  actor: Admin;
  orderId: string;
  returnId: string;
  amount: MoneyAmount;
  /** Instead of the original payment method. */
  asCredit?: boolean;
  /** Whether what was paid by transfer is sent from the bank account already; without it the refund waits for the owner. */
  isSent?: boolean;
  reason: string;
  key: string;
};

/** And whether an interrupted request started its refund. */
async function readReturn(
  deps: RefundDeps,
  input: Input,
): Promise<{ found: LockedReturn; isPaid: boolean } | null> {
  return deps.db.transaction(async (tx) => {
    const found = await lockReturn(tx, input.orderId, input.returnId);
    if (!found) return null;
    return { found, isPaid: await isPaidBack(tx, found.requestedReturn.id) };
  });
}

/** Refunds a received return and settles it; receiving it restocked. Emails the refund. */
export const refundReturn = asAdmin(
  async (deps: RefundDeps, input: Input): Promise<Result<null, RefundFailure | "not_received">> => {
    const { actor, amount, asCredit = false, isSent = false } = input;
    const { key, orderId, reason, returnId } = input;
    const read = await readReturn(deps, input);
    if (!read) return fail("not_found");
    const { requestedReturn } = read.found;
    if (!canReturnBecome(requestedReturn.status, "refunded")) return fail("not_received");
    if (!read.isPaid) {
      const refunded = await refundOrder(deps, {
        actor,
        orderId,
        amount,
        asCredit,
        isSent,
        reason,
        returnRequestId: returnId,
        items: requestedReturn.items
          .filter(({ received }) => (received ?? 0) > 0)
          .map(({ itemId, received }) => ({
            orderItemId: itemId,
            quantity: received ?? 0,
            restock: false,
          })),
        key,
      });
      if (!refunded.ok) return refunded;
    }
    return inTransaction(deps.db, async (tx) => {
      const locked = await lockReturn(tx, orderId, returnId);
      // The bank may have sent it back meanwhile.
      if (locked && !(await isPaidBack(tx, returnId))) return fail("provider" as const);
      // A concurrent press settled it.
      if (locked && canReturnBecome(locked.requestedReturn.status, "refunded")) {
        await recordReturnStep(tx, deps, locked, { actor, to: "refunded", event: null });
      }
      return ok(null);
    });
  },
);

export type ReceivedItem = { itemId: string; quantity: number; restock: boolean };

/** 'too_many': more than requested. 'nothing': no items. */
export type ReceiveReturnFailure =
  | "forbidden"
  | "not_found"
  | "not_announced"
  | "too_many"
  | "nothing";

function validate({ requestedReturn }: LockedReturn, received: readonly ReceivedItem[]) {
  const isOnce = new Set(received.map(({ itemId }) => itemId)).size === received.length;
  const fits = received.every(({ itemId, quantity }) => {
    const announced = requestedReturn.items.find((each) => each.itemId === itemId);
    return (
      announced && Number.isInteger(quantity) && quantity >= 0 && quantity <= announced.quantity
    );
  });
  if (!isOnce || !fits) return "too_many" as const;
  return received.some(({ quantity }) => quantity > 0) ? null : ("nothing" as const);
}

async function writeReceived(
  tx: Transaction,
  { requestedReturn }: LockedReturn,
  received: readonly ReceivedItem[],
): Promise<void> {
  for (const { itemId } of requestedReturn.items) {
    const came = received.find((each) => each.itemId === itemId);
    const quantity = came?.quantity ?? 0;
    await tx
      .update(returnRequestItems)
      .set({ receivedQuantity: quantity, restockedQuantity: came?.restock ? quantity : 0 })
      .where(
        and(
          eq(returnRequestItems.returnRequestId, requestedReturn.id),
          eq(returnRequestItems.orderItemId, itemId),
        ),
      );
  }
}

/** Records what was received, restocks marked items and emails the customer. Idempotent. */
export const receiveReturn = asAdmin(
  async (
    deps: EmailDeps & { content: CacheInvalidation },
    input: {
      actor: Admin;
      orderId: string;
      returnId: string;
      received: readonly ReceivedItem[];
      staffNote: string;
    },
  ): Promise<Result<null, ReceiveReturnFailure>> => {
    const { actor, orderId, received, returnId, staffNote } = input;
    const written = await inTransaction(deps.db, async (tx) => {
      const locked = await lockReturn(tx, orderId, returnId);
      if (!locked) return fail("not_found" as const);
      const { requestedReturn, order } = locked;
      if (!canReturnBecome(requestedReturn.status, "received"))
        return fail("not_announced" as const);
      const refusal = validate(locked, received);
      if (refusal) return fail(refusal);
      await writeReceived(tx, locked, received);
      const changedProducts = await restockItems(tx, {
        orderId: order.id,
        actor,
        note: requestedReturn.authorizationNumber,
        quantity: received
          .filter(({ quantity, restock }) => restock && quantity > 0)
          .flatMap(({ itemId, quantity }) => {
            const variantId = order.lines.find(({ id }) => id === itemId)?.variantId;
            return variantId ? [{ variantId, quantity }] : [];
          }),
      });
      const terms = await getShippingSettings(tx);
      const until = formatLongDay(moneyBackDueDay(deps.clock.now(), terms));
      await recordReturnStep(tx, deps, locked, {
        actor,
        to: "received",
        event: {
          orderId: order.id,
          type: "return_received",
          detail: {
            authorizationNumber: requestedReturn.authorizationNumber,
            items: received.reduce((sum, { quantity }) => sum + quantity, 0),
            by: actor.name,
          },
        },
        staffNote,
        mail: (outcome) => returnReceivedEmail({ ...outcome, until }),
      });
      return ok(await bumpForStock(tx, changedProducts));
    });
    if (!written.ok) return written;
    if (written.value) await deps.content.settle(written.value);
    return ok(null);
  },
);
