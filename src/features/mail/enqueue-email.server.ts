import type { SQL } from "drizzle-orm";
import { and, eq, gt, like, ne, or, sql } from "drizzle-orm";
import { isEmail } from "#core/email.ts";
import { newId } from "#core/ids.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { EmailTopic } from "#features/identity/email-preferences.ts";
import { isSubscribed } from "#features/identity/email-preferences.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { OutboxEmail } from "./email.ts";
import { hasBounced } from "./outbox-queries.server.ts";
import { singleLine, withUnsubscribeLink } from "./render-email.ts";

/** An email to one recipient. `dedupeKey` names the event it reports. */
type OutgoingEmail = OutboxEmail & {
  dedupeKey: string;
  recipient: string;
  /** Where replies go. Left out, or not a valid email, they go to the shop. */
  replyTo?: string;
  /** Ends emails like this one: for those with a topic, made for the account; else the link of a subscription without an account. */
  unsubscribeUrl?: string | ((userId: string, topic: EmailTopic) => string);
};

/** Marketing email is not sent to addresses that bounced. Emails about orders are, because the address may work again. */
async function isHeldBack(tx: Transaction, email: OutgoingEmail): Promise<boolean> {
  const isMarketing =
    email.topic === "email-notifications" || typeof email.unsubscribeUrl === "string";
  if (!isMarketing) return false;
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`select ${hasBounced(sql`${email.recipient}::text`)} as held`,
  );
  return rows[0]?.held === true;
}

/**
 * Whether the recipient is subscribed to the email's topic, and the URL that ends it. Without an account there are no preferences: order
 * updates are sent, notifications are not.
 */
async function subscriptionOf(
  tx: Transaction,
  { recipient, topic, unsubscribeUrl }: OutgoingEmail,
): Promise<{ isSubscribed: boolean; unsubscribeUrl: string | null }> {
  if (topic === null) {
    const url = typeof unsubscribeUrl === "string" ? unsubscribeUrl : null;
    return { isSubscribed: true, unsubscribeUrl: url };
  }
  const [reader] = await tx
    .select({
      id: profiles.id,
      emailNotifications: profiles.emailNotifications,
      orderUpdates: profiles.orderUpdates,
    })
    .from(profiles)
    .where(eq(sql`lower(${profiles.email})`, recipient.toLowerCase()));
  if (!reader) return { isSubscribed: topic === "order-updates", unsubscribeUrl: null };
  const url =
    typeof unsubscribeUrl === "function" ? unsubscribeUrl(reader.id, topic) : unsubscribeUrl;
  return { isSubscribed: isSubscribed(reader, topic), unsubscribeUrl: url ?? null };
}

/**
 * Puts an email into the outbox and queues its delivery, both inside the caller's transaction: it is sent only if that commits. One event
 * makes one email, however often it is processed. Emails with a topic go to subscribed recipients only (decision A4). Returns whether this
 * call created the email.
 */
export async function enqueueEmail(
  tx: Transaction,
  jobs: JobQueue,
  email: OutgoingEmail,
): Promise<boolean> {
  const subscription = await subscriptionOf(tx, email);
  if (!subscription.isSubscribed || (await isHeldBack(tx, email))) return false;
  const { unsubscribeUrl } = subscription;
  const { text, html } = withUnsubscribeLink(email, unsubscribeUrl);
  const replyTo = email.replyTo !== undefined && isEmail(email.replyTo) ? email.replyTo : null;
  const [queued] = await tx
    .insert(mailOutbox)
    .values({
      dedupeKey: email.dedupeKey,
      kind: email.kind,
      recipient: singleLine(email.recipient),
      replyTo,
      unsubscribeUrl,
      subject: singleLine(email.subject),
      textBody: text,
      htmlBody: html,
    })
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
    .returning({ id: mailOutbox.id });
  if (!queued) return false;
  await jobs.send("send-mail", { mailId: queued.id }, tx);
  return true;
}

/** The email of an event was withdrawn before it was sent, may have been sent, or never existed. */
export type WithdrawnEmail = "withdrawn" | "out" | "none";

/** The email of an event, and its resent copies. */
function ofEvent(dedupeKey: string): SQL | undefined {
  return or(
    eq(mailOutbox.dedupeKey, dedupeKey),
    like(mailOutbox.dedupeKey, `${dedupeKey}:again:%`),
  );
}

/** A delivery attempt may have succeeded even if its response was lost. Bounced and failed emails reached no one. */
const mayBeOut = or(
  eq(mailOutbox.status, "sent"),
  and(eq(mailOutbox.status, "queued"), gt(mailOutbox.attempts, 0)),
);

/** Whether the recipient may have read of this event. `dedupeKey` must not contain pattern characters. */
export async function isEmailOut(db: Queryable, dedupeKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(ofEvent(dedupeKey), mayBeOut))
    .limit(1);
  return rows.length > 0;
}

/**
 * Withdraws the email of an event that was undone. A queued email is deleted. A sent one stays in the outbox under another key, so that
 * the event sends a new email if it happens again.
 */
export async function withdrawEmail(tx: Transaction, dedupeKey: string): Promise<WithdrawnEmail> {
  const isIt = ofEvent(dedupeKey);
  const waiting = await tx
    .delete(mailOutbox)
    .where(and(isIt, eq(mailOutbox.status, "queued")))
    .returning({ attempts: mailOutbox.attempts });
  // Asked after the delete: an email sent while the delete waited for its row counts as out.
  const isOut = waiting.some(({ attempts }) => attempts > 0) || (await isEmailOut(tx, dedupeKey));
  await tx
    .update(mailOutbox)
    .set({ dedupeKey: `${dedupeKey}:taken-back:${newId()}` })
    .where(and(eq(mailOutbox.dedupeKey, dedupeKey), ne(mailOutbox.status, "queued")));
  if (isOut) return "out";
  return waiting.length > 0 ? "withdrawn" : "none";
}
