import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import {
  passkeys,
  profiles,
  rateLimits,
  sessions,
  staffDevices,
  staffInvitations,
  twoFactors,
  verifications,
} from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { resetAdminPassword } from "#features/base/identity/admin-account.server.ts";
import {
  addPasskey,
  beginPasskey,
  getSecondFactors,
  removePasskey,
} from "#features/base/identity/passkeys.server.ts";
import { resealSecondFactors } from "#features/base/identity/reseal-second-factors.server.ts";
import {
  beginApp,
  confirmApp,
  removeApp,
  renewRecoveryCodes,
} from "#features/base/identity/second-factor.server.ts";
import { signInWithCode } from "#features/base/identity/second-step.server.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { signInAdmin, signInCustomer } from "#features/base/identity/sign-in.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { authRequest } from "#platform/auth.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  ADMIN,
  cookieHeader,
  createAccount,
  formPost,
  SHOP_ORIGIN,
  testAuth,
} from "#tests/support/identity.ts";
import { createPasskeyDevice } from "#tests/support/passkey-device.ts";
import { inSession } from "#tests/support/sessions.ts";
import { totpCode } from "#tests/support/totp.ts";
import {
  acceptInvitation,
  findInvitation,
  inviteAdmin,
  listStaff,
  withdrawInvitation,
} from "./invitations.server.ts";
import { changeOwnPassword, endOtherWaysIn } from "./own-account.server.ts";
import { recordSignIn } from "./record-sign-in.server.ts";
import { removeAdmin, setAtelierPermission, setOwnerRight } from "./staff-rights.server.ts";

let database: TestDatabase;
let auth: Auth;
let deps: EmailDeps & { auth: Auth };
let owner: Extract<Actor, { role: "admin" }>;

beforeAll(async () => {
  database = await createTestDatabase();
  auth = testAuth(database.db);
  const jobs = { send: async () => undefined } as unknown as EmailDeps["jobs"];
  const publicUrl = "https://atelier.gy";
  deps = { db: database.db, jobs, clock: systemClock, publicUrl, auth };
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  for (const table of [mailOutbox, auditLog, rateLimits, verifications, staffInvitations]) {
    await db.delete(table);
  }
  await db.delete(profiles);
  const userId = await createAccount(db, auth, { role: "admin", ...ADMIN });
  const person = {
    role: "admin",
    userId,
    name: ADMIN.username,
    email: "rosa@example.com",
  } as const;
  owner = await inSession(db, person, systemClock.now());
});

const login = (cookie?: string, password = ADMIN.password) =>
  signInAdmin(deps, {
    username: ADMIN.username,
    password,
    request: formPost("/login", {}, cookie ? { cookie } : {}),
  });

async function cookieNow(): Promise<string> {
  const entered = await login();
  if (!entered.ok) throw new Error(entered.error.code);
  return cookieHeader(entered.value.cookies);
}

async function cookieOfApp(recoveryCode = ""): Promise<string> {
  const entered = await enter((await halfway()).cookie, recoveryCode);
  if (!entered.ok) throw new Error(entered.error.code);
  return cookieHeader(entered.value.cookies);
}

const ownerNow = () => inSession(database.db, owner, systemClock.now());

async function withApp() {
  const actor = await ownerNow();
  const request = formPost("/admin/account", {}, { cookie: await cookieNow() });
  const begun = await beginApp(deps, { actor, request, password: ADMIN.password });
  if (!begun.ok) throw new Error(begun.error.code);
  const key = new URL(begun.value.uri).searchParams.get("secret") ?? "";
  const confirmed = await confirmApp(deps, { actor, request, code: totpCode(key) });
  if (!confirmed.ok) throw new Error(confirmed.error.code);
  return { key, recoveryCodes: begun.value.recoveryCodes };
}

async function halfway() {
  const requested = await login();
  if (requested.ok || requested.error.code !== "second_factor")
    throw new Error("Not asked for a code");
  return { step: requested.error.step, cookie: cookieHeader(requested.error.cookies) };
}
/** As half a minute later, when the app shows another code. */
const untilNextCode = () => database.db.update(twoFactors).set({ lastUsedStep: null });

