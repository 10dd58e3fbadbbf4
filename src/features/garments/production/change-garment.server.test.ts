import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { clothCommitments, cloths } from "#db/schema/atelier.server.ts";
import { contractProposals } from "#db/schema/contracts.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { stockMovements } from "#db/schema/inventory.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { listDueCloth } from "#features/garments/garment/due-cloth.server.ts";
import { proposeChange } from "#features/garments/proposals/propose-change.server.ts";
import { respondToProposal } from "#features/garments/proposals/respond-to-proposal.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { testSpecification } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testAuth } from "#tests/support/identity.ts";
import { addCloth } from "#tests/support/made-to-measure.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import {
  addMaker,
  commandOn,
  createGarmentOrder,
  garmentEventsOf,
  garmentsOf,
  staffMember,
  walk,
} from "#tests/support/production.ts";
import { newestProposalToken, submittedProposal } from "#tests/support/proposals.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { changeGarment } from "./change-garment.server.ts";

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
const TO_APPROVED = ["checked", "pattern_ready", "approved"];

let tailor: SignedIn;
let seamstress: SignedIn;
beforeEach(async () => {
  await db.delete(mailOutbox);
  tailor = await staffMember(db, true);
  seamstress = await staffMember(db, false, "Savi");
});

type Rough = Parameters<typeof commandOn>[2];
const change = async (actor: SignedIn, garmentId: string, rough: Rough) =>
  changeGarment(deps, { actor, command: await commandOn(db, garmentId, rough) });

async function aGarment(input: Parameters<typeof createGarmentOrder>[1] = {}) {
  const order = await createGarmentOrder(db, input);
  const [garment] = order.garments;
  if (!garment) throw new Error("no garment");
  return { ...order, id: garment.id };
}

const stageOf = async (orderItemId: string) =>
  (await garmentsOf(db, orderItemId)).map(({ stage }) => stage);

