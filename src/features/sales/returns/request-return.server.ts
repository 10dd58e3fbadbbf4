import { randomInt } from "node:crypto";
import { and, desc, eq, gt } from "drizzle-orm";
import { orderNumber } from "#core/document-number.ts";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Actor, Admin, SignedIn } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { lineName, sizeText } from "#features/orders/order/line-description.ts";
import type { LineQuantity } from "#features/orders/order/line-quantities.ts";
import type { Order } from "#features/orders/order/order.ts";
import { orderPage } from "#features/orders/order/order.ts";
import { findOrderIdByNumber, lockOrder } from "#features/orders/order/order-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import { returnEmail, returnNoticeEmail } from "./return-email.ts";
import type { ReturnInput } from "./return-input.ts";
import { listReturnableLines } from "./return-queries.server.ts";
import type { LineReturn } from "./return-rules.ts";

type RequestReturnFailure = "forbidden" | "not_found" | "not_by_the_rules";

/** Leaves out characters that are easily confused. */
const SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const NUMBER_LENGTH = 8;
/** A second press of the button. */
const SECOND_PRESS_MS = 60 * 60 * 1000;

/** 'RA-7K2M9XQF'. */
function newAuthorizationNumber(): string {
  const signs = Array.from({ length: NUMBER_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]);
  return `RA-${signs.join("")}`;
}

function keepsTheRules(
  input: ReturnInput,
  returns: Record<string, LineReturn>,
  isOwner: boolean,
): boolean {
  const ids = new Set(input.items.map((each) => each.itemId));
  return (
    ids.size === input.items.length &&
    input.items.every(({ itemId, quantity }) => {
      const line = returns[itemId];
      if (isOwner) return line !== undefined && quantity <= line.left;
      return line?.reasons.includes(input.reason) && quantity <= line.quantity;
    })
  );
}

const asText = (items: readonly LineQuantity[]) =>
  items
    .map(({ itemId, quantity }) => `${itemId} ${quantity}`)
    .toSorted()
    .join();

async function findByIdempotencyKey(
  tx: Transaction,
  orderId: string,
  input: ReturnInput,
  now: Date,
): Promise<string | null> {
  const recent = await tx
    .select({ id: returnRequests.id, number: returnRequests.authorizationNumber })
    .from(returnRequests)
    .where(
      and(
        eq(returnRequests.orderId, orderId),
        eq(returnRequests.reason, input.reason),
        eq(returnRequests.note, input.note),
        gt(returnRequests.createdAt, new Date(now.getTime() - SECOND_PRESS_MS)),
      ),
    )
    .orderBy(desc(returnRequests.createdAt));
  for (const { id, number } of recent) {
    const items = await tx
      .select({ itemId: returnRequestItems.orderItemId, quantity: returnRequestItems.quantity })
      .from(returnRequestItems)
      .where(eq(returnRequestItems.returnRequestId, id));
    if (asText(items) === asText(input.items)) return number;
  }
  return null;
}

type Announced = Result<{ authorizationNumber: string }, RequestReturnFailure>;

/**
 * Requests a return of the actor's order by the Returns page. Emails customer and shop in the transaction;
 * concurrent presses create one.
 */
export async function requestReturn(
  deps: EmailDeps,
  input: { actor: Actor; orderId: string; requested: ReturnInput },
): Promise<Announced> {
  const { actor, orderId, requested } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(orderId)) return fail("not_found");
  const [own] = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, actor.userId)));
  return own
    ? announceReturn(deps, { orderId, requestedReturn: requested, owner: null })
    : fail("not_found");
}

/** requestReturn by order number and email; most customers have no account. */
export async function requestGuestReturn(
  deps: EmailDeps,
  input: { number: string; email: string; requested: ReturnInput },
): Promise<Announced> {
  const orderId = await findOrderIdByNumber(deps.db, input);
  if (!orderId) return fail("not_found");
  return announceReturn(deps, { orderId, requestedReturn: input.requested, owner: null });
}

