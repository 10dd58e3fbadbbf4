import { createEmailVerificationToken } from "better-auth/api";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { newId } from "#core/ids.ts";
import { profiles, rateLimits, sessions, twoFactors } from "#db/schema/identity.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { resealSecondFactors } from "#features/base/identity/reseal-second-factors.server.ts";
import { beginApp, confirmApp } from "#features/base/identity/second-factor.server.ts";
import { signInWithCode } from "#features/base/identity/second-step.server.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { signInAdmin } from "#features/base/identity/sign-in.server.ts";
import {
  readUnsubscribeToken,
  unsubscribeToken,
} from "#features/base/identity/unsubscribe.server.ts";
import { bounceEmailFor, parseBounceEmail } from "#features/base/mail/delivery-reports.server.ts";
import { findStripeKeyring } from "#features/base/settings/find-stripe-keyring.server.ts";
import { resealStripeKeys } from "#features/base/settings/reseal-stripe-keys.server.ts";
import {
  INTEGRATIONS,
  SECRET_KEY_LOCATION,
} from "#features/base/settings/stored-stripe-keys.server.ts";
import {
  readRestockAlertToken,
  restockAlertUnsubscribeUrl,
} from "#features/catalog/inventory/restock-alerts.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { readConfirmationToken } from "#platform/auth-internals.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ADMIN, cookieHeader, createAccount, formPost, testAuth } from "#tests/support/identity.ts";
import { inSession } from "#tests/support/sessions.ts";
import { totpCode } from "#tests/support/totp.ts";

const OLD = "the-old-secret-that-only-tests-know-01234";
const NEW = "the-new-secret-that-only-tests-know-56789";

let database: TestDatabase;
let before: Auth;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  before = testAuth(database.db, undefined, undefined, { secret: OLD });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(rateLimits);
  await database.db.delete(profiles);
  userId = await createAccount(database.db, before, { role: "admin", ...ADMIN });
});

const after = (oldSecrets: readonly string[] = [OLD]) =>
  testAuth(database.db, undefined, undefined, { secret: NEW, oldSecrets });
const jobs = { send: async () => undefined } as unknown as JobQueue;
const publicUrl = "https://atelier.gy";
const depsOf = (auth: Auth) => ({ auth, db: database.db, clock: systemClock, jobs, publicUrl });

const login = (auth: Auth) =>
  signInAdmin(depsOf(auth), { ...ADMIN, request: formPost("/login", {}) });

async function cookieFrom(auth: Auth): Promise<string> {
  const entered = await login(auth);
  if (!entered.ok) throw new Error(entered.error.code);
  return cookieHeader(entered.value.cookies);
}

async function halfwayFrom(auth: Auth): Promise<string> {
  const requested = await login(auth);
  if (requested.ok || requested.error.code !== "second_factor") throw new Error("no second factor");
  return cookieHeader(requested.error.cookies);
}

async function setUpApp() {
  const person = { role: "admin" as const, userId, name: "Rosa", email: "rosa@example.com" };
  const actor = await inSession(database.db, person, systemClock.now());
  const request = formPost("/admin/account", {}, { cookie: await cookieFrom(before) });
  const begun = await beginApp(depsOf(before), { actor, request, password: ADMIN.password });
  if (!begun.ok) throw new Error(begun.error.code);
  const key = new URL(begun.value.uri).searchParams.get("secret") ?? "";
  const confirmed = await confirmApp(depsOf(before), { actor, request, code: totpCode(key) });
  if (!confirmed.ok) throw new Error(confirmed.error.code);
  await database.db.delete(sessions);
  return { key, codes: begun.value.recoveryCodes };
}

/** As half a minute later, when the app shows another code. */
const untilNextCode = () => database.db.update(twoFactors).set({ lastUsedStep: null });

const enter = async (auth: Auth, cookie: string, code: string) => {
  await untilNextCode();
  const request = formPost("/login/second-factor", {}, { cookie });
  return signInWithCode(depsOf(auth), { code, request });
};

test("a session from before a rotation stays signed in while the old secret is accepted", async () => {
  const request = formPost(
    "/admin",
    {},
    { cookie: `other=1; ${await cookieFrom(before)}; last=2` },
  );
  expect(await findActor(depsOf(before), request)).toMatchObject({ role: "admin" });
  expect(await findActor(depsOf(after()), request)).toMatchObject({ role: "admin", userId });
  expect(await findActor(depsOf(after([])), request)).toMatchObject({ role: "visitor" });
});

test("a cookie that neither secret signed is refused, also while an old secret is accepted", async () => {
  const cookie = await cookieFrom(
    testAuth(database.db, undefined, undefined, { secret: "x".repeat(40) }),
  );
  const request = formPost("/admin", {}, { cookie });
  expect(await findActor(depsOf(after()), request)).toMatchObject({ role: "visitor" });
});

test("a sign-in that began before a rotation ends after it: the app's code and the recovery codes work", async () => {
  const { key, codes } = await setUpApp();
  const cookie = await halfwayFrom(before);
  expect(await enter(after(), cookie, totpCode(key))).toMatchObject({ ok: true });
  expect(await enter(after(), await halfwayFrom(after()), codes[0] ?? "")).toMatchObject({
    ok: true,
  });
});