describe("moving a garment", () => {
  test("each stage is an event with staff, maker, minutes and note", async () => {
    const { id, orderItemId } = await aGarment();
    const makerId = await addMaker(db);
    const moved = await change(tailor, id, {
      kind: "move",
      to: "checked",
      makerId,
      minutes: 25,
      note: "Neck is fine.",
    });
    expect(moved).toEqual({ ok: true, value: { version: 2 } });
    expect(await stageOf(orderItemId)).toEqual(["checked"]);
    expect((await garmentEventsOf(db, id)).at(-1)).toMatchObject({
      kind: "stage",
      fromStage: "received",
      toStage: "checked",
      minutes: 25,
      makerId,
      note: "Neck is fine.",
      staffId: tailor.userId,
      staffName: "Rosa",
    });
  });

  test("what rests on measurements needs the atelier role; the work after the cut does not", async () => {
    const { id } = await aGarment();
    expect(await change(seamstress, id, { kind: "move", to: "checked" })).toMatchObject({
      error: { code: "atelier_only" },
    });
    await walk(deps, tailor, id, TO_APPROVED);
    await walk(deps, seamstress, id, ["cut", "sewn", "fitted", "finished"]);
    const command = await commandOn(db, id, { kind: "note", note: "x" });
    expect(await changeGarment(deps, { actor: visitor, command })).toMatchObject({ ok: false });
  });

  test("a stage cannot be skipped before the cut, and cut cloth stays cut", async () => {
    const { id } = await aGarment();
    expect(await change(tailor, id, { kind: "move", to: "approved" })).toMatchObject({
      error: { code: "not_possible", from: "received", to: "approved" },
    });
    await walk(deps, tailor, id, [...TO_APPROVED, "cut"]);
    expect(await change(tailor, id, { kind: "move", to: "approved" })).toMatchObject({
      error: { code: "not_possible" },
    });
  });

  test("a repeated device event changes nothing", async () => {
    const { id } = await aGarment();
    const rough = { kind: "work", minutes: 30, deviceEventId: randomUUID() } as const;
    expect((await change(tailor, id, rough)).ok).toBe(true);
    expect((await change(tailor, id, rough)).ok).toBe(true);
    const work = (await garmentEventsOf(db, id)).filter(({ kind }) => kind === "work");
    expect(work).toHaveLength(1);
  });

  test("minutes are corrected by a negative entry, never below what the maker's entries say", async () => {
    const { id } = await aGarment();
    const makerId = await addMaker(db);
    const work = (minutes: number) => change(tailor, id, { kind: "work", minutes, makerId });
    expect((await work(90)).ok).toBe(true);
    expect(await work(-91)).toMatchObject({ error: { code: "too_few_minutes", entered: 90 } });
    expect((await work(-30)).ok).toBe(true);
    expect(await work(-61)).toMatchObject({ error: { code: "too_few_minutes", entered: 60 } });
    const of = (await garmentEventsOf(db, id)).filter(({ kind }) => kind === "work");
    expect(of.map(({ minutes }) => minutes)).toEqual([90, -30]);
  });

  test("a late device is refused with what the garment is now; its minutes and notes are not lost", async () => {
    const { id } = await aGarment();
    const late = await commandOn(db, id, { kind: "move", to: "checked" });
    await walk(deps, tailor, id, ["checked", "pattern_ready"]);
    const refused = await changeGarment(deps, { actor: tailor, command: late });
    expect(refused).toMatchObject({
      error: { code: "conflict", current: { stage: "pattern_ready", version: 3, by: "Rosa" } },
    });
    const note = { ...(await commandOn(db, id, { kind: "note", note: "Was late" })), version: 1 };
    expect((await changeGarment(deps, { actor: tailor, command: note })).ok).toBe(true);
  });

  test("a device's time counts unless its clock is wrong", async () => {
    const { id } = await aGarment();
    await db.execute(`update garments set created_at = '2026-11-19T00:00:00Z'`);
    for (const happenedAt of ["2026-11-20T09:30:00.000Z", "2031-01-01T00:00:00.000Z"]) {
      await change(tailor, id, { kind: "note", note: "at", happenedAt });
    }
    const times = (await garmentEventsOf(db, id)).slice(-2).map((each) => each.happenedAt);
    expect(times.map((at) => at.toISOString())).toEqual([
      "2026-11-20T09:30:00.000Z",
      "2026-11-20T14:00:00.000Z",
    ]);
  });

  test("a garment has one maker, and an archived maker is not assigned", async () => {
    const { id, orderItemId } = await aGarment();
    const makerId = await addMaker(db);
    const gone = await addMaker(db, "Indra", { archivedAt: new Date() });
    expect((await change(seamstress, id, { kind: "assign", makerId })).ok).toBe(true);
    expect(await change(seamstress, id, { kind: "assign", makerId: gone })).toMatchObject({
      error: { code: "no_such_maker" },
    });
    expect(await garmentsOf(db, orderItemId)).toMatchObject([{ makerId, version: 2 }]);
  });
});

