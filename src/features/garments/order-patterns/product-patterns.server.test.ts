import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { MEASURED_MAN, measuredSpecification } from "#tests/support/patterns.ts";
import { createGarmentOrder, staffMember } from "#tests/support/production.ts";
import { createRememberingPool } from "#tests/support/remembered-drafts.ts";
import { draftLine } from "./draft-line.server.ts";
import { findPatternLine } from "./pattern-line.server.ts";
import {
  findProductPattern,
  listProductPatterns,
  saveProductPattern,
} from "./product-patterns.server.ts";
import type { HouseChoices } from "./product-patterns.ts";
import { houseOptions, readProductPattern } from "./product-patterns.ts";
import { findNewestPatterns, patternColumn } from "./stored-patterns.server.ts";

const shop = await createTestDatabase();
const patterns = createRememberingPool();
afterAll(async () => {
  await patterns.stop();
  await shop.close();
});
const { db } = shop;
const box = testMeasurementBox();

let owner: SignedIn;
beforeEach(async () => {
  owner = await staffMember(db, false);
});

async function aProduct(garmentType: string, gender: "female" | "male" = "male") {
  const id = await addProduct(db, `A ${garmentType}`, { garmentType, gender });
  await db
    .update(products)
    .set({ sizes: ["M", CUSTOM_SIZE] })
    .where(eq(products.id, id));
  return id;
}

const formOf = (fields: Readonly<Record<string, string | readonly string[]>>) => ({
  read: (name: string) => [fields[name] ?? null].flat()[0] ?? null,
  readAll: (name: string) => [fields[name] ?? []].flat(),
});

const read = (fields: Readonly<Record<string, string | readonly string[]>>) =>
  readProductPattern(formOf(fields), ["shirt"]);

const entryOf = (choices: HouseChoices = {}) => ({
  components: ["shirt" as const],
  choices,
  isDownloadable: true,
});

test("a product without an entry is drafted as its garment type", async () => {
  const productId = await aProduct("suit");
  const found = await findProductPattern(db, { actor: owner, productId });
  expect(found).toMatchObject({ value: { own: null, ofType: ["jacket", "chinos"], version: 0 } });
  const listed = await listProductPatterns(db, { actor: owner });
  const rows = listed.ok ? listed.value : [];
  expect(rows.find((row) => row.productId === productId)).toMatchObject({
    isOwn: false,
    isByHand: false,
    titles: ["Blazer, straight", "Chinos"],
  });
});

test("the owner's entry decides, is recorded, and a second owner's older form is refused", async () => {
  const productId = await aProduct("suit");
  const save = (version: number) =>
    saveProductPattern({ db }, { actor: owner, productId, version, entry: entryOf() });
  expect(await save(0)).toMatchObject({ ok: true });
  expect(await save(0)).toMatchObject({ error: "conflict" });
  expect(await findProductPattern(db, { actor: owner, productId })).toMatchObject({
    value: { own: ["shirt"], version: 1, isDownloadable: true },
  });
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, productId));
  expect(entry).toMatchObject({ subject: "pattern table", action: "created" });
});

test("only admins read and write the table, and only products with the size Custom are in it", async () => {
  const productId = await aProduct("shirt");
  for (const actor of [visitor, { ...owner, role: "customer" as const }]) {
    expect(await listProductPatterns(db, { actor })).toMatchObject({ error: "forbidden" });
    expect(await findProductPattern(db, { actor, productId })).toMatchObject({
      error: "forbidden",
    });
    const input = { actor, productId, version: 0, entry: entryOf() };
    expect(await saveProductPattern({ db }, input)).toMatchObject({ error: "forbidden" });
  }
  const plain = await addProduct(db, "A shirt in sizes", { garmentType: "shirt" });
  for (const id of [plain, "not-an-id"]) {
    expect(await findProductPattern(db, { actor: owner, productId: id })).toEqual({
      ok: true,
      value: null,
    });
  }
});

test("a form stores what differs from the design, in the design's units", () => {
  const form = {
    source: "own",
    components: ["shirt"],
    "ease.shirt.regular.chestEase": "21,5",
    "ease.shirt.close.chestEase": "",
    "option.shirt.lengthBonus": "10",
  };
  const entry = read(form);
  if (!entry.ok) throw new Error(JSON.stringify(entry.error));
  expect(entry.value.components).toEqual(["shirt"]);
  expect(entry.value.isDownloadable).toBe(false);
  expect(houseOptions(entry.value.choices, "shirt", "regular")).toEqual({
    chestEase: 0.215,
    lengthBonus: 0.1,
  });
  expect(houseOptions(entry.value.choices, "shirt", "close")).toEqual({ lengthBonus: 0.1 });
});

test.each([
  ["no pattern", { source: "own" }, "components"],
  ["an unknown pattern", { source: "own", components: ["__proto__"] }, "components"],
  ["text", { "ease.shirt.close.chestEase": "wide" }, "ease.shirt.close.chestEase"],
  ["infinity", { "ease.shirt.close.chestEase": "Infinity" }, "ease.shirt.close.chestEase"],
  ["too much ease", { "ease.shirt.easy.chestEase": "900" }, "ease.shirt.easy.chestEase"],
  ["a negative ease", { "ease.shirt.easy.chestEase": "-50" }, "ease.shirt.easy.chestEase"],
])("a form with %s is refused at its field", (_, fields, field) => {
  const entry = read(fields);
  expect(entry.ok ? {} : entry.error).toHaveProperty([field]);
});

test("an ordered garment is drafted with the ease that the owner entered", async () => {
  const productId = await aProduct("shirt");
  const choices = { shirt: { options: {}, fits: { regular: { chestEase: 0.26 } } } };
  const entry = entryOf(choices);
  await saveProductPattern({ db }, { actor: owner, productId, version: 0, entry });
  const { orderItemId } = await createGarmentOrder(db, {
    specification: measuredSpecification(MEASURED_MAN),
    terms: { garment: "shirt" },
    lines: [{ productId, productName: "A shirt", size: CUSTOM_SIZE, madeToMeasure: true }],
  });
  expect(await findPatternLine(db, orderItemId)).toMatchObject({ house: choices });
  expect(await draftLine({ db, measurementBox: box, patterns }, orderItemId)).toMatchObject({
    ok: true,
  });
  const [row] = await findNewestPatterns(db, [orderItemId]);
  expect(row && patternColumn.open(box, row)).toMatchObject({
    solved: { chestEase: 0.26 },
    options: {},
  });
});
