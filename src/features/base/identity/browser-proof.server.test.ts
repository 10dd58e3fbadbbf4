import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { testAuth } from "#tests/support/identity.ts";
import { visitor } from "./actor.ts";
import { BROWSER_COOKIE, proveBrowser } from "./browser-proof.server.ts";
import { findActor } from "./sessions.server.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const { db } = shop;

/** The browser that a request with these cookies proves to a shop at this address. */
async function browserOf(publicUrl: string, cookie: string) {
  const auth = testAuth(db, undefined, undefined, { publicUrl });
  const request = new Request(`${publicUrl}/`, { headers: { cookie } });
  return (await findActor({ auth, db, clock: { now: () => new Date() } }, request)).browser;
}

const SECURE = "https://shop.example";
const PLAIN = "http://shop.test";
const PLANTED = `${BROWSER_COOKIE}=${"p".repeat(43)}`;

const provenCookie = (https: boolean) => {
  const { actor, cookie } = proveBrowser(visitor, { https });
  return { browser: actor.browser, cookie: cookie?.split(";")[0] ?? "" };
};

test("over https a plain cookie, as a network attacker plants it over http, names no browser", async () => {
  expect(await browserOf(SECURE, PLANTED)).toBeUndefined();
  const own = provenCookie(true);
  expect(own.cookie).toMatch(/^__Host-da_browser=/);
  expect(own.browser).toBeDefined();
  for (const cookies of [`${PLANTED}; ${own.cookie}`, `${own.cookie}; ${PLANTED}`]) {
    expect(await browserOf(SECURE, cookies)).toBe(own.browser);
  }
  expect(await browserOf(SECURE, `${PLANTED}; __Host-${BROWSER_COOKIE}=broken`)).toBeUndefined();
});

test("a shop that is served over http reads the plain cookie", async () => {
  const own = provenCookie(false);
  expect(own.cookie).toMatch(/^da_browser=/);
  expect(await browserOf(PLAIN, own.cookie)).toBe(own.browser);
});
