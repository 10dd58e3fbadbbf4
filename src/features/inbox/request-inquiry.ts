import type { InquiryFormResult } from "./inquiry-form-result.ts";
import { failedInquiry } from "./inquiry-form-result.ts";

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
