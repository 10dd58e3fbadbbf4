import { createHash } from "node:crypto";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { canWriteTo } from "#core/email.ts";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { contactMessages, guyanaSalesInquiries, inboxReplies } from "#db/schema/inbox.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { Change } from "#features/base/audit/record-change.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { replyEmail } from "./inbox-email.ts";
import type { EntryChange, EntryKind, EntryStatus } from "./inbox-entry.ts";
import { ENTRY_STATUSES } from "./inbox-entry.ts";
import { deleteEntries } from "./old-entries.server.ts";

type LockedEntry = {
  id: string;
  kind: EntryKind;
  email: string;
  about: string;
  text: string;
  status: EntryStatus;
  createdAt: Date;
};

function tableOf(kind: EntryKind) {
  return kind === "inquiry" ? guyanaSalesInquiries : contactMessages;
}

/** Locks the entries in a fixed order; null when one is missing. */
async function lockEntries(tx: Transaction, ids: readonly string[]): Promise<LockedEntry[] | null> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length === 0 || !wanted.every(isId)) return null;
  const inquiries = await tx
    .select({
      id: guyanaSalesInquiries.id,
      kind: sql<EntryKind>`'inquiry'`,
      email: guyanaSalesInquiries.email,
      about: guyanaSalesInquiries.productName,
      text: guyanaSalesInquiries.additionalNotes,
      status: guyanaSalesInquiries.status,
      createdAt: guyanaSalesInquiries.createdAt,
    })
    .from(guyanaSalesInquiries)
    .where(inArray(guyanaSalesInquiries.id, wanted))
    .orderBy(asc(guyanaSalesInquiries.id))
    .for("update");
  const messages = await tx
    .select({
      id: contactMessages.id,
      kind: contactMessages.kind,
      email: contactMessages.email,
      about: contactMessages.subject,
      text: contactMessages.message,
      status: contactMessages.status,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .where(inArray(contactMessages.id, wanted))
    .orderBy(asc(contactMessages.id))
    .for("update");
  const found = [...inquiries, ...messages];
  return found.length === wanted.length ? found : null;
}

const names: Record<"contact" | "volunteer", string> = {
  contact: "from the contact page",
  volunteer: "from a volunteer",
};

/** The record holds no personal data. `to` is null for a deletion. */
function entryRecord(entry: LockedEntry, action: string, to: EntryStatus | null): Change {
  const name = entry.kind === "inquiry" ? entry.about : names[entry.kind];
  return {
    action,
    subject: entry.kind === "inquiry" ? "inquiry" : "message",
    subjectId: entry.id,
    before: { name, status: entry.status },
    after: to && { name, status: to },
  };
}

/** Deletes an entry with replies; the log omits the content. */
export const deleteEntry = asAdmin(
  async (
    deps: { db: Database },
    input: { actor: Admin; entryId: string },
  ): Promise<Result<null, "not_found">> => {
    const { actor } = input;
    return inTransaction(deps.db, async (tx) => {
      const [entry] = (await lockEntries(tx, [input.entryId])) ?? [];
      if (!entry) return fail("not_found" as const);
      const table = tableOf(entry.kind);
      await deleteEntries(tx, table, eq(table.id, entry.id));
      await recordChanges(tx, actor, [entryRecord(entry, "deleted", null)]);
      return ok(null);
    });
  },
);

const actions: Record<EntryStatus, string> = {
  new: "opened again",
  answered: "marked as answered",
  closed: "closed",
};

function firstReply(kind: EntryKind) {
  const table = tableOf(kind);
  const owner = kind === "inquiry" ? inboxReplies.inquiryId : inboxReplies.messageId;
  return sql`(select min(${inboxReplies.createdAt}) from ${inboxReplies} where ${owner} = ${table}.id)`;
}

async function setStatus(
  tx: Transaction,
  entries: readonly LockedEntry[],
  { status, now }: { status: EntryStatus; now: Date },
): Promise<void> {
  for (const table of ["inquiry", "contact"] as const) {
    const isHere = ({ kind }: LockedEntry) => (kind === "inquiry") === (table === "inquiry");
    const ids = entries.filter(isHere).map(({ id }) => id);
    if (ids.length === 0) continue;
    const rows = tableOf(table);
    const repliedAt = {
      new: firstReply(table),
      answered: sql`coalesce(${rows.respondedAt}, ${now.toISOString()}::timestamptz)`,
      closed: sql`${rows.respondedAt}`,
    }[status];
    await tx
      .update(rows)
      .set({ status, respondedAt: repliedAt, closedAt: status === "closed" ? now : null })
      .where(inArray(rows.id, ids));
  }
}

/** Sets entries' status, all or none; returns the undo. Reopened unanswered entries count down again. */
export const changeEntries = asAdmin(
  async (
    deps: { db: Database; clock: Clock },
    input: { actor: Admin; changes: readonly EntryChange[] },
  ): Promise<Result<{ undo: EntryChange[] }, "not_found">> => {
    const { actor } = input;
    const now = deps.clock.now();
    return inTransaction(deps.db, async (tx) => {
      const found = await lockEntries(
        tx,
        input.changes.map(({ id }) => id),
      );
      if (!found) return fail("not_found" as const);
      const wanted = new Map(input.changes.map(({ id, status }) => [id.toLowerCase(), status]));
      const undo: EntryChange[] = [];
      for (const status of ENTRY_STATUSES) {
        const moved = found.filter(
          (entry) => wanted.get(entry.id) === status && entry.status !== status,
        );
        await setStatus(tx, moved, { status, now });
        const records = moved.map((entry) => entryRecord(entry, actions[status], status));
        await recordChanges(tx, actor, records);
        undo.push(...moved.map((entry) => ({ id: entry.id, status: entry.status })));
      }
      return ok({ undo });
    });
  },
);

type ReplyFailure = "not_found" | "no_address";

/** Repeated text is the same reply. */
function idempotencyKeyOf({ key, entryId, body }: { key: string; entryId: string; body: string }) {
  return createHash("sha256")
    .update(JSON.stringify([key, entryId, body]))
    .digest("base64url");
}

/**
 * Replies by email and sets the entry to answered, in one transaction. The first reply meets the 24 hours.
 * The same `key` and text find the sent reply.
 */
export const replyToEntry = asAdmin(
  async (
    deps: EmailDeps,
    input: { actor: Admin; entryId: string; key: string; body: string },
  ): Promise<Result<{ replyId: string }, ReplyFailure>> => {
    const { actor, entryId, body } = input;
    const idempotencyKey = idempotencyKeyOf(input);
    return inTransaction(deps.db, async (tx) => {
      // A second press waits for the lock.
      const [entry] = (await lockEntries(tx, [entryId])) ?? [];
      if (!entry) return fail("not_found" as const);
      const [same] = await tx
        .select({ replyId: inboxReplies.id })
        .from(inboxReplies)
        .where(eq(inboxReplies.idempotencyKey, idempotencyKey));
      if (same) return ok(same);
      if (!canWriteTo(entry.email)) return fail("no_address" as const);

      const replyId = newId();
      const createdAt = deps.clock.now();
      const mailId = await mailReply(tx, deps, { entry, replyId, body });
      const owner = entry.kind === "inquiry" ? { inquiryId: entry.id } : { messageId: entry.id };
      await tx.insert(inboxReplies).values({
        ...owner,
        id: replyId,
        mailId,
        body,
        idempotencyKey,
        createdAt,
        authorId: actor.userId,
        authorName: actor.name,
      });
      const table = tableOf(entry.kind);
      const repliedAt = sql`coalesce(${table.respondedAt}, ${createdAt.toISOString()}::timestamptz)`;
      await tx
        .update(table)
        .set({ status: "answered", respondedAt: repliedAt, closedAt: null })
        .where(eq(table.id, entry.id));
      await recordChanges(tx, actor, [entryRecord(entry, "answered", "answered")]);
      return ok({ replyId });
    });
  },
);

async function mailReply(
  tx: Transaction,
  deps: EmailDeps,
  reply: { entry: LockedEntry; replyId: string; body: string },
): Promise<string | null> {
  const { entry, replyId, body } = reply;
  const { general } = await getSiteShell(tx);
  const dedupeKey = `inbox-reply:${replyId}`;
  const { kind, about, text } = entry;
  await enqueueEmail(tx, deps.jobs, {
    ...replyEmail({
      kind,
      about,
      text,
      body,
      writtenAt: entry.createdAt,
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
    }),
    dedupeKey,
    recipient: entry.email,
    replyTo: general.contactEmail,
  });
  const [mail] = await tx
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(eq(mailOutbox.dedupeKey, dedupeKey));
  return mail?.id ?? null;
}
