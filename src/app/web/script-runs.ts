/** Told on the document once, when the page's script runs and answers taps. */
export const SCRIPT_RUNS_EVENT = "atelier:script-runs";

/** Marks a part of the page whose script comes after the page's own: it says itself when it runs, and taps are held until then. */
export const LATE_PART = "data-late-part";

/** Says that every button of the page answers. For the browser only. */
export function notifyScriptRuns(): void {
  document.dispatchEvent(new Event(SCRIPT_RUNS_EVENT));
}
