import { randomBytes } from "node:crypto";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { BROWSER_COOKIE, inBrowser } from "#features/base/identity/browser-proof.server.ts";

type Guest = {
  actor: Actor;
  /** The cookie by which a request proves her browser to a shop that is served over http. */
  cookie: string;
  /** The same for a shop that is served over https. */
  secureCookie: string;
};

/** A guest in a browser of her own. */
export function newGuest(): Guest {
  const token = randomBytes(32).toString("base64url");
  const cookie = `${BROWSER_COOKIE}=${token}`;
  const request = new Request("http://shop.test/", { headers: { cookie } });
  return {
    actor: inBrowser(visitor, request, { https: false }),
    cookie,
    secureCookie: `__Host-${cookie}`,
  };
}

const onlyGuest = newGuest();

/** The guest of tests that need one guest only; every helper's default. */
export const guest = onlyGuest.actor;

export const GUEST_COOKIE = onlyGuest.cookie;

/** For requests to a shop whose PUBLIC_URL begins with https. */
export const SECURE_GUEST_COOKIE = onlyGuest.secureCookie;