const enter = (cookie: string, code: string) =>
  signInWithCode(deps, { code, request: formPost("/login/second-factor", {}, { cookie }) });

const actions = async () =>
  (await database.db.select().from(auditLog).orderBy(auditLog.id)).map(({ action }) => action);

describe("an authenticator app", () => {
  test("is on once its first code was right; the password alone opens no session then", async () => {
    const { key } = await withApp();
    await database.db.delete(sessions);
    await untilNextCode();
    const { cookie, step } = await halfway();
    expect(step).toBe("code");
    expect(await database.db.select().from(sessions)).toEqual([]);
    expect(await findActor(deps, formPost("/admin", {}, { cookie }))).toEqual(visitor);
    expect(await enter(cookie, "000000")).toMatchObject({ error: { code: "wrong_code" } });
    const entered = await enter(cookie, totpCode(key));
    if (!entered.ok) throw new Error(entered.error.code);
    const admin = formPost("/admin", {}, { cookie: cookieHeader(entered.value.cookies) });
    expect(await findActor(deps, admin)).toMatchObject({ role: "admin", userId: owner.userId });
  });

  test("is asked for after a sign-in by email too", async () => {
    await withApp();
    const request = formPost("/auth", {});
    const credentials = { email: "rosa@example.com", password: ADMIN.password };
    expect(await signInCustomer(deps, { ...credentials, request })).toMatchObject({
      error: { code: "second_factor", step: "code" },
    });
  });

  test("has codes that open one session each, from whatever network and of several at the same moment", async () => {
    const { key } = await withApp();
    const HALF_MINUTE_MS = 30_000;
    const current = totpCode(key);
    const next = totpCode(key, Date.now() + HALF_MINUTE_MS);
    const refused = { error: { code: "used_code" } };
    const [first, second] = [await halfway(), await halfway()].map(({ cookie }) => cookie);
    // The code of the set-up is used up.
    const { cookie } = await halfway();
    expect(await enter(cookie, current)).toMatchObject(refused);
    // The sign-in has ended with it, which is not the same as that it took too long.
    expect(await enter(cookie, next)).toMatchObject({ error: { code: "started_over" } });
    const entered = await Promise.all([enter(first ?? "", next), enter(second ?? "", next)]);
    expect(entered.filter(({ ok }) => ok)).toHaveLength(1);
    expect(entered.filter(({ ok }) => !ok)).toMatchObject([refused]);
    const before = await database.db.$count(sessions);
    // Five codes a minute are looked at from one network.
    await database.db.delete(rateLimits);
    expect(await enter((await halfway()).cookie, next)).toMatchObject(refused);
    // A code of the half minute before is refused too, although the library takes it.
    expect(await enter((await halfway()).cookie, current)).toMatchObject(refused);
    expect(await database.db.$count(sessions)).toBe(before);
  });

  test("has recovery codes of which only hashes are stored", async () => {
    const { recoveryCodes } = await withApp();
    const { secretConfig } = await auth.$context;
    const readable = async () => {
      const [row] = await database.db.select().from(twoFactors);
      return symmetricDecrypt({ key: secretConfig, data: row?.backupCodes ?? "" });
    };
    const stored = await readable();
    expect(JSON.parse(stored)).toHaveLength(10);
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
    const actor = await ownerNow();
    const request = formPost("/admin/account", {}, { cookie: await cookieOfApp(recoveryCodes[0]) });
    const renewed = await renewRecoveryCodes(deps, { actor, request, password: ADMIN.password });
    if (!renewed.ok) throw new Error(renewed.error.code);
    for (const code of renewed.value) expect(await readable()).not.toContain(code);
    expect(await enter((await halfway()).cookie, renewed.value[3] ?? "")).toMatchObject({
      ok: true,
    });
  });

  test("keeps the recovery codes that an earlier version stored readable, which the next start hashes", async () => {
    await withApp();
    const { secretConfig } = await auth.$context;
    const printed = ["Ab3dE-fGh1j", "Zz9yX-wVu7t"];
    const data = JSON.stringify(printed);
    await database.db
      .update(twoFactors)
      .set({ backupCodes: await symmetricEncrypt({ key: secretConfig, data }) });
    expect(await resealSecondFactors(deps)).toEqual({ resealed: 1, unreadable: 0 });
    expect(await resealSecondFactors(deps)).toEqual({ resealed: 0, unreadable: 0 });
    const [row] = await database.db.select().from(twoFactors);
    const stored = await symmetricDecrypt({ key: secretConfig, data: row?.backupCodes ?? "" });
    expect(stored).not.toContain("Ab3dE");
    expect(await enter((await halfway()).cookie, "Ab3dE-fGh1j")).toMatchObject({ ok: true });
    expect(await enter((await halfway()).cookie, "Ab3dE-fGh1j")).toMatchObject({ ok: false });
  });

  test("has recovery codes that work once each", async () => {
    const { recoveryCodes } = await withApp();
    expect(recoveryCodes).toHaveLength(10);
    const [first = ""] = recoveryCodes;
    expect(await enter((await halfway()).cookie, first)).toMatchObject({ ok: true });
    expect(await enter((await halfway()).cookie, first)).toMatchObject({ ok: false });
  });

  test("is turned off with the password, and by the command for a lost phone", async () => {
    await withApp();
    await resetAdminPassword(deps, {
      username: null,
      password: ADMIN.password,
      dropSecondFactor: true,
    });
    expect(await database.db.select().from(twoFactors)).toEqual([]);
    await database.db.delete(rateLimits);
    expect(await login()).toMatchObject({ ok: true });
    const { key } = await withApp();
    await untilNextCode();
    const entered = await enter((await halfway()).cookie, totpCode(key));
    if (!entered.ok) throw new Error(entered.error.code);
    const request = formPost("/admin", {}, { cookie: cookieHeader(entered.value.cookies) });
    const wrong = { actor: await ownerNow(), request, password: "not-this-one" };
    expect(await removeApp(deps, wrong)).toMatchObject({ error: { code: "wrong_password" } });
    expect(await removeApp(deps, { ...wrong, password: ADMIN.password })).toMatchObject({
      ok: true,
    });
    expect(await login()).toMatchObject({ ok: true });
    expect(await actions()).toEqual([
      "added an authenticator app to",
      "password and second factor reset",
      "added an authenticator app to",
      "removed the authenticator app from",
    ]);
  });
});

