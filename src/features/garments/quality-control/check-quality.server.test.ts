import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { garments as garmentRows } from "#db/schema/production.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { changeGarment } from "#features/garments/production/change-garment.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testAuth } from "#tests/support/identity.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { approveTestPattern } from "#tests/support/patterns.ts";
import { commandOn, createGarmentOrder, staffMember } from "#tests/support/production.ts";
import { checkQuality, listSewnDeviations, openQualityForm } from "./check-quality.server.ts";
import { readMeasured } from "./quality-input.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const { db } = shop;
const deps = {
  db,
  measurementBox: testMeasurementBox(),
  publicUrl: "https://shop.example",
  clock: fixedClock("2026-11-20T14:00:00Z"),
  auth: testAuth(db),
  jobs: { send: async () => undefined },
  content: { settle: async () => undefined },
};

let tailor: SignedIn;
beforeEach(async () => {
  tailor = await staffMember(db, true);
});

const SHIRT = {
  neck: 423,
  shoulder: 141,
  sleeveLength: 628.2,
  sleeve: 436,
  chest: 1_128,
  waist: 1_021,
  seat: 1_090,
  backLength: 735,
} as const;

async function fitted(garment: string) {
  const terms = { garment };
  const { garments, orderItemId } = await createGarmentOrder(db, { terms });
  const garmentId = garments[0]?.id ?? "";
  return { garmentId, orderItemId };
}

async function sewnShirt() {
  const { garmentId, orderItemId } = await fitted("shirt");
  const pattern = { orderItemId, component: "shirt", design: "simon", finished: SHIRT } as const;
  await approveTestPattern(db, pattern);
  await setStage(garmentId);
  return garmentId;
}

const setStage = (garmentId: string) =>
  db.update(garmentRows).set({ stage: "fitted" }).where(eq(garmentRows.id, garmentId));

const check = (garmentId: string, measured: Record<string, number>, acceptedBecause = "") =>
  checkQuality(deps, { actor: tailor, garmentId, measured, acceptedBecause });

const finish = async (garmentId: string) =>
  changeGarment(deps, {
    actor: tailor,
    command: await commandOn(db, garmentId, { kind: "move", to: "finished" }),
  });

async function sectionsOf(garmentId: string) {
  const form = await openQualityForm(deps, { actor: tailor, garmentId });
  if (!form.ok) throw new Error(form.error);
  return form.value.sections;
}

test("the targets of a shirt are the finished measures of its approved pattern, and sewing to them passes", async () => {
  const garmentId = await sewnShirt();
  const sections = await sectionsOf(garmentId);
  const targets = sections.flatMap((section) => section.targets);
  expect(Object.fromEntries(targets.map(({ point, target }) => [point, target]))).toEqual({
    collar: 423,
    shoulder: 141,
    sleeve: 628,
    upperArm: 436,
    chest: 1_128,
    waist: 1_021,
    hips: 1_090,
    length: 735,
  });
  const measured = Object.fromEntries(targets.map(({ point, target }) => [point, target ?? 0]));
  expect(await check(garmentId, measured)).toEqual({ ok: true, value: "passed" });
  const sewn = await listSewnDeviations(deps, garmentId);
  expect(sewn.map(({ mm }) => mm)).toEqual(targets.map(() => 0));
  expect((await finish(garmentId)).ok).toBe(true);
});

test("a garment outside a tolerance cannot be finished until the atelier accepts it with a reason", async () => {
  const garmentId = await sewnShirt();
  expect(await check(garmentId, { sleeve: 635 })).toEqual({ ok: true, value: "failed" });
  expect(await finish(garmentId)).toEqual({
    ok: false,
    error: { code: "blocked", blockers: ["outside_tolerance"] },
  });
  expect(await check(garmentId, { sleeve: 635 }, "  ")).toEqual({ ok: true, value: "failed" });
  expect(await check(garmentId, { sleeve: 635 }, "The customer asked")).toMatchObject({
    value: "accepted",
  });
  expect((await finish(garmentId)).ok).toBe(true);
});

