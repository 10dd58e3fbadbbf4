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

/** About a day with backoff; then the owner may resend. */
export const MAX_EMAIL_ATTEMPTS = 12;

/** Limits a batch after a long outage. */
const DRAIN_BATCH = 500;

type SendLease = { seconds: number; renewMs: number };

/**
 * A send's lease. Shorter than the queue's repetition of a killed process' job (platform/job-queue), which
 * may then take over.
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

/** The process has or last had the lease. */
const isOwned = (mailId: string, processId: string) =>
  and(isQueued(mailId), eq(mailOutbox.sendingProcess, processId));

/** Takes a waiting email's lease, by the database's shared clock. */
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

/** Renews until the returned function is called; failures are repeated. */
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

/** From now the email may arrive. Throws when withdrawn or another process', so that its content is not completed. */
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

/** One handover got its reply; file emails record none. */
const oneConfirmed = sql`greatest(${mailOutbox.unconfirmedSends} - 1, 0)`;

const noLease = { sendingProcess: null, sendLeaseUntil: null } as const;

/**
 * Sends one email and records the result. A renewed lease keeps it for as long as SMTP lets the server reply
 * (RFC 5321, 4.5.3.2; ADR 0034); others take over only after it. Counts attempts without a reply, because
 * they may have arrived. Throws on a temporary failure and while another process sends, so that the queue
 * retries. Removes one-time links with the last attempt.
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
  // Even without the lease: the server accepted.
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

/** The setting naming the server that last accepted an email. */
export const ACCEPTED_MAIL = "accepted_mail";

/** Only when the server changed. */
async function recordAcceptance({ clock, db }: DeliverDeps, server: string): Promise<void> {
  const value = JSON.stringify({ server, at: clock.now().toISOString() });
  await db.execute(sql`
    insert into site_settings (setting_name, setting_value, version) values (${ACCEPTED_MAIL}, ${value}::jsonb, 0)
    on conflict (setting_name) do update set setting_value = excluded.setting_value
     where site_settings.setting_value->>'server' <> ${server}`);
}

/** Queues waiting emails, oldest first, also those written without a queue. Returns how many. */
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