describe("a passkey", () => {
  const party = { id: "shop.test", origin: SHOP_ORIGIN, name: "Atelier" };

  async function withPasskey() {
    const begun = await beginPasskey(deps, { actor: owner, party });
    if (!begun.ok) throw new Error(begun.error);
    const { challengeId, options } = begun.value;
    const { challenge } = options as { challenge: string };
    const response = createPasskeyDevice(SHOP_ORIGIN).register(challenge);
    const added = await addPasskey(deps, {
      actor: owner,
      party,
      challengeId,
      name: "Phone",
      response: response as unknown as Parameters<typeof addPasskey>[1]["response"],
    });
    if (!added.ok) throw new Error(added.error);
    return added.value.recoveryCodes;
  }
  const removeAll = async () => {
    for (const { id } of await database.db.select().from(passkeys)) {
      await removePasskey(deps, { actor: owner, passkeyId: id });
    }
  };

  test("makes the password ask for a second step, which a recovery code passes once", async () => {
    const codes = await withPasskey();
    expect(codes).toHaveLength(10);
    const { cookie, step } = await halfway();
    expect(step).toBe("passkey");
    const open = await database.db.select({ id: sessions.id }).from(sessions);
    expect(open).toEqual([{ id: owner.sessionId }]);
    expect(await enter(cookie, "000000")).toMatchObject({ error: { code: "wrong_code" } });
    const entered = await enter(cookie, codes[0] ?? "");
    if (!entered.ok) throw new Error(entered.error.code);
    const admin = formPost("/admin", {}, { cookie: cookieHeader(entered.value.cookies) });
    expect(await findActor(deps, admin)).toMatchObject({ role: "admin", userId: owner.userId });
    expect(await enter((await halfway()).cookie, codes[0] ?? "")).toMatchObject({ ok: false });
  });

  test("after the first brings no other recovery codes, and the last one ends them", async () => {
    await withPasskey();
    expect(await withPasskey()).toEqual([]);
    expect(await getSecondFactors(database.db, owner.userId)).toMatchObject({
      hasApp: false,
      passkeys: 2,
    });
    await removeAll();
    expect(await database.db.select().from(twoFactors)).toEqual([]);
    expect(await login()).toMatchObject({ ok: true });
  });

  test("and an app share their recovery codes, in either order of set-up and removal", async () => {
    const before = await cookieNow();
    const codes = await withPasskey();
    const request = formPost("/admin/account", {}, { cookie: before });
    const own = { actor: owner, request, password: ADMIN.password };
    const begun = await beginApp(deps, own);
    if (!begun.ok) throw new Error(begun.error.code);
    expect(begun.value.recoveryCodes).toEqual([]);
    const key = new URL(begun.value.uri).searchParams.get("secret") ?? "";
    expect(await confirmApp(deps, { ...own, code: totpCode(key) })).toMatchObject({ ok: true });
    expect(await getSecondFactors(database.db, owner.userId)).toMatchObject({ hasApp: true });
    const requested = await halfway();
    expect(requested.step).toBe("code");
    const entered = await enter(requested.cookie, codes[0] ?? "");
    if (!entered.ok) throw new Error(entered.error.code);
    const cookie = cookieHeader(entered.value.cookies);
    const again = formPost("/admin/account", {}, { cookie });
    expect(await removeApp(deps, { ...own, request: again })).toMatchObject({ ok: true });
    expect(await getSecondFactors(database.db, owner.userId)).toMatchObject({
      hasApp: false,
      passkeys: 1,
    });
    await database.db.delete(rateLimits);
    const last = await halfway();
    expect(last.step).toBe("passkey");
    expect(await enter(last.cookie, codes[1] ?? "")).toMatchObject({ ok: true });
  });

  test("of an account with an app brings no other recovery codes, and its removal leaves them", async () => {
    const { recoveryCodes } = await withApp();
    expect(await withPasskey()).toEqual([]);
    await removeAll();
    const { cookie, step } = await halfway();
    expect(step).toBe("code");
    expect(await enter(cookie, recoveryCodes[0] ?? "")).toMatchObject({ ok: true });
  });

  test("can be lost: new recovery codes are made with the password and end the old ones", async () => {
    const before = await cookieNow();
    const codes = await withPasskey();
    const request = formPost("/admin/account", {}, { cookie: before });
    const own = { actor: owner, request, password: ADMIN.password };
    const renewed = await renewRecoveryCodes(deps, own);
    if (!renewed.ok) throw new Error(renewed.error.code);
    expect(await enter((await halfway()).cookie, codes[0] ?? "")).toMatchObject({ ok: false });
    const entered = await enter((await halfway()).cookie, renewed.value[0] ?? "");
    expect(entered).toMatchObject({ ok: true });
  });
});

