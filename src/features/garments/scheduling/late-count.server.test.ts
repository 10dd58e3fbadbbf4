import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { garments, makerAbsences } from "#db/schema/production.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addMaker, createGarmentOrder } from "#tests/support/production.ts";
import { statementsOf } from "#tests/support/sent-statements.ts";
import { countLatePromises } from "./late-count.server.ts";

// Friday 20 November 2026.
const bench = adminSuite();

const MINUTE_MS = 60_000;

/** The counter alone asks in one statement; the schedule needs more. */
async function count(afterMinutes = 0): Promise<{ late: number; isComputed: boolean }> {
  const now = new Date(bench.clock.now().getTime() + afterMinutes * MINUTE_MS);
  let late = Number.NaN;
  const statements = await statementsOf(bench.pool, async () => {
    late = await countLatePromises(bench.db, { now });
  });
  return { late, isComputed: statements.length > 1 };
}

test("the counter computes the schedule again only after something that it is computed from has changed", async () => {
  const { db } = bench;
  const savi = await addMaker(db);
  expect(await count()).toEqual({ late: 0, isComputed: true });
  const { garments: made } = await createGarmentOrder(db);
  const own = eq(garments.id, made[0]?.id ?? "");
  await db.update(garments).set({ makerId: savi, shipBy: "2026-11-24" }).where(own);
  expect(await count()).toEqual({ late: 1, isComputed: true });
  expect(await count(5)).toEqual({ late: 1, isComputed: false });
  await db.update(garments).set({ shipBy: "2026-12-24" }).where(own);
  expect(await count(6)).toEqual({ late: 0, isComputed: true });
  await db
    .insert(makerAbsences)
    .values({ makerId: savi, fromDay: "2026-11-20", untilDay: "2026-12-31" });
  expect(await count(7)).toEqual({ late: 1, isComputed: true });
  await db.update(garments).set({ stage: "shipped" }).where(own);
  expect(await count(8)).toEqual({ late: 0, isComputed: true });
  expect(await count(9)).toEqual({ late: 0, isComputed: false });
  expect(await count(19)).toEqual({ late: 0, isComputed: true });
});
