import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Mailer } from "#platform/mailer.server.ts";
import { RecipientRefused } from "#platform/mailer.server.ts";

/** After so many attempts (about a day with the queue's backoff) a mail is given up and waits for the owner in the outbox. */
export const MAX_EMAIL_ATTEMPTS = 12;

/** The outbox is drained in portions, so that a long outage does not become one huge batch. */
const DRAIN_BATCH = 500;

/**
 * Sends one mail of the outbox and remembers the outcome; throws when the mailer could not, so that the queue tries again. An address
 * that was refused for good is never tried again. A mail that was sent, bounced or given up before is left alone, so a job that runs
 * twice sends once.
 */
export async function deliverEmail(
  deps: { db: Database; mailer: Mailer; clock: Clock },
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
      const bounced = { status: "bounced", bouncedAt: clock.now(), lastError } as const;
      await db.update(mailOutbox).set(bounced).where(waiting);
      return "bounced";
    }
    const isLast = mail.attempts >= MAX_EMAIL_ATTEMPTS;
    await db
      .update(mailOutbox)
      .set({ lastError, status: isLast ? "failed" : "queued" })
      .where(waiting);
    if (isLast) return "given up";
    throw cause;
  }
  await db
    .update(mailOutbox)
    .set({ status: "sent", sentAt: clock.now(), lastError: null })
    .where(waiting);
  return "sent";
}

/**
 * Asks for the delivery of every mail still waiting, oldest first, and tells how many: the outbox is the truth, a job only the
 * messenger, so a mail written while no queue was running is found here.
 */
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
