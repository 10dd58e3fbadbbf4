import type { RouteConfigEntry } from "@react-router/dev/routes";
import { and, asc, eq } from "drizzle-orm";
import { pino } from "pino";
import { createRequestHandler } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import {
  authAccounts,
  passkeys,
  profiles,
  rateLimits,
  sessions,
  twoFactors,
  verifications,
} from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { refusalsWritten } from "#features/base/identity/record-refusal.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import { siteBuild } from "#tests/support/account-host.ts";
import { accountShop, ROSA, tokenIn } from "#tests/support/customers.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  ADMIN,
  cookieHeader,
  createAccount,
  SHOP_ORIGIN,
  testEnv,
} from "#tests/support/identity.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { createPasskeyDevice } from "#tests/support/passkey-device.ts";
import { openSession } from "#tests/support/sessions.ts";
import { totpCode } from "#tests/support/totp.ts";
import { provideContext } from "./entry.server.tsx";
import routeTable from "./routes.ts";

const MINUTE_MS = 60_000;
const HALF_MINUTE_MS = 30_000;

/** The pages are loaded before the first test, which takes long beside other work. */
const LOADING_MS = 5 * MINUTE_MS;

const PAGES = [
  "auth",
  "auth/reset",
  "cart/sync",
  "login",
  "login/confirm",
  "login/passkey",
  "login/second-factor",
  "measurements/sync",
  "profile",
  "profile/orders",
  "profile/settings",
  "profile/settings/passkey",
  "session",
];

/** The pages of this test with their frames. */
const only = (table: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  table.flatMap((entry) => {
    const children = only(entry.children ?? []);
    const isChosen = children.length > 0 || PAGES.includes(entry.path ?? "");
    return isChosen ? [{ ...entry, children }] : [];
  });

const SETTINGS = "/profile/settings";

let database: TestDatabase;
let deps: AppDeps;
let shop: ReturnType<typeof accountShop>;
let handle: ReturnType<typeof createRequestHandler>;
let rosaId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  shop = accountShop(database);
  deps = {
    ...shop.deps,
    env: testEnv(),
    publicUrl: SHOP_ORIGIN,
    secretBox: createSecretBox("k".repeat(32)),
    measurementBox: testMeasurementBox(),
    logger: pino({ level: "silent" }),
    siteFacts: () => getSiteFacts(database.db),
  } as unknown as AppDeps;
  const build = await siteBuild(only((await routeTable) as RouteConfigEntry[]));
  handle = createRequestHandler(build, "production");
}, LOADING_MS);
afterAll(async () => {
  await refusalsWritten(database.db);
  await database.close();
});
beforeEach(async () => {
  const { db } = database;
  await refusalsWritten(db);
  for (const table of [auditLog, mailOutbox, rateLimits, verifications, profiles]) {
    await db.delete(table);
  }
  await shop.register();
  await db.update(profiles).set({ emailVerified: true });
  const [account] = await db.select({ id: profiles.id }).from(profiles);
  rosaId = account?.id ?? "";
  await db.delete(mailOutbox);
});

type Fields = Record<string, string>;

function send(path: string, cookie = "", fields?: Fields): Promise<Response> {
  const headers = new Headers({ origin: SHOP_ORIGIN, "x-client-address": "203.0.113.7" });
  if (cookie) headers.set("cookie", cookie);
  const body = fields && new URLSearchParams(fields);
  const request = new Request(SHOP_ORIGIN + path, { method: body ? "POST" : "GET", headers, body });
  return handle(request, provideContext(deps, "request-1"));
}

