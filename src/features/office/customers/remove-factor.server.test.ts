import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import {
  passkeys,
  profiles,
  rateLimits,
  sessions,
  twoFactors,
  verifications,
} from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { signInCustomer } from "#features/base/identity/sign-in.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { makeRecoveryCodes } from "#platform/auth.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ADMIN, CUSTOMER, createAccount, formPost, testAuth } from "#tests/support/identity.ts";
import { inSession, openSession } from "#tests/support/sessions.ts";
import { deleteAccount } from "./erase-customer.server.ts";
import { exportAccount } from "./export-account.server.ts";
import {
  findCustomerFactors,
  REMOVAL_CODE_MINUTES,
  removeCustomerFactor,
  sendRemovalCode,
} from "./remove-factor.server.ts";

const STAFF = { username: "maya", password: "greenheart-and-rain-8" };
const EMAIL = `${CUSTOMER.username}@example.com`;
const MINUTE_MS = 60_000;

let database: TestDatabase;
let auth: Auth;
let deps: EmailDeps & { auth: Auth };
let owner: Extract<Actor, { role: "admin" }>;
let staff: Extract<Actor, { role: "admin" }>;
let customerId: string;
/** How much later than now it is. */
let laterMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  auth = testAuth(db);
  const jobs = { send: async () => undefined } as unknown as EmailDeps["jobs"];
  const clock = { now: () => new Date(Date.now() + laterMs) };
  deps = { db, jobs, clock, publicUrl: "https://atelier.gy", auth };
});
afterAll(() => database.close());
beforeEach(async () => {
  laterMs = 0;
  const { db } = database;
  for (const table of [mailOutbox, auditLog, rateLimits, verifications, profiles]) {
    await db.delete(table);
  }
  const ownerId = await createAccount(db, auth, { role: "admin", ...ADMIN });
  const staffId = await createAccount(db, auth, { role: "admin", ...STAFF });
  await db.update(profiles).set({ isOwner: false }).where(eq(profiles.id, staffId));
  customerId = await createAccount(db, auth, { role: "customer", ...CUSTOMER });
  const now = systemClock.now();
  const rosa = { role: "admin", userId: ownerId, name: ADMIN.username, email: "rosa@example.com" };
  const maya = { role: "admin", userId: staffId, name: STAFF.username, email: "maya@example.com" };
  owner = await inSession(db, rosa as typeof owner, now);
  staff = await inSession(db, maya as typeof staff, now);
  const { row } = await makeRecoveryCodes(auth);
  await db.insert(twoFactors).values({ ...row, verified: true, userId: customerId });
  await db.update(profiles).set({ twoFactorEnabled: true }).where(eq(profiles.id, customerId));
  await db
    .insert(passkeys)
    .values({ userId: customerId, name: "Passkey of Android", credentialId: "id", publicKey: "k" });
});

const mailed = (kind: string) =>
  database.db.select().from(mailOutbox).where(eq(mailOutbox.kind, kind)).orderBy(mailOutbox.id);

/** The code of the newest email. */
async function codeOfMail(): Promise<string> {
  const mail = (await mailed("account-removal-code")).at(-1);
  return /\b(\d{6})\b/.exec(mail?.textBody ?? "")?.[1] ?? "";
}

const sendCode = (actor: Actor = owner) => sendRemovalCode(deps, { actor, userId: customerId });
const remove = (code: string, actor: Actor = owner) =>
  removeCustomerFactor(deps, { actor, userId: customerId, code });
const isThere = async () => (await database.db.$count(twoFactors)) === 1;

const signIn = () =>
  signInCustomer(deps, {
    email: EMAIL,
    password: CUSTOMER.password,
    request: formPost("/auth", {}),
  });

