import { afterEach, beforeEach, expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { authAccounts, sessions, verifications } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  ADMIN,
  CUSTOMER,
  cookieOf,
  createAccount,
  createOwnerAndCustomer,
  formPost,
  testAuth,
} from "#tests/support/identity.ts";
import { resetAdminPassword } from "./admin-account.server.ts";
import { signInAdmin } from "./sign-in.server.ts";

const OTHER = { username: "Anil", password: "muslin-and-thread-7" };
let database: TestDatabase;
let auth: Auth;
let adminId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  auth = testAuth(database.db);
  adminId = await createOwnerAndCustomer(database.db, auth);
});

afterEach(() => database.close());

const reset = (username: string | null = null, password: string | null = null) =>
  resetAdminPassword({ db: database.db, auth }, { username, password });

const canSignIn = async (credentials: { username: string; password: string }) =>
  (
    await signInAdmin(
      { auth, db: database.db, clock: systemClock },
      { ...credentials, request: formPost("/login", {}) },
    )
  ).ok;

test("the only admin gets a generated password that works, and the old one does not", async () => {
  const done = await reset();
  if (!done.ok) throw new Error(done.error.code);
  expect(done.value.username).toBe("Rosa");
  expect(done.value.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  expect(await canSignIn(ADMIN)).toBe(false);
  expect(await canSignIn(done.value)).toBe(true);
});

test("a chosen password is used unchanged, under the username in any case", async () => {
  expect(await reset("rOSA", "a password of my own")).toEqual({
    ok: true,
    value: { username: "Rosa", password: "a password of my own" },
  });
  expect(await canSignIn({ username: "Rosa", password: "a password of my own" })).toBe(true);
});

test("a new password ends every session of that admin and no other", async () => {
  const otherId = await createAccount(database.db, auth, { role: "admin", ...OTHER });
  await cookieOf(auth, ADMIN);
  await cookieOf(auth, OTHER);
  expect((await reset("Rosa")).ok).toBe(true);
  const left = await database.db.select({ userId: sessions.userId }).from(sessions);
  expect(left).toEqual([{ userId: otherId }]);
  expect(await canSignIn(OTHER)).toBe(true);
});

test("with several admins a username is required", async () => {
  await createAccount(database.db, auth, { role: "admin", ...OTHER });
  expect(await reset()).toEqual({
    ok: false,
    error: { code: "which_admin", usernames: ["Anil", "Rosa"] },
  });
});

test("no password is set for a customer or an unknown name", async () => {
  for (const name of [CUSTOMER.username, "nobody"]) {
    expect(await reset(name)).toEqual({
      ok: false,
      error: { code: "unknown_admin", usernames: ["Rosa"] },
    });
  }
});

test("a password that is too short, too long or common is refused with the reason, and the old one still works", async () => {
  for (const password of ["1234567", "x7".repeat(65), "password123"]) {
    expect(await reset("Rosa", password)).toMatchObject({
      ok: false,
      error: { code: "weak_password", reasons: expect.stringContaining("Please") },
    });
  }
  expect(await canSignIn(ADMIN)).toBe(true);
});

test("links to choose a new password end with the old one", async () => {
  await database.db.insert(verifications).values({
    identifier: "reset-password:a-token",
    value: adminId,
    expiresAt: new Date("2100-01-01"),
  });
  expect((await reset()).ok).toBe(true);
  expect(await database.db.$count(verifications)).toBe(0);
});

test("an admin without a password gets one", async () => {
  await database.db.delete(authAccounts);
  const done = await reset();
  expect(done.ok && (await canSignIn(done.value))).toBe(true);
});

test("without an admin no password is set", async () => {
  await database.pool.query("delete from profiles where role = 'admin'");
  expect(await reset()).toEqual({ ok: false, error: { code: "no_admin" } });
});

test("the change is logged without the password", async () => {
  await reset("Rosa", "a password of my own");
  const [entry] = await database.db.select().from(auditLog);
  expect(entry).toMatchObject({
    actorName: "npm run admin:password",
    action: "password reset",
    subject: "account",
    subjectId: adminId,
    before: null,
    after: null,
  });
});