function sendJson(path: string, cookie: string, body: unknown): Promise<Response> {
  const headers = new Headers({
    origin: SHOP_ORIGIN,
    "content-type": "application/json",
    "x-client-address": "203.0.113.7",
    cookie,
  });
  const request = new Request(SHOP_ORIGIN + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return handle(request, provideContext(deps, "request-1"));
}

const cookieOf = (response: Response) => cookieHeader(response.headers.getSetCookie());
const locationOf = (response: Response) => response.headers.get("location") ?? "";

/** Five codes a minute are looked at from one network. */
const aMinuteLater = () => database.db.delete(rateLimits);

const enterPassword = (next = "", cookie = "", password = ROSA.password) =>
  send(`/auth${next && `?${new URLSearchParams({ next })}`}`, cookie, {
    email: ROSA.email,
    password,
  });

async function signIn(): Promise<string> {
  const response = await enterPassword();
  expect(locationOf(response)).toBe("/profile");
  return cookieOf(response);
}

const whoIs = async (cookie: string) => (await send("/session", cookie)).json();

/** Everything that an action returned, as the page's script receives it. */
const actionText = async (cookie: string, fields: Fields) =>
  (await send(`${SETTINGS}.data`, cookie, fields)).text();

/** Recovery codes have no letters that look alike, such as o. */
const codesIn = (text: string) =>
  [...text.matchAll(/"([A-HJ-NP-Za-kmnp-z2-9]{5}-[A-HJ-NP-Za-kmnp-z2-9]{5})"/g)].map(
    ([, code = ""]) => code,
  );

async function setUpApp(cookie: string) {
  const text = await actionText(cookie, { intent: "begin-app", current: ROSA.password });
  const [, key = ""] = /"([A-Z2-7]{32,})"/.exec(text) ?? [];
  const recoveryCodes = codesIn(text);
  const done = await send(SETTINGS, cookie, { intent: "confirm-app", code: totpCode(key) });
  expect(locationOf(done)).toBe(SETTINGS);
  await aMinuteLater();
  return { key, recoveryCodes, cookie: cookieOf(done) };
}

/** As the next half minute's code, which no one has used. */
const nextCode = (key: string) => totpCode(key, Date.now() + HALF_MINUTE_MS);

async function halfway(next = "", cookie = "") {
  const response = await enterPassword(next, cookie);
  expect(locationOf(response)).toContain("/login/second-factor?step=");
  return { page: locationOf(response), cookie: cookieOf(response), response };
}

const enterCode = (cookie: string, code: string, next = "/profile") =>
  send("/login/second-factor", cookie, { code, next });

const mails = async (kind: string) =>
  database.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.kind, kind))
    .orderBy(asc(mailOutbox.id));

const changesInActivity = async () => {
  const { action, actorName, after, subjectId } = auditLog;
  return database.db
    .select({ action, actorName, after, subjectId })
    .from(auditLog)
    .where(and(eq(auditLog.subject, "customer"), eq(auditLog.subjectId, rosaId)))
    .orderBy(asc(auditLog.createdAt), asc(auditLog.id));
};

