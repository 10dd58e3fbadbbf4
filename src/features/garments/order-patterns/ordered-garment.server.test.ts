import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { ok } from "#core/result.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { madeToMeasureTerms, optionChoices, optionGroups } from "#db/schema/atelier.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { patternDrafts, productPatterns } from "#db/schema/patterns.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { writeNextVersion } from "#features/garments/contract/write-version.server.ts";
import { addProposal } from "#features/garments/proposals/stored-proposals.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testAuth } from "#tests/support/identity.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { MEASURED_MAN, measuredSpecification } from "#tests/support/patterns.ts";
import { createGarmentOrder, staffMember, walk } from "#tests/support/production.ts";
import { createRememberingPool } from "#tests/support/remembered-drafts.ts";
import {
  approvePattern,
  redrawPattern,
  savePattern,
  tickChoices,
} from "./change-pattern.server.ts";
import { findLineDrawings } from "./customer-drawings.server.ts";
import { draftLine } from "./draft-line.server.ts";
import { readChoiceStates } from "./ordered-choices.ts";
import { writePatternFile } from "./pattern-files.server.ts";
import { findLineGarment } from "./pattern-line.server.ts";
import {
  findApprovedPatterns,
  findNewestPatterns,
  patternColumn,
} from "./stored-patterns.server.ts";
import { listComponentStates, openPatternLine } from "./tailor-patterns.server.ts";

const shop = await createTestDatabase();
const patterns = createRememberingPool();
afterAll(async () => {
  await patterns.stop();
  await shop.close();
});
const { db } = shop;
const box = testMeasurementBox();
const deps = {
  db,
  measurementBox: box,
  patterns,
  publicUrl: "https://shop.example",
  clock: fixedClock("2026-11-29T14:00:00Z"),
  auth: testAuth(db),
  jobs: { send: async () => undefined },
  content: { settle: async () => undefined },
};

const OPTIONS = {
  Collar: { Classic: "collar:classic", Band: "collar:band" },
  Cuff: { "One button": "cuff:one_button", French: "cuff:french" },
  Front: { Plain: "front:plain", "Covered buttons": "front:covered" },
  Length: { Usual: "length:standard", Hip: "length:hip" },
  Buttons: { Horn: "none" },
  Style: { Shirt: "design:shirt", "T-shirt": "design:tShirt" },
} as const;

let shirtId: string;
let tailor: SignedIn;
beforeAll(async () => {
  shirtId = await addProduct(db, "Camp Street Shirt", { garmentType: "shirt", gender: "male" });
  await db
    .update(products)
    .set({ sizes: ["M", CUSTOM_SIZE] })
    .where(eq(products.id, shirtId));
  const termsId = newId();
  await db.insert(madeToMeasureTerms).values({ id: termsId, garment: "shirt" });
  for (const [position, [name, choices]] of Object.entries(OPTIONS).entries()) {
    const groupId = newId();
    await db.insert(optionGroups).values({ id: groupId, termsId, name, position });
    await db.insert(optionChoices).values(
      Object.entries(choices).map(([choice, effect], index) => {
        return { id: newId(), groupId, name: choice, effect, position: index };
      }),
    );
  }
});
beforeEach(async () => {
  tailor = await staffMember(db, true, "Rosa Gomes");
});

type Stated = { posture?: string; shoulders?: string };

async function anOrder(chosen: Readonly<Record<string, string>>, stated: Stated = {}) {
  const options = Object.entries(chosen).map(([group, choice]) => {
    return { group, choice, priceMinor: 0 };
  });
  return createGarmentOrder(db, {
    specification: measuredSpecification(MEASURED_MAN, stated),
    terms: { garment: "shirt", product: "Camp Street Shirt", options },
    lines: [
      {
        productId: shirtId,
        productName: "Camp Street Shirt",
        size: CUSTOM_SIZE,
        madeToMeasure: true,
      },
    ],
  });
}

async function drafted(orderItemId: string) {
  const [row] = await findNewestPatterns(db, [orderItemId]);
  const content = row && patternColumn.open(box, row);
  if (!row || !content) throw new Error("no draft");
  const finished = (name: string) =>
    content.measures.find((measure) => measure.name === name)?.finished ?? Number.NaN;
  return { row, content, finished, choices: readChoiceStates(row.choices) ?? [] };
}

