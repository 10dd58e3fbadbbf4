import { repeatEarlyInput } from "./early-input.browser.ts";
import { SCRIPT_RUNS_EVENT } from "./script-runs.ts";

/** Limits how long a missing image may delay the script. */
const MAX_WAIT_MS = 4_000;

/** A click this soon after its replay repeats the held click. */
const SAME_CLICK_MS = 500;

const TOUCHES = ["pointerdown", "keydown", "focusin"];

/** What does nothing without the script, and links that open a dialog with it. */
const NEEDS_SCRIPT = 'button[type="button"], a[data-opens-dialog]';

const pressedIn = ({ target }: Event) =>
  (target as Element).closest?.<HTMLElement>(NEEDS_SCRIPT) ?? null;

/** Runs the script that waits in the page. */
function runWaitingScript(): void {
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = document.querySelector("script[data-late]")?.textContent ?? "";
  document.head.append(script);
  script.remove();
}

/** Loads the files one at a time, because all at once block a slow phone for 100 ms; then runs the script. */
function loadScript([href, ...others]: readonly string[]): void {
  if (href === undefined) {
    runWaitingScript();
    return;
  }
  const link = document.createElement("link");
  document.head.append(Object.assign(link, { rel: "modulepreload", href, fetchPriority: "low" }));
  setTimeout(loadScript, 0, others);
}

/** Loads the script after the first paint or touch. */
function loadOnce(preloads: readonly string[]): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const touch of TOUCHES) removeEventListener(touch, start, true);
    loadScript(preloads);
  };
  for (const touch of TOUCHES) addEventListener(touch, start, true);
  addEventListener("load", () =>
    new PerformanceObserver(() => start()).observe({ type: "paint", buffered: true }),
  );
  setTimeout(start, MAX_WAIT_MS);
}

/** Clicks a button or link, and stops what repeats that click shortly after. */
function replayClick(button: HTMLElement): void {
  const until = performance.now() + SAME_CLICK_MS;
  button.click();
  addEventListener(
    "click",
    (event) => {
      if (performance.now() >= until || pressedIn(event) !== button) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}

/** Holds a click that needs the script, and repeats it once the script runs, unless the visitor left before. */
function holdClicks(): void {
  let held: HTMLElement | null = null;
  const drop = () => {
    held?.removeAttribute("data-held");
    held = null;
  };
  const hold = (event: Event) => {
    const button = pressedIn(event);
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    drop();
    held = button;
    button.setAttribute("data-held", "");
  };
  addEventListener("click", hold, true);
  addEventListener("pagehide", drop);
  const replay = () => {
    removeEventListener("click", hold, true);
    const button = held;
    drop();
    if (button?.isConnected) replayClick(button);
  };
  document.addEventListener(SCRIPT_RUNS_EVENT, replay, { once: true });
}

/** The first script of a page (ADR 0009); `preloads` are the files of the page's own script. */
export default function startPage(preloads: readonly string[]): void {
  loadOnce(preloads);
  repeatEarlyInput();
  holdClicks();
}
