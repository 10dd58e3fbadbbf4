import type { SQL } from "drizzle-orm";
import { and, eq, gt, like, ne, or, sql } from "drizzle-orm";
import { readEmail } from "#core/email.ts";
import { newId } from "#core/ids.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { EmailTopic } from "#features/base/identity/email-preferences.ts";
import { isSubscribed } from "#features/base/identity/email-preferences.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { OutboxEmail } from "./email.ts";
import { hasBounced } from "./outbox-queries.server.ts";
import { singleLine, withUnsubscribeLink } from "./render-email.ts";

/** What a write needs that sends an email with links to the shop. */
export type EmailDeps = { db: Database; jobs: JobQueue; clock: Clock; publicUrl: string };

/** `dedupeKey` names the event. */
type OutgoingEmail = OutboxEmail & {
  dedupeKey: string;
  recipient: string;
  /** The shop's when absent or invalid. */
  replyTo?: string;
  /** With a topic made for the account, else fixed. */
  unsubscribeUrl?: string | ((userId: string, topic: EmailTopic) => string);
};

/** Marketing email is not sent to bounced addresses. Order emails are: the address may work again. */
async function isHeldBack(tx: Transaction, email: OutgoingEmail): Promise<boolean> {
  const isMarketing =
    email.topic === "email-notifications" || typeof email.unsubscribeUrl === "string";
  if (!isMarketing) return false;
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`select ${hasBounced(sql`${email.recipient}::text`)} as held`,
  );
  return rows[0]?.held === true;
}

/** Which emails a person wants; without an account order updates and no notifications. */
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
 * Adds an email to the outbox in the caller's transaction, once per event. Emails with a topic go to
 * subscribers (decision A4). Returns whether created.
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
  const replyTo = email.replyTo === undefined ? null : readEmail(email.replyTo);
  const [queued] = await tx
    .insert(mailOutbox)
    .values({
      dedupeKey: email.dedupeKey,
      kind: email.kind,
      recipient: readEmail(email.recipient) ?? singleLine(email.recipient),
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

/** "out": possibly sent; "none": there was none. */
export type WithdrawnEmail = "withdrawn" | "out" | "none";

/** Includes resent copies. */
function ofEvent(dedupeKey: string): SQL | undefined {
  return or(
    eq(mailOutbox.dedupeKey, dedupeKey),
    like(mailOutbox.dedupeKey, `${dedupeKey}:again:%`),
  );
}

/** An unconfirmed attempt may have arrived; bounced and failed ones did not, nor those that were stored as files (ADR 0113). */
const mayBeOut = or(
  and(eq(mailOutbox.status, "sent"), sql`${mailOutbox.sentThrough} is distinct from 'file'`),
  and(eq(mailOutbox.status, "queued"), gt(mailOutbox.attempts, 0)),
);

/** The events of which the recipient may know, by their keys; one statement. No pattern characters in the keys. */
export async function listEmailsOut(
  db: Queryable,
  dedupeKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (dedupeKeys.length === 0) return new Set();
  const rows = await db
    .select({ key: mailOutbox.dedupeKey })
    .from(mailOutbox)
    .where(and(or(...dedupeKeys.map(ofEvent)), mayBeOut));
  const isOut = (dedupeKey: string) =>
    rows.some(({ key }) => key === dedupeKey || key?.startsWith(`${dedupeKey}:again:`));
  return new Set(dedupeKeys.filter(isOut));
}

/**
 * Withdraws an undone event's email: deletes a queued one; gives a sent one another key, so that a new one
 * can be sent.
 */
export async function withdrawEmail(tx: Transaction, dedupeKey: string): Promise<WithdrawnEmail> {
  const isIt = ofEvent(dedupeKey);
  const waiting = await tx
    .delete(mailOutbox)
    .where(and(isIt, eq(mailOutbox.status, "queued")))
    .returning({ attempts: mailOutbox.attempts });
  // After the delete: an email sent meanwhile is out.
  const isOut =
    waiting.some(({ attempts }) => attempts > 0) ||
    (await listEmailsOut(tx, [dedupeKey])).has(dedupeKey);
  await tx
    .update(mailOutbox)
    .set({ dedupeKey: `${dedupeKey}:taken-back:${newId()}` })
    .where(and(eq(mailOutbox.dedupeKey, dedupeKey), ne(mailOutbox.status, "queued")));
  if (isOut) return "out";
  return waiting.length > 0 ? "withdrawn" : "none";
}
