import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { prepareStatement } from "./prepared-statement.server.ts";

test("drizzle-orm still prepares a named statement through the session of a database and of a transaction", async () => {
  const changed =
    "drizzle-orm's session works differently: adapt src/db/prepared-statement.server.ts";
  await using database = await createTestDatabase();
  const { db } = database;
  const add = prepareStatement<{ sum: number }>(
    "contract_sum",
    sql`select ${sql.placeholder("a")}::int + ${sql.placeholder("b")}::int as sum`,
  );
  expect(typeof db._.session?.prepareQuery, changed).toBe("function");
  expect(await add(db, { a: 1, b: 2 }), changed).toEqual([{ sum: 3 }]);
  const prepared = await db.transaction(async (tx) => {
    expect(await add(tx, { a: 3, b: 4 }), changed).toEqual([{ sum: 7 }]);
    expect(await add(tx, { a: 5, b: 6 }), changed).toEqual([{ sum: 11 }]);
    const found = await tx.execute(
      sql`select generic_plans + custom_plans as runs from pg_prepared_statements where name = 'contract_sum'`,
    );
    return found.rows;
  });
  expect(
    prepared.map(({ runs }) => Number(runs) >= 2),
    changed,
  ).toEqual([true]);
});
