import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { profiles, sessions } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ADMIN, CUSTOMER, createAccount, testAuth } from "#tests/support/identity.ts";
import { inSession, openSession } from "#tests/support/sessions.ts";
import { findSignIns, signOutEverywhere } from "./staff-sessions.server.ts";

const STAFF = { username: "maya", password: "greenheart-and-rain-8" };
const ELEVEN_MINUTES_MS = 11 * 60 * 1000;

let database: TestDatabase;
let auth: Auth;
let deps: EmailDeps;
let owner: Extract<Actor, { role: "admin" }>;
let staff: Extract<Actor, { role: "admin" }>;
let customerId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  auth = testAuth(db);
  const jobs = { send: async () => undefined } as unknown as EmailDeps["jobs"];
  deps = { db, jobs, clock: systemClock, publicUrl: "https://atelier.gy" };
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  for (const table of [mailOutbox, auditLog, profiles]) await db.delete(table);
  const ownerId = await createAccount(db, auth, { role: "admin", ...ADMIN });
  const staffId = await createAccount(db, auth, { role: "admin", ...STAFF });
  await db.update(profiles).set({ isOwner: false }).where(eq(profiles.id, staffId));
  customerId = await createAccount(db, auth, { role: "customer", ...CUSTOMER });
  const now = systemClock.now();
  const rosa = { role: "admin", userId: ownerId, name: ADMIN.username, email: "rosa@example.com" };
  const maya = { role: "admin", userId: staffId, name: STAFF.username, email: "maya@example.com" };
  owner = await inSession(db, rosa as typeof owner, now);
  staff = await inSession(db, maya as typeof staff, now);
});

const countOf = (userId: string) => database.db.$count(sessions, eq(sessions.userId, userId));

const written = () =>
  database.db
    .select({ actor: auditLog.actorName, action: auditLog.action, after: auditLog.after })
    .from(auditLog);

const mailed = () =>
  database.db
    .select({ kind: mailOutbox.kind, recipient: mailOutbox.recipient, text: mailOutbox.textBody })
    .from(mailOutbox);

test("an owner ends all sessions of a customer, who reads how to choose a new password, and Activity shows it", async () => {
  await openSession(auth, customerId);
  await openSession(auth, customerId);
  const email = `${CUSTOMER.username.toLowerCase()}@example.com`;
  expect(await findSignIns(deps, { actor: owner, email })).toEqual({
    ok: true,
    value: { userId: customerId, sessions: 2, mayEnd: true },
  });
  expect(await signOutEverywhere(deps, { actor: owner, userId: customerId })).toEqual({
    ok: true,
    value: 2,
  });
  expect(await countOf(customerId)).toBe(0);
  expect(await countOf(owner.userId)).toBe(1);
  expect(await written()).toEqual([
    {
      actor: ADMIN.username,
      action: "signed out everywhere:",
      after: { name: email, sessions: 2 },
    },
  ]);
  const mails = await mailed();
  expect(mails).toMatchObject([{ kind: "account-signed-out", recipient: email }]);
  expect(mails[0]?.text).toContain("https://atelier.gy/auth/forgot");
});

test("an owner ends the sessions of an admin, who reads of it like all owners", async () => {
  expect((await signOutEverywhere(deps, { actor: owner, userId: staff.userId })).ok).toBe(true);
  expect(await countOf(staff.userId)).toBe(0);
  const mails = await mailed();
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([
    "maya@example.com",
    "rosa@example.com",
  ]);
});

test("an owner ends the own other sessions without an email, and stays signed in where it happened", async () => {
  await openSession(auth, owner.userId);
  expect(await signOutEverywhere(deps, { actor: owner, userId: owner.userId })).toEqual({
    ok: true,
    value: 1,
  });
  expect(await countOf(owner.userId)).toBe(1);
  expect(await mailed()).toEqual([]);
});

test("an admin who is no owner, a customer and an owner without a fresh proof end nobody's sessions", async () => {
  await openSession(auth, customerId);
  const refused = (error: string) => ({ ok: false, error });
  expect(await signOutEverywhere(deps, { actor: staff, userId: customerId })).toEqual(
    refused("not_owner"),
  );
  const email = "asha@example.com";
  const customer = { role: "customer", userId: customerId, name: "Asha", email } as const;
  expect(await signOutEverywhere(deps, { actor: customer, userId: owner.userId })).toEqual(
    refused("forbidden"),
  );
  const createdAt = new Date(Date.now() - ELEVEN_MINUTES_MS);
  await database.db.update(sessions).set({ createdAt });
  expect(await signOutEverywhere(deps, { actor: owner, userId: customerId })).toEqual(
    refused("unconfirmed"),
  );
  expect(await countOf(customerId)).toBe(1);
  expect(await written()).toEqual([]);
  expect(await mailed()).toEqual([]);
});

test("an account that is gone has no sessions to end", async () => {
  const userId = "0199a000-0000-7000-8000-0000000000ff";
  expect(await signOutEverywhere(deps, { actor: owner, userId })).toEqual({
    ok: false,
    error: "not_found",
  });
  expect(await findSignIns(deps, { actor: owner, email: "nobody@example.com" })).toEqual({
    ok: true,
    value: null,
  });
});
