import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { alterationRequests, fitFeedback, fitImages } from "#db/schema/alterations.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { fitMemories } from "#db/schema/fit-memory.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { deleteFiles } from "#features/base/media/delete-files.server.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { correctionsForDraft, correctionText } from "#features/garments/fit-memory/correction.ts";
import {
  findCorrections,
  listMyFitMemories,
  removeCorrection,
} from "#features/garments/fit-memory/fit-memories.server.ts";
import { changesOfComponent } from "#features/garments/order-patterns/pattern-content.ts";
import { checkQuality } from "#features/garments/quality-control/check-quality.server.ts";
import { eraseFromOrders } from "#features/office/customers/erase-orders.server.ts";
import { HOME } from "#tests/support/addresses.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { testSpecification } from "#tests/support/contracts.ts";
import { createDatabaseWithFiles } from "#tests/support/files.ts";
import { testAuth } from "#tests/support/identity.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { approveTestPattern } from "#tests/support/patterns.ts";
import {
  createGarmentOrder,
  deliverGarment,
  garmentsOf,
  staffMember,
} from "#tests/support/production.ts";
import { readableText } from "#tests/support/readable-text.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import {
  listAlterations,
  listAlterationsOfGarments,
  openAlteration,
  reportCauses,
} from "./alteration-queries.server.ts";
import { decideAlteration } from "./decide-alteration.server.ts";
import { exportFit } from "./export-fit.server.ts";
import {
  MAX_REPORTS_OF_GARMENT,
  mergeWaitingFeedback,
  submitFeedback,
} from "./fit-feedback.server.ts";
import { MAX_IMAGES_OF_GARMENT, openImageAsStaff } from "./fit-images.server.ts";
import { readFitNumbers } from "./fit-numbers.server.ts";
import { sendFitQuestions } from "./fit-questions.server.ts";
import { garmentToken } from "./garment-access.server.ts";
import { findGarmentFit } from "./garment-fit.server.ts";
import { requestAlteration } from "./request-alteration.server.ts";

const shop = await createDatabaseWithFiles();
afterAll(() => shop.close());
const { db } = shop;
const clock = fixedClock("2027-03-10T14:00:00Z");
const deps = {
  db,
  measurementBox: testMeasurementBox(),
  publicUrl: "https://shop.example",
  clock,
  auth: testAuth(db),
  files: shop.files,
  jobs: { send: async () => undefined },
};
const DELIVERED = new Date("2027-03-01T12:00:00Z");
const LONG_SLEEVE = { points: [{ point: "sleeve" as const, mm: 10 }], note: "" };

let tailor: SignedIn;
beforeEach(async () => {
  clock.set("2027-03-10T14:00:00Z");
  await db.delete(mailOutbox);
  tailor = await staffMember(db, true);
});

async function customer(): Promise<SignedIn> {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(db, { email });
  return { role: "customer", userId, name: "Asha", email };
}

async function deliveredGarment(
  owner: SignedIn | null,
  input: Parameters<typeof createGarmentOrder>[1] = {},
) {
  const order = await createGarmentOrder(db, {
    ...input,
    ...(owner
      ? { userId: owner.userId, customerEmail: owner.email }
      : { customerEmail: "guest@example.com" }),
  });
  const garmentId = order.garments[0]?.id ?? "";
  await deliverGarment(db, { ...order, garmentId, at: DELIVERED });
  return { ...order, garmentId };
}

const image = async (name = "sleeve.jpg") => {
  const create = { width: 60, height: 80, channels: 3 as const, background: "#ccbbaa" };
  const bytes = await sharp({ create }).jpeg().toBuffer();
  return new File([new Uint8Array(bytes)], name, { type: "image/jpeg" });
};

const nextGarment = (actor: SignedIn, person = testSpecification()) =>
  findCorrections(deps, { actor, person, garment: "suit", fit: "regular" });

