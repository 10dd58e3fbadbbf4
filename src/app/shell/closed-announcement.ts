import { inlineProgram } from "#app/web/inline-program.ts";
import hideClosedAnnouncement from "./closed-announcement.browser.ts?program";

/** Runs before the first paint; empty without an announcement. */
export function closedAnnouncementScript(text: string | null, nonce: string | undefined): string {
  return text === null ? "" : inlineProgram(hideClosedAnnouncement, text, nonce);
}
