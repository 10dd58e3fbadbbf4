import { sql } from "drizzle-orm";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { sessions } from "#db/schema/identity.server.ts";
import { accountShop, cookieAfter, ROSA } from "#tests/support/customers.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createAccount, SHOP_ORIGIN } from "#tests/support/identity.ts";
import { findActor, findActorAndSession, prolongSession } from "./sessions.server.ts";

const invalid = { ok: false, error: { code: "invalid_credentials" } };

let database: TestDatabase;
let shop: ReturnType<typeof accountShop>;

beforeEach(async () => {
  database = await createTestDatabase();
  shop = accountShop(database);
  await shop.register();
});

afterEach(() => database.close());

const asking = (cookie: string) => new Request(`${SHOP_ORIGIN}/profile`, { headers: { cookie } });
const actorOf = (cookie: string) => findActor(shop.deps, asking(cookie));
const daysLeft = async () => {
  const [session] = await database.db.select().from(sessions);
  return ((session?.expiresAt.getTime() ?? 0) - Date.now()) / DAY_MS;
};

describe("a customer who signs in", () => {
  // Specification 7.2
  test("gets a 30-day session in an HttpOnly, SameSite cookie", async () => {
    const signedIn = await shop.signIn();
    if (!signedIn.ok) throw new Error(signedIn.error.code);
    const [cookie = ""] = signedIn.value.cookies;
    expect(cookie).toMatch(/^da\.session_token=.*Max-Age=2592000;.*HttpOnly.*SameSite=Lax/);
    expect(await daysLeft()).toBeCloseTo(30, 1);
    expect(await actorOf(cookieAfter(signedIn))).toMatchObject({
      role: "customer",
      name: "Rosa Persaud",
      email: ROSA.email,
    });
  });

  test("can enter the email in any case", async () => {
    expect((await shop.signIn({ email: "ROSA@Example.com" })).ok).toBe(true);
  });

  test("gets a new session, never one planted in the browser", async () => {
    const planted = "da.session_token=planted-by-somebody.c2lnbmF0dXJl";
    const cookie = cookieAfter(await shop.signIn({}, { cookie: planted }));
    expect(cookie).not.toContain("planted");
    expect(await actorOf(planted)).toEqual({ role: "visitor" });
  });

  test("ends the browser's previous session", async () => {
    const first = cookieAfter(await shop.signIn());
    const second = cookieAfter(await shop.signIn({}, { cookie: first }));
    expect(second).not.toBe(first);
    expect(await actorOf(first)).toEqual({ role: "visitor" });
    expect(await actorOf(second)).toMatchObject({ role: "customer" });
  });

  test("stays signed in for 30 days from the last visit, stored at most once a day", async () => {
    const cookie = cookieAfter(await shop.signIn());
    const visit = async () => {
      const request = asking(cookie);
      const { session } = await findActorAndSession(shop.deps, request);
      return session ? prolongSession(shop.deps, { session, request }) : [];
    };
    expect(await visit()).toEqual([]);
    await database.db.update(sessions).set({ expiresAt: sql`now() + interval '5 days'` });
    const [renewed = ""] = await visit();
    expect(renewed).toMatch(/^da\.session_token=.*Max-Age=2592000/);
    expect(await daysLeft()).toBeCloseTo(30, 1);
  });
});

test("has one day as an admin who signs in by email", async () => {
  await createAccount(database.db, shop.deps.auth, {
    role: "admin",
    username: "owner",
    password: "cedar-and-cotton-9",
  });
  const signedIn = await shop.signIn({
    email: "owner@example.com",
    password: "cedar-and-cotton-9",
  });
  if (!signedIn.ok) throw new Error(signedIn.error.code);
  expect(signedIn.value.cookies.join()).toMatch(/Max-Age=86400/);
  expect(await daysLeft()).toBeCloseTo(1, 1);
});

describe("in every other case", () => {
  test.each([
    ["a wrong password", { password: "wrong-password" }],
    ["an unknown email", { email: "nobody@example.com" }],
    ["an email that cannot exist", { email: "a b'; --" }],
    ["a password without end", { password: "x".repeat(5000) }],
  ])("%s is refused with the same message and leaves no session", async (_who, changes) => {
    expect(await shop.signIn(changes)).toEqual(invalid);
    expect(await database.db.select().from(sessions)).toEqual([]);
  });

  test("an unknown email costs the work of a wrong password: as many statements and one hash", async () => {
    const { password } = await shop.deps.auth.$context;
    const statements = vi.spyOn(pg.Client.prototype, "query");
    const hashes = [vi.spyOn(password, "hash"), vi.spyOn(password, "verify")];
    const costOf = async (changes: Partial<typeof ROSA>) => {
      const spies = [statements, ...hashes];
      for (const spy of spies) spy.mockClear();
      expect(await shop.signIn({ password: "wrong-password", ...changes })).toEqual(invalid);
      const [sql, ...hashed] = spies.map((spy) => spy.mock.calls.length);
      return { sql, hashed: hashed.reduce((sum, count) => sum + count, 0) };
    };
    const known = await costOf({});
    expect(await costOf({ email: "nobody@example.com" })).toEqual(known);
    expect(known.hashed).toBe(1);
    statements.mockRestore();
  });

  test("a form on another site is refused", async () => {
    const refused = await shop.signIn({}, { origin: "https://evil.example" });
    expect(refused).toEqual({ ok: false, error: { code: "foreign_origin" } });
  });
});

describe("to slow down guessing,", () => {
  const wrong = { password: "wrong-password" };

  test("after five wrong passwords this account waits here, with the remaining time", async () => {
    for (let tries = 0; tries < 5; tries++) expect(await shop.signIn(wrong)).toEqual(invalid);
    const slowed = await shop.signIn();
    expect(slowed).toMatchObject({ ok: false, error: { code: "too_many_attempts" } });
    const wait =
      !slowed.ok && slowed.error.code === "too_many_attempts" ? slowed.error.retryAfterSeconds : 0;
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  test("an email without an account waits as well", async () => {
    const stranger = { email: "nobody@example.com" };
    for (let tries = 0; tries < 5; tries++) expect(await shop.signIn(stranger)).toEqual(invalid);
    expect(await shop.signIn(stranger)).toMatchObject({ error: { code: "too_many_attempts" } });
  });

  test("other accounts at this IP address and the account elsewhere do not wait", async () => {
    await shop.register({ email: "anil@example.com" });
    for (let tries = 0; tries < 6; tries++) await shop.signIn(wrong);
    expect((await shop.signIn({ email: "anil@example.com" })).ok).toBe(true);
    expect((await shop.signIn({}, { address: "198.51.100.4" })).ok).toBe(true);
  });

  test("a successful sign-in resets the count", async () => {
    for (let round = 0; round < 4; round++) {
      for (let tries = 0; tries < 3; tries++) await shop.signIn(wrong);
      expect((await shop.signIn()).ok).toBe(true);
    }
  });
});
