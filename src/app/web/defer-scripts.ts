import { SCRIPT_RUNS_EVENT } from "./script-runs.ts";

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
const MODULE_SCRIPT = 'type="module" async=""';
const WAITING_SCRIPT = 'type="text/plain" data-late=""';

/** How long an absent picture may hold up the page's script. */
const LONGEST_WAIT_MS = 4_000;

/**
 * Runs in the browser: the page's script is fetched once what is seen has been painted, or with the first touch, whichever comes
 * first; a file at a time, because asking for all of them in one go holds up a slow phone for a tenth of a second. A tap on a button
 * that needs the script is held until the script runs and then given to it; links and forms need none.
 */
const starter = (preloads: readonly string[]) => `(() => {
  const late = document.querySelector("script[data-late]");
  const touches = ["pointerdown", "keydown", "focusin"];
  let started = false;
  let held = null;
  const start = () => {
    if (started) return;
    started = true;
    for (const touch of touches) removeEventListener(touch, start, true);
    fetchNext(${JSON.stringify(preloads)});
  };
  const fetchNext = ([href, ...others]) => {
    if (href === undefined) return run();
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, fetchPriority: "low" }));
    setTimeout(fetchNext, 0, others);
  };
  const run = () => {
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = late.textContent;
    document.head.append(script);
    script.remove();
  };
  const hold = (event) => {
    const button = event.target.closest?.('button[type="button"]');
    if (!button) return;
    event.stopImmediatePropagation();
    held?.removeAttribute("data-held");
    held = button;
    held.setAttribute("data-held", "");
  };
  for (const touch of touches) addEventListener(touch, start, true);
  addEventListener("load", () => new PerformanceObserver(() => start()).observe({ type: "paint", buffered: true }));
  addEventListener("click", hold, true);
  setTimeout(start, ${LONGEST_WAIT_MS});
  document.addEventListener("${SCRIPT_RUNS_EVENT}", () => {
    removeEventListener("click", hold, true);
    held?.removeAttribute("data-held");
    if (held?.isConnected) held.click();
  }, { once: true });
})();`;

/**
 * The rendered page with its script behind everything else: on a weak network it would hold up the style sheet, the fonts and the
 * first picture. The page comes as React Router renders it; one that bears no module script is left as it is.
 */
export function deferScripts(html: Buffer, nonce: string): Buffer<ArrayBuffer> {
  // On bytes: turning 100 kB into text and back would cost more than rendering the frame.
  const headEnd = html.indexOf("</head>");
  const moduleAt = html.indexOf(MODULE_SCRIPT, headEnd);
  const end = html.lastIndexOf("</body>");
  if (headEnd === -1 || moduleAt === -1 || end === -1) return Buffer.from(html);
  const preloads: string[] = [];
  const head = html.toString("utf8", 0, headEnd).replace(MODULE_PRELOAD, (_tag, href: string) => {
    preloads.push(href);
    return "";
  });
  return Buffer.concat([
    Buffer.from(head),
    html.subarray(headEnd, moduleAt),
    Buffer.from(WAITING_SCRIPT),
    html.subarray(moduleAt + MODULE_SCRIPT.length, end),
    Buffer.from(`<script nonce="${nonce}">${starter(preloads)}</script>`),
    html.subarray(end),
  ]);
}
