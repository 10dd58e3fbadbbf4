import { createHash } from "node:crypto";
import { SCRIPT_NONCE_HEADER } from "#app/web/script-nonce.ts";

/** Header name and value. */
export type HeaderPair = readonly [name: string, value: string];

const PERMISSIONS = [
  "accelerometer=()",
  "camera=()",
  "display-capture=()",
  "geolocation=()",
  "gyroscope=()",
  "magnetometer=()",
  "microphone=()",
  "midi=()",
  "payment=()",
  "usb=()",
  "browsing-topics=()",
].join(", ");

const ONE_YEAR_S = 31_536_000;

/** What a page's policy allows beyond the shop itself. */
type Allowed = {
  scriptHashes?: readonly string[];
  /** Origins a form's answer may lead on to: the sign-in of providers that are configured. */
  formTargets?: readonly string[];
};

function contentSecurityPolicy({ scriptHashes = [], formTargets = [] }: Allowed): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(" "),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    ["form-action 'self'", ...formTargets].join(" "),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

/** The security headers of every answer; only a page has inline scripts to allow. */
export function securityHeaders(options: Allowed & { https: boolean }): HeaderPair[] {
  const headers: HeaderPair[] = [
    ["content-security-policy", contentSecurityPolicy(options)],
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", PERMISSIONS],
    ["cross-origin-opener-policy", "same-origin"],
  ];
  if (options.https) headers.push(["strict-transport-security", `max-age=${ONE_YEAR_S}`]);
  return headers;
}

/** What a script, style, font or picture needs: dozens come with a page, and each would carry the page's policies along. */
export function fileSecurityHeaders(contentType: string): HeaderPair[] {
  const headers: HeaderPair[] = [["x-content-type-options", "nosniff"]];
  if (contentType.startsWith("image/svg")) {
    headers.push(["content-security-policy", "default-src 'none'; style-src 'unsafe-inline'"]);
  }
  return headers;
}

const SCRIPT_OPEN = Buffer.from("<script");
const SCRIPT_CLOSE = Buffer.from("</script>");

/** The inline script whose opening tag holds this position; null for a script from a file and for any other element. */
function inlineScriptAt(html: Buffer, position: number): Buffer | null {
  const start = html.lastIndexOf("<", position);
  const end = html.indexOf(">", position);
  const tag = html.subarray(start, end);
  if (!tag.subarray(0, SCRIPT_OPEN.length).equals(SCRIPT_OPEN)) return null;
  if (tag.includes(" src=")) return null;
  return html.subarray(end + 1, html.indexOf(SCRIPT_CLOSE, end));
}

/**
 * Takes the marks off a rendered page and returns the CSP hashes of the inline scripts that bore them. A script without the
 * render's own nonce was not written by the shop's code, gets no hash and so never runs. Works on bytes: pages are large and
 * turning them into text and back would cost more than all hashes.
 */
export function sealScripts(
  html: Buffer,
  nonce: string,
): { body: Buffer; scriptHashes: readonly string[] } {
  const mark = Buffer.from(` nonce="${nonce}"`);
  const hashes = new Set<string>();
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, from)) {
    kept.push(html.subarray(from, at));
    from = at + mark.length;
    const script = inlineScriptAt(html, at);
    if (script) hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  }
  kept.push(html.subarray(from));
  return { body: Buffer.concat(kept), scriptHashes: [...hashes] };
}

/** A page's bytes as they may leave the host, and the hashes its policy must allow. */
export function sealPage(
  body: Buffer,
  headers: Headers,
): { body: Buffer; scriptHashes: readonly string[] } {
  const nonce = headers.get(SCRIPT_NONCE_HEADER);
  return nonce ? sealScripts(body, nonce) : { body, scriptHashes: [] };
}
