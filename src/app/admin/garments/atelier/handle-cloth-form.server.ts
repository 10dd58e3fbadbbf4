import { redirect } from "react-router";
import { z } from "zod";
import { redirectPagePost } from "#app/web/admin-action.server.ts";
import type { AppDeps } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, readFormData, rejectForm } from "#app/web/form.server.ts";
import { pressedButton } from "#app/web/form-fields.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { formatMetres } from "#core/metres.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type {
  ClothRefusal,
  MovementRefusal,
} from "#features/garments/cloth/change-cloth.server.ts";
import {
  archiveCloth,
  createCloth,
  moveCloth,
  updateCloth,
} from "#features/garments/cloth/change-cloth.server.ts";
import { clothEntry, clothInput } from "#features/garments/cloth/cloth.ts";

/** `done` is the message of an accepted form. */
export type ClothFormResult = FormResult & { done?: string };

type Deps = Pick<AppDeps, "db" | "content" | "publicUrl" | "secretBox">;
type Sent = { request: Request; form: FormData; deps: Deps; actor: Actor };

const version = z.number().int().positive();

const saveRefusals: Record<
  Exclude<ClothRefusal, "forbidden">,
  { fieldErrors?: Record<string, string[]>; formErrors?: string[] }
> = {
  not_found: { formErrors: ["This cloth is not there any more."] },
  conflict: {
    formErrors: [
      "Someone else changed this cloth in the meantime. What you entered is still here: open the page in another tab to see the change.",
    ],
  },
  name_in_use: { fieldErrors: { name: ["Another cloth has this name."] } },
  no_image: { fieldErrors: { mediaId: ["This picture is not in the library any more."] } },
};

const entryRefusals: Record<Exclude<MovementRefusal, "forbidden">, Record<string, string[]>> = {
  not_found: { length: ["This cloth is not there any more."] },
  unchanged: { length: ["So much is in stock already."] },
  no_reason: { note: ["Say why the length differs, such as a flaw that was cut out."] },
  negative: { length: ["Less than was cut meanwhile. Please measure again."] },
  too_much: { length: ["That is more than the shop can count."] },
};

const accepted = (
  sent: Pick<Sent, "request" | "deps">,
  title: string,
  next: string | null = null,
) => redirectPagePost(sent.request, sent.deps, { notice: { kind: "success", title }, next });

/** Adds a cloth and leads to its page. Returns the refused form. */
export async function handleNewCloth(request: Request, deps: Deps, actor: Actor) {
  const form = await readFormData(request);
  const submission = await parseForm(form, clothInput);
  if (submission.status !== "success") return rejectForm(submission);
  const created = await createCloth(deps, { actor, cloth: submission.value });
  if (created.ok) {
    const path = `/admin/atelier/cloth/${created.value.id}`;
    accepted({ request, deps }, "Cloth added. Now enter how much of it there is.", path);
    throw redirect(path);
  }
  if (created.error === "forbidden") return refuse();
  return rejectForm(
    submission,
    saveRefusals[created.error],
    created.error === "conflict" ? 409 : 422,
  );
}

/** Changes, archives, receives or counts a cloth, by the form's intent. */
export async function handleClothForm(request: Request, deps: Deps, actor: Actor, id: string) {
  const form = await readFormData(request);
  const sent = { request, form, deps, actor };
  const intent = pressedButton(form);
  if (intent === "receive" || intent === "count") return saveEntry(sent, id);
  if (intent === "archive" || intent === "restore") return saveArchived(sent, id, intent);
  const submission = await parseForm(form, clothInput.extend({ version }));
  if (submission.status !== "success") return rejectForm(submission);
  const { version: known, ...cloth } = submission.value;
  const saved = await updateCloth(deps, { actor, id, version: known, cloth });
  if (saved.ok) {
    accepted(sent, "Cloth saved");
    return { ...submission.reply(), done: "Cloth saved." } satisfies ClothFormResult;
  }
  if (saved.error === "forbidden") return refuse();
  return rejectForm(submission, saveRefusals[saved.error], saved.error === "conflict" ? 409 : 422);
}

async function saveEntry({ request, form, deps, actor }: Sent, id: string) {
  const submission = await parseForm(form, clothEntry);
  if (submission.status !== "success") return rejectForm(submission);
  const moved = await moveCloth(deps, { actor, id, entry: submission.value });
  if (moved.ok) {
    const done = `${moved.value.name}: ${formatMetres(moved.value.lengthMm)} in stock.`;
    accepted({ request, deps }, done);
    return { ...submission.reply({ resetForm: true }), done } satisfies ClothFormResult;
  }
  if (moved.error === "forbidden") return refuse();
  return rejectForm(submission, { fieldErrors: entryRefusals[moved.error] });
}

async function saveArchived(
  { request, form, deps, actor }: Sent,
  id: string,
  intent: "archive" | "restore",
) {
  const submission = await parseForm(form, z.object({ intent: z.string(), version }));
  if (submission.status !== "success") return rejectForm(submission);
  const archived = intent === "archive";
  const saved = await archiveCloth(deps, {
    actor,
    id,
    archived,
    version: submission.value.version,
  });
  if (saved.ok) {
    const done = archived
      ? "Archived. No option offers this cloth. Its movements stay."
      : "In use again.";
    accepted({ request, deps }, done);
    return { ...submission.reply({ resetForm: true }), done } satisfies ClothFormResult;
  }
  if (saved.error === "forbidden") return refuse();
  return rejectForm(submission, saveRefusals[saved.error], saved.error === "conflict" ? 409 : 422);
}
