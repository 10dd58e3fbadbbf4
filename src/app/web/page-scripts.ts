import { createHash } from "node:crypto";
import { SCRIPT_RUNS_EVENT } from "./script-runs.ts";

// Only this file depends on React's and React Router's markup; a contract test guards it (ADR 0022).

/** sealPage replaces the nonce by hashes. */
export const SCRIPT_NONCE_HEADER = "x-script-nonce";

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
const MODULE_SCRIPT = 'type="module" async=""';
const WAITING_SCRIPT = 'type="text/plain" data-late=""';

/** Limits how long a missing image may delay the script. */
const MAX_WAIT_MS = 4_000;

/** A click this soon after its replay repeats the held click. */
const SAME_CLICK_MS = 500;

/**
 * Runs in the browser. Loads scripts after the first paint or touch, one at a time, because all at once block
 * a slow phone for 100 ms. Replays a click that needs the script once, unless the visitor left, and without
 * repeated clicks. Writes text of text areas again: React resets one with an initial text when it hydrates the page.
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
    drop();
    held = button;
    held.setAttribute("data-held", "");
  };
  const drop = () => {
    held?.removeAttribute("data-held");
    held = null;
  };
  const replay = (button) => {
    const until = performance.now() + ${SAME_CLICK_MS};
    button.click();
    addEventListener("click", (event) => {
      const isSame = performance.now() < until && event.target.closest?.("button") === button;
      if (isSame) event.stopImmediatePropagation();
    }, true);
  };
  const entered = new Map();
  const keep = ({ target }) => {
    if (target.tagName === "TEXTAREA") entered.set(target, target.value);
  };
  const write = (field, text) => {
    // Not React's own property on the element: the change reaches a component that controls the field.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  for (const touch of touches) addEventListener(touch, start, true);
  addEventListener("input", keep, true);
  addEventListener("load", () => new PerformanceObserver(() => start()).observe({ type: "paint", buffered: true }));
  addEventListener("click", hold, true);
  addEventListener("pagehide", drop);
  setTimeout(start, ${MAX_WAIT_MS});
  document.addEventListener("${SCRIPT_RUNS_EVENT}", () => {
    removeEventListener("click", hold, true);
    removeEventListener("input", keep, true);
    for (const [field, text] of entered) if (field.isConnected && field.value !== text) write(field, text);
    const button = held;
    drop();
    if (button?.isConnected) replay(button);
  }, { once: true });
})();`;

/** Moves the script to the end (ADR 0009): on slow networks it delays CSS, fonts and images. */
export function deferScripts(html: Buffer, nonce: string): Buffer<ArrayBuffer> {
  // Converting 100 kB to text and back costs more than rendering the frame.
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

const SCRIPT_OPEN = Buffer.from("<script");
const SCRIPT_CLOSE = Buffer.from("</script>");

/** Returns null for external scripts and other elements. */
function inlineScriptAt(html: Buffer, position: number): Buffer | null {
  const start = html.lastIndexOf("<", position);
  const end = html.indexOf(">", position);
  const tag = html.subarray(start, end);
  if (!tag.subarray(0, SCRIPT_OPEN.length).equals(SCRIPT_OPEN)) return null;
  if (tag.includes(" src=")) return null;
  return html.subarray(end + 1, html.indexOf(SCRIPT_CLOSE, end));
}

/** Replaces nonces by CSP hashes (ADR 0002). A script without the nonce gets no hash and never runs. */
export function sealScripts(
  html: Buffer,
  nonce: string,
): { body: Buffer; scriptHashes: readonly string[] } {
  const attribute = Buffer.from(` nonce="${nonce}"`);
  const hashes = new Set<string>();
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = html.indexOf(attribute); at !== -1; at = html.indexOf(attribute, from)) {
    parts.push(html.subarray(from, at));
    from = at + attribute.length;
    const script = inlineScriptAt(html, at);
    if (script) hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  }
  parts.push(html.subarray(from));
  return { body: Buffer.concat(parts), scriptHashes: [...hashes] };
}

export function sealPage(
  body: Buffer,
  headers: Headers,
): { body: Buffer; scriptHashes: readonly string[] } {
  const nonce = headers.get(SCRIPT_NONCE_HEADER);
  return nonce ? sealScripts(body, nonce) : { body, scriptHashes: [] };
}