/** Writes the contract's next version with these choices, as a change of its customer does. */
async function changeChoices(orderItemId: string, chosen: Readonly<Record<string, string>>) {
  const newest = await openNewestContract(deps, orderItemId);
  if (!newest?.specification) throw new Error("no contract");
  const { specification, terms, version } = newest;
  const before = new Map(terms.options.map((option) => [option.group, option]));
  const options = Object.entries(chosen).map(([group, choice]) => {
    const agreed = before.get(group);
    return agreed?.choice === choice ? agreed : { group, choice, priceMinor: 0 };
  });
  const content = { specification, terms: { ...terms, options } };
  await inTransaction(db, async (tx) => {
    const proposalId = await addProposal(tx, deps, {
      origin: "customer",
      orderItemId,
      baseVersion: version,
      content: { ...content, note: "" },
      now: deps.clock.now(),
    });
    await writeNextVersion(tx, deps, newest, { ...content, proposalId });
    return ok(null);
  });
}

const redescribe = (name: string, effect: string) =>
  db.update(optionChoices).set({ effect }).where(eq(optionChoices.name, name));

async function draftOf(chosen: Readonly<Record<string, string>>, stated: Stated = {}) {
  const order = await anOrder(chosen, stated);
  expect(await draftLine(deps, order.orderItemId)).toMatchObject({ ok: true });
  return { order, ...(await drafted(order.orderItemId)) };
}

