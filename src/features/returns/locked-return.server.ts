import { eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { SignedIn } from "#features/identity/actor.ts";
import type { OutboxEmail } from "#features/mail/email.ts";
import { enqueueEmail } from "#features/mail/enqueue-email.server.ts";
import type { Order } from "#features/orders/order.ts";
import { orderNumber } from "#features/orders/order.ts";
import { orderPage } from "#features/orders/order-page.ts";
import { lockOrder } from "#features/orders/order-queries.server.ts";
import type { ReturnStatus } from "#features/orders/return-progress.ts";
import { isSettled } from "#features/orders/return-progress.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { ReturnOutcome } from "./return-email.ts";
import type { OrderReturn } from "./return-queries.server.ts";
import { returnsOf } from "./return-queries.server.ts";

/** What the use cases of returns work with. */
export type ReturnDeps = { db: Database; jobs: JobQueue; clock: Clock; publicUrl: string };

/** A return with its order, both locked until the transaction ends. */
export type LockedReturn = { order: Order; asked: OrderReturn };

/** Locks the order and gives its return; null when there is no such return of it. */
export async function lockReturn(
  tx: Transaction,
  orderId: string,
  returnId: string,
): Promise<LockedReturn | null> {
  if (!isId(orderId) || !isId(returnId)) return null;
  const order = await lockOrder(tx, orderId);
  const asked = order && (await returnsOf(tx, order.id)).find(({ id }) => id === returnId);
  return order && asked ? { order, asked } : null;
}

/** A step of a return: its new status, what stands on the timeline, and what the customer is mailed, if anything. */
export type ReturnStep = {
  to: ReturnStatus;
  event: string | null;
  detail?: Record<string, unknown>;
  staffNote?: string;
  mail?: (outcome: ReturnOutcome) => OutboxEmail;
};

/** Writes a step of a locked return down: status, timeline, log and mail; whether it may follow is decided before (return-progress.ts). */
export async function recordReturnStep(
  tx: Transaction,
  deps: ReturnDeps,
  { order, asked }: LockedReturn,
  step: ReturnStep & { actor: SignedIn },
): Promise<void> {
  const { actor, detail = {}, event, mail, staffNote, to } = step;
  const { authorizationNumber } = asked;
  const now = deps.clock.now();
  await tx
    .update(returnRequests)
    .set({
      status: to,
      ...(to === "received" ? { receivedAt: now } : {}),
      ...(isSettled(to) ? { closedAt: now } : {}),
      ...(staffNote === undefined ? {} : { staffNote }),
    })
    .where(eq(returnRequests.id, asked.id));
  if (event) {
    await tx.insert(orderEvents).values({
      orderId: order.id,
      type: event,
      detail: { authorizationNumber, ...detail, by: actor.name },
    });
  }
  await recordChanges(tx, actor, [
    {
      action: `${to} a return of`,
      subject: "order",
      subjectId: order.id,
      before: { authorizationNumber, status: asked.status },
      after: { authorizationNumber, status: to },
    },
  ]);
  if (mail) {
    await enqueueEmail(tx, deps.jobs, {
      ...mail(await outcomeOf(tx, deps, { order, asked })),
      dedupeKey: `return-${to}:${authorizationNumber}`,
      recipient: order.customerEmail,
    });
  }
}

async function outcomeOf(
  tx: Transaction,
  deps: ReturnDeps,
  { order, asked }: LockedReturn,
): Promise<ReturnOutcome> {
  const { general } = await getSiteShell(tx);
  const { authorizationNumber } = asked;
  const now = (await returnsOf(tx, order.id)).find(({ id }) => id === asked.id) ?? asked;
  return {
    siteName: general.siteName,
    siteUrl: deps.publicUrl,
    contactEmail: general.contactEmail,
    authorizationNumber,
    orderNumber: orderNumber(order.id),
    orderUrl: orderPage(deps.publicUrl, order),
    pieces: now.pieces.flatMap(({ itemId, quantity, received }) => {
      const line = order.lines.find(({ id }) => id === itemId);
      const count = received ?? quantity;
      return line && count > 0
        ? [{ name: line.productName, size: line.size, quantity: count }]
        : [];
    }),
  };
}
