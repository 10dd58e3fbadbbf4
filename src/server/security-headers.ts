import { createHash } from "node:crypto";
import { SCRIPT_NONCE_HEADER } from "#app/script-nonce.ts";

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

function contentSecurityPolicy(scriptHashes: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(" "),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

/** The security headers of every answer; only a page has inline scripts to allow. */
export function securityHeaders(options: {
  https: boolean;
  scriptHashes?: readonly string[];
}): HeaderPair[] {
  const headers: HeaderPair[] = [
    ["content-security-policy", contentSecurityPolicy(options.scriptHashes ?? [])],
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", PERMISSIONS],
    ["cross-origin-opener-policy", "same-origin"],
  ];
  if (options.https) headers.push(["strict-transport-security", `max-age=${ONE_YEAR_S}`]);
  return headers;
}

const INLINE_SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * Takes the marks off a rendered page and returns the CSP hashes of the inline scripts that bore them. A script without the
 * render's own nonce was not written by the shop's code, gets no hash and so never runs.
 */
export function sealScripts(
  html: string,
  nonce: string | null,
): { html: string; scriptHashes: string[] } {
  if (!nonce) return { html, scriptHashes: [] };
  const mark = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", body = ""] of html.matchAll(INLINE_SCRIPT)) {
    if (!attributes.includes(mark) || /\ssrc=/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash("sha256").update(body).digest("base64")}'`);
  }
  return { html: html.replaceAll(mark, ""), scriptHashes: [...hashes] };
}

/** A page's bytes as they may leave the host, and the hashes its policy must allow. */
export function sealPage(
  body: Buffer,
  headers: Headers,
): { body: Buffer; scriptHashes: readonly string[] } {
  const nonce = headers.get(SCRIPT_NONCE_HEADER);
  if (!nonce) return { body, scriptHashes: [] };
  const sealed = sealScripts(body.toString("utf8"), nonce);
  return { body: Buffer.from(sealed.html), scriptHashes: sealed.scriptHashes };
}