describe("a shirt", () => {
  test("is drafted with the collar, cuff and length of its contract", async () => {
    const plain = await draftOf({ Collar: "Classic", Cuff: "One button", Buttons: "Horn" });
    const other = await draftOf({ Collar: "Band", Cuff: "French", Length: "Hip", Buttons: "Horn" });
    const partsOf = ({ content }: typeof plain) => content.parts.map(({ part }) => part);
    expect(partsOf(plain)).toContain("simon.collar");
    expect(partsOf(other)).not.toContain("simon.collar");
    expect(other.content.cutList.map(({ part }) => part)).not.toContain("simon.collar");
    expect(other.content.solved).toMatchObject({ cuffStyle: "straightFrenchCuff" });
    const { waistToHips, waistToSeat } = MEASURED_MAN;
    const hip = waistToHips + 0.6 * (waistToSeat - waistToHips);
    expect(Math.abs(other.finished("hemLevel") - hip)).toBeLessThan(5);
    expect(plain.finished("hemLevel") - other.finished("hemLevel")).toBeGreaterThan(20);
    expect(other.choices.map(({ group, outcome }) => [group, outcome])).toEqual([
      ["Collar", "drafted"],
      ["Cuff", "drafted"],
      ["Length", "drafted"],
      ["Buttons", "none"],
    ]);
    expect([plain.row.status, other.row.status]).toEqual(["ready", "ready"]);
  });

  test("with a choice that nothing drafts is to review until the tailor has ticked it off", async () => {
    const { order, row } = await draftOf({ Front: "Covered buttons", Collar: "Band" });
    const { orderItemId } = order;
    expect(row.status).toBe("review");
    for (const { id } of order.garments) await walk(deps, tailor, id, ["checked"]);
    const subject = { actor: tailor, orderItemId, component: "shirt", version: 1 };
    const approval = { ...subject, areFindingsAccepted: true };
    expect(await approvePattern(deps, approval)).toEqual({ ok: false, error: "choices_open" });
    expect(await tickChoices(deps, { ...subject, actor: visitor, groups: ["Front"] })).toEqual({
      ok: false,
      error: "forbidden",
    });
    expect(await tickChoices(deps, { ...subject, version: 2, groups: ["Front"] })).toEqual({
      ok: false,
      error: "conflict",
    });
    expect(await tickChoices(deps, { ...subject, groups: ["Front", "Collar"] })).toEqual({
      ok: true,
      value: null,
    });
    const ticked = await drafted(orderItemId);
    expect(ticked.row.status).toBe("ready");
    expect(ticked.choices).toMatchObject([
      { group: "Front", tick: { by: tailor.userId, name: "Rosa Gomes" } },
      { group: "Collar", outcome: "drafted", tick: null },
    ]);
    await tickChoices(deps, { ...subject, groups: [] });
    expect((await drafted(orderItemId)).row.status).toBe("review");
    await tickChoices(deps, { ...subject, groups: ["Front"] });
    expect(await approvePattern(deps, { ...subject, areFindingsAccepted: false })).toEqual({
      ok: true,
      value: { isWhole: true },
    });
    expect(await tickChoices(deps, { ...subject, groups: [] })).toEqual({
      ok: false,
      error: "conflict",
    });
  });

  test("keeps its ticks when the tailor saves the same choices with another ease", async () => {
    const { content, order } = await draftOf({ Front: "Covered buttons" });
    const { orderItemId } = order;
    const subject = { actor: tailor, orderItemId, component: "shirt" };
    await tickChoices(deps, { ...subject, version: 1, groups: ["Front"] });
    const { fit, seamAllowance } = content;
    const choose = () => ({ fit, seamAllowance, options: { chestEase: 0.18 } });
    await savePattern(deps, { ...subject, choose, solve: false, version: 1 });
    const next = await drafted(orderItemId);
    expect([next.row.version, next.row.status]).toEqual([2, "ready"]);
    expect(next.choices).toMatchObject([{ group: "Front", tick: { name: "Rosa Gomes" } }]);
  });

  test("asks again for the shape of the body when its amount changes, and not when something else does", async () => {
    const { content, order } = await draftOf({});
    const { orderItemId } = order;
    const subject = { actor: tailor, orderItemId, component: "shirt" };
    const { fit, seamAllowance } = content;
    const save = async (version: number, lowerShoulder: number, options = {}) => {
      const choose = () => ({ fit, seamAllowance, options, shape: { lowerShoulder } });
      expect(await savePattern(deps, { ...subject, choose, solve: false, version })).toMatchObject({
        ok: true,
      });
      return drafted(orderItemId);
    };
    const open = { group: "Shape of the body", outcome: "by_hand", tick: null };
    expect((await save(1, 8)).choices).toMatchObject([open]);
    await tickChoices(deps, { ...subject, version: 2, groups: ["Shape of the body"] });
    const ticked = { ...open, tick: { name: "Rosa Gomes" } };
    const same = await save(2, 8, { chestEase: 0.18 });
    expect(same.choices).toMatchObject([ticked]);
    expect(same.row.status).toBe("ready");
    const changed = await save(3, 14);
    expect(changed.choices).toMatchObject([open]);
    expect(changed.row.status).toBe("review");
  });

  test("asks again for a choice that changed, and keeps the tick of one that did not", async () => {
    const chosen = { Front: "Covered buttons", Length: "Usual", Collar: "Band" };
    const { order } = await draftOf(chosen);
    const { orderItemId } = order;
    const subject = { actor: tailor, orderItemId, component: "shirt" };
    await tickChoices(deps, { ...subject, version: 1, groups: ["Front"] });
    await changeChoices(orderItemId, { ...chosen, Collar: "Classic" });
    expect(await draftLine(deps, orderItemId)).toMatchObject({ ok: true });
    const unchanged = await drafted(orderItemId);
    expect(unchanged.row).toMatchObject({ version: 2, status: "ready" });
    expect(unchanged.choices).toMatchObject([{ tick: { name: "Rosa Gomes" } }, {}, {}]);
    await changeChoices(orderItemId, { ...chosen, Front: "Plain" });
    await draftLine(deps, orderItemId);
    await changeChoices(orderItemId, chosen);
    await draftLine(deps, orderItemId);
    const again = await drafted(orderItemId);
    expect(again.row).toMatchObject({ version: 4, status: "review" });
    expect(again.choices[0]).toMatchObject({ choice: "Covered buttons", tick: null });
  });

  test("is cut to what a choice changed when it was agreed", async () => {
    const order = await anOrder({ Length: "Usual" });
    const { orderItemId } = order;
    await changeChoices(orderItemId, { Length: "Hip" });
    const agreed = await openNewestContract(deps, orderItemId);
    expect(agreed?.terms.options).toEqual([
      { group: "Length", choice: "Hip", priceMinor: 0, effect: "length:hip" },
    ]);
    await redescribe("Hip", "length:standard");
    try {
      await draftLine(deps, orderItemId);
      const sold = await drafted(orderItemId);
      expect(sold.choices).toMatchObject([
        { effect: "Length: ends at the hip", outcome: "drafted" },
      ]);
      const before = await draftOf({ Length: "Hip" });
      expect(before.finished("hemLevel") - sold.finished("hemLevel")).toBeGreaterThan(20);
    } finally {
      await redescribe("Hip", "length:hip");
    }
  });

  test("of another design leaves the replaced component out of lists, counts and quality control", async () => {
    const { order } = await draftOf({ Style: "Shirt" });
    const { orderItemId } = order;
    await changeChoices(orderItemId, { Style: "T-shirt" });
    expect((await findLineGarment(db, orderItemId)).components).toEqual(["tShirt"]);
    const stale = await listComponentStates(db, [orderItemId]);
    expect(stale[orderItemId]?.map(({ component }) => component)).toEqual(["shirt"]);
    expect(await draftLine(deps, orderItemId)).toMatchObject({ ok: true });
    const states = await listComponentStates(db, [orderItemId]);
    expect(states[orderItemId]?.map(({ component }) => component)).toEqual(["tShirt"]);
    const [line] = await findLineDrawings(deps, [{ orderId: order.orderId, orderItemId }]);
    expect(line?.choices).toMatchObject([{ group: "Style", choice: "T-shirt" }]);
    for (const { id } of order.garments) await walk(deps, tailor, id, ["checked"]);
    const subject = { actor: tailor, orderItemId, component: "tShirt", version: 1 };
    expect(await approvePattern(deps, { ...subject, areFindingsAccepted: true })).toEqual({
      ok: true,
      value: { isWhole: true },
    });
    const approved = await findApprovedPatterns(db, orderItemId);
    expect(approved.map(({ component }) => component)).toEqual(["tShirt"]);
  });

  test("of options that say nothing any more is to review, with the choice named", async () => {
    const { choices, row } = await draftOf({ Yoke: "Split" });
    expect(row.status).toBe("review");
    expect(choices).toMatchObject([{ group: "Yoke", choice: "Split", outcome: "by_hand" }]);
  });

  test("from before choices were part of drafts is drafted again before it is approved", async () => {
    const { order } = await draftOf({ Collar: "Band" });
    const { orderItemId } = order;
    await db
      .update(patternDrafts)
      .set({ choices: sql`null` })
      .where(eq(patternDrafts.orderItemId, orderItemId));
    for (const { id } of order.garments) await walk(deps, tailor, id, ["checked"]);
    const subject = { actor: tailor, orderItemId, component: "shirt", version: 1 };
    expect(await approvePattern(deps, { ...subject, areFindingsAccepted: true })).toEqual({
      ok: false,
      error: "undescribed",
    });
  });

  test("tells the customer and the board what is drafted, without what was measured", async () => {
    const { order } = await draftOf({ Front: "Covered buttons", Cuff: "French" });
    const { orderId, orderItemId } = order;
    const [line] = await findLineDrawings(deps, [{ orderId, orderItemId }]);
    expect(line?.choices).toEqual([
      { group: "Front", choice: "Covered buttons", outcome: "by_hand" },
      { group: "Cuff", choice: "French", outcome: "drafted" },
    ]);
    const states = await listComponentStates(db, [orderItemId]);
    expect(states[orderItemId]?.[0]?.choices?.map(({ group }) => group)).toEqual(["Front", "Cuff"]);
  });

  test("of a person who stoops has a longer back and a shorter front, and the tailor sets another amount", async () => {
    const { choices, content, order, row } = await draftOf({}, { posture: "forward" });
    expect(row.status).toBe("ready");
    expect(choices).toEqual([]);
    expect(content.shaped).toEqual([
      { measure: "backBalance", byMm: 10, changedMm: 10 },
      { measure: "frontBalance", byMm: -10, changedMm: -10 },
    ]);
    expect(content.shapeStates).toEqual([
      { label: "Posture: forward", outcome: "drafted", note: "Posture: stooped, 10 mm" },
    ]);
    const noteOf = (part: string) => content.cutList.find((each) => each.part === part)?.note ?? "";
    expect(noteOf("simon.back")).toContain("Posture: stooped, 10 mm.");
    expect(noteOf("simon.sleeve")).not.toContain("Posture");
    const { orderItemId } = order;
    const subject = { actor: tailor, orderItemId, component: "shirt" };
    const { fit, seamAllowance } = content;
    const choose = () => ({ fit, seamAllowance, options: {}, shape: { posture: 6, belly: 8 } });
    await savePattern(deps, { ...subject, choose, solve: false, version: 1 });
    const next = await drafted(orderItemId);
    expect(next.content).toMatchObject({
      shape: { posture: 6, belly: 8 },
      shapeAmounts: { posture: 6, belly: 8 },
      shaped: [
        { measure: "backBalance", changedMm: 6 },
        { measure: "frontBalance", changedMm: -6 },
        { measure: "frontLength", changedMm: 8 },
      ],
      shapeStates: [{ outcome: "drafted", note: "Posture: stooped, 6 mm" }],
    });
  });
});