test("a verified passkey opens a session of a day, which no URL can", async () => {
  const opened = await auth.api.openVerifiedSession({
    body: { userId: owner.userId },
    headers: formPost("/login/passkey", {}).headers,
    asResponse: true,
  });
  const cookie = cookieHeader(opened.headers.getSetCookie());
  expect(await findActor(deps, formPost("/admin", {}, { cookie }))).toMatchObject({
    role: "admin",
  });
  const request = authRequest(formPost("/x", {}), "/verified-session", { userId: owner.userId });
  expect((await auth.handler(request)).status).toBe(404);
});

test("a new own password works, ends the other sessions, and needs the current one", async () => {
  const other = await cookieNow();
  const request = formPost("/admin/account", {}, { cookie: await cookieNow() });
  const next = "mangrove-and-river-7";
  const change = (current: string, to = next) =>
    changeOwnPassword(deps, { actor: owner, request, current, next: to });
  expect(await change("wrong-one-here")).toMatchObject({ error: { code: "wrong_password" } });
  expect(await change(ADMIN.password, "password")).toMatchObject({ error: { code: "weak" } });
  expect(await change(ADMIN.password)).toMatchObject({ ok: true });
  expect(await findActor(deps, formPost("/admin", {}, { cookie: other }))).toEqual(visitor);
  expect(await login()).toMatchObject({ ok: false });
  expect(await login(undefined, next)).toMatchObject({ ok: true });
});

