import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "#core/ids.ts";
import { fail } from "#core/result.ts";
import {
  cloths,
  madeToMeasureTerms,
  optionChoices,
  optionGroups,
} from "#db/schema/atelier.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { patternDrafts, productPatterns } from "#db/schema/patterns.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { PatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { findMyContracts } from "#features/sales/order-page/order-contracts.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  confirmedPerson,
  measuredPerson,
  testMeasurementBox,
} from "#tests/support/measurements.ts";
import { MEASURED_MAN, MEASURED_WOMAN, measuredSpecification } from "#tests/support/patterns.ts";
import { calibrationSquares, readDrawnPages } from "#tests/support/pdf-scale.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
import { createRememberingPool } from "#tests/support/remembered-drafts.ts";
import { statementsOf } from "#tests/support/sent-statements.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { findLineDrawings, previewPattern, writeOwnPattern } from "./customer-drawings.server.ts";
import { draftLine } from "./draft-line.server.ts";
import { findNewestPatterns } from "./stored-patterns.server.ts";

const shop = await createTestDatabase();
const patterns = createRememberingPool();
afterAll(async () => {
  await patterns.stop();
  await shop.close();
});
const { db } = shop;
const logger = pino({ level: "silent" });
const deps = {
  db,
  patterns,
  logger,
  measurementBox: testMeasurementBox(),
  clock: fixedClock("2026-11-20T14:00:00Z"),
};

let customer: SignedIn;
let productId: string;
beforeEach(async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await createCustomer(db, { email, name: "Asha" });
  customer = { role: "customer", userId, name: "Asha", email };
  productId = await addProduct(db, "A shirt", { garmentType: "shirt", gender: "male" });
  await db
    .update(products)
    .set({ sizes: ["M", CUSTOM_SIZE] })
    .where(eq(products.id, productId));
});

async function aDraftedShirt(isMeasuredByLink = false) {
  const specification = measuredSpecification(
    MEASURED_MAN,
    isMeasuredByLink ? { measuredByLink: true } : {},
  );
  const order = await createGarmentOrder(db, {
    specification,
    terms: { garment: "shirt" },
    userId: customer.userId,
    lines: [{ productId, productName: "A shirt", size: CUSTOM_SIZE, madeToMeasure: true }],
  });
  await draftLine(deps, order.orderItemId);
  return order;
}

const approve = (orderItemId: string) =>
  db
    .update(patternDrafts)
    .set({ approvedAt: new Date(), approvedName: "Rosa" })
    .where(eq(patternDrafts.orderItemId, orderItemId));

const patternsOf = async (orderId: string, actor = customer) => {
  const found = await findMyContracts(deps, { actor, orderId });
  return found.ok ? found.value.patterns : [];
};

describe("the page of an order", () => {
  test("has the drawn pattern of the customer's own garment, in outlines and without files", async () => {
    const { orderId, orderItemId } = await aDraftedShirt();
    await approve(orderItemId);
    const [line] = await patternsOf(orderId);
    expect(line).toMatchObject({ orderItemId, byHand: [], downloads: [] });
    expect(line?.drawings[0]?.parts.length).toBeGreaterThan(5);
    expect(JSON.stringify(line)).not.toMatch(/dimension|allowance|cm/);
  });

  test("reads the patterns of five lines in as many statements as those of one", async () => {
    const lines: Awaited<ReturnType<typeof aDraftedShirt>>[] = [];
    for (let count = 0; count < 5; count += 1) lines.push(await aDraftedShirt());
    const one = await statementsOf(shop.pool, () => findLineDrawings(deps, lines.slice(0, 1)));
    expect(one).toHaveLength(2);
    const five = await statementsOf(shop.pool, async () => {
      const drawn = await findLineDrawings(deps, lines);
      expect(drawn.map(({ drawings }) => drawings.length)).toEqual([1, 1, 1, 1, 1]);
    });
    expect(five).toHaveLength(one.length);
  });

  test("has no pattern of somebody whose numbers the customer must not read", async () => {
    const { orderId, orderItemId } = await aDraftedShirt(true);
    expect(await findNewestPatterns(db, [orderItemId])).toHaveLength(1);
    expect(await patternsOf(orderId)).toEqual([]);
  });

  test("shows nobody else a pattern", async () => {
    const { orderId } = await aDraftedShirt();
    const other = { ...customer, userId: await createCustomer(db, { email: "o@example.com" }) };
    expect(await findMyContracts(deps, { actor: other, orderId })).toMatchObject({ ok: false });
    expect(await findMyContracts(deps, { actor: visitor, orderId })).toMatchObject({ ok: false });
  });
});

describe("a file at true scale", () => {
  test("is the customer's once the pattern is approved and the owner allows it", async () => {
    const { orderId, orderItemId } = await aDraftedShirt();
    const write = (actor: SignedIn | typeof visitor = customer) =>
      writeOwnPattern(deps, { actor, orderId, orderItemId, component: "shirt", kind: "a4" });
    expect(await write()).toMatchObject({ error: "not_found" });
    await db.insert(productPatterns).values({ productId, isDownloadable: true });
    expect(await write()).toMatchObject({ error: "not_found" });
    await approve(orderItemId);
    const written = await write();
    if (!written.ok) throw new Error(written.error);
    const [first] = await readDrawnPages(written.value);
    const [square] = first ? calibrationSquares(first, 100) : [];
    expect(square?.widthMm).toBeCloseTo(100, 1);
    expect((await patternsOf(orderId))[0]?.downloads).toHaveLength(1);
    expect(await write(visitor)).toMatchObject({ ok: false });
    const other = { ...customer, userId: await createCustomer(db, { email: "p@example.com" }) };
    expect(await write(other)).toMatchObject({ error: "not_found" });
  });

  test("is never that of somebody who measured by link", async () => {
    const { orderId, orderItemId } = await aDraftedShirt(true);
    await db.insert(productPatterns).values({ productId, isDownloadable: true });
    await approve(orderItemId);
    const input = { actor: customer, orderId, orderItemId, component: "shirt" };
    expect(await writeOwnPattern(deps, { ...input, kind: "roll" })).toMatchObject({
      error: "not_found",
    });
  });
});