describe("fit memory", () => {
  test("a sleeve reported 1 cm long is cut 1 cm shorter in the next garment, until it is removed", async () => {
    const asha = await customer();
    const { garmentId } = await deliveredGarment(asha);
    const key = { actor: asha, garmentId };
    expect(await submitFeedback(deps, { key, feedback: LONG_SLEEVE, images: [] })).toEqual({
      ok: true,
      value: null,
    });
    const next = await nextGarment(asha);
    expect(correctionsForDraft(next)).toEqual([{ point: "sleeve", byMm: -10 }]);
    const memories = await listMyFitMemories(deps, { actor: asha });
    const memoryId = memories.ok ? (memories.value[0]?.id ?? "") : "";
    const stranger = await customer();
    const point = "sleeve" as const;
    expect(await removeCorrection(deps, { actor: stranger, memoryId, point })).toEqual({
      ok: false,
      error: "not_found",
    });
    expect(await nextGarment(asha)).toHaveLength(1);
    expect(await removeCorrection(deps, { actor: asha, memoryId, point })).toMatchObject({
      ok: true,
    });
    expect(await nextGarment(asha)).toEqual([]);
  });

  async function sleeveOfNextShirt(sewn: number, input: { reached?: boolean } = {}) {
    const asha = await customer();
    const applied = { garmentId: newId(), product: "Shirt", at: "2027-01-10T12:00:00Z" };
    const corrections = [{ ...applied, point: "sleeve" as const, mm: -5 }];
    const { garmentId, orderItemId } = await deliveredGarment(asha, {
      terms: { garment: "shirt" },
      specification: testSpecification(input.reached === undefined ? {} : { corrections }),
    });
    const { reached } = input;
    const change = { point: "sleeve", byMm: -5, changedMm: reached ? -5 : 0 };
    await approveTestPattern(db, {
      orderItemId,
      component: "shirt",
      design: "simon",
      finished: { sleeveLength: 628 },
      changes: reached === undefined ? [] : [{ ...change, reached }],
    });
    const measured = { sleeve: 628 + sewn };
    const acceptedBecause = "Pressed longer";
    const checked = await checkQuality(deps, {
      actor: tailor,
      garmentId,
      measured,
      acceptedBecause,
    });
    expect(checked.ok).toBe(true);
    await submitFeedback(deps, {
      key: { actor: asha, garmentId },
      feedback: LONG_SLEEVE,
      images: [],
    });
    const person = testSpecification();
    const next = { actor: asha, person, garment: "shirt", fit: "regular" };
    return correctionsForDraft(await findCorrections(deps, next));
  }

  test("what quality control found sewn off the pattern is not corrected in the next garment", async () => {
    expect(await sleeveOfNextShirt(0)).toEqual([{ point: "sleeve", byMm: -10 }]);
    expect(await sleeveOfNextShirt(8)).toEqual([{ point: "sleeve", byMm: -2 }]);
    expect(await sleeveOfNextShirt(10)).toEqual([]);
  });

  test("what was sewn, drawn and reported are three numbers, for the atelier and for the customer", async () => {
    const asha = await customer();
    const shirt = { terms: { garment: "shirt" }, specification: testSpecification() };
    const { garmentId, orderItemId } = await deliveredGarment(asha, shirt);
    const finished = { sleeveLength: 628 };
    await approveTestPattern(db, { orderItemId, component: "shirt", design: "simon", finished });
    const key = { actor: asha, garmentId };
    const checking = { actor: tailor, garmentId, acceptedBecause: "Pressed longer" };
    await checkQuality(deps, { ...checking, measured: { sleeve: 636 } });
    const numbers = () => readFitNumbers(deps, { actor: tailor, garmentId });
    const sewn = { point: "sleeve", sewnMm: 8, easeMm: null };
    expect(await numbers()).toEqual({ ok: true, value: [{ ...sewn, reportedMm: null }] });
    await submitFeedback(deps, { key, feedback: LONG_SLEEVE, images: [] });
    const whole = [{ ...sewn, reportedMm: 10 }];
    expect(await numbers()).toEqual({ ok: true, value: whole });
    const fit = await findGarmentFit(deps, key);
    expect(fit.ok && fit.value.numbers).toEqual(whole);
    for (const actor of [visitor, asha, await staffMember(db, false)]) {
      expect(await readFitNumbers(deps, { actor, garmentId })).toMatchObject({ ok: false });
    }
  });

  test("a correction counts as cut only where the pattern reached it", async () => {
    expect(await sleeveOfNextShirt(0, { reached: true })).toEqual([{ point: "sleeve", byMm: -15 }]);
    expect(await sleeveOfNextShirt(0, { reached: false })).toEqual([
      { point: "sleeve", byMm: -10 },
    ]);
  });

  test("of a suit the customer says which part, and only that part is cut differently", async () => {
    const asha = await customer();
    const { garmentId } = await deliveredGarment(asha);
    const key = { actor: asha, garmentId };
    const fit = await findGarmentFit(deps, key);
    expect(fit.ok && fit.value.sections.map(({ title }) => title)).toEqual(["Jacket", "Pants"]);
    const points = [{ component: "pants" as const, point: "waist" as const, mm: -10 }];
    await submitFeedback(deps, { key, feedback: { points, note: "" }, images: [] });
    const corrections = await nextGarment(asha);
    expect(corrections.map((each) => correctionText(each, "cm"))).toEqual([
      "Pants, waist: 1 cm looser",
    ]);
    const components = ["jacket", "chinos"] as const;
    const changes = components.map((component) =>
      changesOfComponent({ corrections }, { component, components }),
    );
    expect(changes).toEqual([[], [{ point: "waist", byMm: 10 }]]);
  });

  test("a guest reports by the garment's link, and it counts once the order belongs to an account", async () => {
    const { garmentId, orderId } = await deliveredGarment(null);
    const token = garmentToken(deps.auth, { garmentId, days: 1, now: clock.now() });
    const sent = { feedback: LONG_SLEEVE, images: [] };
    expect((await submitFeedback(deps, { key: { token }, ...sent })).ok).toBe(true);
    const asha = await customer();
    await db.update(orders).set({ userId: asha.userId }).where(eq(orders.id, orderId));
    await mergeWaitingFeedback(deps, { actor: asha });
    await mergeWaitingFeedback(deps, { actor: asha });
    expect(correctionsForDraft(await nextGarment(asha))).toEqual([{ point: "sleeve", byMm: -10 }]);
    clock.advance(2 * 86_400_000);
    expect(await findGarmentFit(deps, { token })).toEqual({ ok: false, error: "not_found" });
    const forged = `${token.slice(0, -3)}AAA`;
    expect((await submitFeedback(deps, { key: { token: forged }, ...sent })).ok).toBe(false);
  });

  test("a garment is nobody else's to report, and not before its delivery", async () => {
    const asha = await customer();
    const { garmentId } = await deliveredGarment(asha);
    const sent = { feedback: LONG_SLEEVE, images: [] };
    const other = { actor: await customer(), garmentId };
    expect(await submitFeedback(deps, { key: other, ...sent })).toMatchObject({
      error: { code: "not_found" },
    });
    expect(
      await submitFeedback(deps, { key: { actor: visitor, garmentId }, ...sent }),
    ).toMatchObject({ error: { code: "forbidden" } });
    const waiting = await createGarmentOrder(db, {
      userId: asha.userId,
      customerEmail: asha.email,
    });
    const key = { actor: asha, garmentId: waiting.garments[0]?.id ?? "" };
    expect(await submitFeedback(deps, { key, ...sent })).toMatchObject({
      error: { code: "not_delivered" },
    });
    expect(await db.$count(fitFeedback, eq(fitFeedback.garmentId, garmentId))).toBe(0);
  });
});