describe("a sign-in", () => {
  const phone =
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
  const from = (token: string | null) =>
    recordSignIn(deps, {
      userId: owner.userId,
      method: "password",
      device: { token, userAgent: phone, clientIp: "203.0.113.7" },
    });

  test("stands in Activity, and an email reports a device that is new, but not the first one", async () => {
    const first = await from(null);
    expect(await from(first)).toBe(first);
    expect(await database.db.select().from(mailOutbox)).toEqual([]);
    await from("someone-elses-cookie");
    const [mail] = await database.db.select().from(mailOutbox);
    expect(mail).toMatchObject({ kind: "staff-new-device", recipient: "rosa@example.com" });
    expect(mail?.textBody).toContain("Chrome on Android");
    expect(mail?.textBody).toContain("203.0.113.7");
    expect(await actions()).toEqual(["signed in to", "signed in to", "signed in to"]);
    expect(await database.db.select().from(staffDevices)).toHaveLength(2);
  });

  test("of an admin without a mailbox is reported to the shop's address", async () => {
    await database.db.update(profiles).set({ email: "rosa@staff.invalid" });
    await from(null);
    await from(null);
    const [mail] = await database.db.select().from(mailOutbox);
    expect(mail?.recipient).toBe("atelier@demerara.example");
  });

  test("of a customer is not recorded", async () => {
    await database.db.update(profiles).set({ role: "customer", isOwner: false });
    expect(await from(null)).toBeNull();
    expect(await actions()).toEqual([]);
  });
});

test("the atelier permission is given and withdrawn by owners only, each change is in Activity, and it ends with the admin", async () => {
  const { db } = database;
  const [other] = await db
    .insert(profiles)
    .values({ name: "tailor", email: "tailor@example.com", role: "admin", username: "tailor" })
    .returning({ id: profiles.id });
  const userId = other?.id ?? "";
  const has = async () =>
    (await db.select().from(profiles).where(eq(profiles.id, userId)))[0]?.isAtelier;
  const set = (actor: Actor, isAtelier: boolean) =>
    setAtelierPermission(deps, { actor, userId, isAtelier });
  expect(await has()).toBe(false);
  const customer = { ...owner, role: "customer" } as const;
  for (const actor of [visitor, customer]) {
    expect(await set(actor, true)).toEqual({ ok: false, error: "forbidden" });
  }
  expect(await has()).toBe(false);
  await set(owner, true);
  await set(owner, true);
  expect(await has()).toBe(true);
  expect(await listStaff(deps, { actor: owner })).toMatchObject({
    value: {
      members: expect.arrayContaining([expect.objectContaining({ id: userId, isAtelier: true })]),
    },
  });
  await set(owner, false);
  expect(await has()).toBe(false);
  const actions = (await db.select().from(auditLog).orderBy(asc(auditLog.id))).map(
    ({ action }) => action,
  );
  expect(actions).toEqual(["gave the atelier permission to", "took the atelier permission from"]);
  await set(owner, true);
  await removeAdmin(deps, { actor: owner, userId });
  expect(await has()).toBe(false);
});