describe("a customer with an authenticator app", () => {
  test("set it up on her page without a script, got ten recovery codes once and an email, and no owner is told", async () => {
    const owner = { role: "admin", username: "keeper", password: ADMIN.password } as const;
    await createAccount(database.db, deps.auth, owner);
    const { cookie, recoveryCodes } = await setUpApp(await signIn());
    expect(recoveryCodes).toHaveLength(10);
    expect(await whoIs(cookie)).toMatchObject({ role: "customer" });
    const [row] = await database.db.select().from(twoFactors);
    expect(row).toMatchObject({ userId: rosaId, verified: true });
    for (const code of recoveryCodes) expect(JSON.stringify(row)).not.toContain(code);
    const page = await (await send(SETTINGS, cookie)).text();
    expect(page).toContain('"hasApp":true');
    for (const code of recoveryCodes) expect(page).not.toContain(code);
    const sent = await database.db.select().from(mailOutbox);
    expect(sent).toMatchObject([{ kind: "account-way-in-changed", recipient: ROSA.email }]);
    expect(sent[0]?.subject).toContain("An authenticator app was added to your account");
    expect(await changesInActivity()).toMatchObject([
      { actorName: "The customer", action: "added an authenticator app to" },
    ]);
  });

  test("is asked for its code after the password, and comes back to where she was with a session of thirty days", async () => {
    const { key } = await setUpApp(await signIn());
    await database.db.delete(sessions);
    const { cookie, page, response } = await halfway("/profile/orders");
    expect(page).toBe("/login/second-factor?step=code&next=%2Fprofile%2Forders");
    expect(response.headers.getSetCookie().join()).not.toContain("da_hint=1");
    expect(await database.db.select().from(sessions)).toEqual([]);
    expect(await whoIs(cookie)).toEqual({ role: "visitor" });
    expect((await send(page, cookie)).status).toBe(200);
    expect((await enterCode(cookie, "000000", "/profile/orders")).status).toBe(401);
    const entered = await enterCode(cookie, nextCode(key), "/profile/orders");
    expect(entered.status).toBe(302);
    expect(locationOf(entered)).toBe("/profile/orders");
    const set = entered.headers.getSetCookie().join("\n");
    expect(set).toMatch(/da\.session_token=.*Max-Age=2592000/);
    expect(set).toContain("da_hint=1; Max-Age=2592000");
    expect(set).toContain("welcome-back");
    expect(set).toContain("da_known_device");
    expect(await whoIs(cookieOf(entered))).toMatchObject({ role: "customer" });
  });

  test.each(["https://evil.example", "//evil.example", "/login", "/admin/orders"])(
    "is not led to %s by the second step",
    async (next) => {
      const { key } = await setUpApp(await signIn());
      const entered = await enterCode((await halfway()).cookie, nextCode(key), next);
      expect(locationOf(entered)).toBe("/profile");
    },
  );

  test("has nothing of the browser joined before the code: cart, wishlist, people and settings stay shut", async () => {
    await setUpApp(await signIn());
    const { cookie } = await halfway();
    const device = { storedFor: null, cart: [], wishlist: [], people: [] };
    for (const path of ["/cart/sync", "/measurements/sync"]) {
      const visitor = await sendJson(path, "da_hint=1", device);
      const waiting = await sendJson(path, `${cookie}; da_hint=1`, device);
      expect([path, waiting.status, await waiting.text()]).toEqual([path, visitor.status, ""]);
    }
    expect(locationOf(await send(SETTINGS, cookie))).toContain("/auth");
    const remove = { intent: "remove-app", current: ROSA.password };
    expect(locationOf(await send(SETTINGS, cookie, remove))).toContain("/auth");
    expect(await database.db.$count(twoFactors)).toBe(1);
  });

  test("passes the step with a code once, in whatever browser it is sent again", async () => {
    const { key } = await setUpApp(await signIn());
    const code = nextCode(key);
    const first = (await halfway()).cookie;
    const second = (await halfway()).cookie;
    expect((await enterCode(first, code)).status).toBe(302);
    const again = await enterCode(second, code);
    expect(again.status).toBe(401);
    expect(again.headers.getSetCookie().join()).not.toContain("session_token");
  });

  test("passes the step with each recovery code once, also while wrong codes lock the app's", async () => {
    const { key, recoveryCodes } = await setUpApp(await signIn());
    for (let round = 0; round < 2; round += 1) {
      const { cookie } = await halfway();
      for (let guess = 0; guess < 5; guess += 1) await enterCode(cookie, "000000");
      await aMinuteLater();
    }
    const { cookie } = await halfway();
    expect((await enterCode(cookie, nextCode(key))).status).toBe(429);
    expect((await enterCode(cookie, recoveryCodes[0] ?? "")).status).toBe(302);
    await aMinuteLater();
    expect((await enterCode((await halfway()).cookie, recoveryCodes[0] ?? "")).status).toBe(401);
    await refusalsWritten(database.db);
    const refused = await database.db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.subject, "refusal"), eq(auditLog.subjectId, rosaId)));
    expect(refused).toContainEqual({
      after: expect.objectContaining({
        name: ROSA.email,
        account: "of a customer",
        reason: "The password was right, the code of the app was wrong or used already",
        attempts: 10,
      }),
    });
  });

  test("opens her own account in a browser in which somebody else is signed in, whose session ends", async () => {
    const { key } = await setUpApp(await signIn());
    const otherId = await createAccount(database.db, deps.auth, {
      role: "customer",
      username: "other",
      password: ROSA.password,
    });
    const other = await openSession(deps.auth, otherId);
    const ofOther = `${other.cookieName}=${other.cookieValue}`;
    const { cookie } = await halfway("", ofOther);
    expect(await whoIs(ofOther)).toEqual({ role: "visitor" });
    // A browser that kept both cookies, as an attacker sends them.
    const another = await openSession(deps.auth, otherId);
    const both = `${another.cookieName}=${another.cookieValue}; ${cookie}`;
    const entered = await enterCode(both, nextCode(key));
    expect(entered.status).toBe(302);
    expect(await whoIs(cookieOf(entered))).toMatchObject({ name: "Rosa Persaud" });
  });

  test("is asked for the code after a password that was just reset, and the reset opens nothing", async () => {
    const before = await setUpApp(await signIn());
    await deps.auth.api.requestPasswordReset({ body: { email: ROSA.email } });
    const token = tokenIn((await mails("account-reset-password"))[0]);
    const opened = await send(`/auth/reset?token=${token}`);
    const password = "cotton-by-candlelight-7";
    const reset = await send("/auth/reset", cookieOf(opened), { password });
    expect(locationOf(reset)).toBe("/auth");
    expect(reset.headers.getSetCookie().join()).not.toContain("session_token");
    expect(await whoIs(before.cookie)).toEqual({ role: "visitor" });
    const entered = await enterPassword("", "", password);
    expect(locationOf(entered)).toContain("/login/second-factor?step=code");
    expect(await whoIs(cookieOf(entered))).toEqual({ role: "visitor" });
    expect((await enterCode(cookieOf(entered), nextCode(before.key))).status).toBe(302);
  });

  test("removes it with her password, reads an email, and signs in with the password alone again", async () => {
    const { cookie } = await setUpApp(await signIn());
    const wrong = await send(SETTINGS, cookie, { intent: "remove-app", current: "not-this-one" });
    expect(wrong.status).toBe(422);
    const removed = await send(SETTINGS, cookie, { intent: "remove-app", current: ROSA.password });
    expect(locationOf(removed)).toBe(SETTINGS);
    expect(await whoIs(cookieOf(removed))).toMatchObject({ role: "customer" });
    expect(await database.db.$count(twoFactors)).toBe(0);
    const subjects = (await mails("account-way-in-changed")).map(({ subject }) => subject);
    expect(subjects).toHaveLength(2);
    expect(subjects[1]).toContain("was removed from your account");
    await signIn();
  });

  test("gets new recovery codes, of which the old ones open nothing", async () => {
    const { cookie, recoveryCodes } = await setUpApp(await signIn());
    const text = await actionText(cookie, { intent: "renew-codes", current: ROSA.password });
    const renewed = codesIn(text);
    expect(renewed).toHaveLength(10);
    const waiting = (await halfway()).cookie;
    expect((await enterCode(waiting, recoveryCodes[0] ?? "")).status).toBe(401);
    expect((await enterCode(waiting, renewed[0] ?? "")).status).toBe(302);
  });
});