describe("a coat that is drafted", () => {
  /** An order of before the product was made as a coat with a plain back. */
  async function anEarlierCoat() {
    const productId = await addProduct(db, `Harvest Coat ${newId()}`, {
      garmentType: "outerwear",
      gender: "male",
    });
    const lines = [
      { productId, productName: "Harvest Coat", size: CUSTOM_SIZE, madeToMeasure: true },
    ];
    const order = await createGarmentOrder(db, {
      specification: measuredSpecification(MEASURED_MAN),
      terms: { garment: "outerwear", product: "Harvest Coat", options: [] },
      lines,
    });
    expect(await draftLine(deps, order.orderItemId)).toMatchObject({ ok: true });
    await db.insert(productPatterns).values({ productId, components: ["plainCoat"] });
    return order;
  }

  test("keeps its component on page, papers and drawings when its product is made of another since", async () => {
    const { orderId, orderItemId } = await anEarlierCoat();
    const input = { actor: tailor, orderItemId };
    const opened = await openPatternLine(deps, input);
    if (!opened.ok) throw new Error(opened.error);
    expect(opened.value.components.map(({ component }) => component)).toEqual(["coat"]);
    expect(await findLineGarment(db, orderItemId)).toEqual({ components: ["coat"], styles: [] });
    const [drawn] = await findLineDrawings(deps, [{ orderId, orderItemId }]);
    expect(drawn?.drawings.map(({ title }) => title)).toEqual(["Coat, straight"]);
    for (const kind of ["overview", "a4"] as const) {
      const file = await writePatternFile(deps, { ...input, component: "coat", kind, rollMm: 914 });
      expect(file).toMatchObject({ ok: true, value: { type: "application/pdf" } });
    }
  });

  test("is drawn again and saved as the component that it is", async () => {
    const { orderItemId } = await anEarlierCoat();
    const { content } = await drafted(orderItemId);
    const { fit, seamAllowance } = content;
    const choose = () => ({ fit, seamAllowance, options: { chestEase: 0.14 } });
    const subject = { actor: tailor, orderItemId, component: "coat", choose };
    expect(await redrawPattern(deps, { ...subject, solve: false })).toMatchObject({ ok: true });
    const saved = await savePattern(deps, { ...subject, solve: true, version: 1 });
    expect(saved).toMatchObject({ ok: true });
    const { row } = await drafted(orderItemId);
    expect([row.component, row.version]).toEqual(["coat", 2]);
  });

  test("is made of what its product is made of once its contract changes", async () => {
    const { orderItemId } = await anEarlierCoat();
    await changeChoices(orderItemId, { Buttons: "Horn" });
    expect(await draftLine(deps, orderItemId)).toMatchObject({ ok: true });
    const states = await listComponentStates(db, [orderItemId]);
    expect(states[orderItemId]?.map(({ component }) => component)).toEqual(["plainCoat"]);
  });

  test("with a plain back is to review until the tailor has ticked the back off", async () => {
    const { orderItemId } = await anEarlierCoat();
    await changeChoices(orderItemId, { Buttons: "Horn" });
    await draftLine(deps, orderItemId);
    const { choices, content, row } = await drafted(orderItemId);
    expect(content.findings).toEqual([]);
    expect(row.status).toBe("review");
    expect(choices.find(({ group }) => group === "Back")).toMatchObject({
      choice: "plain, with a center seam",
      outcome: "by_hand",
      note: "the back and the tail in one, with a center seam and without the pleats",
    });
    const subject = { actor: tailor, orderItemId, component: "plainCoat", version: row.version };
    const ticked = await tickChoices(deps, { ...subject, groups: ["Back", "Buttons"] });
    expect(ticked).toMatchObject({ ok: true });
    expect((await drafted(orderItemId)).row.status).toBe("ready");
  });
});
