import type { SQL } from "drizzle-orm";
import { and, desc, eq, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { textContains } from "#db/text-contains.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { DeliveryDoubt, EmailStatus, OutboxFilter, SentThrough } from "./outbox.ts";
import { deliveryDoubt, MAX_PAGE_ROWS, REMOVED_CONTENT } from "./outbox.ts";

/** A permanent refusal with the host's reason. */
export type Bounce = { mailId: string; reason: string; at: Date };

/** Not cleared, and nothing sent since. */
const isBounce = sql`b.status = 'bounced' and b.bounced_at is not null
  and not exists (select from mail_outbox s where s.status = 'sent' and s.sent_through is distinct from 'file' and lower(s.recipient) = lower(b.recipient) and s.sent_at > b.bounced_at)`;

/** Condition: the recipient has a current bounce. */
export function hasBounced(recipient: SQL): SQL {
  return sql`exists (select from mail_outbox b where ${isBounce} and lower(b.recipient) = lower(${recipient}))`;
}

/** Current bounces by lower-case recipient. The caller authorizes. */
async function listBounces(
  db: Queryable,
  recipients: readonly string[],
): Promise<ReadonlyMap<string, Bounce>> {
  if (recipients.length === 0) return new Map();
  const wanted = JSON.stringify(recipients.map((recipient) => recipient.toLowerCase()));
  const { rows } = await db.execute<{
    recipient: string;
    mailId: string;
    reason: string | null;
    at: string;
  }>(sql`
    select distinct on (lower(b.recipient)) lower(b.recipient) as recipient, b.id as "mailId", b.last_error as reason, b.bounced_at as at
      from mail_outbox b
     where ${isBounce} and lower(b.recipient) in (select jsonb_array_elements_text(${wanted}::jsonb))
     order by lower(b.recipient), b.bounced_at desc`);
  return new Map(
    rows.map(({ recipient, mailId, reason, at }) => [
      recipient,
      { mailId, reason: reason ?? "", at: new Date(at) },
    ]),
  );
}

/** The recipient's current bounce, for an admin. */
export const findBounce = asAdmin(
  async (db: Queryable, input: { recipient: string }): Promise<Result<Bounce | null>> => {
    const found = await listBounces(db, [input.recipient]);
    return ok(found.get(input.recipient.toLowerCase()) ?? null);
  },
);

export type OutboxRow = {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  status: EmailStatus;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
  sentThrough: SentThrough;
  doubt: DeliveryDoubt | null;
  /** The recipient's, for a waiting or opened email. */
  bounce: Bounce | null;
};

export type Outbox = {
  rows: readonly OutboxRow[];
  counts: Partial<Record<EmailStatus, number>>;
  /** On all pages of the filter. */
  total: number;
  page: number;
  pageCount: number;
};

export type OutboxMessage = OutboxRow & {
  replyTo: string | null;
  textBody: string;
  htmlBody: string;
  /** The content is no longer stored. */
  isRemoved: boolean;
};

/** A condition: the email ended as a file. */
export const IS_STORED = sql`(${mailOutbox.status} = 'sent' and ${mailOutbox.sentThrough} is not distinct from 'file')`;

/** What pages call an email's state. */
export const SHOWN_STATUS = sql<EmailStatus>`case when ${IS_STORED} then 'stored' else ${mailOutbox.status} end`;

/** What became of the email of one event, by its key; null before it is written and once it is forgotten. The caller authorizes. */
export async function findEmailStatus(
  db: Queryable,
  { dedupeKey }: { dedupeKey: string },
): Promise<EmailStatus | null> {
  const [found] = await db
    .select({ status: SHOWN_STATUS })
    .from(mailOutbox)
    .where(eq(mailOutbox.dedupeKey, dedupeKey));
  return found?.status ?? null;
}

const rowColumns = {
  id: mailOutbox.id,
  kind: mailOutbox.kind,
  recipient: mailOutbox.recipient,
  subject: mailOutbox.subject,
  status: SHOWN_STATUS,
  attempts: mailOutbox.attempts,
  lastError: mailOutbox.lastError,
  createdAt: mailOutbox.createdAt,
  sentAt: mailOutbox.sentAt,
  sentThrough: mailOutbox.sentThrough,
  unconfirmedSends: mailOutbox.unconfirmedSends,
};

/** A page of the outbox for an admin, newest first. */
export const listOutbox = asAdmin(
  async (db: Queryable, input: { filter: OutboxFilter }): Promise<Result<Outbox>> => {
    const { filter } = input;
    const found = filter.search
      ? textContains([mailOutbox.recipient, mailOutbox.subject], filter.search)
      : undefined;
    const counted = await db
      .select({ status: SHOWN_STATUS, count: sql<number>`count(*)::integer` })
      .from(mailOutbox)
      .where(found)
      .groupBy(SHOWN_STATUS);
    const total = counted
      .filter((row) => filter.status === null || row.status === filter.status)
      .reduce((sum, row) => sum + row.count, 0);
    const pageCount = Math.max(1, Math.ceil(total / MAX_PAGE_ROWS));
    const page = Math.min(filter.page, pageCount);
    const rows = await db
      .select(rowColumns)
      .from(mailOutbox)
      .where(and(found, filter.status ? eq(SHOWN_STATUS, filter.status) : undefined))
      // Time-ordered; uses the primary key.
      .orderBy(desc(mailOutbox.id))
      .limit(MAX_PAGE_ROWS)
      .offset((page - 1) * MAX_PAGE_ROWS);
    const waiting = rows.filter(({ status }) => status === "queued");
    const bounces = await listBounces(
      db,
      waiting.map(({ recipient }) => recipient),
    );
    const reported = rows.map((row) => {
      const isWaiting = row.status === "queued";
      const bounce = (isWaiting && bounces.get(row.recipient.toLowerCase())) || null;
      return { ...row, bounce, doubt: deliveryDoubt(row) };
    });
    const counts = Object.fromEntries(counted.map((row) => [row.status, row.count]));
    return ok({ rows: reported, counts, total, page, pageCount });
  },
);

/** Links in private emails grant access. */
const LINK_SECRET =
  /([?&;]token=|\/(?:contract|garment|measure|store-credit|confirm-email)\/)[\w.%-]+/g;

/** Six digits that grant access, as `renderEmail` writes a code in text and in HTML. */
const CODE = /(Code: |nowrap">)\d{6}\b/g;

const hideSecrets = (text: string) => text.replace(LINK_SECRET, "$1...").replace(CODE, "$1......");

/** An email with its text without link secrets, for an admin. Null for an unknown or malformed id. */
export const findOutboxEmail = asAdmin(
  async (db: Queryable, input: { mailId: string }): Promise<Result<OutboxMessage | null>> => {
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
    return ok({
      ...mail,
      bounce,
      doubt: deliveryDoubt(mail),
      isRemoved: htmlBody === REMOVED_CONTENT.htmlBody,
      textBody: hideSecrets(textBody),
      htmlBody: hideSecrets(htmlBody),
    });
  },
);
