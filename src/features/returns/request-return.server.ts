import { randomInt } from "node:crypto";
import { and, desc, eq, gt } from "drizzle-orm";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isSignedIn } from "#features/identity/actor.ts";
import { enqueueEmail } from "#features/mail/enqueue-email.server.ts";
import type { LineQuantity } from "#features/orders/line-quantities.ts";
import type { Order } from "#features/orders/order.ts";
import { orderNumber } from "#features/orders/order.ts";
import { lockOrder } from "#features/orders/order-queries.server.ts";
import { BUSINESS_LABELS } from "#features/settings/business-facts.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { returnEmail, returnNoticeEmail } from "./return-email.ts";
import type { ReturnInput } from "./return-input.ts";
import { listReturnableLines } from "./return-queries.server.ts";
import type { LineReturn } from "./return-rules.ts";
import { returnReasonLabel } from "./return-rules.ts";

type ReturnDeps = { db: Database; jobs: JobQueue; clock: Clock; publicUrl: string };

/** Why no return was written. */
export type RequestReturnFailure = "forbidden" | "not_found" | "not_by_the_rules";

/** Without the signs that are mistaken for one another on a parcel. */
const SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const NUMBER_LENGTH = 8;
/** The same return sent again within this time is a second press of the button. */
const SECOND_PRESS_MS = 60 * 60 * 1000;

/** The number that stands on the parcel, as 'RA-7K2M9XQF'. */
function newAuthorizationNumber(): string {
  const signs = Array.from({ length: NUMBER_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]);
  return `RA-${signs.join("")}`;
}

function keepsTheRules(input: ReturnInput, returns: Record<string, LineReturn>): boolean {
  const ids = new Set(input.items.map((each) => each.itemId));
  return (
    ids.size === input.items.length &&
    input.items.every(({ itemId, quantity }) => {
      const line = returns[itemId];
      return line?.reasons.includes(input.reason) && quantity <= line.pieces;
    })
  );
}

const asText = (items: readonly LineQuantity[]) =>
  items
    .map(({ itemId, quantity }) => `${itemId} ${quantity}`)
    .toSorted()
    .join();

/** The return that the same press of the button wrote a moment ago, or null. */
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

/**
 * Announces a return of the actor's own order by the rules of the Returns page and gives its authorization number; the customer
 * and the house are mailed in the same transaction. Two presses at once write one return.
 */
export async function requestReturn(
  deps: ReturnDeps,
  input: { actor: Actor; orderId: string; asked: ReturnInput },
): Promise<Result<{ authorizationNumber: string }, RequestReturnFailure>> {
  const { actor, orderId, asked } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(orderId)) return fail("not_found");
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const [own] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, orderId), eq(orders.userId, actor.userId)));
    const order = own ? await lockOrder(tx, own.id) : null;
    if (!order) return fail("not_found" as const);
    const twin = await findByIdempotencyKey(tx, order.id, asked, now);
    if (twin) return ok({ authorizationNumber: twin });
    const returns = await listReturnableLines(tx, order, now);
    if (!keepsTheRules(asked, returns)) return fail("not_by_the_rules" as const);
    const authorizationNumber = newAuthorizationNumber();
    const id = newId();
    await tx.insert(returnRequests).values({
      id,
      orderId: order.id,
      authorizationNumber,
      reason: asked.reason,
      note: asked.note,
      createdAt: now,
    });
    await tx.insert(returnRequestItems).values(
      asked.items.map(({ itemId, quantity }) => ({
        returnRequestId: id,
        orderItemId: itemId,
        quantity,
      })),
    );
    await tx.insert(orderEvents).values({
      orderId: order.id,
      type: "return_requested",
      detail: { authorizationNumber },
    });
    await sendMails(tx, deps, { order, asked, authorizationNumber });
    return ok({ authorizationNumber });
  });
}

async function sendMails(
  tx: Transaction,
  deps: ReturnDeps,
  told: { order: Order; asked: ReturnInput; authorizationNumber: string },
): Promise<void> {
  const { order, asked, authorizationNumber } = told;
  const { general } = await getSiteShell(tx);
  const notice = {
    siteName: general.siteName,
    siteUrl: deps.publicUrl,
    contactEmail: general.contactEmail,
    shopAddress: general.address,
    authorizationNumber,
    orderNumber: orderNumber(order.id),
    orderUrl: `${deps.publicUrl}/profile/orders/${order.id}`,
    customerEmail: order.customerEmail,
    reason: returnReasonLabel(asked.reason),
    note: asked.note,
    lines: asked.items.flatMap(({ itemId, quantity }) => {
      const line = order.lines.find((each) => each.id === itemId);
      return line ? [{ name: line.productName, size: line.size, quantity }] : [];
    }),
    refund: BUSINESS_LABELS.refund,
  };
  await enqueueEmail(tx, deps.jobs, {
    ...returnEmail(notice),
    dedupeKey: `return:${authorizationNumber}`,
    recipient: order.customerEmail,
  });
  await enqueueEmail(tx, deps.jobs, {
    ...returnNoticeEmail(notice),
    dedupeKey: `return-notice:${authorizationNumber}`,
    recipient: general.contactEmail,
    replyTo: order.customerEmail,
  });
}
