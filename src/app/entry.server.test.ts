import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { handleError, provideContext, withRequestStatus } from "./entry.server.tsx";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const SUBMITTED = "rosa@example.com";

/** Returns the status of a request whose statement fails, and its log. */
async function statusAfter(statement: ReturnType<typeof sql>) {
  const lines: { level: number; code?: string }[] = [];
  const logger = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const context = provideContext({ logger } as AppDeps, "request-1");
  const error = await database.db.execute(statement).then(
    () => null,
    (failure: unknown) => failure,
  );
  const request = new Request("http://shop.test/product/x");
  handleError(error, { request, context, params: {} });
  const { status } = withRequestStatus(new Response("", { status: 500 }), context);
  return { status, lines };
}

test.each([
  ["a text that is no id", "22P02", sql`select id from products where id = ${SUBMITTED}`],
  ["NUL", "22021", sql`select ${`${SUBMITTED}\u0000`}::text`],
  ["a number above the column's range", "22003", sql`select ${"99999999999"}::int`],
  ["a date that does not exist", "22008", sql`select ${"2026-02-30"}::date`],
  ["a negative page", "2201X", sql`select 1 offset ${-1}`],
])("%s that reaches Postgres is an error of the request (%s)", async (_, code, statement) => {
  const { status, lines } = await statusAfter(statement);
  expect(status).toBe(400);
  expect(lines).toMatchObject([{ level: 40, code, requestId: "request-1" }]);
  expect(JSON.stringify(lines)).not.toContain(SUBMITTED);
});

test.each([
  ["a missing table", sql`select * from nothing_here`],
  ["a broken rule of the database", sql`insert into product_categories (name) values (null)`],
])("%s stays an error of the shop", async (_, statement) => {
  const { status, lines } = await statusAfter(statement);
  expect(status).toBe(500);
  expect(lines).toMatchObject([{ level: 50 }]);
});