describe("the gate approved to cut", () => {
  test("needs a pattern: drafted by hand, or an approved draft", async () => {
    const { id } = await aGarment();
    await walk(deps, tailor, id, ["checked"]);
    expect(await change(tailor, id, { kind: "move", to: "pattern_ready" })).toMatchObject({
      error: { code: "blocked", blockers: ["no_pattern"] },
    });
  });

  test("stays shut for a measurement that the check stopped until the tailor confirms that the customer was asked", async () => {
    const findingsInsisted = [{ name: "waist", level: "stop" as const }];
    const { id } = await aGarment({ specification: testSpecification({ findingsInsisted }) });
    expect(await change(tailor, id, { kind: "move", to: "checked" })).toMatchObject({
      error: { code: "findings_open", findings: ["Waist"] },
    });
    const confirmed = { kind: "move", to: "checked", areFindingsConfirmed: true } as const;
    expect((await change(tailor, id, confirmed)).ok).toBe(true);
  });

  test("stays shut while a proposal is open, and after it is approved until the measurements are checked again", async () => {
    const { id, orderItemId } = await aGarment();
    await walk(deps, tailor, id, ["checked", "pattern_ready"]);
    const submitted = submittedProposal();
    await proposeChange(deps, { actor: tailor, orderItemId, submitted });
    const approve = { kind: "move", to: "approved" } as const;
    expect(await change(tailor, id, approve)).toMatchObject({
      error: { code: "blocked", blockers: ["proposal_open"] },
    });
    const token = await newestProposalToken(db);
    await respondToProposal(deps, { token, response: { isApproved: true } });
    expect(await change(tailor, id, approve)).toMatchObject({
      error: { code: "blocked", blockers: ["changed_since_check"] },
    });
    await walk(deps, tailor, id, ["received", ...TO_APPROVED]);
    expect(await stageOf(orderItemId)).toEqual(["approved"]);
    expect(await db.$count(contractProposals)).toBeGreaterThan(0);
  });

  test("emails the customer once, not those who want no order updates, and withdraws the email with the approval", async () => {
    const email = `${randomUUID()}@example.com`;
    const { id } = await aGarment({ customerEmail: email });
    await walk(deps, tailor, id, TO_APPROVED);
    const kinds = async () => (await db.select().from(mailOutbox)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(["garment-approved"]);
    await walk(deps, tailor, id, ["pattern_ready"]);
    expect(await kinds()).toEqual([]);
    await createCustomer(db, { email });
    await db.update(profiles).set({ orderUpdates: false }).where(eq(profiles.email, email));
    await walk(deps, tailor, id, ["approved", "cut", "sewn", "finished"]);
    expect(await kinds()).toEqual([]);
  });
});

describe("cutting", () => {
  async function withCloth(rollMm: number, quantity = 1) {
    const clothId = await addCloth(db, rollMm);
    const line = { productName: "Stabroek Suit", size: "Custom", madeToMeasure: true, quantity };
    const order = await aGarment({ lines: [line] });
    const { orderItemId } = order;
    const lengthMm = 3_000 * quantity;
    await db.insert(clothCommitments).values({ orderItemId, clothId, lengthMm });
    return { ...order, clothId };
  }
  const roll = async (clothId: string) => {
    const [row] = await db.select().from(cloths).where(eq(cloths.id, clothId));
    return [row?.lengthMm, row?.committedMm];
  };

  test("deducts the committed length, or the length that the cutter enters", async () => {
    const own = await withCloth(10_000);
    await walk(deps, tailor, own.id, [...TO_APPROVED, "cut"]);
    expect(await roll(own.clothId)).toEqual([7_000, 0]);
    const other = await withCloth(10_000);
    await walk(deps, tailor, other.id, TO_APPROVED);
    const cutMm = { [other.clothId]: 3_250 };
    expect((await change(seamstress, other.id, { kind: "move", to: "cut", cutMm })).ok).toBe(true);
    expect(await roll(other.clothId)).toEqual([6_750, 0]);
  });

  test("of a line of three cuts one share at a time", async () => {
    const { clothId, garments, orderItemId } = await withCloth(10_000, 3);
    const [first, second, third] = garments.map(({ id }) => id);
    await walk(deps, tailor, first ?? "", [...TO_APPROVED, "cut"]);
    expect(await roll(clothId)).toEqual([7_000, 6_000]);
    expect(await listDueCloth(db, { orderItemId })).toMatchObject([{ shareMm: 3_000 }]);
    for (const id of [second, third]) await walk(deps, tailor, id ?? "", [...TO_APPROVED, "cut"]);
    expect(await roll(clothId)).toEqual([1_000, 0]);
  });

  test("more than is on the roll is refused with what is left, and nothing is cut", async () => {
    const { clothId, id, orderItemId } = await withCloth(10_000);
    await walk(deps, tailor, id, TO_APPROVED);
    const cutMm = { [clothId]: 12_000 };
    expect(await change(tailor, id, { kind: "move", to: "cut", cutMm })).toMatchObject({
      error: { code: "shortage", shortages: [{ leftMm: 10_000 }] },
    });
    expect(await stageOf(orderItemId)).toEqual(["approved"]);
    expect(await db.$count(stockMovements, eq(stockMovements.orderItemId, orderItemId))).toBe(0);
  });
});
