import { inArray, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { inboxReplies } from "#db/schema/customer-notes.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { EntryChange, EntryKind, EntryStatus } from "./inbox-entry.ts";
import { ENTRY_STATUSES } from "./inbox-entry.ts";
import type { LockedEntry } from "./locked-entries.server.ts";
import { entryRecord, lockEntries, tableOf } from "./locked-entries.server.ts";

const actions: Record<EntryStatus, string> = {
  new: "opened again",
  answered: "marked as answered",
  closed: "closed",
};

/** When the first answer went out, as the answers themselves say; null when there was none. */
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
    const answeredAt = {
      new: firstReply(table),
      answered: sql`coalesce(${rows.answeredAt}, ${now.toISOString()}::timestamptz)`,
      closed: sql`${rows.answeredAt}`,
    }[status];
    await tx
      .update(rows)
      .set({ status, answeredAt, closedAt: status === "closed" ? now : null })
      .where(inArray(rows.id, ids));
  }
}

/**
 * Gives entries of the inbox the status they are to have, all or none, and tells how to put them back. An entry that was never answered
 * counts down again when it is opened again.
 */
export async function changeEntries(
  deps: { db: Database; clock: Clock },
  input: { actor: Actor; changes: readonly EntryChange[] },
): Promise<Result<{ undo: EntryChange[] }, "forbidden" | "not_found">> {
  const { actor } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
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
}
