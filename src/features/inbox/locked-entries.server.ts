import { asc, inArray, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Transaction } from "#db/client.server.ts";
import { contactMessages, guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import type { Change } from "#features/audit/record-change.server.ts";
import type { EntryKind, EntryStatus } from "./inbox-entry.ts";

/** An entry as a use case holds it while it changes it. */
export type LockedEntry = {
  id: string;
  kind: EntryKind;
  email: string;
  about: string;
  words: string;
  status: EntryStatus;
  createdAt: Date;
};

/** The table that keeps an entry. */
export function tableOf(kind: EntryKind) {
  return kind === "inquiry" ? guyanaSalesInquiries : contactMessages;
}

/** Locks entries in one order, so that two changes wait for each other; null when one of them is not there. */
export async function lockEntries(
  tx: Transaction,
  ids: readonly string[],
): Promise<LockedEntry[] | null> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length === 0 || !wanted.every(isId)) return null;
  const [asked, written] = [guyanaSalesInquiries, contactMessages];
  const inquiries = await tx
    .select({
      id: asked.id,
      kind: sql<EntryKind>`'inquiry'`,
      email: asked.email,
      about: asked.productName,
      words: asked.additionalNotes,
      status: asked.status,
      createdAt: asked.createdAt,
    })
    .from(asked)
    .where(inArray(asked.id, wanted))
    .orderBy(asc(asked.id))
    .for("update");
  const messages = await tx
    .select({
      id: written.id,
      kind: written.kind,
      email: written.email,
      about: written.subject,
      words: written.message,
      status: written.status,
      createdAt: written.createdAt,
    })
    .from(written)
    .where(inArray(written.id, wanted))
    .orderBy(asc(written.id))
    .for("update");
  const found = [...inquiries, ...messages];
  return found.length === wanted.length ? found : null;
}

const names: Record<"contact" | "volunteer", string> = {
  contact: "from the contact page",
  volunteer: "from a volunteer",
};

/**
 * What the log keeps of an entry's change: never who wrote or what, so that the log holds nothing that has to be erased with a person.
 * `to` is null when it is deleted.
 */
export function entryRecord(entry: LockedEntry, action: string, to: EntryStatus | null): Change {
  const name = entry.kind === "inquiry" ? entry.about : names[entry.kind];
  return {
    action,
    subject: entry.kind === "inquiry" ? "inquiry" : "message",
    subjectId: entry.id,
    before: { name, status: entry.status },
    after: to && { name, status: to },
  };
}
