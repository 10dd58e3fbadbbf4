import { and, asc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { AppError } from "#core/app-error.ts";
import type { Database } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Mailer } from "#platform/mailer.server.ts";
import { DeliveryUnconfirmed, RecipientRefused } from "#platform/mailer.server.ts";
import type { EmailRegistry } from "./email.ts";
import { kindsWithOneTimeLink } from "./email.ts";
import { REMOVED_CONTENT } from "./outbox.ts";

/** About a day with the queue's backoff; then the owner may resend the email. */
export const MAX_EMAIL_ATTEMPTS = 12;

/** Limits a batch after a long outage. */
const DRAIN_BATCH = 500;

type SendLease = { seconds: number; renewMs: number };

/**
 * The lease of a send. Shorter than the silence after which the queue repeats the job of a killed process
 * (platform/job-queue), so that the repeated job may take the email over.
 */
const SEND_LEASE: SendLease = { seconds: 45, renewMs: 10_000 };

type DeliverDeps = {
  db: Database;
  mailer: Mailer;
  clock: Clock;
  emails: EmailRegistry;
  /** Differs in each run of each process. */
  processId: string;
  /** SEND_LEASE by default. */
  lease?: SendLease | undefined;
};

type Delivery = "sent" | "nothing to do" | "given up" | "bounced";

const leaseEnd = ({ lease = SEND_LEASE }: DeliverDeps) =>
  sql`clock_timestamp() + make_interval(secs => ${lease.seconds})`;

const isQueued = (mailId: string) =>
  and(eq(mailOutbox.id, mailId), eq(mailOutbox.status, "queued"));

/** While the process has the lease, or has had it last. */
const isOwned = (mailId: string, processId: string) =>
  and(isQueued(mailId), eq(mailOutbox.sendingProcess, processId));

/** Takes the lease of a waiting email. By the database's clock, which all processes share. */
async function claimEmail(deps: DeliverDeps, mailId: string) {
  const { db, processId } = deps;
  const isFree = or(
    isNull(mailOutbox.sendLeaseUntil),
    lt(mailOutbox.sendLeaseUntil, sql`clock_timestamp()`),
    eq(mailOutbox.sendingProcess, processId),
  );
  const [mail] = await db
    .update(mailOutbox)
    .set({
      attempts: sql`${mailOutbox.attempts} + 1`,
      sendingProcess: processId,
      sendLeaseUntil: leaseEnd(deps),
    })
    .where(and(isQueued(mailId), isFree))
    .returning();
  if (mail) return mail;
  if ((await db.$count(mailOutbox, isQueued(mailId))) === 0) return null;
  throw new AppError("mail", "Another process is sending this email");
}

/** Renews the lease until the returned function is called. A failed renewal is repeated. */
function renewLease(deps: DeliverDeps, mailId: string): () => void {
  const { db, lease = SEND_LEASE, processId } = deps;
  const renewing = setInterval(() => {
    const renewal = db
      .update(mailOutbox)
      .set({ sendLeaseUntil: leaseEnd(deps) })
      .where(isOwned(mailId, processId));
    renewal.catch(() => undefined);
  }, lease.renewMs);
  return () => clearInterval(renewing);
}

/**
 * Records that the email may arrive from now on. Throws when it was withdrawn or belongs to another process, so that
 * its content is not completed.
 */
async function recordHandover(deps: DeliverDeps, mailId: string): Promise<void> {
  const { db, processId } = deps;
  const recorded = await db
    .update(mailOutbox)
    .set({
      unconfirmedSends: sql`${mailOutbox.unconfirmedSends} + 1`,
      sendLeaseUntil: leaseEnd(deps),
    })
    .where(isOwned(mailId, processId))
    .returning({ id: mailOutbox.id });
  if (recorded.length === 0) throw new AppError("mail", "The email was withdrawn meanwhile");
}

/** One handover got its reply. None was recorded for an email that becomes a file. */
const oneConfirmed = sql`greatest(${mailOutbox.unconfirmedSends} - 1, 0)`;

const noLease = { sendingProcess: null, sendLeaseUntil: null } as const;

/**
 * Sends one email of the outbox and records the result. The process has the email for as long as SMTP allows the mail
 * server to reply, by a lease that it renews (RFC 5321, 4.5.3.2; ADR 0034); another process takes it over only when the
 * lease has ended. An attempt whose content was sent without a reply is counted, because it may have arrived. Throws on
 * a temporary failure and while another process is sending, so that the queue retries. The content of an email with a
 * one-time link is removed with its last attempt.
 */
export async function deliverEmail(
  deps: DeliverDeps,
  input: { mailId: string },
): Promise<Delivery> {
  const mail = await claimEmail(deps, input.mailId);
  if (!mail) return "nothing to do";
  const endLease = renewLease(deps, mail.id);
  try {
    return await sendClaimed(deps, mail);
  } finally {
    endLease();
  }
}

async function sendClaimed(
  deps: DeliverDeps,
  mail: typeof mailOutbox.$inferSelect,
): Promise<Delivery> {
  const { db, mailer, clock } = deps;
  const isLinkOnce = kindsWithOneTimeLink(deps.emails).includes(mail.kind);
  const ended = isLinkOnce ? REMOVED_CONTENT : {};
  let handovers = 0;
  try {
    await mailer.send(
      {
        id: mail.id,
        to: mail.recipient,
        replyTo: mail.replyTo,
        unsubscribeUrl: mail.unsubscribeUrl,
        subject: mail.subject,
        text: mail.textBody,
        html: mail.htmlBody,
      },
      async () => {
        await recordHandover(deps, mail.id);
        handovers += 1;
      },
    );
  } catch (cause) {
    const lastError = cause instanceof Error ? cause.message : String(cause);
    const isInDoubt = cause instanceof DeliveryUnconfirmed;
    const doubt = handovers > 0 && !isInDoubt ? { unconfirmedSends: oneConfirmed } : {};
    const failure = { lastError, ...doubt, ...noLease };
    const own = isOwned(mail.id, deps.processId);
    if (cause instanceof RecipientRefused) {
      const bounced = { status: "bounced", bouncedAt: clock.now(), ...failure, ...ended } as const;
      await db.update(mailOutbox).set(bounced).where(own);
      return "bounced";
    }
    const isLast = mail.attempts >= MAX_EMAIL_ATTEMPTS;
    await db
      .update(mailOutbox)
      .set(isLast ? { ...failure, status: "failed", ...ended } : failure)
      .where(own);
    if (isLast) return "given up";
    throw cause;
  }
  // Also when another process has the lease by now: the mail server has accepted the email.
  await db
    .update(mailOutbox)
    .set({
      ...{ status: "sent", sentAt: clock.now(), lastError: null, unconfirmedSends: oneConfirmed },
      ...noLease,
      ...ended,
    })
    .where(isQueued(mail.id));
  if (mailer.server) await recordAcceptance(deps, mailer.server);
  return "sent";
}

/** The setting that names the mail server which has accepted an email last. */
export const ACCEPTED_MAIL = "accepted_mail";

/** Writes only when the server is another one than before. */
async function recordAcceptance({ clock, db }: DeliverDeps, server: string): Promise<void> {
  const value = JSON.stringify({ server, at: clock.now().toISOString() });
  await db.execute(sql`
    insert into site_settings (setting_name, setting_value, version) values (${ACCEPTED_MAIL}, ${value}::jsonb, 0)
    on conflict (setting_name) do update set setting_value = excluded.setting_value
     where site_settings.setting_value->>'server' <> ${server}`);
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
