import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import type { Queryable } from "./client.server.ts";
import { commitAnyway, inTransaction } from "./in-transaction.server.ts";
import { productCategories } from "./schema/catalog.server.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.db.delete(productCategories);
});
afterAll(() => database.close());

const add = (db: Queryable, name: string) => db.insert(productCategories).values({ name });

const listNames = async () =>
  (await database.db.select().from(productCategories).orderBy(productCategories.name)).map(
    ({ name }) => name,
  );

test("a success is committed and returned", async () => {
  const done = await inTransaction(database.db, async (tx) => {
    await add(tx, "Shirts");
    return ok(1);
  });
  expect(done).toEqual(ok(1));
  expect(await listNames()).toEqual(["Shirts"]);
});

test("a failure is returned, and what was written before it is rolled back", async () => {
  const done: Result<null, "sold_out" | "conflict"> = await inTransaction(
    database.db,
    async (tx) => {
      await add(tx, "Shirts");
      if ((await tx.select().from(productCategories)).length === 0) return ok(null);
      return fail("sold_out" as const);
    },
  );
  expect(done).toEqual(fail("sold_out"));
  expect(await listNames()).toEqual([]);
});

test("a failure that is to be committed is returned as it is, with what was written before it", async () => {
  const tryWith = (code: string): Promise<Result<null, "wrong" | "locked">> =>
    inTransaction(database.db, async (tx) => {
      await add(tx, code);
      if (code === "right") return ok(null);
      return code === "locked" ? fail("locked" as const) : commitAnyway(fail("wrong" as const));
    });
  expect(await tryWith("wrong")).toEqual(fail("wrong"));
  expect(await tryWith("locked")).toEqual(fail("locked"));
  expect(await tryWith("right")).toEqual(ok(null));
  expect(await listNames()).toEqual(["right", "wrong"]);
});

test("an error is thrown as it is, and what was written before it is rolled back", async () => {
  const error = new Error("ended");
  const done = inTransaction(database.db, async (tx) => {
    await add(tx, "Shirts");
    if (error) throw error;
    return ok(null);
  });
  await expect(done).rejects.toBe(error);
  expect(await listNames()).toEqual([]);
});

test("a failure within another transaction undoes its own writes alone", async () => {
  const done = await inTransaction(database.db, async (tx) => {
    await add(tx, "before");
    const inner = await inTransaction(tx, async (part) => {
      await add(part, "inner");
      return fail("refused" as const);
    });
    await add(tx, "after");
    return ok(inner);
  });
  expect(done).toEqual(ok(fail("refused")));
  expect(await listNames()).toEqual(["after", "before"]);
});

test("a failure that is committed within another transaction is rolled back with it", async () => {
  const done = await inTransaction(database.db, (tx) =>
    inTransaction(tx, async (part) => {
      await add(part, "inner");
      return commitAnyway(fail("refused" as const));
    }),
  );
  expect(done).toEqual(fail("refused"));
  expect(await listNames()).toEqual([]);
});

test("a success within another transaction is undone with it", async () => {
  const done = await inTransaction(database.db, async (tx) => {
    const inner = await inTransaction(tx, async (part) => {
      await add(part, "inner");
      return ok(null);
    });
    return inner.ok ? fail("refused" as const) : inner;
  });
  expect(done).toEqual(fail("refused"));
  expect(await listNames()).toEqual([]);
});

test("an error of the database within another transaction leaves the other usable", async () => {
  await inTransaction(database.db, async (tx) => {
    await add(tx, "Shirts");
    const twice = inTransaction(tx, async (part) => {
      const [first] = await part.select().from(productCategories).limit(1);
      await part.insert(productCategories).values({ id: first?.id, name: "twin" });
      return ok(null);
    });
    await expect(twice).rejects.toThrow();
    await tx
      .update(productCategories)
      .set({ name: "Coats" })
      .where(eq(productCategories.name, "Shirts"));
    return ok(null);
  });
  expect(await listNames()).toEqual(["Coats"]);
});
