import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addBusinessDays } from "#core/business-days.ts";
import { orders } from "#db/schema/orders.server.ts";
import { garments, makerAbsences } from "#db/schema/production.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import {
  addGarmentEvents,
  addMaker,
  createGarmentOrder,
  garmentEventsOf,
  worked,
} from "#tests/support/production.ts";
import { listPromisesAtRisk, rescuePromise } from "./at-risk.server.ts";
import { readAtelier } from "./atelier-queries.server.ts";
import { addOvertime, listOvertime, removeOvertime } from "./overtime.server.ts";
import { findStageTimes, saveStageTimes } from "./stage-times.server.ts";

// Friday 20 November 2026.
const bench = adminSuite();
const TUESDAY = "2026-11-24";

/** A suit of 1,020 minutes that Savi cannot finish with 480 minutes on Monday and on Tuesday, when it has to leave. */
async function aLateSuit() {
  const savi = await addMaker(bench.db);
  const order = await createGarmentOrder(bench.db);
  const [garment] = order.garments;
  if (!garment) throw new Error("no garment");
  await bench.db
    .update(garments)
    .set({ makerId: savi, shipBy: TUESDAY })
    .where(eq(garments.id, garment.id));
  await bench.db
    .update(orders)
    .set({
      shippingMethod: "Standard",
      arrivesUntil: addBusinessDays(TUESDAY, 7),
      destination: "GY",
    })
    .where(eq(orders.id, order.orderId));
  return { savi, garmentId: garment.id };
}

async function risks() {
  const page = await listPromisesAtRisk(bench, { actor: bench.actor });
  if (!page.ok) throw new Error(page.error);
  return page.value.entries;
}

test("a promise at risk is listed with another maker, the least overtime and a faster method", async () => {
  const { garmentId, savi } = await aLateSuit();
  const week = [540, 540, 540, 540, 540, 0, 0];
  const maya = await addMaker(bench.db, "Maya", { weekMinutes: week });
  expect(await risks()).toMatchObject([
    {
      garmentId,
      shipBy: TUESDAY,
      finish: "2026-11-25",
      maker: { id: savi, name: "Savi" },
      rescues: [
        { kind: "maker", makerId: maya, makerName: "Maya", finish: TUESDAY },
        { kind: "overtime", makerId: savi, minutes: 30, days: ["2026-11-23", TUESDAY] },
        { kind: "express", method: "Express", shipBy: "2026-11-25" },
      ],
    },
  ]);
});

test("what would make another garment late is not offered", async () => {
  await aLateSuit();
  const maya = await addMaker(bench.db, "Maya");
  const other = await createGarmentOrder(bench.db);
  await bench.db
    .update(garments)
    .set({ makerId: maya, shipBy: "2026-11-25" })
    .where(eq(garments.orderItemId, other.orderItemId));
  const [risk] = await risks();
  expect(risk?.rescues.map(({ kind }) => kind)).toEqual(["overtime", "express"]);
});

test.each([
  ["overtime", (savi: string) => savi],
  ["express", () => null],
] as const)(
  "%s takes the promise off the list, and the garment's events say so",
  async (kind, makerOf) => {
    const { garmentId, savi } = await aLateSuit();
    const requested = { actor: bench.actor, garmentId, kind, makerId: makerOf(savi) };
    expect(await rescuePromise(bench, requested)).toMatchObject({ ok: true });
    expect(await risks()).toEqual([]);
    expect((await garmentEventsOf(bench.db, garmentId)).at(-1)).toMatchObject({ kind: "note" });
    expect(await rescuePromise(bench, requested)).toMatchObject({ error: "changed" });
  },
);

test("another maker takes the promise off the list", async () => {
  const { garmentId } = await aLateSuit();
  const maya = await addMaker(bench.db, "Maya", { weekMinutes: [540, 540, 540, 540, 540, 0, 0] });
  const requested = { actor: bench.actor, garmentId, kind: "maker" as const, makerId: maya };
  expect(await rescuePromise(bench, requested)).toMatchObject({ ok: true });
  expect(await risks()).toEqual([]);
  expect((await garmentEventsOf(bench.db, garmentId)).at(-1)).toMatchObject({ makerId: maya });
});

