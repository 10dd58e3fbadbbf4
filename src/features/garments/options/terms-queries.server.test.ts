import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import {
  cloths,
  madeToMeasureTerms,
  optionChoices,
  optionGroups,
} from "#db/schema/atelier.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { stockMovements } from "#db/schema/inventory.server.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import { addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findTermsOfProduct, listTermsOfProducts } from "./terms-queries.server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(madeToMeasureTerms);
});

async function aSuit(sizes: string[] = ["M", "Custom"], garmentType = "suit") {
  const id = await addProduct(database.db, newId(), { garmentType });
  await database.db.update(products).set({ sizes }).where(eq(products.id, id));
  return id;
}

async function aCloth(lengthMm: number) {
  const id = newId();
  await database.db.insert(cloths).values({ id, name: id });
  if (lengthMm > 0) {
    await database.db
      .insert(stockMovements)
      .values({ clothId: id, quantity: lengthMm, kind: "received" });
  }
  return id;
}

type Terms = typeof madeToMeasureTerms.$inferInsert;

async function addTerms(terms: Terms, groups: Record<string, readonly string[]> = {}) {
  const termsId = newId();
  await database.db.insert(madeToMeasureTerms).values({ id: termsId, ...terms });
  for (const [position, [name, choices]] of Object.entries(groups).entries()) {
    const groupId = newId();
    await database.db.insert(optionGroups).values({ id: groupId, termsId, name, position });
    if (choices.length === 0) continue;
    await database.db
      .insert(optionChoices)
      .values(choices.map((choice, index) => ({ groupId, name: choice, position: index })));
  }
  return termsId;
}

const termsOf = (id: string) => findTermsOfProduct(database.db, id);
const namesOf = async (id: string) =>
  (await termsOf(id))?.groups.map(({ name, choices }) => [name, choices.map((each) => each.name)]);

test("a product without terms has the defaults of its garment and the shop's days", async () => {
  expect(await termsOf(await aSuit())).toEqual({
    isOffered: true,
    surcharge: money(0),
    extraDays: 14,
    clothLengthMm: 0,
    hasMonogram: false,
    isDrafted: true,
    measurements: measurementSetOf("suit"),
    groups: [],
    components: ["blazerByHand", "trousers"],
  });
  expect(await termsOf(await aSuit(["Custom"], "other"))).toMatchObject({ isOffered: false });
});

test("there are no terms for a product that is unknown, deleted or without the size Custom", async () => {
  const deleted = await aSuit();
  await database.db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, deleted));
  for (const id of [newId(), "no-id", "", deleted, await aSuit(["M"])]) {
    expect(await termsOf(id)).toBeNull();
  }
});

test("the garment type's terms and options apply, in the owner's order", async () => {
  const id = await aSuit();
  const terms = { garment: "suit", surchargeMinor: 12_000, extraDays: 20, monogram: true };
  await addTerms(terms, { Lapel: ["Peak", "Notch"], Buttons: ["Horn"], Empty: [] });
  expect(await termsOf(id)).toMatchObject({
    surcharge: money(12_000),
    extraDays: 20,
    hasMonogram: true,
  });
  expect(await namesOf(id)).toEqual([
    ["Lapel", ["Peak", "Notch"]],
    ["Buttons", ["Horn"]],
  ]);
});

test("a product's own fields come first, and its own options replace those of the garment type", async () => {
  const own = await aSuit();
  const half = await aSuit();
  await addTerms({ garment: "suit", surchargeMinor: 12_000, extraDays: 20 }, { Lapel: ["Peak"] });
  await addTerms({ productId: own, surchargeMinor: 0, ownOptions: true }, { Vents: ["Two"] });
  await addTerms({ productId: half, offered: false }, { Unused: ["One"] });
  const terms = await listTermsOfProducts(database.db, [own, half, newId()]);
  expect(terms.size).toBe(2);
  expect(terms.get(own)).toMatchObject({ surcharge: money(0), extraDays: 20, isOffered: true });
  expect(terms.get(half)).toMatchObject({ surcharge: money(12_000), isOffered: false });
  expect(await namesOf(own)).toEqual([["Vents", ["Two"]]]);
  expect(await namesOf(half)).toEqual([["Lapel", ["Peak"]]]);
});

