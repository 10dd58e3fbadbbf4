import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { profiles, rateLimits, sessions, twoFactors } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { deleteOldSignIns } from "#features/base/identity/old-sign-ins.server.ts";
import { recordRefusal, refusalsWritten } from "#features/base/identity/record-refusal.server.ts";
import { ATTEMPTS_OF_RUN, MAX_ENTRIES_AN_HOUR } from "#features/base/identity/refusal.ts";
import { beginApp, confirmApp } from "#features/base/identity/second-factor.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  ADMIN,
  CUSTOMER,
  cookieHeader,
  createAccount,
  formPost,
  SHOP_ORIGIN,
} from "#tests/support/identity.ts";
import type { PageHost } from "#tests/support/page-host.ts";
import { LOADING_MS, pageHost } from "#tests/support/page-host.ts";
import { inSession, openSession } from "#tests/support/sessions.ts";
import { totpCode } from "#tests/support/totp.ts";

const PAGES = [
  "admin/account",
  "admin/atelier/alterations",
  "auth",
  "login",
  "login/confirm",
  "login/passkey",
  "login/second-factor",
];

const STAFF = { username: "maya", password: "greenheart-and-rain-8" };

const CUSTOMER_EMAIL = `${CUSTOMER.username.toLowerCase()}@example.com`;

let database: TestDatabase;
let deps: PageHost["deps"];
let clock: PageHost["clock"];
let handle: PageHost["handle"];
let ownerId: string;
let staffId: string;
let customerId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ clock, deps, handle } = await pageHost(database, PAGES));
  const { auth, db } = deps;
  ownerId = await createAccount(db, auth, { role: "admin", ...ADMIN });
  staffId = await createAccount(db, auth, { role: "admin", ...STAFF });
  await db.update(profiles).set({ isOwner: false }).where(eq(profiles.id, staffId));
  customerId = await createAccount(db, auth, { role: "customer", ...CUSTOMER });
}, LOADING_MS);
afterAll(() => database.close());
beforeEach(async () => {
  clock.aheadMs = 0;
  for (const table of [auditLog, mailOutbox, rateLimits, sessions]) await database.db.delete(table);
});

type From = { address?: string; cookie?: string };

const CHROME =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

function send(
  path: string,
  fields: Record<string, string> | null,
  { address = "203.0.113.7", cookie }: From = {},
) {
  const headers = new Headers({
    origin: SHOP_ORIGIN,
    "x-client-address": address,
    "user-agent": CHROME,
  });
  if (cookie) headers.set("cookie", cookie);
  const body = fields && new URLSearchParams(fields);
  const request = new Request(SHOP_ORIGIN + path, { method: body ? "POST" : "GET", headers, body });
  return handle(request);
}

/** Another address each time, as of a network of many machines. */
const addressOf = (index: number) => `198.51.${index >> 8}.${index & 255}`;

async function refusals() {
  await refusalsWritten(database.db);
  const { action, actorId, actorName, after, subjectId } = auditLog;
  return database.db
    .select({ actorId, actorName, action, subjectId, after })
    .from(auditLog)
    .where(eq(auditLog.subject, "refusal"))
    .orderBy(asc(auditLog.createdAt), asc(auditLog.id));
}

async function mails() {
  await refusalsWritten(database.db);
  return database.db
    .select({ recipient: mailOutbox.recipient, text: mailOutbox.textBody })
    .from(mailOutbox)
    .where(eq(mailOutbox.kind, "refused-access"));
}

async function cookieOfSession(userId: string, minutesOld = 0) {
  const { cookieName, cookieValue, id } = await openSession(deps.auth, userId);
  const createdAt = new Date(Date.now() - minutesOld * 60_000);
  await database.db.update(sessions).set({ createdAt }).where(eq(sessions.id, id));
  return `${cookieName}=${cookieValue}`;
}

const guess = (password: string, from?: From) =>
  send("/login", { username: ADMIN.username, password }, from);

test("a wrong password of staff stands in Activity with who, where and why, counted while it repeats, and never as it was typed", async () => {
  for (const password of ["first-guess-1", "second-guess-2", "third-guess-3"]) {
    expect((await guess(password)).status).toBe(401);
  }
  const written = await refusals();
  expect(written).toMatchObject([
    {
      actorId: null,
      actorName: "Someone",
      action: "was refused as",
      subjectId: ownerId,
      after: {
        name: ADMIN.username,
        account: "of staff",
        reason: "The password was wrong",
        page: "/login",
        clientIp: "203.0.113.7",
        device: "Chrome on Android",
        attempts: 3,
      },
    },
  ]);
  expect(JSON.stringify(written)).not.toMatch(/guess-/);
});

