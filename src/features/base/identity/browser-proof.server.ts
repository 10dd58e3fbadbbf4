import { createHash, randomBytes } from "node:crypto";
import type { Actor } from "./actor.ts";

/** The cookie that proves a browser. No script reads it; over https it has the prefix `__Host-`, so that no other host can set it. */
export const BROWSER_COOKIE = "da_browser";

/** Longer than a guest's specification is kept, so that a cart never outlives its proof. */
const BROWSER_LIFETIME_S = 200 * 24 * 60 * 60;

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** What the shop stores of a proof: SHA-256 in hex. */
const nameOf = (token: string) => createHash("sha256").update(token).digest("hex");

const cookieName = (https: boolean) => (https ? `__Host-${BROWSER_COOKIE}` : BROWSER_COOKIE);

type Shop = { https: boolean };

/** The browser that a request proves to come from; null without a valid proof. */
function findBrowser(request: Request, { https }: Shop): string | null {
  const cookies = request.headers.get("cookie")?.split(/;\s*/) ?? [];
  const name = `${cookieName(https)}=`;
  const token = cookies.find((each) => each.startsWith(name))?.slice(name.length);
  return token !== undefined && TOKEN.test(token) ? nameOf(token) : null;
}

/**
 * The actor with the browser that the request proves to come from. A shop that is served over https reads the prefixed cookie alone:
 * whoever answers one request over http in a café's network can plant the plain one, and would then share the guest's browser.
 */
export function inBrowser<Known extends Actor>(actor: Known, request: Request, shop: Shop): Known {
  const browser = findBrowser(request, shop);
  return browser === null ? actor : { ...actor, browser };
}

/**
 * A visitor without a proof, with a new one and the cookie that brings it. Signed-in people need none, because what they store
 * belongs to their account; a browser that has a proof keeps it.
 */
export function proveBrowser(
  actor: Actor,
  { https }: Shop,
): { actor: Actor; cookie: string | null } {
  if (actor.role !== "visitor" || actor.browser !== undefined) return { actor, cookie: null };
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const secure = https ? "; Secure" : "";
  const cookie = `${cookieName(https)}=${token}; Max-Age=${BROWSER_LIFETIME_S}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  return { actor: { ...actor, browser: nameOf(token) }, cookie };
}
