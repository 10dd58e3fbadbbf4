import { BUSINESS_LABELS } from "#features/settings/business-facts.ts";
import type { InquiryErrors } from "./inquiry-input.ts";

/** What the inquiry form is told. What was typed stays in the form, whatever the answer. */
export type InquiryFormResult =
  | { readonly status: "sent" }
  | { readonly status: "invalid"; readonly errors: InquiryErrors }
  | { readonly status: "failed"; readonly title: string; readonly reason: string };

/** The inquiry's words (specification 2 and 8; the promise of section 9). */
export const INQUIRY_MESSAGES = {
  promise: `Our team replies within ${BUSINESS_LABELS.inquiryReply} with availability and purchase details.`,
  sentTitle: "Inquiry submitted successfully!",
  sentText: `We'll get back to you within ${BUSINESS_LABELS.inquiryReply} with availability and purchase details.`,
  failedTitle: "Error submitting inquiry",
  failedText: "Please try again later or contact us directly.",
  invalidTitle: "Please look at the marked fields",
  goneTitle: "This piece is no longer offered",
  goneText: "It left the shop while you were writing. Please contact us directly.",
  sizeGone: "This size is not offered any more. Please choose another.",
  tooMany:
    "We have several inquiries from this address already and are answering them. Please try again in an hour, or contact us directly.",
  kept: "Everything you wrote is still here.",
} as const;

/** The name of the inquiry's own page, as the dialog's title (specification 2). */
export function inquiryTitle(productName: string): string {
  return `Contact Us for Purchase - ${productName}`;
}

/** A failure in words; without any, those of the specification. */
export function failedInquiry(
  reason: string = INQUIRY_MESSAGES.failedText,
  title: string = INQUIRY_MESSAGES.failedTitle,
): InquiryFormResult {
  return { status: "failed", title, reason };
}

/** Longer than a weak network takes for a few words; who waited so long is told and may try again under the same key. */
const PATIENCE_MS = 30_000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Reads the shop's answer, or its host's word on why there is none; whatever it is, it becomes an answer for the form. */
export function parseInquiryResponse(body: unknown): InquiryFormResult {
  if (!isRecord(body)) return failedInquiry();
  const { status, errors, title, reason, error } = body;
  if (status === "sent") return { status };
  if (status === "invalid" && isRecord(errors)) return { status, errors };
  if (status === "failed" && typeof title === "string" && typeof reason === "string") {
    return { status, title, reason };
  }
  return isRecord(error) && typeof error.message === "string"
    ? failedInquiry(error.message)
    : failedInquiry();
}

/** Sends the form from the browser; never throws: a lost connection must not take the page away, and with it what was typed. */
export async function requestInquiry(path: string, form: FormData): Promise<InquiryFormResult> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const response = await fetch(`${path}/submit`, {
      method: "POST",
      headers: { accept: "application/json" },
      body: form,
      signal: patience.signal,
    });
    return parseInquiryResponse(await response.json());
  } catch {
    return failedInquiry();
  } finally {
    clearTimeout(timer);
  }
}
