import type { EntryChange, EntryStatus } from "#features/inbox/inbox-entry.ts";

/** What a form of the inbox is told. `typed` is null when the answer was made in the browser, where the field still holds it. */
export type InboxFormResult =
  | { readonly status: "sent"; readonly to: string }
  | { readonly status: "changed"; readonly words: string; readonly undo: readonly EntryChange[] }
  | { readonly status: "failed"; readonly words: string; readonly typed: string | null };

/** The shop could not be reached: nothing is lost, and nothing was done twice when it is tried again. */
export const UNREACHED: InboxFormResult = {
  status: "failed",
  words: "The shop could not be reached. What you wrote is still here: please try again.",
  typed: null,
};

const done: Record<EntryStatus, string> = {
  new: "opened again",
  answered: "marked as answered",
  closed: "closed",
};

/** What was done, for a toast: '3 entries closed'. */
export function entriesChangedMessage(count: number, status: EntryStatus): string {
  return count === 1 ? `1 entry ${done[status]}` : `${count} entries ${done[status]}`;
}
