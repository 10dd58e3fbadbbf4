import { sql } from "drizzle-orm";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rateLimits, sessions } from "#db/schema/identity.server.ts";
import { accountShop, cookieAfter, ROSA } from "#tests/support/customers.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createAccount, SHOP_ORIGIN } from "#tests/support/identity.ts";
import { findActor, findActorAndSession, prolongSession } from "./sessions.server.ts";
import { guessesKey } from "./sign-in.server.ts";

const DAY_MS = 24 * 3_600_000;
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
  test("gets a session of 30 days in a cookie that scripts cannot read and other sites do not send", async () => {
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

  test("may write the email in any case", async () => {
    expect((await shop.signIn({ email: "ROSA@Example.com" })).ok).toBe(true);
  });

  test("gets a session of her own, never one that was planted in her browser", async () => {
    const planted = "da.session_token=planted-by-somebody.c2lnbmF0dXJl";
    const cookie = cookieAfter(await shop.signIn({}, { cookie: planted }));
    expect(cookie).not.toContain("planted");
    expect(await actorOf(planted)).toEqual({ role: "visitor" });
  });

  test("leaves no session behind that this browser had before", async () => {
    const first = cookieAfter(await shop.signIn());
    const second = cookieAfter(await shop.signIn({}, { cookie: first }));
    expect(second).not.toBe(first);
    expect(await actorOf(first)).toEqual({ role: "visitor" });
    expect(await actorOf(second)).toMatchObject({ role: "customer" });
  });

  test("stays signed in for 30 days from the last visit, written down at most once a day", async () => {
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

test("an admin may sign in by email and has a day, like everywhere", async () => {
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

describe("nobody else gets in", () => {
  test.each([
    ["a wrong password", { password: "wrong-password" }],
    ["an unknown email", { email: "nobody@example.com" }],
    ["an email that cannot exist", { email: "a b'; --" }],
    ["a password without end", { password: "x".repeat(5000) }],
  ])("%s is refused in the same words and leaves no session", async (_who, changes) => {
    expect(await shop.signIn(changes)).toEqual(invalid);
    expect(await database.db.select().from(sessions)).toEqual([]);
  });

  test("an unknown email costs the work of a wrong password: as many statements, one hash", async () => {
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

  test("a form on another site signs nobody in", async () => {
    const refused = await shop.signIn({}, { origin: "https://evil.example" });
    expect(refused).toEqual({ ok: false, error: { code: "foreign_origin" } });
  });
});

describe("guessing is slowed down", () => {
  const wrong = { password: "wrong-password" };

  test("after five wrong passwords this account waits here, and says how long", async () => {
    for (let tries = 0; tries < 5; tries++) expect(await shop.signIn(wrong)).toEqual(invalid);
    const slowed = await shop.signIn();
    expect(slowed).toMatchObject({ ok: false, error: { code: "too_many_attempts" } });
    const wait =
      !slowed.ok && slowed.error.code === "too_many_attempts" ? slowed.error.retryAfterSeconds : 0;
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  test("an address without an account is slowed down alike", async () => {
    const nobody = { email: "nobody@example.com" };
    for (let tries = 0; tries < 5; tries++) expect(await shop.signIn(nobody)).toEqual(invalid);
    expect(await shop.signIn(nobody)).toMatchObject({ error: { code: "too_many_attempts" } });
  });

  test("the rest of the family is not, and neither is the account from elsewhere", async () => {
    await shop.register({ email: "anil@example.com" });
    for (let tries = 0; tries < 6; tries++) await shop.signIn(wrong);
    expect((await shop.signIn({ email: "anil@example.com" })).ok).toBe(true);
    expect((await shop.signIn({}, { address: "198.51.100.4" })).ok).toBe(true);
  });

  test("thirty guesses from many addresses in an hour are all an account gives", async () => {
    const from = (n: number) => ({ address: `198.51.100.${n}` });
    await database.db.insert(rateLimits).values({
      key: guessesKey(ROSA.email),
      count: 29,
      lastRequest: Date.now(),
    });
    expect(await shop.signIn(wrong, from(1))).toEqual(invalid);
    expect(await shop.signIn({}, from(2))).toMatchObject({
      error: { code: "too_many_attempts" },
    });
  });

  test("whoever got in starts afresh", async () => {
    for (let round = 0; round < 4; round++) {
      for (let tries = 0; tries < 3; tries++) await shop.signIn(wrong);
      expect((await shop.signIn()).ok).toBe(true);
    }
  });
});
