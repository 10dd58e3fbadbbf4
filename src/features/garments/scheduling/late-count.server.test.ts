import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { garments, makerAbsences } from "#db/schema/production.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addMaker, createGarmentOrder } from "#tests/support/production.ts";
import { countLatePromises } from "./late-count.server.ts";

/** How often the schedule was computed. */
const computed = vi.hoisted(() => ({ times: 0 }));

vi.mock("./at-risk.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("./at-risk.ts")>();
  const latePromises: typeof original.latePromises = (state) => {
    computed.times += 1;
    return original.latePromises(state);
  };
  return { ...original, latePromises };
});

// Friday 20 November 2026.
const bench = adminSuite();

const MINUTE_MS = 60_000;

async function count(afterMinutes = 0): Promise<{ late: number; schedules: number }> {
  const before = computed.times;
  const now = new Date(bench.clock.now().getTime() + afterMinutes * MINUTE_MS);
  const late = await countLatePromises(bench.db, { now });
  return { late, schedules: computed.times - before };
}

test("the counter computes the schedule again only after something that it is computed from has changed", async () => {
  const { db } = bench;
  const savi = await addMaker(db);
  expect(await count()).toEqual({ late: 0, schedules: 1 });
  const { garments: made } = await createGarmentOrder(db);
  const own = eq(garments.id, made[0]?.id ?? "");
  await db.update(garments).set({ makerId: savi, shipBy: "2026-11-24" }).where(own);
  expect(await count()).toEqual({ late: 1, schedules: 1 });
  expect(await count(5)).toEqual({ late: 1, schedules: 0 });
  await db.update(garments).set({ shipBy: "2026-12-24" }).where(own);
  expect(await count(6)).toEqual({ late: 0, schedules: 1 });
  await db
    .insert(makerAbsences)
    .values({ makerId: savi, fromDay: "2026-11-20", untilDay: "2026-12-31" });
  expect(await count(7)).toEqual({ late: 1, schedules: 1 });
  await db.update(garments).set({ stage: "shipped" }).where(own);
  expect(await count(8)).toEqual({ late: 0, schedules: 1 });
  expect(await count(9)).toEqual({ late: 0, schedules: 0 });
  expect(await count(19)).toEqual({ late: 0, schedules: 1 });
});
