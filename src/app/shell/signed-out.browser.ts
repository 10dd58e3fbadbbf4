import { forgetDrafts } from "#app/components/admin/reply-draft.browser.ts";
import { readEntryText } from "#ui/browser-storage.ts";
import { forgetRecent } from "./command-palette/recent-choices.browser.ts";

/**
 * After a sign-out, of an admin or a customer: what the session has stored in this browser, which others may use. What
 * still waits to be sent stays.
 */
export async function forgetSessionData(): Promise<void> {
  forgetRecent();
  forgetDrafts();
  // Loaded apart, so that no page names the files of the atelier before it needs them.
  import("#app/components/production/garment-queue.browser.ts").then(
    (production) => production.forgetProductionPages(),
    () => undefined,
  );
  if (!readEntryText("measured-people")) return;
  const { keepPeopleInStep } = await import("#app/components/measuring/people-sync.browser.ts");
  await keepPeopleInStep();
}