test("a choice is as pictured where the product says so, else where its garment type does", async () => {
  const own = await aSuit();
  const usual = await aSuit();
  await addTerms({ garment: "suit" }, { Lapel: ["Notch", "Peak"], Vents: ["None", "Two"] });
  const idOf = async (name: string) => {
    const [row] = await database.db
      .select({ id: optionChoices.id })
      .from(optionChoices)
      .where(eq(optionChoices.name, name));
    return row?.id ?? "";
  };
  const pictured = [await idOf("Notch"), await idOf("Two")];
  const ofType = eq(madeToMeasureTerms.garment, "suit");
  await database.db.update(madeToMeasureTerms).set({ pictured }).where(ofType);
  await addTerms({ productId: own, pictured: [await idOf("Peak")] });
  const shownBy = async (id: string) =>
    (await termsOf(id))?.groups.map(
      ({ choices }) => choices.find(({ isPictured }) => isPictured)?.name,
    );
  expect(await shownBy(usual)).toEqual(["Notch", "Two"]);
  expect(await shownBy(own)).toEqual(["Peak", "Two"]);
});

test("an id in capitals finds its product", async () => {
  expect(await termsOf((await aSuit()).toUpperCase())).not.toBeNull();
});

test("a cloth is available while enough for one garment is left, and archived cloth is not offered", async () => {
  const id = await aSuit();
  await addTerms({ garment: "suit", clothLengthMm: 3_500 }, { Cloth: ["a", "b", "c", "d", "e"] });
  const lengths = { a: 3_500, b: 3_499, c: 0 };
  for (const [name, length] of Object.entries(lengths)) {
    const clothId = await aCloth(length);
    await database.db.update(optionChoices).set({ clothId }).where(eq(optionChoices.name, name));
  }
  const archived = await aCloth(9_000);
  await database.db.update(cloths).set({ archivedAt: new Date() }).where(eq(cloths.id, archived));
  await database.db
    .update(optionChoices)
    .set({ clothId: archived })
    .where(eq(optionChoices.name, "d"));
  await database.db
    .update(optionChoices)
    .set({ offered: false })
    .where(eq(optionChoices.name, "e"));
  const choices = (await termsOf(id))?.groups[0]?.choices ?? [];
  expect(choices.map(({ name, cloth }) => [name, cloth?.isAvailable])).toEqual([
    ["a", true],
    ["b", false],
    ["c", false],
  ]);
});

test("the ledger of cloth is the only way to change a length, and its entries stay", async () => {
  const id = await aCloth(5_000);
  const lengthNow = async () =>
    (await database.db.select().from(cloths).where(eq(cloths.id, id)))[0]?.lengthMm;
  const move = (quantity: number) =>
    database.db.insert(stockMovements).values({ clothId: id, quantity, kind: "cut" });
  await move(-3_500);
  expect(await lengthNow()).toBe(1_500);
  const ofCloth = eq(stockMovements.clothId, id);
  await expect(move(-1_501)).rejects.toThrow();
  await expect(
    database.db.update(cloths).set({ lengthMm: 9 }).where(eq(cloths.id, id)),
  ).rejects.toThrow();
  await expect(database.db.insert(cloths).values({ name: "x", lengthMm: 1 })).rejects.toThrow();
  await expect(
    database.db.update(stockMovements).set({ quantity: 1 }).where(ofCloth),
  ).rejects.toThrow();
  await expect(database.db.delete(stockMovements).where(ofCloth)).rejects.toThrow();
  expect(await lengthNow()).toBe(1_500);
});
