import type { AppDeps } from "#app/web/context.ts";
import type { FormErrorList, FormResult } from "#app/web/form.server.ts";
import { parseForm } from "#app/web/form.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isTrapped } from "#features/office/inbox/form-trap.ts";
import { INQUIRY_MESSAGES } from "#features/office/inbox/inquiry-form.ts";
import { inquirySchema, submissionKeyOf } from "#features/office/inbox/inquiry-input.ts";
import type { SubmitFailure } from "#features/office/inbox/submit-inquiry.server.ts";
import { submitInquiry } from "#features/office/inbox/submit-inquiry.server.ts";

type Deps = Pick<AppDeps, "db" | "jobs" | "clock" | "publicUrl" | "logger">;

/** `title` replaces the usual heading of a failure. */
export type InquiryFormResult = FormResult & { title?: string };

type Response = { result: InquiryFormResult; status: number };

const { failedText, fitGone, goneText, goneTitle, sizeGone, tooMany } = INQUIRY_MESSAGES;

type Failure = { errors: FormErrorList; status: number; title?: string };

const failures: Readonly<Record<SubmitFailure, Failure>> = {
  gone: { errors: { formErrors: [goneText] }, status: 410, title: goneTitle },
  size: { errors: { fieldErrors: { size: [sizeGone] } }, status: 422 },
  fit: { errors: { fieldErrors: { size: [fitGone] } }, status: 422 },
  too_many: { errors: { formErrors: [tooMany] }, status: 429 },
};

/** Serves dialog and page. `network`: of the sender. Returns every failure as a result; does not throw. */
export async function handleInquiryForm(
  deps: Deps,
  {
    actor,
    form,
    network,
    productId,
  }: { actor: Actor; productId: string; form: FormData; network: string },
): Promise<Response> {
  const sent: Response = { result: { status: "success" }, status: 200 };
  // A bot gets the same result as a person; nothing is stored.
  if (isTrapped(form)) return sent;
  const submission = await parseForm(form, inquirySchema);
  if (submission.status !== "success") return { result: submission.reply(), status: 422 };
  try {
    const key = submissionKeyOf(form);
    const inquiry = submission.value;
    const submitted = await submitInquiry(deps, { actor, productId, key, inquiry, network });
    if (submitted.ok) return sent;
    const { errors, status, title } = failures[submitted.error];
    return { result: { ...submission.reply(errors), ...(title && { title }) }, status };
  } catch (error) {
    deps.logger.error({ err: error, productId }, "inbox: an inquiry was not stored");
    return { result: submission.reply({ formErrors: [failedText] }), status: 503 };
  }
}