describe("nobody who does not know the password learns whether she has a second factor", () => {
  test("from the sign-in: status, body and cookies of a wrong password are those of before", async () => {
    const attempt = async () => {
      const response = await enterPassword("", "", "a-wrong-guess-1");
      const asScript = await send("/auth.data", "", {
        email: ROSA.email,
        password: "wrong-guess-2",
      });
      return {
        status: response.status,
        cookies: response.headers.getSetCookie(),
        body: await asScript.text(),
      };
    };
    const before = await attempt();
    await setUpApp(await signIn());
    await aMinuteLater();
    expect(await attempt()).toEqual(before);
  });
});

describe("a change of the second step", () => {
  /** A session as somebody stole it: its holder signed in eleven minutes ago. */
  async function olderSession(): Promise<string> {
    const { cookieName, cookieValue, id } = await openSession(deps.auth, rosaId);
    const createdAt = new Date(Date.now() - 11 * MINUTE_MS);
    await database.db.update(sessions).set({ createdAt }).where(eq(sessions.id, id));
    return `${cookieName}=${cookieValue}`;
  }

  const factors = async () => ({
    apps: await database.db.select().from(twoFactors),
    keys: await database.db.select().from(passkeys),
  });

  test("asks for a proof in a session that proved nothing for eleven minutes, and changes nothing", async () => {
    const own = await setUpApp(await signIn());
    const cookie = await olderSession();
    const before = await factors();
    const forms: Fields[] = [
      { intent: "begin-app" },
      { intent: "confirm-app", code: nextCode(own.key) },
      { intent: "remove-app" },
      { intent: "renew-codes" },
      { intent: "remove-passkey", target: rosaId },
    ];
    for (const fields of forms) {
      const refused = await send(SETTINGS, cookie, fields);
      expect([fields.intent, refused.status]).toEqual([fields.intent, 403]);
      expect(await actionText(cookie, fields)).toContain("identityRequest");
    }
    const begun = await sendJson(`${SETTINGS}/passkey`, cookie, { intent: "begin" });
    expect(begun.status).toBe(403);
    expect(await factors()).toEqual(before);
  });

  test("takes the current password of its own form as the proof, five wrong ones in all", async () => {
    const cookie = await olderSession();
    const begin = (current: string) => send(SETTINGS, cookie, { intent: "begin-app", current });
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await begin(`guess-and-try-${guess}`)).status).toBe(422);
    }
    expect((await begin(ROSA.password)).status).toBe(422);
    expect(await database.db.$count(twoFactors)).toBe(0);
    const own = await olderSession();
    const text = await actionText(own, { intent: "begin-app", current: ROSA.password });
    expect(text).toMatch(/"[A-Z2-7]{32,}"/);
  });

  test("is refused while the email is not confirmed, so that nobody locks its owner out of an account made in her name", async () => {
    await database.db.update(profiles).set({ emailVerified: false });
    const cookie = await signIn();
    const text = await actionText(cookie, { intent: "begin-app", current: ROSA.password });
    expect(text).toContain("Please confirm your email first");
    const begun = await sendJson(`${SETTINGS}/passkey`, cookie, { intent: "begin" });
    expect(begun.status).toBe(422);
    expect(await factors()).toEqual({ apps: [], keys: [] });
  });

  test("of an account of Google alone needs no password and a sign-in of the last ten minutes", async () => {
    await database.db
      .update(authAccounts)
      .set({ providerId: "google", password: null })
      .where(eq(authAccounts.userId, rosaId));
    const old = await olderSession();
    expect((await send(SETTINGS, old, { intent: "begin-app" })).status).toBe(403);
    const { cookieName, cookieValue } = await openSession(deps.auth, rosaId);
    const cookie = `${cookieName}=${cookieValue}`;
    const text = await actionText(cookie, { intent: "begin-app" });
    const [, key = ""] = /"([A-Z2-7]{32,})"/.exec(text) ?? [];
    const done = await send(SETTINGS, cookie, { intent: "confirm-app", code: totpCode(key) });
    expect(locationOf(done)).toBe(SETTINGS);
    const off = await send(SETTINGS, cookieOf(done), { intent: "remove-app" });
    expect(locationOf(off)).toBe(SETTINGS);
    expect(await database.db.$count(twoFactors)).toBe(0);
  });
});