/** Every value taken as often as it is needed, and confirmed where the check asks. */
describe("a drawing before the order", () => {
  const submittedOf = (changes: Readonly<Record<string, unknown>> = {}) => ({
    fit: "regular",
    choices: "{}",
    link: "",
    profile: JSON.stringify(confirmedPerson("Me", MEASURED_MAN)),
    ...changes,
  });

  test("is drafted for measurements in the visitor's browser, and nothing is stored", async () => {
    await db.insert(madeToMeasureTerms).values({ productId, offered: true });
    const before = await db.$count(patternDrafts);
    const drawn = await previewPattern(deps, { productId, submitted: submittedOf() });
    if (!drawn.ok) throw new Error(drawn.error);
    expect(drawn.value.drawings[0]).toMatchObject({ title: "Shirt, straight", width: 1_000 });
    expect(await db.$count(patternDrafts)).toBe(before);
  });

  test("knows the chosen cloth: a dress of crêpe is a bodice and a skirt that is sewn to it", async () => {
    const dressId = await addProduct(db, "A dress", { garmentType: "dress", gender: "female" });
    await db
      .update(products)
      .set({ sizes: ["M", CUSTOM_SIZE] })
      .where(eq(products.id, dressId));
    const termsId = newId();
    const clothId = newId();
    const groupId = newId();
    const choiceId = newId();
    await db
      .insert(madeToMeasureTerms)
      .values({ id: termsId, productId: dressId, offered: true, ownOptions: true });
    await db.insert(cloths).values({ id: clothId, name: "Crêpe", stretchPercent: 0 });
    await db
      .insert(optionGroups)
      .values({ id: groupId, termsId, name: "Cloth", kind: "cloth", position: 0 });
    await db
      .insert(optionChoices)
      .values({ id: choiceId, groupId, name: "Crêpe", clothId, position: 0 });
    const woman = { ...MEASURED_WOMAN, height: 1_650, weight: 66_000 };
    const submitted = submittedOf({
      choices: JSON.stringify({ [groupId]: choiceId }),
      profile: JSON.stringify(confirmedPerson("Me", woman)),
    });
    const drawn = await previewPattern(deps, { productId: dressId, submitted });
    if (!drawn.ok) throw new Error(drawn.error);
    expect(drawn.value.byHand).toEqual([]);
    expect(drawn.value.drawings.map(({ title }) => title)).toEqual([
      "Woven bodice",
      "Pencil skirt",
    ]);
    const [, skirt] = drawn.value.drawings;
    expect(skirt?.parts).toHaveLength(2);
  });

  /** Asks for a drawing while drafts end like this. */
  async function previewWith(run: PatternPool["run"]) {
    await db.insert(madeToMeasureTerms).values({ productId, offered: true });
    const logged = vi.spyOn(logger, "error").mockClear();
    const pool = {
      run,
      nest: async () => fail({ code: "busy" as const }),
      stop: async () => undefined,
    };
    const input = { productId, submitted: submittedOf() };
    return { drawn: await previewPattern({ ...deps, patterns: pool }, input), logged };
  }

  test("is refused as busy while too many drafts are waiting, which is no fault", async () => {
    const { drawn, logged } = await previewWith(async () => fail({ code: "busy" }));
    expect(drawn).toEqual({ ok: false, error: "busy" });
    expect(logged).not.toHaveBeenCalled();
  });

  test("is refused as failed when the drafting process fails, and its error is logged", async () => {
    const error = new Error("The drafting process ended: SIGSEGV.");
    const { drawn, logged } = await previewWith(() => Promise.reject(error));
    expect(drawn).toEqual({ ok: false, error: "failed" });
    const details = { err: error, component: "shirt" };
    expect(logged).toHaveBeenCalledExactlyOnceWith(details, "patterns: preview not drawn");
  });

  test.each([
    ["no person", { profile: "null" }],
    ["text that is no person", { profile: "<svg onload=alert(1)>" }],
    ["a link instead of numbers", { link: "0198f000-0000-7000-8000-000000000009" }],
    ["a fit that does not exist", { fit: "__proto__" }],
    ["too few measurements", { profile: JSON.stringify(measuredPerson("Me", { chest: 983 })) }],
  ])("is refused for %s", async (_, changes) => {
    await db.insert(madeToMeasureTerms).values({ productId, offered: true });
    expect(
      await previewPattern(deps, { productId, submitted: submittedOf(changes) }),
    ).toMatchObject({ error: "not_measured" });
  });

  test("is refused for a product that is not made to measure", async () => {
    const submitted = submittedOf();
    const other = await addProduct(db, "A hat", { garmentType: "accessory" });
    for (const id of [other, "nothing", "0198f000-0000-7000-8000-000000000001"]) {
      expect(await previewPattern(deps, { productId: id, submitted })).toMatchObject({
        error: "not_offered",
      });
    }
  });
});
