/** Told on the document once, when the page's script runs and answers taps. */
export const SCRIPT_RUNS_EVENT = "atelier:script-runs";
