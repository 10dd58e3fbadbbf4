import { data } from "react-router";
import { z } from "zod";
import { redirectPagePost } from "#app/web/admin-action.server.ts";
import type { AppDeps } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, readFormData, rejectForm } from "#app/web/form.server.ts";
import { readFields } from "#app/web/form-fields.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { SaveTermsRefusal } from "#features/garments/options/save-terms.server.ts";
import { saveTerms } from "#features/garments/options/save-terms.server.ts";
import { termsInput } from "#features/garments/options/terms-form.ts";
import type { TermsSubject } from "#features/garments/options/terms-form-queries.server.ts";
import { findTermsForm } from "#features/garments/options/terms-form-queries.server.ts";

/** `done` is the message of accepted terms; `replaces` is the version that somebody else saved meanwhile. */
export type TermsFormResult = FormResult & { done?: string; replaces?: number };

type Deps = Pick<AppDeps, "db" | "content" | "publicUrl" | "secretBox">;

const refusals: Record<Exclude<SaveTermsRefusal, "forbidden" | "conflict">, string> = {
  not_found: "This product is not in the shop any more.",
  no_image: "A picture is not in the library any more. Please choose another one.",
  no_cloth: "A cloth is not there any more. Please choose another one.",
};

const CONFLICT = "Someone else saved these terms in the meantime.";

const overwriting = z.object({ replaces: z.int().min(0).max(999_999_999).nullable().catch(null) });

/** Saves terms. `replaces` names the version that the owner decided to overwrite. */
export async function handleTermsForm(
  request: Request,
  deps: Deps,
  input: { actor: Actor; subject: TermsSubject },
) {
  const form = await readFormData(request);
  const submission = await parseForm(form, termsInput);
  if (submission.status !== "success") return rejectForm(submission);
  const { replaces } = readFields(form, overwriting);
  const version = replaces ?? submission.value.version;
  const saved = await saveTerms(deps, { ...input, terms: { ...submission.value, version } });
  if (saved.ok) {
    const done = "Saved. The shop shows it now.";
    redirectPagePost(request, deps, { notice: { kind: "success", title: done } });
    return { ...submission.reply(), done } satisfies TermsFormResult;
  }
  if (saved.error === "forbidden") return refuse();
  if (saved.error !== "conflict")
    return rejectForm(submission, { formErrors: [refusals[saved.error]] });
  const current = await findTermsForm(deps.db, input);
  const reply: TermsFormResult = submission.reply({ formErrors: [CONFLICT] });
  const theirs = current.ok && current.value ? { replaces: current.value.version } : {};
  return data<TermsFormResult>({ ...reply, ...theirs }, { status: 409 });
}
