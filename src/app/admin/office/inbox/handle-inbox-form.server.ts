import { redirect } from "react-router";
import { z } from "zod";
import { redirectPagePost } from "#app/web/admin-action.server.ts";
import type { AppDeps } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, readFormData, rejectForm } from "#app/web/form.server.ts";
import { pressedButton } from "#app/web/form-fields.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { mailRouteOf, staffEmailText } from "#features/base/mail/outbox.ts";
import {
  changeEntries,
  deleteEntry,
  replyToEntry,
} from "#features/office/inbox/change-entries.server.ts";
import type { EntryChange, EntryStatus } from "#features/office/inbox/inbox-entry.ts";
import { ENTRY_STATUSES } from "#features/office/inbox/inbox-entry.ts";
import { readReply } from "#features/office/inbox/reply-openings.ts";

export type InboxFormResult = FormResult & {
  changed?: { message: string; undo: readonly EntryChange[] };
  sentTo?: string;
};

const MAX_CHANGES = 200;

const doneLabels: Record<EntryStatus, string> = {
  new: "opened again",
  answered: "marked as answered",
  closed: "closed",
};

/** Formats "3 entries closed". */
function entriesChangedMessage(count: number, status: EntryStatus): string {
  return count === 1 ? `1 entry ${doneLabels[status]}` : `${count} entries ${doneLabels[status]}`;
}

const status = z.enum(ENTRY_STATUSES);

/** Posts the entries with the button's status, or an undo's pairs ("id status"). */
const changeForm = z
  .object({
    entry: z.array(z.string()).default([]),
    to: status.optional(),
    change: z.array(z.string()).default([]),
  })
  .transform(({ entry, to, change }) => {
    const undone = change.flatMap((pair): EntryChange[] => {
      const [id = "", text] = pair.split(" ");
      const parsed = status.safeParse(text);
      return parsed.success ? [{ id, status: parsed.data }] : [];
    });
    const ticked = to ? entry.map((id) => ({ id, status: to })) : [];
    return { changes: [...undone, ...ticked], isUndo: undone.length > 0 };
  });

type Sent = { request: Request; deps: AppDeps; actor: Actor; form: FormData };

async function changeStatus({ request, deps, actor, form }: Sent) {
  const submission = await parseForm(form, changeForm);
  if (submission.status !== "success") return rejectForm(submission);
  const refused = (message: string) => rejectForm(submission, { formErrors: [message] });
  const { changes, isUndo } = submission.value;
  const [first] = changes;
  if (!first) return refused("Please choose an entry first.");
  if (changes.length > MAX_CHANGES) return refused("These are too many at once.");
  const changed = await changeEntries(deps, { actor, changes });
  if (!changed.ok) {
    if (changed.error === "forbidden") return refuse();
    return refused("Nothing was changed: an entry is not there any more.");
  }
  const { undo } = changed.value;
  const done = isUndo
    ? { message: "Everything is as it was", undo: [] }
    : { message: entriesChangedMessage(undo.length, first.status), undo };
  const pairs = done.undo.map(({ id, status }) => `${id} ${status}`);
  redirectPagePost(request, deps, {
    notice: { kind: "success", title: done.message },
    undo: pairs.length === 0 ? null : { intent: "change", change: pairs },
  });
  const result: InboxFormResult = { ...submission.reply(), changed: done };
  return result;
}

const replyForm = z.object({
  body: z
    .string()
    .default("")
    .transform((raw, context) => {
      const read = readReply(raw);
      if (read.ok) return read.value;
      context.addIssue({ code: "custom", message: read.error });
      return z.NEVER;
    }),
  key: z.string().default(""),
  name: z.string().default(""),
});

const replyRefusals = {
  not_found: "This entry was deleted in the meantime. Your text is still here to copy.",
  no_address: "This email address cannot receive email: please call.",
};

async function reply({ request, deps, actor, form }: Sent, entryId: string) {
  const submission = await parseForm(form, replyForm);
  if (submission.status !== "success") return rejectForm(submission);
  const { body, key, name } = submission.value;
  const replied = await replyToEntry(deps, { actor, entryId, key, body });
  if (!replied.ok) {
    if (replied.error === "forbidden") return refuse();
    return rejectForm(submission, { fieldErrors: { body: [replyRefusals[replied.error]] } });
  }
  const title = `Your answer to ${name} is written`;
  const description = staffEmailText("It is on its way.", mailRouteOf(deps.env));
  redirectPagePost(request, deps, { notice: { kind: "success", title, description } });
  const result: InboxFormResult = { ...submission.reply({ resetForm: true }), sentTo: name };
  return result;
}

export async function handleInboxForm(request: Request, deps: AppDeps, actor: Actor) {
  return changeStatus({ request, deps, actor, form: await readFormData(request) });
}

/** Covers reply, status and deletion. */
export async function handleEntryForm(
  request: Request,
  deps: AppDeps,
  sent: { actor: Actor; entryId: string },
) {
  const { actor, entryId } = sent;
  const form = await readFormData(request);
  const intent = pressedButton(form);
  if (intent === "reply") return reply({ request, deps, actor, form }, entryId);
  if (intent !== "delete") return changeStatus({ request, deps, actor, form });
  const deleted = await deleteEntry(deps, { actor, entryId });
  if (!deleted.ok && deleted.error === "forbidden") return refuse();
  const notice = { kind: "success", title: "Entry deleted" } as const;
  redirectPagePost(request, deps, { notice, next: "/admin/inbox" });
  throw redirect("/admin/inbox", 303);
}