describe("what one garment may store", () => {
  test("photos of a request that is not possible are not looked at", async () => {
    const asha = await customer();
    const waiting = await createGarmentOrder(db, {
      userId: asha.userId,
      customerEmail: asha.email,
    });
    const key = { actor: asha, garmentId: waiting.garments[0]?.id ?? "" };
    const requested = { remedy: "remake" as const, note: "" };
    const images = [new File(["no photo"], "photo.jpg", { type: "image/jpeg" })];
    expect(await requestAlteration(deps, { key, requested, feedback: null, images })).toEqual({
      ok: false,
      error: { code: "not_by_the_rules" },
    });
  });

  test("photos are limited for the garment, and a report without photos still arrives", async () => {
    const asha = await customer();
    const { garmentId } = await deliveredGarment(asha);
    const key = { actor: asha, garmentId };
    const one = await image();
    const four = [one, one, one, one];
    for (let stored = 0; stored < MAX_IMAGES_OF_GARMENT; stored += four.length) {
      const sent = await submitFeedback(deps, { key, feedback: LONG_SLEEVE, images: four });
      expect(sent).toMatchObject({ ok: true });
    }
    const more = await submitFeedback(deps, { key, feedback: LONG_SLEEVE, images: [one] });
    expect(more).toMatchObject({
      error: { code: "images", message: expect.stringContaining("without photos") },
    });
    expect(await submitFeedback(deps, { key, feedback: LONG_SLEEVE, images: [] })).toMatchObject({
      ok: true,
    });
  });

  test("reports are limited for the garment", async () => {
    const asha = await customer();
    const { garmentId } = await deliveredGarment(asha);
    const report = { key: { actor: asha, garmentId }, feedback: LONG_SLEEVE, images: [] };
    for (let count = 0; count < MAX_REPORTS_OF_GARMENT; count += 1) {
      expect(await submitFeedback(deps, report)).toMatchObject({ ok: true });
    }
    expect(await submitFeedback(deps, report)).toMatchObject({
      error: { code: "too_many_reports" },
    });
  });
});

