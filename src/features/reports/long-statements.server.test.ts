import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#db/client.server.ts";
import { findOutage } from "#db/database-outage.server.ts";
import { eraseCustomer } from "#features/customers/erase-customer.server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { getShopReport } from "./report-queries.server.ts";

const PAGE_LIMIT_MS = 100;

test("a report and an erasure may take longer than a page, with a limit of their own that ends with them", async () => {
  await using database = await createTestDatabase();
  const email = "owner@example.com";
  const userId = await createCustomer(database.db, { email, role: "admin" });
  const actor = { role: "admin", userId, name: "Rosa", email } as const;
  const { db, close } = openDatabase({ url: database.url, maxConnections: 1 });

  /** Runs while every statement on orders waits. */
  async function duringWait<Value>(run: () => Promise<Value>): Promise<Value> {
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const holding = database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table orders in access exclusive mode`);
      locked();
      await sleep(4 * PAGE_LIMIT_MS);
    });
    await isLocked;
    // The pool may have replaced its connection.
    await db.execute(sql`select set_config('statement_timeout', ${String(PAGE_LIMIT_MS)}, false)`);
    try {
      return await run();
    } finally {
      await holding;
    }
  }

  const page = duringWait(() => db.execute(sql`select count(*) from orders`));
  expect(await page.then(() => null, findOutage)).toBe("busy");
  const now = new Date("2026-11-20T12:00:00Z");
  const report = await duringWait(() => getShopReport(db, { actor, now, currency: "USD" }));
  expect(report.ok).toBe(true);
  const person = { email: "ann@example.com", submittedEmail: "ann@example.com" };
  const erased = await duringWait(() =>
    eraseCustomer(
      { db, jobs: { send: async () => undefined } },
      { actor, ...person, isUnfinishedKnown: true },
    ),
  );
  expect(erased).toEqual({ ok: true, value: null });
  const { rows } = await db.execute(sql`show statement_timeout`);
  expect(rows).toEqual([{ statement_timeout: `${PAGE_LIMIT_MS}ms` }]);
  await close();
});