test("an attempt beyond the limit says so, and a failed sign-in of a customer is recorded with its email", async () => {
  for (let attempt = 0; attempt < 6; attempt += 1) await guess("a-wrong-guess-1");
  await send("/auth", { email: CUSTOMER_EMAIL, password: "a-wrong-guess-1" });
  expect(await refusals()).toMatchObject([
    { after: { reason: "The password was wrong", attempts: 5 } },
    { after: { reason: "Too many attempts, so this one was not looked at", attempts: 1 } },
    {
      subjectId: customerId,
      after: { name: CUSTOMER_EMAIL, account: "of a customer", page: "/auth" },
    },
  ]);
});

test("a name that nobody has is masked, because it may be somebody's, or a password in the wrong field", async () => {
  await send("/login", { username: "mangrove-and-river-7", password: "x-and-y-and-z" });
  await send("/auth", { email: "stranger@example.com", password: "x-and-y-and-z" });
  const written = await refusals();
  const reason = "No account has this name";
  expect(written).toMatchObject([
    { subjectId: "sign-in", after: { name: "an unknown name", account: "of nobody", reason } },
    { subjectId: "sign-in", after: { name: "s•••@example.com", account: "of nobody", reason } },
  ]);
  expect(JSON.stringify(written)).not.toMatch(/mangrove|stranger|x-and-y/);
});

test("ten wrong passwords from ten networks tell the owners and the account's holder once, and again a day later", async () => {
  await database.db
    .update(profiles)
    .set({ email: "owner@example.com" })
    .where(eq(profiles.id, ownerId));
  await database.db
    .update(profiles)
    .set({ email: "maya@example.com" })
    .where(eq(profiles.id, staffId));
  const tryStaff = (index: number) =>
    send(
      "/login",
      { username: STAFF.username, password: "a-wrong-guess-1" },
      { address: addressOf(index) },
    );
  for (let index = 1; index < ATTEMPTS_OF_RUN.staffAccount; index += 1) await tryStaff(index);
  expect(await mails()).toEqual([]);
  for (let index = 10; index < 25; index += 1) await tryStaff(index);
  const sent = await mails();
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([
    "maya@example.com",
    "owner@example.com",
  ]);
  expect(sent[0]?.text).toContain("10 attempts within an hour were refused for the account of");
  expect(sent[0]?.text).toContain("The password was wrong");
  expect(sent[0]?.text).toContain("198.51.0.1");
  expect(sent[0]?.text).not.toContain("a-wrong-guess-1");
  clock.aheadMs = DAY_MS - 5 * 60_000;
  for (let index = 30; index < 45; index += 1) await tryStaff(index);
  expect(await mails()).toHaveLength(2);
  clock.aheadMs = DAY_MS + 30 * 60_000;
  for (let index = 50; index < 60; index += 1) await tryStaff(index);
  expect(await mails()).toHaveLength(4);
});

async function halfway(from: From): Promise<string> {
  const response = await guess(ADMIN.password, from);
  expect(response.status).toBe(302);
  return cookieHeader(response.headers.getSetCookie());
}

const enterCode = (code: string, from: From) => send("/login/second-factor", { code }, from);

/** Sixty were tried in the attack; from the third on each is like the next. */
const NETWORKS = 20;