/** Another code than this one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("an owner removes it with the code that the customer was mailed, who is signed out everywhere and reads an email", async () => {
  await openSession(auth, customerId);
  expect(await signIn()).toMatchObject({ error: { code: "second_factor" } });
  expect(await sendCode()).toEqual({ ok: true, value: null });
  const [mail] = await mailed("account-removal-code");
  expect(mail?.recipient).toBe(EMAIL);
  expect(mail?.subject).not.toMatch(/\d{6}/);
  const code = await codeOfMail();
  expect(code).toMatch(/^\d{6}$/);
  const [stored] = await database.db
    .select()
    .from(verifications)
    .where(eq(verifications.identifier, `remove-factor|${customerId}`));
  expect(JSON.stringify(stored)).not.toContain(code);
  expect(await remove(` ${code.slice(0, 3)} ${code.slice(3)} `)).toEqual({ ok: true, value: null });
  expect(await database.db.$count(twoFactors)).toBe(0);
  expect(await database.db.$count(passkeys)).toBe(0);
  expect(await database.db.$count(sessions, eq(sessions.userId, customerId))).toBe(0);
  expect(await mailed("account-factor-removed")).toMatchObject([{ recipient: EMAIL }]);
  const { action, after, subjectId } = auditLog;
  expect(
    await database.db.select({ action, after, subjectId }).from(auditLog).orderBy(auditLog.id),
  ).toEqual([
    {
      action: "sent a code to remove the second step of",
      after: { name: EMAIL },
      subjectId: customerId,
    },
    { action: "removed the second step of", after: { name: EMAIL }, subjectId: customerId },
  ]);
  expect(await signIn()).toMatchObject({ ok: true });
  expect(await remove(code)).toEqual({ ok: false, error: "expired_code" });
});

test("nothing is removed without a code, with a wrong one, an earlier one, a late one, or after five tries", async () => {
  expect(await remove("123456")).toEqual({ ok: false, error: "expired_code" });
  await sendCode();
  const first = await codeOfMail();
  await sendCode();
  const second = await codeOfMail();
  if (first !== second) expect(await remove(first)).toEqual({ ok: false, error: "wrong_code" });
  expect(await remove("")).toEqual({ ok: false, error: "wrong_code" });
  laterMs = REMOVAL_CODE_MINUTES * MINUTE_MS + 1_000;
  const late = await inSession(database.db, owner, deps.clock.now());
  expect(await remove(second, late)).toEqual({ ok: false, error: "expired_code" });
  await sendRemovalCode(deps, { actor: late, userId: customerId });
  const third = await codeOfMail();
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await remove(otherThan(third), late)).toEqual({ ok: false, error: "wrong_code" });
  }
  expect(await remove(third, late)).toEqual({ ok: false, error: "too_many_tries" });
  expect(await remove(third, late)).toEqual({ ok: false, error: "expired_code" });
  expect(await isThere()).toBe(true);
});

test("only an owner who has just proved who it is sends a code and removes it", async () => {
  await sendCode();
  const code = await codeOfMail();
  const createdAt = new Date(Date.now() - 11 * MINUTE_MS);
  const old = await inSession(database.db, owner, createdAt);
  const customer = {
    role: "customer",
    userId: customerId,
    name: CUSTOMER.username,
    email: EMAIL,
  } as const;
  const refusals = [
    [staff, "not_owner"],
    [old, "unconfirmed"],
    [customer, "forbidden"],
    [visitor, "forbidden"],
  ] as const;
  for (const [actor, error] of refusals) {
    expect(await sendCode(actor)).toEqual({ ok: false, error });
    expect(await remove(code, actor)).toEqual({ ok: false, error });
  }
  expect(await mailed("account-removal-code")).toHaveLength(1);
  expect(await isThere()).toBe(true);
});

test("the second step of staff is not removed this way", async () => {
  const { userId } = staff;
  expect(await sendRemovalCode(deps, { actor: owner, userId })).toEqual({
    ok: false,
    error: "not_found",
  });
  expect(await removeCustomerFactor(deps, { actor: owner, userId, code: "123456" })).toEqual({
    ok: false,
    error: "expired_code",
  });
});

test("four codes an hour are mailed to one customer", async () => {
  const results = [];
  for (let request = 0; request < 6; request += 1) results.push((await sendCode()).ok);
  expect(results).toEqual([true, true, true, true, false, false]);
  expect(await mailed("account-removal-code")).toHaveLength(4);
});

test("staff read what the second step is, and whether they may remove it; nothing of an account without one", async () => {
  const found = await findCustomerFactors(deps, { actor: staff, email: EMAIL.toUpperCase() });
  expect(found).toEqual({
    ok: true,
    value: { userId: customerId, hasApp: true, passkeys: 1, mayRemove: false, codeUntil: null },
  });
  await sendCode();
  expect(await findCustomerFactors(deps, { actor: owner, email: EMAIL })).toMatchObject({
    value: { mayRemove: true, codeUntil: expect.any(Date) },
  });
  for (const email of ["maya@example.com", "nobody@example.com"]) {
    expect(await findCustomerFactors(deps, { actor: owner, email })).toEqual({
      ok: true,
      value: null,
    });
  }
});

test("the customer's file of her data names app and passkeys without their secrets, and deleting the account leaves nothing of them", async () => {
  await sendCode();
  const person = {
    role: "customer",
    userId: customerId,
    name: CUSTOMER.username,
    email: EMAIL,
  } as const;
  const actor = await inSession(database.db, person, deps.clock.now());
  const measurementBox = { open: () => null } as never;
  const exported = await exportAccount({ ...deps, files: {} as never, measurementBox }, { actor });
  if (!exported.ok) throw new Error(exported.error);
  expect(exported.value.secondStep).toMatchObject({
    authenticatorApp: true,
    passkeys: [{ name: "Passkey of Android", lastUsedAt: null }],
  });
  const [app] = await database.db.select().from(twoFactors);
  expect(JSON.stringify(exported.value)).not.toContain(app?.secret ?? "-");
  // The email of this account is not confirmed, so nothing is erased by its email.
  expect(await deleteAccount(deps, { actor, submittedEmail: EMAIL })).toMatchObject({ ok: true });
  for (const table of [twoFactors, passkeys, verifications]) {
    expect(await database.db.$count(table)).toBe(0);
  }
  const log = await database.db.select().from(auditLog);
  expect(JSON.stringify(log)).not.toContain(EMAIL);
});
