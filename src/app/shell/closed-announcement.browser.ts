import { ANNOUNCEMENT_KEY } from "./announcement-key.ts";

/** Hides a dismissed announcement before the first paint, to avoid a layout shift. */
export default function hideClosedAnnouncement(text: string): void {
  try {
    if (localStorage.getItem(ANNOUNCEMENT_KEY) !== text) return;
    document.documentElement.dataset.announcement = "closed";
  } catch {
    // A browser that refuses local storage shows the announcement again.
  }
}