describe("an invitation", () => {
  async function invited(email = "second@example.com") {
    const requested = await inviteAdmin(deps, { actor: owner, email });
    if (!requested.ok) throw new Error(requested.error.code);
    const mails = await database.db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.kind, "staff-invitation"))
      .orderBy(mailOutbox.id);
    const token = /token=([\w-]+)/.exec(mails.at(-1)?.textBody ?? "")?.[1] ?? "";
    return { token, mail: mails.at(-1) };
  }
  const accept = (token: string, username = "Second", password = "river-and-mangrove-8") =>
    acceptInvitation(deps, { token, username, password });

  test("is emailed, makes its holder an admin once, and both stand in Activity", async () => {
    const { mail, token } = await invited();
    expect(mail).toMatchObject({ kind: "staff-invitation", recipient: "second@example.com" });
    expect(await accept(token, "x")).toMatchObject({ error: { code: "invalid" } });
    expect(await accept(token, ADMIN.username)).toMatchObject({
      error: { errors: { username: expect.stringContaining("used already") } },
    });
    expect(await accept(token)).toEqual({ ok: true, value: null });
    expect(await accept(token, "Third")).toEqual({ ok: false, error: { code: "dead_link" } });
    const request = formPost("/login", {});
    const credentials = { username: "second", password: "river-and-mangrove-8", request };
    expect(await signInAdmin(deps, credentials)).toMatchObject({ ok: true });
    expect(await actions()).toEqual(["invited", "accepted the invitation to"]);
  });

  test("reaches an email at a domain of another script, whose holder signs in and is invited again after a removal", async () => {
    const stored = "info@xn--e1afmkfd.xn--p1ai";
    const signIn = () =>
      signInAdmin(deps, {
        username: "Second",
        password: "river-and-mangrove-8",
        request: formPost("/login", {}),
      });
    for (const submitted of ["info@пример.рф", "Info@ПРИМЕР.РФ", stored]) {
      const { mail, token } = await invited(submitted);
      expect(mail?.recipient).toBe(stored);
      expect(await findInvitation(deps, token)).toMatchObject({ email: stored });
      expect(await accept(token)).toEqual({ ok: true, value: null });
      const staff = await listStaff(deps, { actor: owner });
      const second = staff.ok && staff.value.members.find(({ username }) => username === "Second");
      expect(second).toMatchObject({ email: stored });
      const entered = await signIn();
      expect(entered.ok).toBe(true);
      const cookie = entered.ok ? cookieHeader(entered.value.cookies) : "";
      const request = formPost("/admin", {}, { cookie });
      expect(await findActor(deps, request)).toMatchObject({ role: "admin", email: stored });
      expect(await inviteAdmin(deps, { actor: owner, email: submitted })).toMatchObject({
        error: { code: "invalid" },
      });
      const userId = second ? second.id : "";
      expect(await removeAdmin(deps, { actor: owner, userId })).toEqual({ ok: true, value: null });
      expect((await signIn()).ok).toBe(false);
    }
  });

  test("ends when it is withdrawn, renewed or three days old; a known address gets none", async () => {
    const { token } = await invited();
    const renewed = await invited();
    expect(await findInvitation(deps, token)).toBeNull();
    const [open] = await database.db.select().from(staffInvitations);
    await withdrawInvitation(deps, { actor: owner, invitationId: open?.id ?? "" });
    expect(await findInvitation(deps, renewed.token)).toBeNull();
    const late = await invited();
    await database.db.update(staffInvitations).set({ expiresAt: new Date(0) });
    expect(await accept(late.token)).toEqual({ ok: false, error: { code: "dead_link" } });
    expect(await inviteAdmin(deps, { actor: owner, email: "Rosa@example.com" })).toMatchObject({
      error: { code: "invalid" },
    });
  });

  test("and its admin are removed at once: no session, no password, no own removal", async () => {
    const { token } = await invited();
    await accept(token);
    const staff = await listStaff(deps, { actor: owner });
    const other = staff.ok
      ? staff.value.members.find(({ username }) => username === "Second")
      : null;
    const request = formPost("/login", {});
    const credentials = { username: "second", password: "river-and-mangrove-8", request };
    await signInAdmin(deps, credentials);
    expect(await removeAdmin(deps, { actor: owner, userId: owner.userId })).toMatchObject({
      error: "own_account",
    });
    await removeAdmin(deps, { actor: owner, userId: other?.id ?? "" });
    const left = database.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, other?.id ?? ""));
    expect(await left).toEqual([]);
    expect(await signInAdmin(deps, credentials)).toMatchObject({ ok: false });
  });
});

