import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sessions } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  ADMIN,
  CUSTOMER,
  cookieHeader,
  createAccount,
  formPost,
  testAuth,
} from "#tests/support/identity.ts";
import { signOut } from "./sessions.server.ts";
import { signInAdmin } from "./sign-in.server.ts";

let database: TestDatabase;
let auth: Auth;

beforeEach(async () => {
  database = await createTestDatabase();
  auth = testAuth(database.db);
  await createAccount(database.db, auth, { role: "admin", ...ADMIN });
  await createAccount(database.db, auth, { role: "customer", ...CUSTOMER });
});

afterEach(() => database.close());

const attempt = (
  credentials: { username: string; password: string },
  options?: Parameters<typeof formPost>[2],
) =>
  signInAdmin(
    { auth, db: database.db, clock: systemClock },
    { ...credentials, request: formPost("/login", credentials, options) },
  );

describe("an admin who signs in", () => {
  // Specification 3.31, 3.32, 3.33, 3.35, 4.2, 9.1
  test("gets a 24-hour session in an HttpOnly, SameSite cookie", async () => {
    const signedIn = await attempt(ADMIN);
    if (!signedIn.ok) throw new Error(signedIn.error.code);
    const [cookie = ""] = signedIn.value.cookies;
    expect(cookie).toMatch(/^da\.session_token=/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Max-Age=86400/);
    const [session] = await database.db.select().from(sessions);
    const hours = (Number(session?.expiresAt) - Number(session?.createdAt)) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
    expect(session?.ipAddress).toBe("203.0.113.7");
  });

  test("can enter the username in any case", async () => {
    expect((await attempt({ ...ADMIN, username: "ROSA" })).ok).toBe(true);
  });

  // Specification 7.4
  test("has no session after signing out", async () => {
    const signedIn = await attempt(ADMIN);
    if (!signedIn.ok) throw new Error(signedIn.error.code);
    const cookie = cookieHeader(signedIn.value.cookies);
    const left = await signOut({ auth }, { request: formPost("/sign-out", {}, { cookie }) });
    expect(left.ok && left.value.cookies.join()).toMatch(/da\.session_token=;.*Max-Age=0/);
    expect(await database.db.select().from(sessions)).toEqual([]);
  });
});

describe("in every other case", () => {
  test.each([
    ["a wrong password", { ...ADMIN, password: "wrong-password" }],
    ["an unknown name", { username: "nobody", password: "wrong-password" }],
    ["a name that cannot exist", { username: "a b'; --", password: "x" }],
    ["a password without end", { ...ADMIN, password: "x".repeat(5000) }],
    // Specification 6.4
    ["a customer with the right password", CUSTOMER],
  ])("%s is refused with the same message and leaves no session", async (_who, credentials) => {
    expect(await attempt(credentials)).toEqual({
      ok: false,
      error: { code: "invalid_credentials" },
    });
    expect(await database.db.select().from(sessions)).toEqual([]);
  });

  test("a form on another site cannot sign anybody in", async () => {
    const refused = await attempt(ADMIN, { origin: "https://evil.example" });
    expect(refused).toEqual({ ok: false, error: { code: "foreign_origin" } });
  });

  // Specification 7.4
  test("a form on another site cannot sign anybody out", async () => {
    const signedIn = await attempt(ADMIN);
    if (!signedIn.ok) throw new Error(signedIn.error.code);
    const cookie = cookieHeader(signedIn.value.cookies);
    const request = formPost("/sign-out", {}, { cookie, origin: "https://evil.example" });
    expect(await signOut({ auth }, { request })).toEqual({
      ok: false,
      error: { code: "foreign_origin" },
    });
    expect(await database.db.select().from(sessions)).toHaveLength(1);
  });
});

describe("to slow down guessing,", () => {
  const wrong = { ...ADMIN, password: "wrong-password" };

  test("after five wrong passwords even the right one waits, with the remaining time", async () => {
    for (let tries = 0; tries < 5; tries++) {
      expect(await attempt(wrong)).toMatchObject({ error: { code: "invalid_credentials" } });
    }
    const slowed = await attempt(ADMIN);
    expect(slowed).toMatchObject({ ok: false, error: { code: "too_many_attempts" } });
    expect(
      !slowed.ok && "retryAfterSeconds" in slowed.error && slowed.error.retryAfterSeconds,
    ).toSatisfy((seconds: number) => seconds > 0 && seconds <= 60);
  });

  test("another IP address is not affected", async () => {
    for (let tries = 0; tries < 6; tries++) await attempt(wrong);
    expect((await attempt(ADMIN, { address: "198.51.100.4" })).ok).toBe(true);
  });

  test("a successful sign-in resets the count", async () => {
    for (let round = 0; round < 8; round++) {
      await attempt(wrong);
      expect((await attempt(ADMIN)).ok).toBe(true);
    }
  });

  test("a customer's own password does not reset the count", async () => {
    for (let tries = 0; tries < 5; tries++) {
      await attempt(wrong);
      await attempt(CUSTOMER);
    }
    expect(await attempt(wrong)).toMatchObject({ error: { code: "too_many_attempts" } });
  });
});
