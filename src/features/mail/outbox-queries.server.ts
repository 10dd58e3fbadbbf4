import { desc, eq, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/settings.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { Bounce } from "./bounces.server.ts";
import { listBounces } from "./bounces.server.ts";
import type { MailStatus, OutboxFilter } from "./outbox.ts";
import { MAILS_A_PAGE } from "./outbox.ts";

/** One mail in the outbox, without its words. */
export type OutboxRow = {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  status: MailStatus;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
  /** For a mail that waits or is open: earlier mails to its address came back. */
  bounce: Bounce | null;
};

/** A page of the outbox, and how many mails each status has. */
export type Outbox = {
  rows: readonly OutboxRow[];
  counts: Partial<Record<MailStatus, number>>;
  page: number;
  pageCount: number;
};

/** A mail with its words. */
export type OutboxMail = OutboxRow & {
  replyTo: string | null;
  textBody: string;
  htmlBody: string;
};

const rowColumns = {
  id: mailOutbox.id,
  kind: mailOutbox.kind,
  recipient: mailOutbox.recipient,
  subject: mailOutbox.subject,
  status: mailOutbox.status,
  attempts: mailOutbox.attempts,
  lastError: mailOutbox.lastError,
  createdAt: mailOutbox.createdAt,
  sentAt: mailOutbox.sentAt,
};

/** A page of the outbox, newest first, for an admin. */
export async function listOutbox(
  db: Queryable,
  input: { actor: Actor; filter: OutboxFilter },
): Promise<Result<Outbox, "forbidden">> {
  const { actor, filter } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const counted = await db
    .select({ status: mailOutbox.status, count: sql<number>`count(*)::integer` })
    .from(mailOutbox)
    .groupBy(mailOutbox.status);
  const total = counted
    .filter((row) => filter.status === null || row.status === filter.status)
    .reduce((sum, row) => sum + row.count, 0);
  const pageCount = Math.max(1, Math.ceil(total / MAILS_A_PAGE));
  const page = Math.min(filter.page, pageCount);
  const rows = await db
    .select(rowColumns)
    .from(mailOutbox)
    .where(filter.status ? eq(mailOutbox.status, filter.status) : undefined)
    // Ids are made in the order of time, so the key's own index gives the newest.
    .orderBy(desc(mailOutbox.id))
    .limit(MAILS_A_PAGE)
    .offset((page - 1) * MAILS_A_PAGE);
  const waiting = rows.filter(({ status }) => status === "queued");
  const bounces = await listBounces(
    db,
    waiting.map(({ recipient }) => recipient),
  );
  const told = rows.map((row) => {
    const isWaiting = row.status === "queued";
    return { ...row, bounce: (isWaiting && bounces.get(row.recipient.toLowerCase())) || null };
  });
  const counts = Object.fromEntries(counted.map((row) => [row.status, row.count]));
  return ok({ rows: told, counts, page, pageCount });
}

/** Whoever holds the link of such a mail is taken for its recipient: it is for the mailbox alone. */
const hideSecrets = (words: string) => words.replace(/([?&;]token=)[\w.%-]+/g, "$1...");

/** One mail with its words but for its links' secrets, for an admin; null for an id that is malformed or nobody's. */
export async function findOutboxMail(
  db: Queryable,
  input: { actor: Actor; mailId: string },
): Promise<Result<OutboxMail | null, "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  if (!isId(input.mailId)) return ok(null);
  const [mail] = await db
    .select({
      ...rowColumns,
      replyTo: mailOutbox.replyTo,
      textBody: mailOutbox.textBody,
      htmlBody: mailOutbox.htmlBody,
    })
    .from(mailOutbox)
    .where(eq(mailOutbox.id, input.mailId));
  if (!mail) return ok(null);
  const { recipient, textBody, htmlBody } = mail;
  const bounce = (await listBounces(db, [recipient])).get(recipient.toLowerCase()) ?? null;
  return ok({ ...mail, bounce, textBody: hideSecrets(textBody), htmlBody: hideSecrets(htmlBody) });
}
