import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sessions } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  ADMIN,
  CUSTOMER,
  cookieOf,
  createOwnerAndCustomer,
  SHOP_ORIGIN,
  setRole,
  testAuth,
} from "#tests/support/identity.ts";
import { findActor } from "./sessions.server.ts";

let database: TestDatabase;
let auth: Auth;
let adminId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  auth = testAuth(database.db);
  adminId = await createOwnerAndCustomer(database.db, auth);
});

afterEach(() => database.close());

const actorOf = (cookie: string | null, clock = systemClock) =>
  findActor(
    { auth, db: database.db, clock },
    new Request(`${SHOP_ORIGIN}/admin`, { headers: cookie ? { cookie } : {} }),
  );

// Specification 3.30, 4.1, 4.4, 4.11, 8.54
test("a request without a session is a visitor's", async () => {
  expect(await actorOf(null)).toEqual({ role: "visitor" });
  expect(await actorOf("da_hint=1; da.session_token=made.up")).toEqual({ role: "visitor" });
});

// Specification 3.30, 4.1, 6.4, 6.7, 6.11, 7.5, 7.6
test("the role is the database's current one", async () => {
  const cookie = await cookieOf(auth, ADMIN);
  expect(await actorOf(cookie)).toMatchObject({ role: "admin", userId: adminId, name: "Rosa" });
  await setRole(database.db, adminId, "customer");
  expect(await actorOf(cookie)).toMatchObject({ role: "customer" });
  expect(await actorOf(await cookieOf(auth, CUSTOMER))).toMatchObject({ role: "customer" });
});

test("a revoked session is ignored", async () => {
  const cookie = await cookieOf(auth, ADMIN);
  await database.db.delete(sessions);
  expect(await actorOf(cookie)).toEqual({ role: "visitor" });
});

test("a cookie with a changed signature is ignored", async () => {
  const cookie = await cookieOf(auth, ADMIN);
  expect(await actorOf(cookie.replace(/\.[^.]*$/, ".AAAA"))).toEqual({ role: "visitor" });
});

// Specification 4.2, 4.3, 4.9, 4.10, 6.7, 9.1
test("an admin session ends 24 hours after sign-in even when prolonged, and is revoked", async () => {
  const cookie = await cookieOf(auth, ADMIN);
  await database.db
    .update(sessions)
    .set({
      expiresAt: sql`now() + interval '30 days'`,
      // In use until the end.
      updatedAt: sql`now() + interval '23 hours'`,
    })
    .where(eq(sessions.userId, adminId));
  const inHours = (hours: number) => ({ now: () => new Date(Date.now() + hours * 3_600_000) });
  expect(await actorOf(cookie, inHours(23.9))).toMatchObject({ role: "admin" });
  expect(await actorOf(cookie, inHours(24))).toEqual({ role: "visitor" });
  expect(await database.db.select().from(sessions)).toEqual([]);
});

// Specification 4.4, 9.2
test("using a session does not prolong it", async () => {
  const cookie = await cookieOf(auth, ADMIN);
  await database.db.update(sessions).set({
    createdAt: sql`now() - interval '23 hours'`,
    updatedAt: sql`now() - interval '1 hour'`,
    expiresAt: sql`now() + interval '1 hour'`,
  });
  const [before] = await database.db.select().from(sessions);
  expect(await actorOf(cookie)).toMatchObject({ role: "admin" });
  const [after] = await database.db.select().from(sessions);
  expect(after?.expiresAt).toEqual(before?.expiresAt);
});