describe("a customer's passkey", () => {
  async function addPasskey(cookie: string) {
    const device = createPasskeyDevice(SHOP_ORIGIN);
    const begun = await sendJson(`${SETTINGS}/passkey`, cookie, { intent: "begin" });
    const { challengeId, options } = await begun.json();
    const finish = { intent: "finish", challengeId, name: "Passkey of Android" };
    const response = device.register(options.challenge);
    const added = await sendJson(`${SETTINGS}/passkey`, cookie, { ...finish, response });
    expect(added.status).toBe(200);
    const { recoveryCodes } = await added.json();
    return { device, recoveryCodes };
  }

  async function signInWith(device: ReturnType<typeof createPasskeyDevice>, next: string) {
    const begun = await (await sendJson("/login/passkey", "", { intent: "begin" })).json();
    const response = device.response(begun.options.challenge);
    const { challengeId } = begun;
    return sendJson("/login/passkey", "", { intent: "finish", challengeId, response, next });
  }

  test("signs her in alone for thirty days and leads back to where she was, and is mailed", async () => {
    const { device, recoveryCodes } = await addPasskey(await signIn());
    expect(recoveryCodes).toHaveLength(10);
    const entered = await signInWith(device, "/profile/orders");
    expect(await entered.clone().json()).toEqual({ next: "/profile/orders" });
    expect(entered.headers.getSetCookie().join("\n")).toMatch(
      /da\.session_token=.*Max-Age=2592000/,
    );
    expect(await whoIs(cookieOf(entered))).toMatchObject({ role: "customer" });
    const [mail] = await mails("account-way-in-changed");
    expect(mail?.textBody).toContain("Passkey of Android");
  });

  test("at the admin's sign-in opens her own account and nothing of the admin", async () => {
    const { device } = await addPasskey(await signIn());
    const entered = await signInWith(device, "/admin/orders");
    expect(await entered.clone().json()).toEqual({ next: "/profile" });
    expect(await whoIs(cookieOf(entered))).toMatchObject({ role: "customer" });
  });

  test("makes the password ask for a second step, until she removes it", async () => {
    const own = await signIn();
    const { recoveryCodes } = await addPasskey(own);
    const { cookie, page } = await halfway();
    expect(page).toContain("step=passkey");
    expect(await whoIs(cookie)).toEqual({ role: "visitor" });
    expect((await enterCode(cookie, recoveryCodes[0])).status).toBe(302);
    const [key] = await database.db.select().from(passkeys);
    const remove = { intent: "remove-passkey", target: key?.id ?? "" };
    expect(locationOf(await send(SETTINGS, own, remove))).toBe(SETTINGS);
    await signIn();
  });

  test("of somebody else is not removed by her", async () => {
    const [stranger] = await database.db
      .insert(profiles)
      .values({ name: "Other", email: "other@example.com", emailVerified: true })
      .returning({ id: profiles.id });
    const [key] = await database.db
      .insert(passkeys)
      .values({
        userId: stranger?.id ?? "",
        name: "Key",
        credentialId: "credential",
        publicKey: "k",
      })
      .returning({ id: passkeys.id });
    await send(SETTINGS, await signIn(), { intent: "remove-passkey", target: key?.id ?? "" });
    expect(await database.db.$count(passkeys)).toBe(1);
  });
});
