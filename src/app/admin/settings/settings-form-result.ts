import type { AdminSettings } from "#features/settings/admin-settings.ts";
import type { SectionValues } from "#features/settings/settings-input.ts";
import type { ToastInput } from "#ui/toast-store.ts";
import type { Problems, Verdict } from "./settings-draft.ts";

/** What is told of a form in the page itself, in a toast's words. */
export type SettingsNotice = Pick<ToastInput, "kind" | "title" | "description">;

/** What the settings' form shows again when it was posted without script and not saved: all that was typed, and why. */
export type SettingsFormResult = {
  values: SectionValues;
  versions: AdminSettings["versions"];
  /** A secret key that was typed is not sent back (decision D5). */
  publishableKey: string;
  keysVersion: number;
  typed: Readonly<Record<string, string>>;
  problems: Problems;
  /** Why nothing was saved; null where nothing was to be. */
  refusal: SettingsNotice | null;
  isStale: boolean;
  verdict: Verdict | null;
  /** Pictures to choose the social image from, when that was asked for. */
  pictures: readonly { id: string; name: string }[] | null;
};

/** What was done before the page was loaded anew, as its address says it. */
export const DONE = ["saved", "keys", "reset"] as const;

/** Reads what was done; null for nothing. */
export function readDone(params: URLSearchParams): (typeof DONE)[number] | null {
  return DONE.find((done) => done === params.get("done")) ?? null;
}