test("what was sewn, the pattern and the body are stored as three numbers, for the atelier alone", async () => {
  const garmentId = await sewnShirt();
  expect(await check(garmentId, { chest: 1_131, collar: 425 })).toMatchObject({ value: "passed" });
  const form = await openQualityForm(deps, { actor: tailor, garmentId });
  expect(form.ok && form.value.checks[0]?.points).toEqual([
    { point: "collar", target: 423, body: null, measured: 425, over: 6, under: 3 },
    { point: "chest", target: 1_128, body: null, measured: 1_131, over: 13, under: 13 },
  ]);
  const actor = await staffMember(db, false);
  expect(await openQualityForm(deps, { actor, garmentId })).toMatchObject({ error: "forbidden" });
  expect((await finish(garmentId)).ok).toBe(true);
});

test("nothing is finished with nothing measured", async () => {
  const garmentId = await sewnShirt();
  expect(await check(garmentId, {})).toMatchObject({ error: "nothing_measured" });
  expect(await finish(garmentId)).toEqual({
    ok: false,
    error: { code: "blocked", blockers: ["not_measured"] },
  });
});

test("a suit has a list for the jacket and one for the trousers, and both are measured", async () => {
  const { garmentId, orderItemId } = await fitted("suit");
  const jacket = { chest: 1_092, waist: 980, backLength: 720, sleeveLength: 640 };
  const chinos = { waist: 846, seat: 1_010, thigh: 620, inseam: 810, outseam: 1_050 };
  const of = { orderItemId };
  await approveTestPattern(db, {
    ...of,
    component: "jacket",
    design: "jaeger",
    finished: jacket,
  });
  await approveTestPattern(db, {
    ...of,
    component: "chinos",
    design: "charlie",
    finished: chinos,
  });
  await setStage(garmentId);
  const sections = await sectionsOf(garmentId);
  const waists = sections.map(({ targets, title }) => {
    return [title, targets.find(({ point }) => point === "waist")?.target];
  });
  expect(waists).toEqual([
    ["Jacket", 980],
    ["Pants", 846],
  ]);
  expect(await check(garmentId, { "jacket-waist": 980 })).toMatchObject({
    error: "nothing_measured",
  });
  const both = { "jacket-waist": 981, "pants-waist": 838, "pants-length": 1_050 };
  expect(await check(garmentId, both)).toEqual({ ok: true, value: "failed" });
  expect(await listSewnDeviations(deps, garmentId)).toEqual([
    { component: "jacket", point: "waist", mm: 1 },
    { component: "pants", point: "waist", mm: -8 },
    { component: "pants", point: "length", mm: 0 },
  ]);
  expect(await check(garmentId, { ...both, "pants-waist": 841 })).toMatchObject({
    value: "passed",
  });
});

test("a garment whose pattern was drawn by hand has no targets, and is measured all the same", async () => {
  const { garmentId } = await fitted("dress");
  await setStage(garmentId);
  const [section] = await sectionsOf(garmentId);
  expect(section?.targets.every(({ target }) => target === null)).toBe(true);
  expect(section?.targets.find(({ point }) => point === "chest")?.body).toBe(987);
  expect(await check(garmentId, { chest: 1_040 })).toMatchObject({ value: "passed" });
  expect(await listSewnDeviations(deps, garmentId)).toEqual([]);
  expect((await finish(garmentId)).ok).toBe(true);
});

test("lengths are read in cm with a point or a comma, and what is no length is named", () => {
  const text: Record<string, string> = {
    sleeve: " 61,25 ",
    chest: "104",
    waist: "-3",
    hips: "9e9",
  };
  const { measured, problems } = readMeasured((name) => text[name] ?? "", Object.keys(text));
  expect(measured).toEqual({ sleeve: 613, chest: 1_040 });
  expect(Object.keys(problems).sort()).toEqual(["hips", "waist"]);
});
