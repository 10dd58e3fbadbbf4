import type { ToastInput } from "#ui/toast-store.ts";
import { showToast } from "#ui/toast-store.ts";

export const FLASH_COOKIE = "da_flash";

/** The messages follow specifications 4 and 8 and decision A5. */
const messages = {
  "access-granted": { kind: "success", title: "Access granted" },
  "welcome-back": {
    kind: "success",
    title: "Welcome back!",
    description: "You have successfully signed in.",
  },
  "account-created": {
    kind: "success",
    title: "Account created",
    description: "We have sent you an email about it. You can now sign in.",
  },
  "account-created-unmailed": {
    kind: "success",
    title: "Account created",
    description: "You can now sign in. This shop sends no emails yet, so we sent none about it.",
  },
  "password-changed": {
    kind: "success",
    title: "Password changed",
    description: "You are signed out everywhere. You can now sign in with the new one.",
  },
  "signed-out": {
    kind: "success",
    title: "Signed out",
    description: "You have been signed out successfully.",
  },
  welcome: {
    kind: "success",
    title: "Welcome to the house",
    description: "Your account is made, and you are signed in.",
  },
  "provider-denied": {
    kind: "info",
    title: "You are not signed in",
    description: "You turned back before it was done. Try again, or use your email and password.",
  },
  "provider-lost": {
    kind: "error",
    title: "You are not signed in",
    description:
      "That took longer than ten minutes, or was begun in another window. Please try again.",
  },
  "provider-no-email": {
    kind: "error",
    title: "You are not signed in",
    description:
      "We were not given an email address that is confirmed there, and we need one to write to you about your orders. Allow it, or make an account with your email and a password.",
  },
  "provider-unconfirmed-account": {
    kind: "error",
    title: "You are not signed in",
    description:
      "There is an account with this email already whose address nobody has confirmed. Choose a new password for it by “Forgot your password?”: that confirms it, and you can come in either way.",
  },
  "provider-staff": {
    kind: "error",
    title: "You are not signed in",
    description: "This account opens with its own password only.",
  },
  "provider-failed": {
    kind: "error",
    title: "You are not signed in",
    description: "The sign-in did not work out. Try again, or use your email and password.",
  },
  "sign-out-failed": { kind: "error", title: "Error", description: "Failed to sign out" },
} as const satisfies Record<string, ToastInput>;

export type Flash = keyof typeof messages;

export function isFlash(value: string | undefined): value is Flash {
  return value !== undefined && Object.hasOwn(messages, value);
}

export function flashMessage(flash: Flash): ToastInput & { description?: string } {
  return messages[flash];
}

/** The sign-in page shows messages too long for a toast. */
export function standsInPage(flash: Flash): boolean {
  return flash.startsWith("provider-");
}

/** What the session stored in this browser leaves it; without a network, the next page of it does. */
function afterSignOut(): void {
  import("#app/shell/signed-out.browser.ts")
    .then(({ forgetSessionData }) => forgetSessionData())
    .catch(() => undefined);
}

/** Shows the message once and clears its cookie. Browser only. */
export function showFlash(): void {
  const value = document.cookie
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${FLASH_COOKIE}=`))
    ?.slice(FLASH_COOKIE.length + 1);
  // biome-ignore lint/suspicious/noDocumentCookie: older phones lack the Cookie Store API
  document.cookie = `${FLASH_COOKIE}=; Max-Age=0; Path=/; SameSite=Lax`;
  if (value === "signed-out") afterSignOut();
  if (isFlash(value) && !standsInPage(value)) showToast(flashMessage(value));
}