test("days away put promises at risk, and overtime counts on its day alone", async () => {
  const { savi } = await aLateSuit();
  const overtime = { day: "2026-11-23", minutes: 60 };
  const requested = { actor: bench.actor, makerId: savi };
  expect(await addOvertime(bench, { ...requested, overtime })).toMatchObject({ ok: true });
  expect(await risks()).toEqual([]);
  const away = { makerId: savi, fromDay: "2026-11-23", untilDay: "2026-11-23" };
  await bench.db.insert(makerAbsences).values(away);
  expect(await risks()).toMatchObject([{ finish: "2026-11-26" }]);
  expect(await listOvertime(bench, requested)).toMatchObject({ value: [overtime] });
  await removeOvertime(bench, { ...requested, day: overtime.day });
  expect(await listOvertime(bench, requested)).toMatchObject({ value: [] });
});

/** A sewn suit with minutes recorded before and at the end of the stage. */
async function aSewnSuit(minutes: number) {
  const { garments: made } = await createGarmentOrder(bench.db);
  const [garment] = made;
  if (!garment) throw new Error("no garment");
  await bench.db.update(garments).set({ stage: "sewn" }).where(eq(garments.id, garment.id));
  const sewn = {
    kind: "stage",
    from: "cut",
    to: "sewn",
    makerId: null,
    minutes,
    note: "",
  } as const;
  await addGarmentEvents(bench.db, garment.id, [worked(30), sewn], { at: bench.clock.now() });
}

const sewingOf = async () => {
  const found = await findStageTimes(bench, { actor: bench.actor, garment: "suit" });
  return found.ok ? found.value.stages.find(({ stage }) => stage === "sewn") : null;
};

test("from five garments on the median of the recorded minutes replaces the starting value, and the owner's replaces both", async () => {
  await addMaker(bench.db);
  for (const minutes of [400, 900, 420, 410]) await aSewnSuit(minutes);
  expect(await sewingOf()).toMatchObject({ used: 600, source: "start", recorded: { count: 4 } });
  await aSewnSuit(430);
  const recorded = { minutes: 450, count: 5 };
  expect(await sewingOf()).toMatchObject({ used: 450, source: "recorded", recorded });
  const state = await readAtelier(bench.db, { now: bench.clock.now() });
  expect(state.times.get("suit")).toEqual({ sewn: 450 });
  const requested = { actor: bench.actor, garment: "suit" };
  expect(await saveStageTimes(bench, { ...requested, times: { sewn: 500 } })).toMatchObject({
    ok: true,
  });
  expect(await sewingOf()).toMatchObject({ used: 500, source: "own", own: 500 });
  await saveStageTimes(bench, { ...requested, times: {} });
  expect(await sewingOf()).toMatchObject({ used: 450, source: "recorded" });
});

test("nobody but an admin reads or changes the schedule", async () => {
  const { garmentId, savi } = await aLateSuit();
  for (const actor of bench.strangers) {
    const forbidden = { ok: false, error: "forbidden" };
    expect(await listPromisesAtRisk(bench, { actor })).toEqual(forbidden);
    const kind = "overtime";
    expect(await rescuePromise(bench, { actor, garmentId, kind, makerId: savi })).toEqual(
      forbidden,
    );
    expect(await findStageTimes(bench, { actor, garment: "suit" })).toEqual(forbidden);
    expect(await saveStageTimes(bench, { actor, garment: "suit", times: {} })).toEqual(forbidden);
    expect(await listOvertime(bench, { actor, makerId: savi })).toEqual(forbidden);
    const overtime = { day: TUESDAY, minutes: 60 };
    expect(await addOvertime(bench, { actor, makerId: savi, overtime })).toEqual(forbidden);
    expect(await removeOvertime(bench, { actor, makerId: savi, day: TUESDAY })).toEqual(forbidden);
  }
});
