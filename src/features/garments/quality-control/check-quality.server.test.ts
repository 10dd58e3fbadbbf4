import { afterAll, beforeEach, expect, test } from "vitest";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { changeGarment } from "#features/garments/production/change-garment.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { testSpecification } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testAuth } from "#tests/support/identity.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { commandOn, createGarmentOrder, staffMember, walk } from "#tests/support/production.ts";
import { checkQuality, openQualityForm, skipQualityCheck } from "./check-quality.server.ts";
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

const arm = { value: 600, confidence: 1, readings: 1, confirmed: false };

async function sewnGarment() {
  const specification = testSpecification({ measurements: { shoulderToWrist: arm } });
  const { garments } = await createGarmentOrder(db, { specification });
  const garmentId = garments[0]?.id ?? "";
  await walk(deps, tailor, garmentId, ["checked", "pattern_ready", "approved", "cut", "sewn"]);
  await walk(deps, tailor, garmentId, ["fitted"]);
  const form = await openQualityForm(deps, { actor: tailor, garmentId });
  const target = form.ok
    ? form.value.targets.find(({ point }) => point === "sleeve")?.target
    : null;
  if (!target) throw new Error("no target");
  return { garmentId, target };
}

const check = (garmentId: string, sleeve: number, acceptedBecause = "") =>
  checkQuality(deps, { actor: tailor, garmentId, measured: { sleeve }, acceptedBecause });

const finish = async (garmentId: string) =>
  changeGarment(deps, {
    actor: tailor,
    command: await commandOn(db, garmentId, { kind: "move", to: "finished" }),
  });

test("a garment outside a tolerance cannot be finished until the atelier accepts it with a reason", async () => {
  const { garmentId, target } = await sewnGarment();
  expect(await check(garmentId, target + 7)).toEqual({ ok: true, value: "failed" });
  expect(await finish(garmentId)).toEqual({
    ok: false,
    error: { code: "blocked", blockers: ["outside_tolerance"] },
  });
  expect(await check(garmentId, target + 7, "  ")).toEqual({ ok: true, value: "failed" });
  expect(await check(garmentId, target + 7, "The customer asked")).toMatchObject({
    value: "accepted",
  });
  expect((await finish(garmentId)).ok).toBe(true);
});

test("a garment within its tolerances passes, and its measures are there for the atelier alone", async () => {
  const { garmentId, target } = await sewnGarment();
  expect(await check(garmentId, target + 6)).toEqual({ ok: true, value: "passed" });
  const form = await openQualityForm(deps, { actor: tailor, garmentId });
  expect(form.ok && form.value.checks[0]?.points).toEqual([
    { point: "sleeve", target, measured: target + 6 },
  ]);
  const actor = await staffMember(db, false);
  expect(await openQualityForm(deps, { actor, garmentId })).toMatchObject({ error: "forbidden" });
  expect(await skipQualityCheck(deps, { actor, garmentId, reason: "In a hurry" })).toMatchObject({
    error: "forbidden",
  });
  expect((await finish(garmentId)).ok).toBe(true);
});

test("a garment is skipped with a reason only, and nothing measured is no check", async () => {
  const { garmentId } = await sewnGarment();
  const input = { actor: tailor, garmentId };
  expect(await skipQualityCheck(deps, { ...input, reason: " " })).toMatchObject({
    error: "reason_missing",
  });
  expect((await skipQualityCheck(deps, { ...input, reason: "A tie" })).ok).toBe(true);
  expect(await checkQuality(deps, { ...input, measured: {}, acceptedBecause: "" })).toMatchObject({
    error: "nothing_measured",
  });
});

test("lengths are read in cm with a point or a comma, and what is no length is named", () => {
  const text: Record<string, string> = {
    sleeve: " 61,25 ",
    chest: "104",
    waist: "-3",
    hips: "9e9",
  };
  const { measured, problems } = readMeasured((name) => text[name] ?? "");
  expect(measured).toEqual({ sleeve: 613, chest: 1_040 });
  expect(Object.keys(problems).sort()).toEqual(["hips", "waist"]);
});
