import type { ToastInput } from "#ui/toast-store.ts";

const NOTES = {
  "profile-updated": {
    title: "Profile updated",
    description: "Your profile information has been updated successfully.",
  },
  "address-saved": { title: "Address saved" },
  "default-chosen": { title: "Default address changed" },
  "confirmation-sent": {
    title: "Mail sent",
    description: "Open the link in it to confirm your email.",
  },
  "confirmation-stored": {
    kind: "info",
    title: "No mail was sent",
    description: "This shop sends no emails yet. Please write to us to confirm your email.",
  },
  "settings-saved": { title: "Settings saved" },
  "measurements-deleted": {
    title: "Measurements deleted",
    description: "Every reading of this person is gone.",
  },
  "set-apart-accepted": {
    title: "They are yours",
    description: "You can order with these measurements.",
  },
  "set-apart-deleted": {
    title: "Deleted",
    description: "What somebody else entered is gone.",
  },
  "person-renamed": { title: "Name saved" },
  "measure-link-added": { title: "Added" },
  "measure-link-withdrawn": {
    title: "Link withdrawn",
    description: "What was measured through it is deleted.",
  },
  "measure-link-renewed": { title: "Link renewed", description: "Send it again, please." },
  "measure-link-emailed": { title: "Email on its way" },
  "measure-link-unsent": {
    kind: "info",
    title: "No email was sent",
    description: "This shop sends no emails yet. Please copy the link and send it yourself.",
  },
  "measure-link-removed": {
    title: "Removed",
    description: "What was measured through the link is deleted.",
  },
  "correction-removed": {
    title: "Correction removed",
    description: "The next garment is cut without it.",
  },
  "atelier-asked": {
    title: "The atelier is asked",
    description: "It writes to you about what is still possible.",
  },
  "retention-saved": { title: "Choice saved" },
  "session-ended": { title: "Signed out there", description: "That device has to sign in again." },
  "sessions-ended": {
    title: "Signed out everywhere else",
    description: "Only this device is still signed in.",
  },
  "app-added": {
    title: "The second step is on",
    description: "From now on, signing in also asks for a code of your app.",
  },
  "app-removed": { title: "The app is removed" },
  "passkey-removed": { title: "The passkey is removed" },
} as const satisfies Record<string, ToastInput>;

export type AccountNote = keyof typeof NOTES;

const COOKIE = "da_note";
const LIFETIME_S = 30;

/** Shows a message on the next account page; null clears it. */
export function noteCookie(note: AccountNote | null, { https }: { https: boolean }): string {
  const secure = https ? "; Secure" : "";
  return `${COOKIE}=${note ?? ""}; Max-Age=${note ? LIFETIME_S : 0}; Path=/; SameSite=Lax; HttpOnly${secure}`;
}

/** Reads the note of the cookie; null for an unknown value. */
export function readNote(request: Request): AccountNote | null {
  const cookies = request.headers.get("cookie")?.split(/;\s*/) ?? [];
  const value = cookies.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  return value !== undefined && Object.hasOwn(NOTES, value) ? (value as AccountNote) : null;
}

export function noteToast(note: AccountNote): ToastInput {
  return { kind: "success", ...NOTES[note] };
}
