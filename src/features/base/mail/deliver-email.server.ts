import type { SQL } from "drizzle-orm";
import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { AppError } from "#core/app-error.ts";
import type { Database } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { HandoverJournal } from "#platform/handover-journal.server.ts";
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
 * A send holds its lease this long. It is shorter than the queue's repetition of a killed process' job
 * (platform/job-queue), which may then take over.
 */
const SEND_LEASE: SendLease = { seconds: 45, renewMs: 10_000 };

type DeliverDeps = {
  db: Database;
  mailer: Mailer;
  clock: Clock;
  emails: EmailRegistry;
  /** Differs in each run of each process. */
  processId: string;
  /** Without it, an email whose process was killed is sent again unless its row says that it was sent. */
  handovers?: HandoverJournal | undefined;
  /** SEND_LEASE by default. */
  lease?: SendLease | undefined;
};

type Delivery = "sent" | "nothing to do" | "given up" | "bounced" | "in doubt";

const leaseEnd = ({ lease = SEND_LEASE }: DeliverDeps) =>
  sql`clock_timestamp() + make_interval(secs => ${lease.seconds})`;

const isQueued = (mailId: string) =>
  and(eq(mailOutbox.id, mailId), eq(mailOutbox.status, "queued"));

/** The process has or last had the lease. */
const isOwned = (mailId: string, processId: string) =>
  and(isQueued(mailId), eq(mailOutbox.sendingProcess, processId));

const isLeaseOver = lt(mailOutbox.sendLeaseUntil, sql`clock_timestamp()`);

/** Takes a waiting email's lease, by the database's shared clock. Null when it is not `free`. */
async function claimEmail(deps: DeliverDeps, mailId: string, free: SQL | undefined) {
  const { db, processId } = deps;
  const [mail] = await db
    .update(mailOutbox)
    .set({
      attempts: sql`${mailOutbox.attempts} + 1`,
      sendingProcess: processId,
      sendLeaseUntil: leaseEnd(deps),
    })
    .where(and(isQueued(mailId), free))
    .returning();
  return mail ?? null;
}

/** What the owner reads about an email that a killed process had completed. */
const STOPPED_WHILE_CONFIRMING =
  "The shop stopped while the mail server was confirming this email, so it is not sent again by itself. Please send it again if it has not arrived";

/**
 * Ends an email that a killed process had completed: the server accepts such an email without the process, so
 * another copy would be the second (ADR 0034). Null when no process left one, or its journal is not here.
 */
async function settleLeftSend(
  deps: DeliverDeps,
  mailId: string,
): Promise<"sent" | "in doubt" | null> {
  const { clock, db, handovers } = deps;
  const left = and(isQueued(mailId), isLeaseOver);
  const [mail] = await db
    .select({ kind: mailOutbox.kind, process: mailOutbox.sendingProcess })
    .from(mailOutbox)
    .where(left);
  const handover = mail?.process ? handovers?.read(mail.process, mailId) : null;
  if (!mail || !handover || handover === "none") return null;
  const isSent = handover === "accepted";
  const sent = { status: "sent", sentAt: clock.now(), sentThrough: "server" } as const;
  const result = isSent
    ? { ...sent, unconfirmedSends: oneConfirmed }
    : ({ status: "failed" } as const);
  const lastError = isSent ? null : STOPPED_WHILE_CONFIRMING;
  await db
    .update(mailOutbox)
    .set({ ...result, lastError, ...noLease, ...endedContent(deps, mail.kind) })
    .where(left);
  return isSent ? "sent" : "in doubt";
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

/** A one-time link is removed once its email is not sent any more. */
const endedContent = ({ emails }: DeliverDeps, kind: string) =>
  kindsWithOneTimeLink(emails).includes(kind) ? REMOVED_CONTENT : {};

/**
 * Sends one email and records the result. A renewed lease keeps it for as long as SMTP lets the server reply
 * (RFC 5321, 4.5.3.2; ADR 0034); others take over only after it, and only what its killed process had not
 * completed. Counts attempts without a reply, because they may have arrived. Throws on a temporary failure and
 * while another process sends, so that the queue retries. Removes one-time links with the last attempt.
 */
export async function deliverEmail(
  deps: DeliverDeps,
  { mailId }: { mailId: string },
): Promise<Delivery> {
  const own = eq(mailOutbox.sendingProcess, deps.processId);
  const free = or(isNull(mailOutbox.sendLeaseUntil), own);
  let mail = await claimEmail(deps, mailId, free);
  if (!mail) {
    const settled = await settleLeftSend(deps, mailId);
    if (settled) return settled;
    mail = await claimEmail(deps, mailId, or(free, isLeaseOver));
  }
  if (!mail) {
    if ((await deps.db.$count(mailOutbox, isQueued(mailId))) === 0) return "nothing to do";
    throw new AppError("mail", "Another process is sending this email");
  }
  const endLease = renewLease(deps, mail.id);
  try {
    return await sendClaimed(deps, mail);
  } finally {
    endLease();
  }
}

type MailRow = typeof mailOutbox.$inferSelect;

/** Records why a send failed. Throws the cause again unless the email has ended, so that the queue retries. */
async function recordFailure(
  deps: DeliverDeps,
  mail: MailRow,
  { cause, handovers }: { cause: unknown; handovers: number },
): Promise<"bounced" | "given up"> {
  const { clock, db } = deps;
  const ended = endedContent(deps, mail.kind);
  const lastError = cause instanceof Error ? cause.message : String(cause);
  const isInDoubt = cause instanceof DeliveryUnconfirmed;
  // The next attempt starts anew.
  if (handovers > 0) deps.handovers?.recordReply(mail.id, "none");
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

async function sendClaimed(deps: DeliverDeps, mail: MailRow): Promise<Delivery> {
  const { db, mailer, clock } = deps;
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
        deps.handovers?.recordEnd(mail.id);
      },
    );
    if (handovers > 0) deps.handovers?.recordReply(mail.id, "accepted");
  } catch (cause) {
    return recordFailure(deps, mail, { cause, handovers });
  }
  // Even without the lease, or after another process gave up: the server accepted.
  const isUnsettled = inArray(mailOutbox.status, ["queued", "failed"]);
  await db
    .update(mailOutbox)
    .set({
      status: "sent",
      sentAt: clock.now(),
      sentThrough: mailer.server === null ? "file" : "server",
      lastError: null,
      unconfirmedSends: oneConfirmed,
      ...noLease,
      ...endedContent(deps, mail.kind),
    })
    .where(and(eq(mailOutbox.id, mail.id), isUnsettled));
  if (mailer.server) await recordAcceptance(deps, mailer.server);
  return "sent";
}

/** The setting names the server that last accepted an email. */
export const ACCEPTED_MAIL = "accepted_mail";

/** The setting is written only when the server changed. */
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