describe("an owner", () => {
  const person = async (username: string, isOwner: boolean) => {
    const account = { role: "admin", username, password: ADMIN.password } as const;
    const userId = await createAccount(database.db, auth, account);
    await database.db.update(profiles).set({ isOwner }).where(eq(profiles.id, userId));
    const actor = {
      role: "admin",
      userId,
      name: username,
      email: `${username}@example.com`,
    } as const;
    return inSession(database.db, actor, systemClock.now());
  };
  const ownersNow = async () =>
    (await database.db.select().from(profiles).where(eq(profiles.isOwner, true))).map(
      ({ id }) => id,
    );
  const invite = (actor: Actor) => inviteAdmin(deps, { actor, email: "second@example.com" });
  const tokenOf = async () => {
    const mails = await database.db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, "second@example.com"))
      .orderBy(mailOutbox.id);
    return /token=([\w-]+)/.exec(mails.at(-1)?.textBody ?? "")?.[1] ?? "";
  };
  const accept = async () =>
    acceptInvitation(deps, {
      token: await tokenOf(),
      username: "Second",
      password: "river-and-mangrove-8",
    });

  test("alone decides about people and rights: another admin can do none of it, also to the owner", async () => {
    const tailor = await person("tailor", false);
    const refused = { ok: false, error: "not_owner" };
    const { userId } = owner;
    expect(await invite(tailor)).toEqual({ ok: false, error: { code: "not_owner" } });
    expect(await removeAdmin(deps, { actor: tailor, userId })).toEqual(refused);
    const right = { actor: tailor, userId, isAtelier: false };
    expect(await setAtelierPermission(deps, right)).toEqual(refused);
    const own = { actor: tailor, userId: tailor.userId, isOwner: true };
    expect(await setOwnerRight(deps, own)).toEqual(refused);
    expect(await ownersNow()).toEqual([userId]);
  });

  test("is removed or lowered by another owner only while one stays, also when two do it at the same moment", async () => {
    expect(
      await setOwnerRight(deps, { actor: owner, userId: owner.userId, isOwner: false }),
    ).toEqual({
      ok: false,
      error: "last_owner",
    });
    for (const change of ["remove", "lower"] as const) {
      const other = await person(`other-${change}`, true);
      const act = (actor: typeof other | typeof owner, userId: string) =>
        change === "remove"
          ? removeAdmin(deps, { actor, userId })
          : setOwnerRight(deps, { actor, userId, isOwner: false });
      const done = await Promise.all([act(owner, other.userId), act(other, owner.userId)]);
      expect(done.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await ownersNow()).toHaveLength(1);
      await database.db
        .update(profiles)
        .set({ role: "admin", isOwner: true })
        .where(eq(profiles.id, owner.userId));
      owner = await ownerNow();
      await database.db
        .update(profiles)
        .set({ isOwner: false })
        .where(eq(profiles.id, other.userId));
    }
  });

  test("takes the invitations along that they sent, when they are removed or lowered", async () => {
    for (const change of ["remove", "lower"] as const) {
      const other = await person(`sender-${change}`, true);
      expect(await invite(other)).toMatchObject({ ok: true });
      const { userId } = other;
      if (change === "remove") await removeAdmin(deps, { actor: owner, userId });
      else await setOwnerRight(deps, { actor: owner, userId, isOwner: false });
      expect(await findInvitation(deps, await tokenOf())).toBeNull();
      expect(await accept()).toEqual({ ok: false, error: { code: "dead_link" } });
    }
  });

  test("has an invitation refused that is accepted while its sender is being removed", async () => {
    const other = await person("sender", true);
    await invite(other);
    const [, accepted] = await Promise.all([
      removeAdmin(deps, { actor: owner, userId: other.userId }),
      accept(),
    ]);
    const again = await accept();
    expect(again.ok).toBe(false);
    const staff = await database.db.select().from(profiles).where(eq(profiles.username, "second"));
    expect(staff).toHaveLength(accepted.ok ? 1 : 0);
  });

  test("invites somebody again who was removed, and they keep their lines in Activity", async () => {
    await invite(owner);
    await accept();
    const [second] = await database.db
      .select()
      .from(profiles)
      .where(eq(profiles.email, "second@example.com"));
    await removeAdmin(deps, { actor: owner, userId: second?.id ?? "" });
    expect(await invite(owner)).toMatchObject({ ok: true });
    expect(await accept()).toEqual({ ok: true, value: null });
    const request = formPost("/login", {});
    const credentials = { username: "second", password: "river-and-mangrove-8", request };
    expect(await signInAdmin(deps, credentials)).toMatchObject({ ok: true });
    const [back] = await database.db
      .select()
      .from(profiles)
      .where(eq(profiles.email, "second@example.com"));
    expect(back).toMatchObject({ id: second?.id, role: "admin", isOwner: false, isAtelier: false });
  });

  test("reads by email of each change of a way in, of people and rights, and so does whom it is about", async () => {
    const tailor = await person("tailor", false);
    const other = await person("other", true);
    const mailed = async () => {
      const mails = await database.db
        .select()
        .from(mailOutbox)
        .where(eq(mailOutbox.kind, "ways-in-changed"));
      await database.db.delete(mailOutbox);
      return { to: mails.map(({ recipient }) => recipient).toSorted(), subject: mails[0]?.subject };
    };
    const owners = [other.email, owner.email];
    await setAtelierPermission(deps, { actor: owner, userId: tailor.userId, isAtelier: true });
    expect(await mailed()).toMatchObject({
      to: [...owners, tailor.email].toSorted(),
      subject: expect.stringContaining("Rosa gave the atelier permission to tailor"),
    });
    await setOwnerRight(deps, { actor: owner, userId: tailor.userId, isOwner: true });
    await setOwnerRight(deps, { actor: owner, userId: tailor.userId, isOwner: false });
    await mailed();
    await invite(owner);
    expect((await mailed()).to).toEqual(owners.toSorted());
    await withApp();
    expect(await mailed()).toMatchObject({
      to: owners.toSorted(),
      subject: expect.stringContaining("added an authenticator app"),
    });
    await endOtherWaysIn(deps, { actor: await ownerNow() });
    expect((await mailed()).to).toEqual(owners.toSorted());
    await removeAdmin(deps, { actor: await ownerNow(), userId: tailor.userId });
    expect((await mailed()).to).toEqual([...owners, tailor.email].toSorted());
  });
});