/**
 * Opens a return for a customer who wrote or called. May exceed the Returns page, but never returns an item
 * twice. Emails the number.
 */
export const openReturn = asAdmin(
  async (
    deps: EmailDeps,
    input: { actor: Admin; orderId: string; requestedReturn: ReturnInput },
  ): Promise<Announced> => {
    const { actor, orderId, requestedReturn } = input;
    if (!isId(orderId)) return fail("not_found");
    return announceReturn(deps, { orderId, requestedReturn, owner: actor });
  },
);

async function announceReturn(
  deps: EmailDeps,
  {
    orderId,
    requestedReturn,
    owner,
  }: { orderId: string; requestedReturn: ReturnInput; owner: SignedIn | null },
): Promise<Announced> {
  const now = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return fail("not_found" as const);
    const twin = await findByIdempotencyKey(tx, order.id, requestedReturn, now);
    if (twin) return ok({ authorizationNumber: twin });
    const returns = await listReturnableLines(tx, order, now);
    if (!keepsTheRules(requestedReturn, returns, owner !== null))
      return fail("not_by_the_rules" as const);
    const authorizationNumber = newAuthorizationNumber();
    const id = newId();
    await tx.insert(returnRequests).values({
      id,
      orderId: order.id,
      authorizationNumber,
      reason: requestedReturn.reason,
      note: requestedReturn.note,
      wantsCredit: requestedReturn.way === "credit",
      createdAt: now,
    });
    await tx.insert(returnRequestItems).values(
      requestedReturn.items.map(({ itemId, quantity }) => ({
        returnRequestId: id,
        orderItemId: itemId,
        quantity,
      })),
    );
    await recordOrderEvent(tx, {
      orderId: order.id,
      type: "return_requested",
      detail: { authorizationNumber, ...(owner ? { by: owner.name } : {}) },
    });
    if (owner) {
      const after = { authorizationNumber, reason: requestedReturn.reason };
      await recordChanges(tx, owner, [
        {
          action: "opened a return of",
          subject: "order",
          subjectId: order.id,
          before: null,
          after,
        },
      ]);
    }
    await sendMails(tx, deps, {
      order,
      requestedReturn,
      authorizationNumber,
      isOwners: owner !== null,
    });
    return ok({ authorizationNumber });
  });
}

async function sendMails(
  tx: Transaction,
  deps: EmailDeps,
  reported: {
    order: Order;
    requestedReturn: ReturnInput;
    authorizationNumber: string;
    isOwners: boolean;
  },
): Promise<void> {
  const { order, requestedReturn, authorizationNumber } = reported;
  const { general } = await getSiteShell(tx);
  const notice = {
    siteName: general.siteName,
    siteUrl: deps.publicUrl,
    contactEmail: general.contactEmail,
    shopAddress: general.address,
    authorizationNumber,
    orderNumber: orderNumber(order.id),
    orderUrl: orderPage(deps.publicUrl, order),
    customerEmail: order.customerEmail,
    reason: requestedReturn.reason,
    note: requestedReturn.note,
    wantsCredit: requestedReturn.way === "credit",
    provider: order.payment.provider,
    hasCredit: order.credit.minorUnits > 0,
    lines: requestedReturn.items.flatMap(({ itemId, quantity }) => {
      const line = order.lines.find((each) => each.id === itemId);
      return line ? [{ name: lineName(line), size: sizeText(line), quantity }] : [];
    }),
  };
  await enqueueEmail(tx, deps.jobs, {
    ...returnEmail({ ...notice, customerName: order.address?.fullName }),
    dedupeKey: `return:${authorizationNumber}`,
    recipient: order.customerEmail,
  });
  if (reported.isOwners) return;
  await enqueueEmail(tx, deps.jobs, {
    ...returnNoticeEmail({ ...notice, adminUrl: `${deps.publicUrl}/admin/orders/${order.id}` }),
    dedupeKey: `return-notice:${authorizationNumber}`,
    recipient: general.contactEmail,
    replyTo: order.customerEmail,
  });
}
