/** The URL names it. */
export type AuthTab = "login" | "create-account";

/** Failures without their own message show it (specification 8). */
export const FAILED: Record<AuthTab, string> = {
  login: "Failed to sign in",
  "create-account": "Failed to create account",
};

/** A form that was posted from another origin shows it. */
export const FOREIGN_ORIGIN = "Please open this page at the shop's own address.";

export function tabOf(params: URLSearchParams): AuthTab {
  return params.get("tab") === "create-account" ? "create-account" : "login";
}

/** The message to a sign-in while the database cannot be reached. */
export const SIGN_IN_AWAY =
  "Signing in is not possible at the moment. Please try again in a minute.";

/** Seconds until the next try after `SIGN_IN_AWAY`. */
export const AWAY_S = 60;

export function tooManyAttemptsMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const time = seconds < 90 ? `${seconds} seconds` : `${minutes} minutes`;
  return `Too many attempts. Please wait ${seconds === 1 ? "a second" : time} and try again.`;
}
