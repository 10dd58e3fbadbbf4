import type { AppDeps } from "#app/web/context.ts";
import { isTrapped } from "#features/inbox/form-trap.ts";
import type { InquiryFormResult } from "#features/inbox/inquiry-form-result.ts";
import { failedInquiry, INQUIRY_MESSAGES } from "#features/inbox/inquiry-form-result.ts";
import { readInquiry, submissionKeyOf, submittedInquiry } from "#features/inbox/inquiry-input.ts";
import type { SubmitFailure } from "#features/inbox/submit-inquiry.server.ts";
import { submitInquiry } from "#features/inbox/submit-inquiry.server.ts";

type InquiryDeps = Pick<AppDeps, "db" | "jobs" | "clock" | "publicUrl" | "logger">;

type Answered = { answer: InquiryFormResult; status: number };

const sent: Answered = { answer: { status: "sent" }, status: 200 };

const refusals: Readonly<Record<SubmitFailure, Answered>> = {
  gone: {
    answer: failedInquiry(INQUIRY_MESSAGES.goneText, INQUIRY_MESSAGES.goneTitle),
    status: 410,
  },
  size: { answer: { status: "invalid", errors: { size: INQUIRY_MESSAGES.sizeGone } }, status: 422 },
  too_many: { answer: failedInquiry(INQUIRY_MESSAGES.tooMany), status: 429 },
};

/** Takes an inquiry in, from the dialog or from its own page: what comes back is always an answer in words and never an exception. */
export async function handleInquiryForm(
  deps: InquiryDeps,
  productId: string,
  form: FormData,
): Promise<Answered> {
  // A program is told what it hopes to hear, and nothing is kept.
  if (isTrapped(form)) return sent;
  const read = readInquiry(submittedInquiry(form));
  if (!read.ok) return { answer: { status: "invalid", errors: read.error }, status: 422 };
  try {
    const key = submissionKeyOf(form);
    const kept = await submitInquiry(deps, { productId, key, inquiry: read.value });
    return kept.ok ? sent : refusals[kept.error];
  } catch (error) {
    deps.logger.error({ err: error, productId }, "inbox: an inquiry was not kept");
    return { answer: failedInquiry(), status: 503 };
  }
}