test("second factors are encrypted anew, so that the old secret can be removed; every start repeats this safely", async () => {
  const { key, codes } = await setUpApp();
  expect(await resealSecondFactors(depsOf(after()))).toEqual({ resealed: 1, unreadable: 0 });
  expect(await resealSecondFactors(depsOf(after()))).toEqual({ resealed: 0, unreadable: 0 });
  const alone = after([]);
  expect(await enter(alone, await halfwayFrom(alone), totpCode(key))).toMatchObject({ ok: true });
  expect(await enter(alone, await halfwayFrom(alone), codes[1] ?? "")).toMatchObject({ ok: true });
});

test("second factors of a version that did not name its secret are encrypted anew too", async () => {
  const { key } = await setUpApp();
  const [row] = await database.db.select().from(twoFactors);
  const { secretConfig } = await before.$context;
  const unnamed = async (data = "") =>
    symmetricEncrypt({ key: OLD, data: await symmetricDecrypt({ key: secretConfig, data }) });
  await database.db.update(twoFactors).set({
    secret: await unnamed(row?.secret),
    backupCodes: await unnamed(row?.backupCodes),
  });
  expect(await enter(before, await halfwayFrom(before), totpCode(key))).toMatchObject({ ok: true });
  expect(await resealSecondFactors(depsOf(after()))).toEqual({ resealed: 1, unreadable: 0 });
  expect(await enter(after(), await halfwayFrom(after()), totpCode(key))).toMatchObject({
    ok: true,
  });
});

test("two servers with the secrets in either order read each other's second factors", async () => {
  const { key } = await setUpApp();
  await resealSecondFactors(depsOf(after()));
  const behind = testAuth(database.db, undefined, undefined, { secret: OLD, oldSecrets: [NEW] });
  expect(await enter(behind, await halfwayFrom(behind), totpCode(key))).toMatchObject({ ok: true });
});

test("without the old secret a second factor is counted as unreadable, stays as it is and fails with its own message", async () => {
  const { key } = await setUpApp();
  const stored = await database.db.select().from(twoFactors);
  const alone = after([]);
  expect(await resealSecondFactors(depsOf(alone))).toEqual({ resealed: 0, unreadable: 1 });
  expect(await database.db.select().from(twoFactors)).toEqual(stored);
  // The library writes its own line.
  const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await enter(alone, await halfwayFrom(alone), totpCode(key))).toEqual({
    ok: false,
    error: { code: "unreadable" },
  });
  expect(reported).toHaveBeenCalledOnce();
});

test("links from before a rotation work while the old secret is accepted: confirmation, unsubscribing, restock alerts, bounces", async () => {
  const token = await createEmailVerificationToken(OLD, "rosa@example.com");
  expect(await readConfirmationToken(after([]), token)).toBeNull();
  expect(await readConfirmationToken(after(), token)).toBe("rosa@example.com");
  const subject = { userId, topic: "order-updates" } as const;
  const unsubscribing = unsubscribeToken(before, subject);
  expect(readUnsubscribeToken(after(), unsubscribing)).toEqual(subject);
  expect(readUnsubscribeToken(after([]), unsubscribing)).toBeNull();
  const id = newId();
  const link = new URL(restockAlertUnsubscribeUrl(before, "https://shop.example", id));
  expect(readRestockAlertToken(after(), link.searchParams.get("token"))).toBe(id);
  expect(readRestockAlertToken(after([]), link.searchParams.get("token"))).toBeNull();
  const bounce = bounceEmailFor(before, "bounces@shop.example", id);
  expect(parseBounceEmail(after(), "bounces@shop.example", bounce)).toBe(id);
  expect(parseBounceEmail(after([]), "bounces@shop.example", bounce)).toBeNull();
});

test("saved Stripe keys open with the old settings key, are sealed anew with the new one, and then need the old one no more", async () => {
  const { db } = database;
  const old = createSecretBox(OLD);
  const box = createSecretBox(NEW, [OLD]);
  const settingValue = {
    stripePublishableKey: "pk_test_1",
    stripeSecretKey: old.seal("sk_test_1", SECRET_KEY_LOCATION),
    secretHint: "sk_test…1",
    secretMode: "test",
    webhook: null,
    earlier: { mode: "live", secret: old.seal("sk_live_2", SECRET_KEY_LOCATION), webhook: null },
  };
  await db
    .insert(siteSettings)
    .values({ settingName: INTEGRATIONS, settingValue })
    .onConflictDoUpdate({ target: siteSettings.settingName, set: { settingValue } });
  const keysBy = (secretBox = box) => findStripeKeyring({ db, secretBox, env: {} });
  const alone = createSecretBox(NEW);
  expect(await keysBy()).toMatchObject({ current: { secretKey: "sk_test_1" } });
  expect(await keysBy(alone)).toMatchObject({ current: "sealed", earlier: [] });
  expect(await resealStripeKeys({ db, secretBox: alone })).toEqual({ resealed: 0, unreadable: 2 });
  expect(await resealStripeKeys({ db, secretBox: box })).toEqual({ resealed: 2, unreadable: 0 });
  expect(await resealStripeKeys({ db, secretBox: box })).toEqual({ resealed: 0, unreadable: 0 });
  expect(await keysBy(alone)).toMatchObject({
    current: { secretKey: "sk_test_1" },
    earlier: [{ secretKey: "sk_live_2" }],
  });
});
