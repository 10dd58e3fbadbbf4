import { eq } from "drizzle-orm";
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
  removeAdmin,
  setAtelierPermission,
  withdrawInvitation,
} from "./invitations.server.ts";
import { addPasskey, beginPasskey, getSecondFactors, removePasskey } from "./passkeys.server.ts";
import { recordLockout, recordSignIn } from "./record-sign-in.server.ts";
import {
  beginApp,
  changeOwnPassword,
  confirmApp,
  removeApp,
  renewRecoveryCodes,
  signInWithCode,
} from "./second-factor.server.ts";

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
const enter = (cookie: string, code: string) =>
  signInWithCode(deps, { code, request: formPost("/login/second-factor", {}, { cookie }) });

const actions = async () =>
  (await database.db.select().from(auditLog).orderBy(auditLog.id)).map(({ action }) => action);

describe("an authenticator app", () => {
  test("is on once its first code was right; the password alone opens no session then", async () => {
    const { key } = await withApp();
    await database.db.delete(sessions);
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

  test("that is locked out stands in Activity once a minute for each IP address", async () => {
    const lockout = { username: "Rosa", clientIp: "203.0.113.9", userAgent: phone };
    await recordLockout(deps, lockout);
    await recordLockout(deps, lockout);
    await recordLockout(deps, { ...lockout, clientIp: "203.0.113.10" });
    const entries = await database.db.select().from(auditLog);
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      actorName: "Someone",
      action: "was locked out of",
      subject: "account",
      after: { name: "Rosa", clientIp: "203.0.113.9" },
    });
  });

  test("of a customer is not recorded", async () => {
    await database.db.update(profiles).set({ role: "customer", isOwner: false });
    expect(await from(null)).toBeNull();
    expect(await actions()).toEqual([]);
  });
});

test("the atelier permission is given and withdrawn by admins only, each change is in Activity, and it ends with the admin", async () => {
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
  const actions = (await db.select().from(auditLog)).map(({ action }) => action);
  expect(actions).toEqual(["gave the atelier permission to", "took the atelier permission from"]);
  await set(owner, true);
  await removeAdmin(deps, { actor: owner, userId });
  expect(await has()).toBe(false);
});

describe("an invitation", () => {
  async function invited(email = "second@example.com") {
    const requested = await inviteAdmin(deps, { actor: owner, email });
    if (!requested.ok) throw new Error(requested.error.code);
    const mails = await database.db.select().from(mailOutbox);
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

test("staff accounts are nobody's business but an admin's", async () => {
  const customer: Actor = { ...owner, role: "customer" };
  for (const actor of [visitor, customer]) {
    expect(await listStaff(deps, { actor })).toEqual({ ok: false, error: "forbidden" });
    expect(await inviteAdmin(deps, { actor, email: "a@b.gy" })).toMatchObject({ ok: false });
    expect(await removeAdmin(deps, { actor, userId: owner.userId })).toMatchObject({ ok: false });
    const own = { actor, request: formPost("/admin/account", {}), password: ADMIN.password };
    expect(await beginApp(deps, own)).toEqual({ ok: false, error: { code: "forbidden" } });
  }
});
