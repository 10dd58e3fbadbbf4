/** Where an entry of the inbox was written: the Guyana Sales dialog, the contact page, New Dawn's volunteer form (decisions D7, S7). */
export const ENTRY_KINDS = ["inquiry", "contact", "volunteer"] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Where an entry stands: nobody answered yet, somebody did, nothing is left to do. */
export const ENTRY_STATUSES = ["new", "answered", "closed"] as const;

export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** One entry and the status it is to have. */
export type EntryChange = { readonly id: string; readonly status: EntryStatus };

const kindWords: Record<EntryKind, string> = {
  inquiry: "Guyana Sales",
  contact: "Contact",
  volunteer: "Volunteer",
};

const statusWords: Record<EntryStatus, string> = {
  new: "New",
  answered: "Answered",
  closed: "Closed",
};

/** The kind as the owner reads it. */
export function entryKindWord(kind: EntryKind): string {
  return kindWords[kind];
}

/** The status in a word. */
export function entryStatusWord(status: EntryStatus): string {
  return statusWords[status];
}

/** What an entry is about: the piece that is asked for, the subject that was written, or volunteering. */
export function entryTopic(entry: { kind: EntryKind; about: string }): string {
  return entry.kind === "volunteer" ? "Volunteering with New Dawn" : entry.about;
}

/** The status of an entry that is opened again: answered ones stay answered. */
export function reopenedStatus(entry: { answeredAt: Date | null }): EntryStatus {
  return entry.answeredAt === null ? "new" : "answered";
}
