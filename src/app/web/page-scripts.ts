import { createHash } from "node:crypto";
import { inlineProgram } from "./inline-program.ts";

// Only this file depends on React's and React Router's markup; a contract test guards it (ADR 0022).

/** sealPage replaces the nonce by hashes. */
export const SCRIPT_NONCE_HEADER = "x-script-nonce";

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
const MODULE_SCRIPT = 'type="module" async=""';
const WAITING_SCRIPT = 'type="text/plain" data-late=""';

/**
 * Moves the script to the end (ADR 0009): on slow networks it delays CSS, fonts and images. There `starter`, the program
 * of start-page.browser.ts, runs it.
 */
export function deferScripts(html: Buffer, nonce: string, starter: string): Buffer<ArrayBuffer> {
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
    Buffer.from(inlineProgram(starter, preloads, nonce)),
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
