import { eq, sql } from "drizzle-orm";
import { isEmail } from "#core/email.ts";
import type { Transaction } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/settings.server.ts";
import type { MailTopic } from "#features/identity/email-preferences.ts";
import { isSubscribed } from "#features/identity/email-preferences.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import { comesBack } from "./bounces.server.ts";
import type { RenderedMail } from "./mail-document.ts";
import type { MailKind } from "./mail-kinds.ts";
import { withUnsubscribeLink } from "./render-mail.ts";
import { singleLine } from "./single-line.ts";

/** One mail to one person; `dedupeKey` names the happening it tells of. */
export type OutgoingMail = RenderedMail & {
  dedupeKey: string;
  kind: MailKind;
  recipient: string;
  /** Whom an answer to this mail reaches; left out, or no mail address, it reaches the shop. */
  replyTo?: string;
  /**
   * For a mail its reader may do without: sent only to accounts that wish it, with a link that ends it. Left out for what is owed
   * (confirmations, receipts, answers), which always goes.
   */
  optional?: { topic: MailTopic; unsubscribeUrl: (userId: string) => string };
  /** The link that ends a mail which an address alone asked for, without an account. */
  unsubscribeUrl?: string;
};

type Wish = { isWished: boolean; unsubscribeUrl: string | null };

/** Order mails always try: an address may work again, and its owner waits for them. News knocks no more where mails come back. */
async function isHeldBack(tx: Transaction, mail: OutgoingMail): Promise<boolean> {
  const isNews =
    mail.optional?.topic === "email-notifications" || mail.unsubscribeUrl !== undefined;
  if (!isNews) return false;
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`select ${comesBack(sql`${mail.recipient}::text`)} as held`,
  );
  return rows[0]?.held === true;
}

/** Whether an optional mail goes, and the address that ends its kind. Somebody without an account has unwished nothing, but was never asked for news either. */
async function wishOf(tx: Transaction, mail: OutgoingMail): Promise<Wish> {
  const { optional, recipient } = mail;
  if (!optional) return { isWished: true, unsubscribeUrl: mail.unsubscribeUrl ?? null };
  const [reader] = await tx
    .select({
      id: profiles.id,
      emailNotifications: profiles.emailNotifications,
      orderUpdates: profiles.orderUpdates,
    })
    .from(profiles)
    .where(eq(sql`lower(${profiles.email})`, recipient.toLowerCase()));
  if (!reader) return { isWished: optional.topic === "order-updates", unsubscribeUrl: null };
  return {
    isWished: isSubscribed(reader, optional.topic),
    unsubscribeUrl: optional.unsubscribeUrl(reader.id),
  };
}

/**
 * Puts a mail into the outbox and asks for its delivery, both inside the caller's transaction: it is sent if that commits and
 * only then. The same happening never makes a second mail, however often it is processed, and an optional one goes only where it is
 * wished (decision A4) and, unless it is about an order, where mails do not come back; tells whether this call made it.
 */
export async function enqueueMail(
  tx: Transaction,
  jobs: JobQueue,
  mail: OutgoingMail,
): Promise<boolean> {
  const wish = await wishOf(tx, mail);
  if (!wish.isWished || (await isHeldBack(tx, mail))) return false;
  const { text, html } = withUnsubscribeLink(mail, wish.unsubscribeUrl);
  const replyTo = mail.replyTo !== undefined && isEmail(mail.replyTo) ? mail.replyTo : null;
  const [queued] = await tx
    .insert(mailOutbox)
    .values({
      dedupeKey: mail.dedupeKey,
      kind: mail.kind,
      recipient: singleLine(mail.recipient),
      replyTo,
      unsubscribeUrl: wish.unsubscribeUrl,
      subject: singleLine(mail.subject),
      textBody: text,
      htmlBody: html,
    })
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
    .returning({ id: mailOutbox.id });
  if (!queued) return false;
  await jobs.send("send-mail", { mailId: queued.id }, tx);
  return true;
}
