import { redirect } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { fieldText } from "#core/submitted-text.ts";
import type { Actor } from "#features/identity/actor.ts";
import { changeEntries, deleteEntry, replyToEntry } from "#features/inbox/change-entries.server.ts";
import type { EntryChange, EntryStatus } from "#features/inbox/inbox-entry.ts";
import { ENTRY_STATUSES } from "#features/inbox/inbox-entry.ts";
import { readReply } from "#features/inbox/reply-openings.ts";
import type { InboxFormResult } from "./inbox-form-result.ts";
import { entriesChangedMessage } from "./inbox-form-result.ts";

const MOST_AT_ONCE = 200;

const failed = (words: string, typed: string | null = null): InboxFormResult => ({
  status: "failed",
  words,
  typed,
});

const readStatus = (text: string): EntryStatus | null =>
  ENTRY_STATUSES.find((status) => status === text) ?? null;

/** The ticked entries with the button's status, or the pairs of an undo ("id status"). */
function readChanges(form: FormData): EntryChange[] {
  const pairs = form.getAll("change").map((pair) => String(pair).split(" "));
  const pressed = fieldText(form, "to");
  const ticked = form.getAll("entry").map((id) => [String(id), pressed]);
  return [...pairs, ...ticked].flatMap(([id = "", text = ""]) => {
    const status = readStatus(text);
    return status ? [{ id, status }] : [];
  });
}

/** Answers a form that gives entries a status. */
async function change(deps: AppDeps, actor: Actor, form: FormData): Promise<InboxFormResult> {
  const changes = readChanges(form);
  const [first] = changes;
  if (!first) return failed("Please choose an entry first.");
  if (changes.length > MOST_AT_ONCE) return failed("These are too many at once.");
  const changed = await changeEntries(deps, { actor, changes });
  if (changed.ok) {
    const { undo } = changed.value;
    const isUndo = form.has("change");
    const words = isUndo
      ? "Everything is as it was"
      : entriesChangedMessage(undo.length, first.status);
    return { status: "changed", words, undo: isUndo ? [] : undo };
  }
  if (changed.error === "forbidden") return refuse();
  return failed("Nothing was changed: an entry is not there any more.");
}

async function reply(
  deps: AppDeps,
  actor: Actor,
  sent: { entryId: string; form: FormData },
): Promise<InboxFormResult> {
  const { entryId, form } = sent;
  const typed = fieldText(form, "body");
  const read = readReply(typed);
  if (!read.ok) return failed(read.error, typed);
  const key = fieldText(form, "key");
  const replied = await replyToEntry(deps, { actor, entryId, key, body: read.value });
  if (replied.ok) return { status: "sent", to: fieldText(form, "name") };
  if (replied.error === "forbidden") return refuse();
  const words = {
    not_found: "This entry was deleted in the meantime. Your words are still here to copy.",
    no_address: "No mail can be sent to this address: please call.",
  }[replied.error];
  return failed(words, typed);
}

/** Answers a form of the inbox's list. */
export async function handleInboxForm(
  request: Request,
  deps: AppDeps,
  actor: Actor,
): Promise<InboxFormResult> {
  return change(deps, actor, await request.formData());
}

/** Answers a form of one entry's page: its answer, its status, or its end. */
export async function handleEntryForm(
  request: Request,
  deps: AppDeps,
  sent: { actor: Actor; entryId: string },
): Promise<InboxFormResult> {
  const { actor, entryId } = sent;
  const form = await request.formData();
  const intent = fieldText(form, "intent");
  if (intent === "reply") return reply(deps, actor, { entryId, form });
  if (intent !== "delete") return change(deps, actor, form);
  const deleted = await deleteEntry(deps, { actor, entryId });
  if (!deleted.ok && deleted.error === "forbidden") return refuse();
  throw redirect("/admin/inbox");
}
