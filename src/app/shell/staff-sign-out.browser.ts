import { forgetDrafts } from "#app/admin/inbox/reply-draft.browser.ts";
import { forgetProductionPages } from "#app/admin/production/garment-queue.browser.ts";
import { forgetRecent } from "./command-palette/recent-choices.browser.ts";

/** At sign-out: what the admin has stored in this browser, which others may use. What still waits to be sent stays. */
export function forgetStaffData(): void {
  forgetRecent();
  forgetDrafts();
  forgetProductionPages();
}
