import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#db/client.server.ts";
import { findOutage } from "#db/database-outage.server.ts";
import { eraseCustomer } from "#features/office/customers/erase-customer.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import { createTestDatabase, untilLocksAwaited } from "#tests/support/database.ts";
import { createCustomer, inSession } from "#tests/support/sessions.ts";
import { getShopReport } from "./report-queries.server.ts";

const PAGE_LIMIT_MS = 100;

test("a report and an erasure may take longer than a page, with a limit of their own that ends with them", async () => {
  await using database = await createTestDatabase();
  const email = "owner@example.com";
  const userId = await createCustomer(database.db, { email, role: "admin" });
  const person = { role: "admin", userId, name: "Rosa", email } as const;
  const actor = await inSession(database.db, person, systemClock.now());
  const { db, close } = openDatabase({ url: database.url, maxConnections: 1 });

  /** Runs while every statement on orders waits, until one has waited longer than a page's may or has failed. */
  async function duringWait<Value>(run: () => Promise<Value>): Promise<Value> {
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holding = database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table orders in access exclusive mode`);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    // The pool may have replaced its connection.
    await db.execute(sql`select set_config('statement_timeout', ${String(PAGE_LIMIT_MS)}, false)`);
    // A query that was written down starts when it is waited for.
    const running = Promise.resolve().then(run);
    const failed = running.then(
      () => undefined,
      () => undefined,
    );
    const longWait = { count: 1, longerThanMs: 2 * PAGE_LIMIT_MS };
    await Promise.race([failed, untilLocksAwaited(database.db, longWait)]);
    released.resolve();
    await holding;
    return running;
  }

  const page = duringWait(() => db.execute(sql`select count(*) from orders`));
  expect(await page.then(() => null, findOutage)).toBe("busy");
  const now = new Date("2026-11-20T12:00:00Z");
  const report = await duringWait(() => getShopReport(db, { actor, now, currency: "USD" }));
  expect(report.ok).toBe(true);
  const customer = { email: "ann@example.com", submittedEmail: "ann@example.com" };
  const erased = await duringWait(() =>
    eraseCustomer(
      {
        db,
        jobs: { send: async () => undefined },
        clock: systemClock,
        publicUrl: "https://shop.example",
      },
      { actor, ...customer, isUnfinishedKnown: true },
    ),
  );
  expect(erased).toEqual({ ok: true, value: null });
  const { rows } = await db.execute(sql`show statement_timeout`);
  expect(rows).toEqual([{ statement_timeout: `${PAGE_LIMIT_MS}ms` }]);
  await close();
});
