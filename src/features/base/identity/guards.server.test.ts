import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, expectTypeOf, test } from "vitest";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import type { Actor, Admin, SignedIn } from "./actor.ts";
import { visitor } from "./actor.ts";
import { asAdmin, asAdminWithCode, asAtelier } from "./guards.server.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.close());

async function person(role: "admin" | "customer", isAtelier = false): Promise<SignedIn> {
  const email = `${role}-${isAtelier}@example.com`;
  const userId = await createCustomer(database.db, { email, role, isAtelier });
  return { role, userId, name: "Rosa", email };
}

const rename = asAdmin(
  async (
    _db: Queryable,
    { actor, name }: { actor: Admin; name: string },
  ): Promise<Result<string, "empty">> =>
    name === "" ? fail("empty") : ok(`${name} by ${actor.userId}`),
);

test("a use case of admins runs for an admin with the same actor, and refuses everybody else", async () => {
  const admin = await person("admin");
  const renamed = await rename(database.db, { actor: admin, name: "Rosa" });
  expect(renamed).toEqual(ok(`Rosa by ${admin.userId}`));
  expect(await rename(database.db, { actor: admin, name: "" })).toEqual(fail("empty"));
  for (const actor of [visitor, await person("customer")])
    expect(await rename(database.db, { actor, name: "" })).toEqual(fail("forbidden"));
});

test("the refusal is added to the failures, and the caller passes any actor and the whole input", () => {
  type Renamed = Awaited<ReturnType<typeof rename>>;
  expectTypeOf<Renamed>().toEqualTypeOf<Result<string, "empty" | "forbidden">>();
  expectTypeOf<Parameters<typeof rename>[1]["actor"]>().toEqualTypeOf<Actor>();
  // @ts-expect-error The name is missing.
  expectTypeOf(rename).toBeCallableWith(database.db, { actor: visitor });
  // @ts-expect-error Nobody acts.
  expectTypeOf(rename).toBeCallableWith(database.db, { name: "Rosa" });
});

test("a use case that does not name an actor is guarded all the same", async () => {
  const list = asAdmin(async (_db: Queryable): Promise<Result<string[]>> => ok([]));
  expect(await list(database.db, { actor: await person("admin") })).toEqual(ok([]));
  expect(await list(database.db, { actor: visitor })).toEqual(fail("forbidden"));
  expectTypeOf<Awaited<ReturnType<typeof list>>>().toEqualTypeOf<Result<string[], "forbidden">>();
});

test("failures with a code get a refusal with a code", async () => {
  const list = asAdminWithCode(
    async (_db: Queryable): Promise<Result<null, { code: "weak"; reasons: string }>> => ok(null),
  );
  expect(await list(database.db, { actor: visitor })).toEqual(fail({ code: "forbidden" }));
  expectTypeOf<Awaited<ReturnType<typeof list>>>().toEqualTypeOf<
    Result<null, { code: "weak"; reasons: string } | { code: "forbidden" }>
  >();
});

test("a use case of the atelier refuses admins without the permission, from the moment it is withdrawn", async () => {
  const { db } = database;
  const byDatabase = asAtelier(async (_db: Queryable): Promise<Result<null>> => ok(null));
  const byDeps = asAtelier(async (_deps: { db: Queryable }): Promise<Result<null>> => ok(null));
  const tailor = await person("admin", true);
  expect(await byDatabase(db, { actor: tailor })).toEqual(ok(null));
  expect(await byDeps({ db }, { actor: tailor })).toEqual(ok(null));
  for (const actor of [visitor, await person("customer"), await person("admin")]) {
    expect(await byDatabase(db, { actor })).toEqual(fail("forbidden"));
    expect(await byDeps({ db }, { actor })).toEqual(fail("forbidden"));
  }
  await db.update(profiles).set({ isAtelier: false }).where(eq(profiles.id, tailor.userId));
  expect(await byDatabase(db, { actor: tailor })).toEqual(fail("forbidden"));
});
