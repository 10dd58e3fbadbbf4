import type { PlainMessage, RetryForm } from "./plain-response.ts";
import { plainResponse } from "./plain-response.ts";
import type { Reason } from "./render.ts";
import { retryAfterS } from "./render.ts";

const noWrites = {
  code: "read_only",
  title: "The shop cannot save anything just now",
  message: "You can look around, but nothing can be ordered or sent for a moment.",
};
const away = {
  code: "unavailable",
  title: "The shop needs a moment",
  message: "A part of the shop does not respond. Nothing you ordered was lost.",
};
const explanations: Record<Reason, typeof away> = {
  overload: {
    code: "busy",
    title: "The shop is very busy",
    message: "More people are here than we can serve at once. Your cart is safe.",
  },
  read_only: noWrites,
  disk_full: noWrites,
  unreachable: away,
  busy: away,
  storage: away,
};

/** Why a request is refused and what to do; `retry` resends a form. */
export function refusalOf(reason: Reason, retry: RetryForm | null = null): PlainMessage {
  const { code, title, message } = explanations[reason];
  const next = retry
    ? "What you entered is not lost: Try Again sends it once more."
    : "Please try again in a few seconds.";
  return { status: 503, code, title, message: `${message} ${next}` };
}

/** 503 with a message and Retry-After; `retry` resends a form. */
export function unavailableResponse(
  request: Request,
  reason: Reason,
  retry: RetryForm | null = null,
): Response {
  const headers = { "retry-after": retryAfterS(reason) };
  return plainResponse(request, { ...refusalOf(reason, retry), headers }, retry);
}

/** Scripts send larger forms and hold the input. */
const MAX_RETRY_BYTES = 50_000;
const URL_ENCODED = /^application\/x-www-form-urlencoded/i;
const SECRET = /pass|secret|token|code|key$/i;

/**
 * A form sent without JavaScript, to resend from the error page. Null for scripts, uploads, and forms with a
 * secret, which never return to the browser.
 */
export async function readRetryForm(request: Request): Promise<RetryForm | null> {
  const { headers } = request;
  const { pathname, search } = new URL(request.url);
  const isForm =
    URL_ENCODED.test(headers.get("content-type") ?? "") &&
    headers.get("accept")?.includes("text/html") === true &&
    !pathname.endsWith(".data");
  if (!isForm || Number(headers.get("content-length") ?? 0) > MAX_RETRY_BYTES) return null;
  const fields = [...new URLSearchParams(await request.clone().text())];
  if (fields.some(([name]) => SECRET.test(name) && name !== "idempotencyKey")) return null;
  return { action: pathname + search, fields };
}
