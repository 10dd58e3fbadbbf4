/** Dispatched on the document once the page's script handles clicks. */
export const SCRIPT_RUNS_EVENT = "atelier:script-runs";

/** Clicks on this part wait until its script announces itself. */
export const LATE_PART = "data-late-part";

/** An element gets these attributes. */
export const latePart = { [LATE_PART]: "" };

/** The attribute that the root element has from then on, for whoever looks later. */
const SCRIPT_RUNS = "data-script-runs";

/** Announces that all buttons and keys work. Browser only. */
export function notifyScriptRuns(): void {
  document.documentElement.setAttribute(SCRIPT_RUNS, "");
  document.dispatchEvent(new Event(SCRIPT_RUNS_EVENT));
}
