import { rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { garments } from "#db/schema/production.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { submitFeedback } from "#features/garments/alterations/fit-feedback.server.ts";
import {
  findCorrections,
  listMyFitMemories,
  removeCorrection,
} from "#features/garments/fit-memory/fit-memories.server.ts";
import { pointKey } from "#features/garments/fit-memory/fit-sections.ts";
import { approvePattern } from "#features/garments/order-patterns/change-pattern.server.ts";
import { draftLine } from "#features/garments/order-patterns/draft-line.server.ts";
import {
  findNewestPatterns,
  patternColumn,
} from "#features/garments/order-patterns/stored-patterns.server.ts";
import {
  checkQuality,
  openQualityForm,
} from "#features/garments/quality-control/check-quality.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { temporaryFiles } from "#tests/support/files.ts";
import { testAuth } from "#tests/support/identity.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { MEASURED_MAN, measuredSpecification } from "#tests/support/patterns.ts";
import {
  createGarmentOrder,
  deliverGarment,
  staffMember,
  walk,
} from "#tests/support/production.ts";
import { createRememberingPool } from "#tests/support/remembered-drafts.ts";
import { createCustomer } from "#tests/support/sessions.ts";

const shop = await createTestDatabase();
const store = await temporaryFiles();
const patterns = createRememberingPool();
afterAll(async () => {
  await patterns.stop();
  await shop.close();
  await rm(store.folder, { recursive: true });
});
const { db } = shop;
const box = testMeasurementBox();
const clock = fixedClock("2027-03-10T14:00:00Z");
const deps = {
  db,
  measurementBox: box,
  patterns,
  publicUrl: "https://shop.example",
  clock,
  auth: testAuth(db),
  files: store.files,
  jobs: { send: async () => undefined },
  content: { settle: async () => undefined },
};
const GARMENT = "shirt";

/** An order of a shirt as the shop writes it now: its contract names what the customer's fit memory holds. */
async function orderShirt(owner: SignedIn) {
  const body = measuredSpecification(MEASURED_MAN);
  const find = { actor: owner, person: body, garment: GARMENT, fit: body.fit };
  const corrections = await findCorrections(deps, find);
  const specification = corrections.length > 0 ? { ...body, corrections } : body;
  const order = await createGarmentOrder(db, {
    specification,
    terms: { garment: GARMENT, options: [] },
    userId: owner.userId,
    customerEmail: owner.email,
  });
  return { ...order, garmentId: order.garments[0]?.id ?? "" };
}

/** Measures a garment as its approved patterns have it. */
async function sewExactly(actor: SignedIn, garmentId: string) {
  const form = await openQualityForm(deps, { actor, garmentId });
  if (!form.ok) throw new Error(form.error);
  const targets = form.value.sections.flatMap((section) => section.targets);
  const measured = targets.flatMap((each) =>
    each.target === null ? [] : [[pointKey(each), each.target] as const],
  );
  expect(measured.length).toBeGreaterThan(4);
  return checkQuality(deps, {
    actor,
    garmentId,
    measured: Object.fromEntries(measured),
    acceptedBecause: "",
  });
}

async function draftOf(orderItemId: string) {
  await draftLine(deps, orderItemId);
  const [row] = await findNewestPatterns(db, [orderItemId]);
  const content = row && patternColumn.open(box, row);
  if (!content) throw new Error("no draft");
  const finished = new Map(content.measures.map((each) => [each.name, each.finished]));
  return { row, content, finished };
}

test("a sleeve reported 1 cm long makes the next shirt's sleeve 10 mm shorter in the draft and moves nothing else, until the correction is removed", async () => {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(db, { email });
  const asha: SignedIn = { role: "customer", userId, name: "Asha", email };
  const tailor = await staffMember(db, true);

  const first = await orderShirt(asha);
  const before = await draftOf(first.orderItemId);
  expect(before.row.status).toBe("ready");
  await walk(deps, tailor, first.garmentId, ["checked"]);
  const subject = { orderItemId: first.orderItemId, component: GARMENT, actor: tailor };
  expect(
    await approvePattern(deps, { ...subject, version: 1, areFindingsAccepted: false }),
  ).toMatchObject({ ok: true });
  const [approved] = await db.select().from(garments).where(eq(garments.id, first.garmentId));
  expect(approved?.stage).toBe("pattern_ready");
  await walk(deps, tailor, first.garmentId, ["approved", "cut", "sewn", "fitted"]);
  expect(await sewExactly(tailor, first.garmentId)).toEqual({ ok: true, value: "passed" });
  await walk(deps, tailor, first.garmentId, ["finished"]);
  await deliverGarment(db, { ...first, at: new Date("2027-03-01T12:00:00Z") });

  const feedback = { points: [{ point: "sleeve" as const, mm: 10 }], note: "" };
  const key = { actor: asha, garmentId: first.garmentId };
  expect(await submitFeedback(deps, { key, feedback, images: [] })).toMatchObject({ ok: true });

  const second = await orderShirt(asha);
  const after = await draftOf(second.orderItemId);
  expect(after.row.status).toBe("ready");
  expect(after.content.changes).toMatchObject([{ point: "sleeve", byMm: -10, reached: true }]);
  const changed = [...after.finished].map(([name, finished]) => {
    return { name, by: finished - (before.finished.get(name) ?? Number.NaN) };
  });
  const sleeve = changed.find(({ name }) => name === "sleeveLength")?.by ?? 0;
  expect(Math.abs(sleeve + 10)).toBeLessThanOrEqual(1);
  expect(changed.filter(({ by, name }) => name !== "sleeveLength" && Math.abs(by) > 3)).toEqual([]);

  const memories = await listMyFitMemories(deps, { actor: asha });
  const memoryId = memories.ok ? (memories.value[0]?.id ?? "") : "";
  await removeCorrection(deps, { actor: asha, memoryId, point: "sleeve" });
  const third = await draftOf((await orderShirt(asha)).orderItemId);
  expect(third.content.changes).toEqual([]);
  expect(third.row.drawingHash).not.toBe(after.row.drawingHash);
});

test("of a suit that was sewn to its patterns, trousers reported 1 cm tight at the waist get 10 mm more, and the jacket stays", async () => {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(db, { email });
  const asha: SignedIn = { role: "customer", userId, name: "Asha", email };
  const tailor = await staffMember(db, true);
  const body = measuredSpecification(MEASURED_MAN);
  const orderSuit = async () => {
    const find = { actor: asha, person: body, garment: "suit", fit: body.fit };
    const corrections = await findCorrections(deps, find);
    const specification = corrections.length > 0 ? { ...body, corrections } : body;
    const owner = { userId, customerEmail: email };
    const order = await createGarmentOrder(db, {
      specification,
      terms: { garment: "suit", options: [] },
      ...owner,
    });
    expect(await draftLine(deps, order.orderItemId)).toMatchObject({ ok: true });
    return { ...order, garmentId: order.garments[0]?.id ?? "" };
  };
  const finishedOf = async (orderItemId: string, component: string) => {
    const rows = await findNewestPatterns(db, [orderItemId]);
    const row = rows.find((each) => each.component === component);
    const content = row && patternColumn.open(box, row);
    if (!content) throw new Error("no draft");
    return new Map(content.measures.map((each) => [each.name, each.finished]));
  };

  const first = await orderSuit();
  await walk(deps, tailor, first.garmentId, ["checked"]);
  for (const component of ["jacket", "chinos"]) {
    const subject = { orderItemId: first.orderItemId, component, actor: tailor, version: 1 };
    expect(await approvePattern(deps, { ...subject, areFindingsAccepted: true })).toMatchObject({
      ok: true,
    });
  }
  await walk(deps, tailor, first.garmentId, ["approved", "cut", "sewn", "fitted"]);
  expect(await sewExactly(tailor, first.garmentId)).toEqual({ ok: true, value: "passed" });
  await walk(deps, tailor, first.garmentId, ["finished"]);
  await deliverGarment(db, { ...first, at: new Date("2027-03-01T12:00:00Z") });
  const points = [{ component: "pants" as const, point: "waist" as const, mm: -10 }];
  const key = { actor: asha, garmentId: first.garmentId };
  await submitFeedback(deps, { key, feedback: { points, note: "" }, images: [] });

  const second = await orderSuit();
  const waist = async (orderItemId: string, component: string) =>
    (await finishedOf(orderItemId, component)).get("waist") ?? Number.NaN;
  const trousers = await waist(second.orderItemId, "chinos");
  expect(Math.abs(trousers - (await waist(first.orderItemId, "chinos")) - 10)).toBeLessThanOrEqual(
    1,
  );
  expect(await finishedOf(second.orderItemId, "jacket")).toEqual(
    await finishedOf(first.orderItemId, "jacket"),
  );
});
