import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Mailer } from "#platform/mailer.server.ts";
import { RecipientRefused } from "#platform/mailer.server.ts";
import type { EmailRegistry } from "./email.ts";
import { kindsWithOneTimeLink } from "./email.ts";
import { REMOVED_CONTENT } from "./outbox.ts";

/** About a day with the queue's backoff; then the owner may resend the email. */
export const MAX_EMAIL_ATTEMPTS = 12;

/** Limits a batch after a long outage. */
const DRAIN_BATCH = 500;

/**
 * Sends one email of the outbox and records the result. Throws on a temporary failure, so that the queue retries. A
 * repeated job sends nothing twice. The content of an email with a one-time link is removed with its last attempt.
 */
export async function deliverEmail(
  deps: { db: Database; mailer: Mailer; clock: Clock; emails: EmailRegistry },
  input: { mailId: string },
): Promise<"sent" | "nothing to do" | "given up" | "bounced"> {
  const { db, mailer, clock } = deps;
  const waiting = and(eq(mailOutbox.id, input.mailId), eq(mailOutbox.status, "queued"));
  const [mail] = await db
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} + 1` })
    .where(waiting)
    .returning();
  if (!mail) return "nothing to do";
  const isLinkOnce = kindsWithOneTimeLink(deps.emails).includes(mail.kind);
  const ended = isLinkOnce ? REMOVED_CONTENT : {};
  try {
    await mailer.send({
      id: mail.id,
      to: mail.recipient,
      replyTo: mail.replyTo,
      unsubscribeUrl: mail.unsubscribeUrl,
      subject: mail.subject,
      text: mail.textBody,
      html: mail.htmlBody,
    });
  } catch (cause) {
    const lastError = cause instanceof Error ? cause.message : String(cause);
    if (cause instanceof RecipientRefused) {
      const bounced = { status: "bounced", bouncedAt: clock.now(), lastError, ...ended } as const;
      await db.update(mailOutbox).set(bounced).where(waiting);
      return "bounced";
    }
    const isLast = mail.attempts >= MAX_EMAIL_ATTEMPTS;
    await db
      .update(mailOutbox)
      .set(isLast ? { lastError, status: "failed", ...ended } : { lastError })
      .where(waiting);
    if (isLast) return "given up";
    throw cause;
  }
  await db
    .update(mailOutbox)
    .set({ status: "sent", sentAt: clock.now(), lastError: null, ...ended })
    .where(waiting);
  return "sent";
}

/** Queues every waiting email, oldest first, also those written while no queue was running. Returns how many. */
export async function drainOutbox(deps: { db: Database; jobs: JobQueue }): Promise<number> {
  const waiting = await deps.db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(eq(mailOutbox.status, "queued"))
    .orderBy(asc(mailOutbox.createdAt))
    .limit(DRAIN_BATCH);
  for (const { id } of waiting) await deps.jobs.send("send-mail", { mailId: id });
  return waiting.length;
}
