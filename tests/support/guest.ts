import { randomBytes } from "node:crypto";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { BROWSER_COOKIE, inBrowser } from "#features/base/identity/browser-proof.server.ts";

/** A guest in a browser of her own, and the cookie by which a request proves that browser. */
export function newGuest(): { actor: Actor; cookie: string } {
  const token = randomBytes(32).toString("base64url");
  const cookie = `${BROWSER_COOKIE}=${token}`;
  const request = new Request("http://shop.test/", { headers: { cookie } });
  return { actor: inBrowser(visitor, request, { https: false }), cookie };
}

const onlyGuest = newGuest();

/** The guest of tests that need one guest only; every helper's default. */
export const guest = onlyGuest.actor;

export const GUEST_COOKIE = onlyGuest.cookie;