describe("what one garment may store, of forms sent at the same moment", () => {
  test("photos count those of the other forms", async () => {
    const asha = await customer();
    const { garmentId } = await deliveredGarment(asha);
    const key = { actor: asha, garmentId };
    const one = await image();
    const four = [one, one, one, one];
    const forms = Array.from({ length: 12 }, () =>
      submitFeedback(deps, { key, feedback: LONG_SLEEVE, images: four }),
    );
    const sent = await Promise.all(forms);
    expect(sent.filter(({ ok }) => ok)).toHaveLength(MAX_IMAGES_OF_GARMENT / four.length);
    expect(sent.find(({ ok }) => !ok)).toMatchObject({ error: { code: "images" } });
  });

  test("reports count the other forms", async () => {
    const asha = await customer();
    const { garmentId } = await deliveredGarment(asha);
    const report = { key: { actor: asha, garmentId }, feedback: LONG_SLEEVE, images: [] };
    const forms = Array.from({ length: MAX_REPORTS_OF_GARMENT + 5 }, () =>
      submitFeedback(deps, report),
    );
    const sent = await Promise.all(forms);
    expect(sent.filter(({ ok }) => ok)).toHaveLength(MAX_REPORTS_OF_GARMENT);
    const reports = await db.$count(fitFeedback, eq(fitFeedback.garmentId, garmentId));
    expect(reports).toBe(MAX_REPORTS_OF_GARMENT);
  });
});

async function requestedRemake(owner: SignedIn, input = {}) {
  const garment = await deliveredGarment(owner, input);
  const key = { actor: owner, garmentId: garment.garmentId };
  await submitFeedback(deps, { key, feedback: LONG_SLEEVE, images: [] });
  const requested = { remedy: "remake" as const, note: "The sleeves cover my hands." };
  const images = [await image()];
  const sent = await requestAlteration(deps, { key, requested, feedback: null, images });
  if (!sent.ok) throw new Error(sent.error.code);
  const again = await requestAlteration(deps, { key, requested, feedback: null, images: [] });
  expect(again).toEqual(sent);
  const [row] = await db
    .select()
    .from(alterationRequests)
    .where(eq(alterationRequests.number, sent.value.number));
  return { ...garment, key, requestId: row?.id ?? "", isFree: row?.isFree };
}

const decide = (requestId: string, changes: object) =>
  decideAlteration(deps, {
    actor: tailor,
    requestId,
    decision: {
      cost: 4_000,
      note: "",
      version: 1,
      decision: "remake",
      cause: "pattern",
      ...changes,
    },
  } as Parameters<typeof decideAlteration>[1]);

