import type { ToastInput } from "#ui/toast-store.ts";

/** The cookie that carries a message to the next page. */
export const FLASH_COOKIE = "da_flash";

/** Specification 4 and 8, and what follows from decision A5. */
const words = {
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
  "sign-out-failed": { kind: "error", title: "Error", description: "Failed to sign out" },
} as const satisfies Record<string, ToastInput>;

/** A message for the next page to show once. */
export type Flash = keyof typeof words;

/** Whether a text names one of the messages. */
export function isFlash(value: string | undefined): value is Flash {
  return value !== undefined && Object.hasOwn(words, value);
}

/** A message in words. */
export function flashWords(flash: Flash): ToastInput & { description?: string } {
  return words[flash];
}