test("everything but the new password and the session that acts is ended at once", async () => {
  await withApp();
  const actor = await ownerNow();
  await database.db
    .insert(passkeys)
    .values({ userId: owner.userId, name: "Thief", credentialId: "x", publicKey: "x" });
  expect(await endOtherWaysIn(deps, { actor })).toEqual({ ok: true, value: null });
  const open = await database.db.select({ id: sessions.id }).from(sessions);
  expect(open).toEqual([{ id: actor.sessionId }]);
  expect(await getSecondFactors(database.db, owner.userId)).toMatchObject({
    hasApp: false,
    passkeys: 0,
  });
  expect(await login()).toMatchObject({ ok: true });
});

test("staff accounts are nobody's business but an admin's", async () => {
  const customer: Actor = { ...owner, role: "customer" };
  for (const actor of [visitor, customer]) {
    expect(await listStaff(deps, { actor })).toEqual({ ok: false, error: "forbidden" });
    expect(await inviteAdmin(deps, { actor, email: "a@b.gy" })).toMatchObject({ ok: false });
    expect(await removeAdmin(deps, { actor, userId: owner.userId })).toMatchObject({ ok: false });
    const request = formPost("/admin/account", {});
    const passwords = { current: ADMIN.password, next: "mangrove-and-river-7" };
    const changed = await changeOwnPassword(deps, { actor, request, ...passwords });
    expect(changed).toEqual({ ok: false, error: { code: "forbidden" } });
    expect(await endOtherWaysIn(deps, { actor })).toEqual({ ok: false, error: "forbidden" });
  }
  // A customer's own second factor: customer-second-factor.server.test.ts.
  const own = { actor: visitor, request: formPost("/admin/account", {}), password: ADMIN.password };
  expect(await beginApp(deps, own)).toEqual({ ok: false, error: { code: "forbidden" } });
});
