import { isRouteErrorResponse } from "react-router";
import type { AccountErrors, SubmittedAccount } from "#features/identity/account-input.ts";

/** The two forms of the sign-in page, as its address names them. */
export type AuthTab = "login" | "create-account";

/** What the sign-in page answers when a form was not accepted. */
export type AuthFormResult = {
  /** The server's reason in words; the toast's second line. */
  message: string;
  errors: AccountErrors;
  /** What was typed, but for the password. */
  typed: SubmittedAccount;
};

/** The words for a failure that has none of its own (specification 8). */
export const FAILED: Record<AuthTab, string> = {
  login: "Failed to sign in",
  "create-account": "Failed to create account",
};

/** Which form an address shows. */
export function tabOf(params: URLSearchParams): AuthTab {
  return params.get("tab") === "create-account" ? "create-account" : "login";
}

/** How long to wait, in words. */
export function tooManyAttemptsMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const time = seconds < 90 ? `${seconds} seconds` : `${minutes} minutes`;
  return `Too many attempts. Please wait ${seconds === 1 ? "a second" : time} and try again.`;
}

/**
 * The server's answer to a form; where none came or the host answered in its stead, an answer all the same: the page stays, and with
 * it what was typed. A redirect goes its way.
 */
export async function resultOrFallback<Answer>(
  send: () => Promise<Answer>,
  otherwise: (message: string | null) => Answer,
): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Response) throw error;
    const slowed = isRouteErrorResponse(error) && error.status === 429;
    return otherwise(slowed ? "Too many attempts. Please wait a few seconds and try again." : null);
  }
}
