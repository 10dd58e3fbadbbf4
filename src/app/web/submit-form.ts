import { isRouteErrorResponse } from "react-router";
import type { FormResult } from "./form.server.ts";

/**
 * The server's result for a form. When none came, because the network or the host failed, `failed` becomes the form's error, so that
 * the page and what was entered stay. Redirects pass. For a route's `clientAction`.
 */
export async function submitForm<Value>(
  send: () => Promise<Value>,
  failed: string,
): Promise<Value | FormResult> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Response) throw error;
    const isLimited = isRouteErrorResponse(error) && error.status === 429;
    const message = isLimited
      ? "Too many attempts. Please wait a few seconds and try again."
      : failed;
    return { status: "error", error: { "": [message] } };
  }
}

/** Which form of a page a result belongs to: the `intent` its button posted; undefined when the result was made in the browser. */
export function intentOf(result: FormResult | undefined): string | undefined {
  const intent = result?.initialValue?.intent;
  return typeof intent === "string" ? intent : undefined;
}

/** The error of an admin form that reached no server. */
export const UNREACHED =
  "The shop could not be reached. What you wrote is still here: please try again.";