describe("a remake", () => {
  test("is requested with photos, decided, and cut to a new version with what was reported", async () => {
    const asha = await customer();
    const { isFree, orderItemId, requestId } = await requestedRemake(asha);
    expect(isFree).toBe(true);
    const page = await openAlteration(deps, { actor: tailor, requestId });
    if (!page.ok) throw new Error(page.error);
    expect(page.value).toMatchObject({ note: "The sleeves cover my hands." });
    expect(page.value.feedback?.points).toEqual(LONG_SLEEVE.points);
    const [image] = page.value.images;
    const imageId = image?.id ?? "";
    expect((await openImageAsStaff(deps, { actor: tailor, imageId })).ok).toBe(true);
    const seamstress = await staffMember(db, false);
    expect((await openImageAsStaff(deps, { actor: seamstress, imageId })).ok).toBe(false);
    const decided = await decide(requestId, {});
    if (!decided.ok) throw new Error(decided.error);
    const made = await garmentsOf(db, orderItemId);
    expect(made.at(-1)).toMatchObject({
      id: decided.value.remakeGarmentId,
      stage: "received",
      remakeOf: made[0]?.id,
    });
    const contract = await openNewestContract(deps, orderItemId);
    expect(contract).toMatchObject({ version: 2, origin: "remake", state: "valid" });
    expect(correctionsForDraft(contract?.specification?.corrections)).toEqual([
      { point: "sleeve", byMm: -10 },
    ]);
    const kinds = (await db.select().from(mailOutbox)).map(({ kind }) => kind).sort();
    expect(kinds).toEqual(["alteration-decided", "alteration-notice", "alteration-requested"]);
    expect(await decide(requestId, {})).toEqual({ ok: false, error: "conflict" });
    expect(await garmentsOf(db, orderItemId)).toHaveLength(2);
  });

  test("of a garment that was measured by link keeps its person, link and hidden numbers", async () => {
    const asha = await customer();
    const linkId = newId();
    const specification = testSpecification({ profileId: linkId, measuredByLink: true });
    const { orderItemId, requestId } = await requestedRemake(asha, { specification });
    expect((await decide(requestId, {})).ok).toBe(true);
    const contract = await openNewestContract(deps, orderItemId);
    const { corrections, ...same } = contract?.specification ?? {};
    expect(same).toEqual(specification);
    expect(correctionsForDraft(corrections)).toEqual([{ point: "sleeve", byMm: -10 }]);
    const next = correctionsForDraft(await nextGarment(asha, specification));
    expect(next).toEqual([{ point: "sleeve", byMm: -10 }]);
  });

  test("because of bad sewing changes neither the contract nor the next garment", async () => {
    const asha = await customer();
    const { orderItemId, requestId } = await requestedRemake(asha);
    expect((await decide(requestId, { cause: "sewing" })).ok).toBe(true);
    expect(await db.$count(contracts, eq(contracts.orderItemId, orderItemId))).toBe(1);
    expect(await nextGarment(asha)).toEqual([]);
  });

  test("that is declined leaves the free remeasurement, and a granted one uses it", async () => {
    const asha = await customer();
    const { key, requestId } = await requestedRemake(asha);
    const declined = { decision: "declined", note: "It measures as ordered.", cause: "taste" };
    expect((await decide(requestId, declined)).ok).toBe(true);
    const fit = await findGarmentFit(deps, key);
    expect(fit.ok && fit.value.terms.isFree).toBe(true);
    expect(fit.ok && fit.value.requests[0]?.decisionNote).toBe("It measures as ordered.");
    const requested = { remedy: "alteration" as const, note: "" };
    await requestAlteration(deps, { key, requested, feedback: null, images: [] });
    const after = await findGarmentFit(deps, key);
    expect(after.ok && after.value.terms).toMatchObject({ closed: "open_request", isFree: false });
    const { garmentId } = key;
    expect(await listAlterationsOfGarments(db, [garmentId])).toEqual([
      { id: requestId, garmentId, number: expect.stringMatching(/^AL-/), status: "declined" },
      { id: expect.any(String), garmentId, number: expect.any(String), status: "requested" },
    ]);
    expect(await listAlterationsOfGarments(db, [newId()])).toEqual([]);
  });

  test("is found by its number, its garment's name or its order's number, blind to case", async () => {
    const { requestId } = await requestedRemake(await customer());
    await requestedRemake(await customer());
    const all = await listAlterations(db, { actor: tailor });
    const own = all.ok ? all.value.find(({ id }) => id === requestId) : null;
    if (!own?.garment) throw new Error("The request is not listed");
    const found = async (search: string) => {
      const list = await listAlterations(db, { actor: tailor, search });
      return list.ok ? list.value.map(({ id }) => id) : [];
    };
    expect(await found(own.number.toLowerCase())).toEqual([requestId]);
    expect(await found(own.garment.orderNumber.toUpperCase())).toContain(requestId);
    expect(await found(own.garment.name.slice(1).toUpperCase())).toContain(requestId);
    expect(await found("no such garment")).toEqual([]);
  });

  test("counts in the report of causes, which only the atelier reads", async () => {
    const before = await reportCauses(db, { actor: tailor });
    const { requestId } = await requestedRemake(await customer());
    await decide(requestId, { cause: "shrinkage", cost: 2_500 });
    const report = await reportCauses(db, { actor: tailor });
    const count = (of: typeof report) =>
      (of.ok && of.value.find(({ cause }) => cause === "shrinkage")) || null;
    expect(count(before)).toBeNull();
    expect(count(report)).toEqual({
      cause: "shrinkage",
      requests: 1,
      remakes: 1,
      costs: [{ currency: "USD", costMinor: 2_500 }],
    });
    for (const actor of [visitor, await customer(), await staffMember(db, false)]) {
      expect(await reportCauses(db, { actor })).toEqual({ ok: false, error: "forbidden" });
      expect(await listAlterations(db, { actor })).toEqual({ ok: false, error: "forbidden" });
      expect((await openAlteration(deps, { actor, requestId })).ok).toBe(false);
    }
  });
});

