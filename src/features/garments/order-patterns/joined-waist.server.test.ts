import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { products } from "#db/schema/catalog.server.ts";
import { productPatterns } from "#db/schema/patterns.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { MEASURED_WOMAN, measuredSpecification } from "#tests/support/patterns.ts";
import { createGarmentOrder, staffMember } from "#tests/support/production.ts";
import { createRememberingPool } from "#tests/support/remembered-drafts.ts";
import { savePattern } from "./change-pattern.server.ts";
import { draftLine } from "./draft-line.server.ts";
import type { OpenComponent } from "./tailor-patterns.server.ts";
import { openPatternLine } from "./tailor-patterns.server.ts";

const shop = await createTestDatabase();
const patterns = createRememberingPool();
afterAll(async () => {
  await patterns.stop();
  await shop.close();
});
const { db } = shop;
const deps = {
  db,
  measurementBox: testMeasurementBox(),
  patterns,
  clock: fixedClock("2026-11-20T14:00:00Z"),
};

/** A paid dress of a bodice and a circle skirt, in the order in which an owner's entry of before lists them. */
async function dressOrder() {
  const productId = await addProduct(db, "Mashramani Dress", {
    garmentType: "dress",
    gender: "female",
  });
  await db
    .update(products)
    .set({ sizes: ["M", CUSTOM_SIZE] })
    .where(eq(products.id, productId));
  await db.insert(productPatterns).values({ productId, components: ["circleSkirt", "bodice"] });
  const wearer = { ...MEASURED_WOMAN, height: 1_650, weight: 66_000 };
  const line = { productName: "Mashramani Dress", size: CUSTOM_SIZE, madeToMeasure: true };
  return createGarmentOrder(db, {
    specification: measuredSpecification(wearer, {}),
    terms: { garment: "dress", options: [] },
    lines: [{ ...line, productId }],
  });
}

async function opened(orderItemId: string) {
  const actor = await staffMember(db, true);
  const open = await openPatternLine(deps, { actor, orderItemId });
  if (!open.ok) throw new Error(open.error);
  const of = (component: string): OpenComponent => {
    const found = open.value.components.find((each) => each.component === component);
    if (!found) throw new Error(`no ${component}`);
    return found;
  };
  return { actor, bodice: of("bodice"), skirt: of("circleSkirt") };
}

const waistOf = ({ content }: OpenComponent) =>
  content?.measures.find(({ name }) => name === "waist") ?? {
    finished: Number.NaN,
    body: null,
    easeAsked: null,
  };

/** The skirt is ready, its waist the bodice's, and asked for as such. */
function expectJoined({ bodice, skirt }: { bodice: OpenComponent; skirt: OpenComponent }) {
  const { body, easeAsked, finished } = waistOf(skirt);
  const joined = waistOf(bodice).finished;
  expect(skirt.content?.findings).toEqual([]);
  expect(skirt.status).toBe("ready");
  expect(Math.abs(finished - joined)).toBeLessThanOrEqual(2);
  expect(body).toBe(MEASURED_WOMAN.waist);
  expect(Math.abs((body ?? 0) + (easeAsked ?? 0) - joined)).toBeLessThanOrEqual(0.2);
}

test("a circle skirt is drafted to the waist of its bodice, and again when a tailor changes it", async () => {
  const { orderItemId } = await dressOrder();
  await draftLine(deps, orderItemId);
  const before = await opened(orderItemId);
  expectJoined(before);

  const { actor, bodice } = before;
  const { fit, seamAllowance, solved } = bodice.content ?? { fit: "regular", seamAllowance: 10 };
  const waistEase = Number(solved?.waistEase) + 0.03;
  const saved = await savePattern(deps, {
    actor,
    orderItemId,
    component: "bodice",
    solve: false,
    version: bodice.version,
    choose: () => ({ fit, seamAllowance, options: { waistEase } }),
  });
  expect(saved).toEqual({ ok: true, value: { version: 2 } });
  const after = await opened(orderItemId);
  expect(waistOf(after.bodice).finished - waistOf(bodice).finished).toBeGreaterThan(15);
  expect(after.skirt.version).toBe(2);
  expectJoined(after);
});

test("a change of the bodice that leaves its waist alone leaves the skirt as it is", async () => {
  const { orderItemId } = await dressOrder();
  await draftLine(deps, orderItemId);
  const { actor, bodice, skirt } = await opened(orderItemId);
  const { fit, seamAllowance } = bodice.content ?? { fit: "regular", seamAllowance: 10 };
  await savePattern(deps, {
    actor,
    orderItemId,
    component: "bodice",
    solve: false,
    version: bodice.version,
    choose: () => ({ fit, seamAllowance, options: { sleeveLengthBonus: 0.02 } }),
  });
  const after = await opened(orderItemId);
  expect(after.bodice.version).toBe(2);
  expect(after.skirt).toMatchObject({ version: 1, id: skirt.id });
});
