import type { SQL } from "drizzle-orm";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { jsonColumn } from "#db/json-columns.server.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentMovements, refunds } from "#db/schema/payments.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { emailLabel, REMOVED_CONTENT } from "#features/base/mail/outbox.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { lockOrder } from "./order-queries.server.ts";
import { recordOrderEvent } from "./stored-order-events.server.ts";

export type OrderMail = { id: string; kind: string; subject: string; at: Date };

/** The kinds of an order's emails, by what the second part of their key names. */
const KINDS = {
  order: ["bank-transfer", "deposit-owed", "order-confirmation"],
  movement: ["deposit-received", "deposit-undone", "transfer-late"],
  shipment: ["shipped", "delivered"],
  refund: ["refund-promised", "refund", "refund-failed"],
  return: ["return", "return-received", "return-exchanged", "return-declined"],
} as const;

const keysOf = (about: keyof typeof KINDS, name: SQL, from: SQL) => sql`
  select mail.kind || ':' || ${name} from unnest(${sql.param([...KINDS[about]])}::text[]) as mail (kind), ${from}`;

/** The emails of an order, for a statement from `orders`: oldest first, without repeats and removed ones. */
export const orderMailsColumn = jsonColumn(
  {
    id: mailOutbox.id,
    kind: mailOutbox.kind,
    subject: mailOutbox.subject,
    at: mailOutbox.createdAt,
  },
  {
    from: mailOutbox,
    where: and(
      sql`${mailOutbox.dedupeKey} in (
        ${keysOf("order", sql`${orders.id}`, sql`(values (1)) as the_order`)} union all
        ${keysOf("movement", sql`m.id`, sql`${paymentMovements} m where m.order_id = ${orders.id}`)} union all
        ${keysOf("shipment", sql`s.id`, sql`${shipments} s where s.order_id = ${orders.id}`)} union all
        ${keysOf("refund", sql`r.id`, sql`${refunds} r where r.order_id = ${orders.id}`)} union all
        ${keysOf("return", sql`q.authorization_number`, sql`${returnRequests} q where q.order_id = ${orders.id}`)})`,
      ne(mailOutbox.htmlBody, REMOVED_CONTENT.htmlBody),
    ),
    orderBy: [asc(mailOutbox.createdAt), asc(mailOutbox.id)],
  },
);

/** Oldest first, without repeats and removed ones; one statement. */
export async function mailsOfOrder(db: Queryable, orderId: string): Promise<OrderMail[]> {
  const [row] = await db
    .select({ mails: orderMailsColumn })
    .from(orders)
    .where(eq(orders.id, orderId));
  return row?.mails ?? [];
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
