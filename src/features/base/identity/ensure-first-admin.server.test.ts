import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { CUSTOMER, createAccount, formPost, testAuth, testEnv } from "#tests/support/identity.ts";
import { ensureFirstAdmin } from "./admin-account.server.ts";
import { signInAdmin } from "./sign-in.server.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.close());

const ensure = (variables: Record<string, string> = {}) =>
  ensureFirstAdmin({ db: database.db, auth: testAuth(database.db), env: testEnv(variables) });

const canSignIn = async (credentials: { username: string; password: string }) => {
  const deps = { auth: testAuth(database.db), db: database.db, clock: systemClock };
  return (await signInAdmin(deps, { ...credentials, request: formPost("/login", {}) })).ok;
};

const admins = () => database.db.select().from(profiles).where(eq(profiles.role, "admin"));

describe("the first admin", () => {
  // Specification 6.6
  test("gets a generated password that works and is printed once", async () => {
    const made = await ensure();
    expect(made?.username).toBe("admin");
    expect(made?.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    expect(made && (await canSignIn(made))).toBe(true);
    expect(await ensure()).toBeNull();
    expect(await admins()).toHaveLength(1);
  });

  // Specification 6.6
  test("comes from the environment, and its password is not printed", async () => {
    const credentials = { username: "Rosa", password: "from-the-environment" };
    const made = await ensure({
      ADMIN_USERNAME: credentials.username,
      ADMIN_PASSWORD: credentials.password,
    });
    expect(made).toBeNull();
    expect(await canSignIn(credentials)).toBe(true);
  });

  test("keeps the password when ADMIN_PASSWORD changes", async () => {
    await ensure({ ADMIN_PASSWORD: "the-first-password" });
    await ensure({ ADMIN_PASSWORD: "another-password" });
    expect(await canSignIn({ username: "admin", password: "another-password" })).toBe(false);
    expect(await canSignIn({ username: "admin", password: "the-first-password" })).toBe(true);
  });

  test("is created once when several processes start together", async () => {
    const handles = Array.from({ length: 4 }, () =>
      openDatabase({ url: database.url, maxConnections: 1 }),
    );
    const results = await Promise.all(
      handles.map(({ db }) => ensureFirstAdmin({ db, auth: testAuth(db), env: testEnv() })),
    );
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect(await admins()).toHaveLength(1);
    await Promise.all(handles.map((handle) => handle.close()));
  });

  test("never replaces a customer's account", async () => {
    await createAccount(database.db, testAuth(database.db), { role: "customer", ...CUSTOMER });
    await expect(ensure({ ADMIN_USERNAME: CUSTOMER.username })).rejects.toThrow(
      "ADMIN_USERNAME: a customer has this name",
    );
    expect(await admins()).toHaveLength(0);
  });

  test("cannot have a name that cannot be entered", async () => {
    await expect(ensure({ ADMIN_USERNAME: "two words" })).rejects.toThrow("ADMIN_USERNAME");
  });
});
