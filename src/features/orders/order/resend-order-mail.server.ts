import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { refunds } from "#db/schema/payments.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { emailLabel, REMOVED_CONTENT } from "#features/base/mail/outbox.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { lockOrder } from "./order-queries.server.ts";
import { recordOrderEvent } from "./stored-order-events.server.ts";

export type OrderMail = { id: string; kind: string; subject: string; at: Date };

async function mailKeys(db: Queryable, orderId: string): Promise<string[]> {
  const idsOf = async (table: typeof shipments | typeof refunds) =>
    (await db.select({ id: table.id }).from(table).where(eq(table.orderId, orderId))).map(
      ({ id }) => id,
    );
  const numbers = await db
    .select({ number: returnRequests.authorizationNumber })
    .from(returnRequests)
    .where(eq(returnRequests.orderId, orderId));
  const returnKinds = ["return", "return-received", "return-exchanged", "return-declined"];
  return [
    `bank-transfer:${orderId}`,
    `order-confirmation:${orderId}`,
    ...(await idsOf(shipments)).flatMap((id) => [`shipped:${id}`, `delivered:${id}`]),
    ...(await idsOf(refunds)).flatMap((id) => [`refund:${id}`, `refund-failed:${id}`]),
    ...numbers.flatMap(({ number }) => returnKinds.map((kind) => `${kind}:${number}`)),
  ];
}

/** Oldest first, without repeats and removed ones. */
export async function mailsOfOrder(db: Queryable, orderId: string): Promise<OrderMail[]> {
  return db
    .select({
      id: mailOutbox.id,
      kind: mailOutbox.kind,
      subject: mailOutbox.subject,
      at: mailOutbox.createdAt,
    })
    .from(mailOutbox)
    .where(
      and(
        inArray(mailOutbox.dedupeKey, await mailKeys(db, orderId)),
        ne(mailOutbox.htmlBody, REMOVED_CONTENT.htmlBody),
      ),
    )
    .orderBy(asc(mailOutbox.createdAt), asc(mailOutbox.id));
}

/** Resends an order's email unchanged to its customer; `key`: one press. */
export const resendOrderMail = asAdmin(
  async (
    deps: { db: Database; jobs: JobQueue },
    input: { actor: Admin; orderId: string; mailId: string; key: string },
  ): Promise<Result<null, "not_found">> => {
    const { actor, key, mailId, orderId } = input;
    if (!isId(orderId) || !isId(mailId)) return fail("not_found");
    return inTransaction(deps.db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      const known = order && (await mailsOfOrder(tx, order.id)).some(({ id }) => id === mailId);
      const [mail] = await tx.select().from(mailOutbox).where(eq(mailOutbox.id, mailId));
      if (!known || !mail) return fail("not_found" as const);
      const { htmlBody, kind, recipient, replyTo, subject, textBody, unsubscribeUrl } = mail;
      const [queued] = await tx
        .insert(mailOutbox)
        .values({
          htmlBody,
          kind,
          recipient,
          replyTo,
          subject,
          textBody,
          unsubscribeUrl,
          dedupeKey: `${mail.dedupeKey}:again:${key}`,
        })
        .onConflictDoNothing({ target: mailOutbox.dedupeKey })
        .returning({ id: mailOutbox.id });
      if (!queued) return ok(null);
      await deps.jobs.send("send-mail", { mailId: queued.id }, tx);
      const detail = { reason: emailLabel(kind), by: actor.name };
      await recordOrderEvent(tx, { orderId, type: "mail_sent_again", detail });
      await recordChanges(tx, actor, [
        {
          action: "sent a mail again of",
          subject: "order",
          subjectId: orderId,
          before: null,
          after: { mail: emailLabel(kind) },
        },
      ]);
      return ok(null);
    });
  },
);