describe("privacy", () => {
  test("the download has reports, corrections and requests, and erasure removes them with the photos", async () => {
    const asha = await customer();
    const { garmentId, requestId } = await requestedRemake(asha);
    const exported = await exportFit(deps, { actor: asha });
    expect(exported.reports[0]?.said?.points).toEqual(LONG_SLEEVE.points);
    expect(exported.requests[0]?.note).toBe("The sleeves cover my hands.");
    expect(exported.corrections[0]?.corrections).toMatchObject([{ point: "sleeve", mm: -10 }]);
    const [stored] = await db.select().from(fitImages).where(eq(fitImages.requestId, requestId));
    await db.transaction((tx) => eraseFromOrders(tx, eq(orders.userId, asha.userId)));
    const [report] = await db
      .select()
      .from(fitFeedback)
      .where(eq(fitFeedback.garmentId, garmentId));
    const [request] = await db
      .select()
      .from(alterationRequests)
      .where(eq(alterationRequests.id, requestId));
    expect([report?.sealed, request?.sealedNote]).toEqual([null, null]);
    await deleteFiles(deps);
    expect(await shop.files.get(stored?.storageKey ?? "")).toBeNull();
    expect(await db.$count(fitImages, eq(fitImages.requestId, requestId))).toBe(0);
  });

  test("no plain column holds what was reported or remembered", async () => {
    const asha = await customer();
    const { garmentId } = await requestedRemake(asha);
    const rows = readableText([
      await db.select().from(fitFeedback).where(eq(fitFeedback.garmentId, garmentId)),
      await db.select().from(fitMemories).where(eq(fitMemories.userId, asha.userId)),
      await db.select().from(alterationRequests),
    ]);
    expect(rows).toContain("keyId");
    expect(rows).not.toMatch(/sleeve|hands|Asha/);
  });
});

test("a customer is asked once how a garment fits, a week after its delivery, by a link that opens it", async () => {
  const asha = await customer();
  const { garmentId, orderId } = await deliveredGarment(asha);
  const shippingAddress = { ...HOME, phone: "", region: "" };
  await db.update(orders).set({ shippingAddress }).where(eq(orders.id, orderId));
  clock.set("2027-03-08T11:00:00Z");
  await sendFitQuestions(deps);
  const mine = () => db.select().from(mailOutbox).where(eq(mailOutbox.recipient, asha.email));
  expect(await mine()).toEqual([]);
  clock.set("2027-03-08T12:30:00Z");
  await sendFitQuestions(deps);
  await sendFitQuestions(deps);
  const mails = await mine();
  expect(mails.map(({ kind }) => kind)).toEqual(["fit-question"]);
  expect(mails[0]?.textBody).toContain(`Dear ${HOME.fullName},`);
  const token = /\/garment\/([\w.-]+)/.exec(JSON.stringify(mails[0]))?.[1] ?? "";
  const fit = await findGarmentFit(deps, { token });
  expect(fit.ok && fit.value.garmentId).toBe(garmentId);
});
