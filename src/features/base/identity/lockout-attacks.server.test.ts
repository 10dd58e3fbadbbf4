import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { passkeys, rateLimits } from "#db/schema/identity.server.ts";
import { sendResetLink } from "#features/office/customers/account-emails.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { accountShop, ROSA, tokenIn } from "#tests/support/customers.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createAccount, formPost } from "#tests/support/identity.ts";
import { clearOldAttempts } from "./attempts.server.ts";
import { knownDeviceCookie } from "./known-device.server.ts";
import { requestPasswordReset, resetPassword } from "./reset-password.server.ts";
import { signInAdmin, signInCustomer } from "./sign-in.server.ts";

const MINUTE_MS = 60_000;
const HOME = "192.0.2.1";
const ADMIN = { username: "owner", password: "cedar-and-cotton-9" };

let database: TestDatabase;
let shop: ReturnType<typeof accountShop>;
let adminId: string;
let pauses: number[];
let clock: ReturnType<typeof fixedClock>;

beforeEach(async () => {
  database = await createTestDatabase();
  shop = accountShop(database);
  await shop.register();
  shop.requested.length = 0;
  adminId = await createAccount(database.db, shop.deps.auth, { role: "admin", ...ADMIN });
  pauses = [];
  clock = fixedClock(new Date().toISOString());
});

afterEach(() => database.close());

const deps = () => ({
  ...shop.deps,
  clock,
  pause: async (ms: number) => void pauses.push(ms),
});

type From = { address?: string; cookie?: string };
type Outcome = "signed in" | "wrong" | "refused" | "second factor";

const codes: Record<string, Outcome> = {
  invalid_credentials: "wrong",
  too_many_attempts: "refused",
  second_factor: "second factor",
};

/** Tries a password for Rosa, a customer. */
async function customer(password: string, from: From = { address: HOME }): Promise<Outcome> {
  const request = formPost("/auth", {}, from);
  const signedIn = await signInCustomer(deps(), { email: ROSA.email, password, request });
  return signedIn.ok ? "signed in" : (codes[signedIn.error.code] ?? "wrong");
}

/** Tries a password for the owner. */
async function owner(password: string, from: From = { address: HOME }): Promise<Outcome> {
  const request = formPost("/login", {}, from);
  const input = { username: ADMIN.username, password, request };
  const signedIn = await signInAdmin(deps(), input);
  return signedIn.ok ? "signed in" : (codes[signedIn.error.code] ?? "wrong");
}

function browserOf(userId: string): string {
  const request = formPost("/auth", {});
  const { secret } = shop.deps.auth.options;
  const input = { request, userId, now: clock.now(), https: false };
  return knownDeviceCookie([secret], input).split(";")[0] ?? "";
}

async function idOfRosa(): Promise<string> {
  const request = formPost("/auth", {}, { address: "192.0.2.99" });
  const signedIn = await signInCustomer(deps(), { ...ROSA, request });
  if (!signedIn.ok) throw new Error(signedIn.error.code);
  return signedIn.value.userId;
}

/** Wrong passwords from as many networks. */
async function attack(attempt: typeof customer, networks: number) {
  const outcomes: Outcome[] = [];
  for (let n = 0; n < networks; n += 1) {
    outcomes.push(await attempt("wrong-password", { address: `198.51.${n >> 8}.${n & 255}` }));
  }
  return outcomes;
}

describe.each([
  ["a customer", customer, ROSA.password],
  ["the owner", owner, ADMIN.password],
] as const)("strangers with wrong passwords for %s", (_who, attempt, password) => {
  test("do not lock them out: after 100 wrong ones from 100 networks the right one opens, slowly", async () => {
    await attack(attempt, 100);
    expect(pauses).toEqual(Array(70).fill(2_000));
    expect(await attempt(password)).toBe("signed in");
    expect(pauses).toHaveLength(71);
  });

  test("have three attempts in a quarter of an hour from one network, once thirty were wrong", async () => {
    await attack(attempt, 30);
    const outcomes: Outcome[] = [];
    for (let minute = 0; minute < 15; minute += 1) {
      for (let n = 0; n < 5; n += 1) {
        outcomes.push(await attempt("wrong-password", { address: "203.0.113.9" }));
      }
      clock.advance(MINUTE_MS);
    }
    // Formerly thirty an hour in all, then nobody could sign in.
    expect(outcomes.filter((outcome) => outcome === "wrong")).toHaveLength(3);
    clock.advance(MINUTE_MS);
    expect(await attempt(password, { address: "203.0.113.9" })).toBe("signed in");
  });
});

test("an owner who mistypes twice while attacked still gets in, from a new device", async () => {
  await attack(owner, 40);
  expect([await owner("typo-1"), await owner("typo-2"), await owner(ADMIN.password)]).toEqual([
    "wrong",
    "wrong",
    "signed in",
  ]);
});

test("strangers behind the owner's own router do not lock out the owner's known browser", async () => {
  const cookie = browserOf(adminId);
  for (let n = 0; n < 60; n += 1) await owner(`wrong-password-${n}`);
  expect(await owner(ADMIN.password)).toBe("refused");
  expect(await owner(ADMIN.password, { address: HOME, cookie })).toBe("signed in");
  expect(pauses).toEqual([]);
});