test("networks that know the password and try five codes each lock codes of the app, of which the owners read once, while a recovery code still signs in", async () => {
  const { db } = database;
  const actor = {
    role: "admin",
    userId: ownerId,
    name: "rosa",
    email: "rosa@example.com",
  } as const;
  const signedIn = await guess(ADMIN.password, { address: "192.0.2.1" });
  const cookie = cookieHeader(signedIn.headers.getSetCookie());
  const request = formPost("/admin/account", {}, { cookie });
  const confirmed = await inSession(db, actor, new Date());
  const begun = await beginApp(deps, { actor: confirmed, request, password: ADMIN.password });
  if (!begun.ok) throw new Error(begun.error.code);
  const key = new URL(begun.value.uri).searchParams.get("secret") ?? "";
  await confirmApp(deps, { actor: confirmed, request, code: totpCode(key) });
  await db.update(twoFactors).set({ lastUsedStep: null });

  const statuses: number[] = [];
  for (let network = 0; network < NETWORKS; network += 1) {
    const address = addressOf(network);
    const from = { address, cookie: await halfway({ address }) };
    for (let code = 0; code < 5; code += 1) statuses.push((await enterCode("000000", from)).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5 * NETWORKS - 10);
  const sent = await mails();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toContain("Codes were tried after the right password");
  const counted = (await refusals()).filter(({ action }) => action === "was refused as");
  const attempts = counted.reduce((sum, { after }) => sum + Number(after?.attempts), 0);
  expect(attempts).toBe(5 * NETWORKS);
  expect(counted.every(({ subjectId }) => subjectId === ownerId)).toBe(true);

  const home = { address: "192.0.2.9" };
  const owner = { ...home, cookie: await halfway(home) };
  const refused = await enterCode(totpCode(key), owner);
  expect(refused.status).toBe(429);
  expect((await enterCode("wrong-code", owner)).status).toBe(429);
  const entered = await enterCode(begun.value.recoveryCodes[0] ?? "", owner);
  expect(entered.status).toBe(302);
  expect(cookieHeader(entered.headers.getSetCookie())).toContain("session_token");
  await db.delete(twoFactors);
  await db.update(profiles).set({ twoFactorEnabled: false });
}, 240_000);

test("a flood of customers' names is bounded in Activity, tells the owners once, and hides nothing of staff", async () => {
  const attempt = (index: number) => ({
    kind: "password" as const,
    account: { by: "email" as const, name: `victim-${index}@host-${index}.example` },
    page: "/auth",
    clientIp: addressOf(index),
    userAgent: CHROME,
  });
  for (let index = 0; index < MAX_ENTRIES_AN_HOUR + 40; index += 1) {
    recordRefusal(deps, attempt(index));
  }
  await guess("a-wrong-guess-1", { address: "192.0.2.77" });
  const written = (await refusals()).filter(({ action }) => action === "was refused as");
  expect(written).toHaveLength(MAX_ENTRIES_AN_HOUR + 2);
  const [beyond, staff] = written.slice(-2);
  expect(beyond).toMatchObject({ after: { name: "many accounts", attempts: 40 } });
  expect(staff).toMatchObject({ subjectId: ownerId });
  expect(await mails()).toHaveLength(1);
});

test("a customer who opens the admin is refused as before, and Activity shows it", async () => {
  const cookie = await cookieOfSession(customerId);
  expect((await send("/admin/account?secret=1", null, { cookie })).status).toBe(302);
  const [written] = await refusals();
  expect(written).toMatchObject({
    actorId: null,
    actorName: "A customer",
    subjectId: customerId,
    after: { name: CUSTOMER_EMAIL, reason: "Only staff may come here", page: "/admin/account" },
  });
});

test("rights that an admin lacks are in Activity under the admin's name, for pages and for changes", async () => {
  const cookie = await cookieOfSession(staffId);
  expect((await send("/admin/atelier/alterations", null, { cookie })).status).toBe(403);
  await send("/admin/atelier/alterations.data", null, { cookie });
  const invite = { intent: "invite", email: "friend@example.com" };
  expect((await send("/admin/account", invite, { cookie })).status).toBe(422);
  const byStaff = { actorId: staffId, actorName: STAFF.username };
  expect(await refusals()).toMatchObject([
    {
      ...byStaff,
      after: {
        reason: "The right to open measurements is missing",
        page: "/admin/atelier/alterations",
        attempts: 2,
      },
    },
    { ...byStaff, after: { reason: "Only an owner decides this", page: "/admin/account" } },
  ]);
});

test("a session that proves nothing is recorded without an alarm, and a wrong proof as an attempt", async () => {
  const cookie = await cookieOfSession(ownerId, 11);
  const end = { intent: "end-others" };
  for (let post = 0; post < 12; post += 1) {
    expect((await send("/admin/account", end, { cookie })).status).toBe(403);
  }
  expect(await mails()).toEqual([]);
  const proof = { "identity-password": "a-wrong-guess-1" };
  const refused = await send("/login/confirm?next=/admin/account", proof, { cookie });
  expect(refused.status).toBe(422);
  expect(await refusals()).toMatchObject([
    {
      actorId: ownerId,
      after: {
        reason: "Nothing had confirmed in the last ten minutes who it is",
        attempts: 12,
      },
    },
    {
      actorId: null,
      actorName: "Someone",
      subjectId: ownerId,
      after: {
        reason: "The password that should confirm a change was wrong",
        page: "/login/confirm",
      },
    },
  ]);
});

test("a passkey that does not fit is recorded, whoever's it claims to be", async () => {
  const headers = { origin: SHOP_ORIGIN, "content-type": "application/json" };
  const body = JSON.stringify({ intent: "finish", challengeId: "x", response: { id: "nobody's" } });
  const request = new Request(`${SHOP_ORIGIN}/login/passkey`, { method: "POST", headers, body });
  expect((await handle(request)).status).toBe(401);
  expect(await refusals()).toMatchObject([
    { after: { name: "an unknown account", reason: "The passkey did not fit" } },
  ]);
});

test("the answer does not wait for Activity: while its table is locked a wrong password is refused as before", async () => {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${auditLog} in access exclusive mode`);
    expect((await guess("a-wrong-guess-1")).status).toBe(401);
  });
  expect(await refusals()).toMatchObject([{ after: { attempts: 1 } }]);
});

test("refusals leave Activity with the ended sign-ins, and nothing else of it does", async () => {
  await guess("a-wrong-guess-1");
  await refusals();
  await database.db.insert(auditLog).values({
    actorName: "Rosa",
    action: "signed in to",
    subject: "account",
    subjectId: ownerId,
  });
  const before = new Date(Date.now() + 1_000);
  await deleteOldSignIns(database.db, { before, limit: 100 });
  expect(await database.db.select({ subject: auditLog.subject }).from(auditLog)).toEqual([
    { subject: "account" },
  ]);
});