test("strangers behind a customer's own router do not lock out her known browser", async () => {
  const cookie = browserOf(await idOfRosa());
  for (let n = 0; n < 60; n += 1) await customer(`wrong-password-${n}`);
  expect(await customer(ROSA.password)).toBe("refused");
  expect(await customer(ROSA.password, { address: HOME, cookie })).toBe("signed in");
});

test("a known browser has ten wrong passwords in a quarter of an hour and is then like any other", async () => {
  const cookie = browserOf(adminId);
  const outcomes: Outcome[] = [];
  for (let n = 0; n < 20; n += 1) {
    outcomes.push(await owner("wrong-password", { address: HOME, cookie }));
  }
  expect(outcomes.filter((outcome) => outcome === "wrong")).toHaveLength(15);
});

test("a browser known to one account has no privilege for another", async () => {
  const cookie = browserOf(await idOfRosa());
  for (let n = 0; n < 10; n += 1) await owner("wrong-password", { address: HOME, cookie });
  expect(await owner(ADMIN.password, { address: HOME, cookie })).toBe("refused");
});

test("an account with a second factor is slowed like any other, so that the time of a refusal tells nothing of it", async () => {
  for (const userId of [adminId, await idOfRosa()]) {
    await database.db.insert(passkeys).values({
      userId,
      name: "Key",
      credentialId: `credential of ${userId}`,
      publicKey: "key",
    });
  }
  await attack(owner, 60);
  expect(pauses).toEqual(Array(30).fill(2_000));
  expect(await owner(ADMIN.password)).toBe("second factor");
  pauses.length = 0;
  await attack(customer, 60);
  expect(pauses).toEqual(Array(30).fill(2_000));
  expect(await customer(ROSA.password)).toBe("second factor");
});

test("the owner's account has one limit for its username and its email", async () => {
  await attack(owner, 20);
  await attack(async (password, from) => {
    const request = formPost("/auth", {}, from);
    await signInCustomer(deps(), { email: "owner@example.com", password, request });
    return "wrong";
  }, 20);
  expect(pauses).toHaveLength(10);
});

test("counters are deleted when their window is over, and not before", async () => {
  await attack(customer, 3);
  const counters = () => database.db.$count(rateLimits);
  const counted = await counters();
  expect(counted).toBeGreaterThan(3);
  clock.advance(59 * MINUTE_MS);
  await clearOldAttempts({ db: database.db, clock });
  expect(await counters()).toBe(counted);
  clock.advance(2 * MINUTE_MS);
  await clearOldAttempts({ db: database.db, clock });
  expect(await counters()).toBe(0);
});

test("without the counters nobody signs in, with any password", async () => {
  await database.db.execute("drop table rate_limits");
  await expect(customer(ROSA.password)).rejects.toThrow();
  await expect(owner(ADMIN.password)).rejects.toThrow();
});

describe("strangers who request reset links for a customer", () => {
  const request = (from: From) =>
    requestPasswordReset(deps(), {
      email: ROSA.email,
      request: formPost("/auth/forgot", {}, from),
    });
  const links = () => shop.mailsTo(ROSA.email, "account-reset-password");
  async function runJobs() {
    for (const { name, payload } of shop.requested.splice(0)) {
      if (name !== "send-reset-link") continue;
      await sendResetLink(deps(), payload as { requestId: string });
    }
  }

  test("send her at most eight emails in an hour, and her own request is accepted", async () => {
    for (let minute = 0; minute < 60; minute += 1) {
      for (let n = 0; n < 3; n += 1) await request({ address: `198.51.${minute}.${n}` });
      clock.advance(MINUTE_MS - 1_000);
    }
    await runJobs();
    expect(await links()).toHaveLength(8);
    expect(await request({ address: HOME })).toEqual({ ok: true, value: null });
  });

  test("leave a link of the last hour valid, with which she chooses a password and signs in", async () => {
    for (let n = 0; n < 30; n += 1) await request({ address: `198.51.100.${n}` });
    await attack(customer, 40);
    expect((await request({ address: HOME })).ok).toBe(true);
    await runJobs();
    const token = tokenIn((await links()).at(-1));
    const password = "cotton-by-candlelight-7";
    const input = { token, password, request: formPost("/auth/reset", {}, { address: HOME }) };
    expect((await resetPassword(deps(), input)).ok).toBe(true);
    expect(await customer(password)).toBe("signed in");
  });

  test("do not use up the requests of her known browser", async () => {
    const cookie = browserOf(await idOfRosa());
    for (let n = 0; n < 30; n += 1) await request({ address: HOME });
    await runJobs();
    const before = (await links()).length;
    expect((await request({ address: HOME, cookie })).ok).toBe(true);
    await runJobs();
    expect(await links()).toHaveLength(before + 1);
  });

  test("have twenty requests an hour from one network", async () => {
    const results = [];
    for (let n = 0; n < 25; n += 1) results.push((await request({ address: HOME })).ok);
    expect(results.filter(Boolean)).toHaveLength(20);
  });
});
