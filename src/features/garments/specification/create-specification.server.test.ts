import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import {
  cloths,
  madeToMeasureTerms,
  optionChoices,
  optionGroups,
} from "#db/schema/atelier.server.ts";
import { cartLines } from "#db/schema/cart.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { stockMovements } from "#db/schema/inventory.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor, SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { confirmReading } from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { guest } from "#tests/support/guest.ts";
import {
  addMeasuredPerson,
  measuredPerson,
  testMeasurementBox,
} from "#tests/support/measurements.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { changeSpecification, createSpecification } from "./create-specification.server.ts";
import { choiceField } from "./fit-draft.ts";
import { deleteOldSpecifications } from "./old-specifications.server.ts";
import { openSpecification, specificationColumn } from "./seal-specification.server.ts";
import { findOwnChoice, listOrderableFits } from "./specification-queries.server.ts";

const NAME = "Quamina Zephyrine";
const BODY: Partial<Record<MeasurementName, number>> = {
  height: 1_660,
  weight: 68_000,
  hips: 930,
  wrist: 158,
  knee: 375,
  upperLeg: 610,
};
const REQUIRED: MeasurementName[] = ["hips", "wrist", "knee", "upperLeg"];

let database: TestDatabase;
const clock = fixedClock("2026-11-20T12:00:00Z");
const measurementBox = testMeasurementBox();
const deps = () => ({ db: database.db, measurementBox, clock });

let productId: string;
let cloth: { group: string; linen: string; wool: string; silk: string };
let lining: { group: string; full: string };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function aGroup(termsId: string, name: string, required: boolean) {
  const id = newId();
  await database.db.insert(optionGroups).values({ id, termsId, name, required, position: 0 });
  return id;
}

async function aChoice(groupId: string, changes: Partial<typeof optionChoices.$inferInsert> = {}) {
  const id = newId();
  await database.db
    .insert(optionChoices)
    .values({ id, groupId, name: id, position: 0, ...changes });
  return id;
}

beforeEach(async () => {
  const { db } = database;
  await db.delete(fitSpecifications);
  productId = await addProduct(db, newId(), { garmentType: "trousers" });
  await db
    .update(products)
    .set({ sizes: ["M", "Custom"] })
    .where(eq(products.id, productId));
  const termsId = newId();
  await db.insert(madeToMeasureTerms).values({
    id: termsId,
    productId,
    ownOptions: true,
    monogram: true,
    clothLengthMm: 2_000,
    measurements: REQUIRED,
  });
  const clothId = newId();
  await db.insert(cloths).values({ id: clothId, name: clothId });
  await db.insert(stockMovements).values({ clothId, quantity: 1_000, kind: "received" });
  const group = await aGroup(termsId, "Cloth", true);
  cloth = {
    group,
    linen: await aChoice(group),
    wool: await aChoice(group, { clothId }),
    silk: await aChoice(group, { offered: false }),
  };
  const second = await aGroup(termsId, "Lining", false);
  lining = { group: second, full: await aChoice(second) };
});

const person = (changes: Partial<Record<MeasurementName, number>> = {}) =>
  measuredPerson(NAME, { ...BODY, ...changes });

/** As the page posts it. */
const form = (profile: MeasurementProfile, changes: Record<string, unknown> = {}) => ({
  fit: "regular",
  remarks: "Long arms",
  monogram: "R.S.",
  choices: JSON.stringify({ [cloth.group]: cloth.linen, [lining.group]: lining.full }),
  profile: JSON.stringify(profile),
  ...changes,
});

const create = (submitted: unknown, actor: Actor = guest) =>
  createSpecification(deps(), { actor, network: "203.0.113.7", productId, submitted });

async function created(submitted: unknown, actor: Actor = guest) {
  const result = await create(submitted, actor);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.specification;
}

async function refused(submitted: unknown) {
  const result = await create(submitted);
  if (result.ok || result.error.code !== "invalid")
    throw new Error("It was not refused as invalid");
  expect(await database.db.$count(fitSpecifications)).toBe(0);
  return result.error.errors;
}

async function stored(id: string) {
  const [row] = await database.db
    .select()
    .from(fitSpecifications)
    .where(eq(fitSpecifications.id, id));
  if (!row) throw new Error("It was not stored");
  return { row, opened: openSpecification(measurementBox, row) };
}

async function aCustomer(): Promise<SignedIn> {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(database.db, { email });
  return { role: "customer", userId, name: NAME, email };
}

describe("a garment that can be made", () => {
  test("is stored with the values of the readings; no column holds a value, a name or a remark", async () => {
    const id = await created(form(person()));
    const { opened, row } = await stored(id);
    expect(row).toMatchObject({
      productId,
      userId: null,
      garment: "trousers",
      needsCheck: false,
      choices: expect.arrayContaining([
        { groupId: cloth.group, choiceId: cloth.linen },
        { groupId: lining.group, choiceId: lining.full },
      ]),
      createdAt: clock.now(),
    });
    expect(opened).toMatchObject({
      productId,
      specification: {
        label: NAME,
        profileId: null,
        fit: "regular",
        remarks: "Long arms",
        monogram: "R.S.",
        findingsInsisted: [],
        measurements: { wrist: { value: 158, readings: 1, confirmed: false } },
      },
    });
    expect(Object.keys(opened?.specification.measurements ?? {}).toSorted()).toEqual(
      REQUIRED.toSorted(),
    );
    const { rows } = await database.db.execute(sql`select s::text from fit_specifications s`);
    const text = JSON.stringify(rows).replaceAll(/"text[^}]*|nonce[^,}]*|tag[^,}]*/g, "");
    for (const secret of ["Quamina", "Long arms", "R.S.", "wrist"]) {
      expect(text).not.toContain(secret);
    }
    expect(findMeasured({ wrist: 158, knee: 375 })(text)).toBe(false);
  });

  test("made twice has two references and two hashes, so that equal hashes never confirm equal values", async () => {
    const one = await stored(await created(form(person())));
    const two = await stored(await created(form(person())));
    expect(one.row.id).not.toBe(two.row.id);
    expect(one.row.hash).not.toBe(two.row.hash);
  });

  test("does not open in another row, with other options or with another hash", async () => {
    const { row } = await stored(await created(form(person())));
    expect(openSpecification(measurementBox, { ...row, id: crypto.randomUUID() })).toBeNull();
    expect(openSpecification(measurementBox, { ...row, choices: [] })).toBeNull();
    expect(openSpecification(measurementBox, { ...row, hash: "0".repeat(64) })).toBeNull();
    expect(openSpecification(measurementBox, { ...row, sealed: null })).toBeNull();
  });

  test("keeps the reference to a person of the own account only", async () => {
    const owner = await aCustomer();
    const other = await aCustomer();
    const profile = person();
    await addMeasuredPerson(database.db, owner.userId, profile);
    const own = await stored(await created(form(profile), owner));
    expect(own.row.userId).toBe(owner.userId);
    expect(own.opened?.specification.profileId).toBe(profile.id);
    const foreign = await stored(await created(form(profile), other));
    expect(foreign.opened?.specification.profileId).toBeNull();
  });

  test("is read again by the account that made it and nobody else, a guest's by whoever has its reference", async () => {
    const owner = await aCustomer();
    const other = await aCustomer();
    const specification = await created(form(person()), owner);
    expect(await findOwnChoice(deps(), { actor: owner, specification })).toEqual({
      profileId: null,
      fit: "regular",
      remarks: "Long arms",
      monogram: "R.S.",
      choices: { [cloth.group]: cloth.linen, [lining.group]: lining.full },
    });
    for (const actor of [other, visitor, guest, { ...other, role: "admin" as const }]) {
      expect(await findOwnChoice(deps(), { actor, specification })).toBeNull();
    }
    expect(await findOwnChoice(deps(), { actor: owner, specification: "' or 1=1" })).toBeNull();
    const ofGuest = await created(form(person()));
    const choice = await findOwnChoice(deps(), { actor: guest, specification: ofGuest });
    expect(choice).toMatchObject({ fit: "regular", monogram: "R.S." });
    expect(findMeasured({ wrist: 158, knee: 375 }, ["wrist"])(JSON.stringify(choice))).toBe(false);
  });
});

describe("a changed choice", () => {
  const change = (specification: string, actor: Actor = guest) =>
    changeSpecification(deps(), {
      network: "203.0.113.7",
      actor,
      productId,
      specification,
      submitted: {
        fit: "easy",
        monogram: "",
        remarks: "Shorter",
        profile: "null",
        choices: JSON.stringify({ [cloth.group]: cloth.linen }),
      },
    });

  test("is a specification of its own with the measurements of the one before", async () => {
    const before = await stored(
      await created(form(confirmReading(person({ wrist: 1_580 }), "wrist"))),
    );
    const changed = await change(before.row.id);
    if (!changed.ok) throw new Error(JSON.stringify(changed.error));
    const { opened, row } = await stored(changed.value.specification);
    expect(row.id).not.toBe(before.row.id);
    expect(row).toMatchObject({ needsCheck: true, choices: [{ groupId: cloth.group }] });
    expect(opened?.specification).toEqual({
      ...before.opened?.specification,
      fit: "easy",
      monogram: null,
      remarks: "Shorter",
    });
  });

  test("is refused for another account's, an erased one, another product's and one that lacks a measurement", async () => {
    const owner = await aCustomer();
    const other = await aCustomer();
    const own = await created(form(person()), owner);
    const missing = { error: { code: "invalid", errors: { person: expect.anything() } } };
    expect(await change(own, owner)).toMatchObject({ ok: true });
    for (const actor of [visitor, guest, other])
      expect(await change(own, actor)).toMatchObject(missing);
    for (const unknown of [newId(), "no id"]) expect(await change(unknown)).toMatchObject(missing);
    const ofGuest = await created(form(person()));
    await database.db
      .update(madeToMeasureTerms)
      .set({ measurements: [...REQUIRED, "neck"] })
      .where(eq(madeToMeasureTerms.productId, productId));
    expect(await change(ofGuest)).toMatchObject(missing);
    await database.db
      .update(fitSpecifications)
      .set({ sealed: null })
      .where(eq(fitSpecifications.id, ofGuest));
    expect(await change(ofGuest)).toMatchObject(missing);
  });
});

describe("measurements", () => {
  test("that are missing are named at the person", async () => {
    const { wrist: _, knee: __, ...rest } = BODY;
    expect(await refused(form(measuredPerson(NAME, rest)))).toEqual({
      person: ["Please measure before you order. Missing: wrist; knee."],
    });
    expect(await refused(form(person(), { profile: "null" }))).toEqual({
      person: ["Please say whose garment it is."],
    });
  });

  test("that cannot be right need the person's word; then the atelier checks them", async () => {
    const wrong = person({ wrist: 1_580 });
    const errors = await refused(form(wrong));
    expect(errors.person?.[0]).toContain("wrist");
    const { opened, row } = await stored(await created(form(confirmReading(wrong, "wrist"))));
    expect(row.needsCheck).toBe(true);
    expect(opened?.specification.findingsInsisted).toEqual([{ name: "wrist", level: "stop" }]);
    expect(opened?.specification.measurements.wrist).toMatchObject({
      value: 1_580,
      confirmed: true,
    });
  });

  test("of another device are read as they are, and unreadable ones are refused", async () => {
    for (const profile of ["", "{", "[]", '{"id":"x"}', "1e999"]) {
      expect(await refused(form(person(), { profile }))).toHaveProperty("person");
    }
  });
});

describe("options", () => {
  const chosen = (choices: Record<string, string>) =>
    form(person(), { choices: JSON.stringify(choices) });

  test("that are required and not answered are asked for", async () => {
    expect(await refused(chosen({}))).toEqual({
      [choiceField(cloth.group)]: ["Please choose: cloth."],
    });
    await created(chosen({ [cloth.group]: cloth.linen }));
  });

  test("that are withdrawn, used up, unknown or of another group are refused at their group", async () => {
    const short = await refused(chosen({ [cloth.group]: cloth.wool }));
    expect(short[choiceField(cloth.group)]?.[0]).toContain(`Too little ${cloth.wool} is left`);
    for (const wrong of [cloth.silk, newId(), lining.full, "__proto__", ""]) {
      const errors = await refused(chosen({ [cloth.group]: wrong }));
      expect(errors[choiceField(cloth.group)]?.[0]).toContain("no longer offered");
    }
    const unknown = await refused(chosen({ [cloth.group]: cloth.linen, [newId()]: lining.full }));
    expect(unknown[""]?.[0]).toContain("no longer offered");
    expect(await refused(form(person(), { choices: "[1" }))).toHaveProperty([""]);
  });

  test("all problems come at once, each at its field", async () => {
    const submitted = form(measuredPerson(NAME, {}), {
      choices: "{}",
      monogram: "ABCDEF",
      remarks: "a".repeat(501),
    });
    expect(Object.keys(await refused(submitted)).toSorted()).toEqual(
      ["person", choiceField(cloth.group), "monogram", "remarks"].toSorted(),
    );
    expect(await refused(form(person(), { fit: "skin tight" }))).toHaveProperty("fit");
  });
});

test("a garment that is not made to measure now is refused, whatever was submitted", async () => {
  const refusal = { ok: false, error: { code: "not_offered" } };
  const of = (id: string) =>
    createSpecification(deps(), {
      actor: guest,
      network: "203.0.113.7",
      productId: id,
      submitted: form(person()),
    });
  expect(await of(newId())).toEqual(refusal);
  expect(await of("not an id")).toEqual(refusal);
  await database.db
    .update(madeToMeasureTerms)
    .set({ offered: false })
    .where(eq(madeToMeasureTerms.productId, productId));
  expect(await of(productId)).toEqual(refusal);
});

describe("what can be ordered under a specification", () => {
  const fitOf = async (id: string) =>
    (await listOrderableFits(database.db, { actor: guest, ids: [id] })).get(id);

  test("has the prices of now and no measurements", async () => {
    const id = await created(form(person()));
    await database.db
      .update(optionChoices)
      .set({ name: "Linen", priceMinor: 2_500 })
      .where(eq(optionChoices.id, cloth.linen));
    expect(await fitOf(id)).toEqual({
      productId,
      surcharge: money(0),
      extraDays: 14,
      cloth: null,
      cloths: [],
      needBy: null,
      rush: false,
      options: expect.arrayContaining([{ group: "Cloth", choice: "Linen", price: money(2_500) }]),
    });
    const ids = [id, newId(), "x"];
    expect([...(await listOrderableFits(database.db, { actor: guest, ids })).keys()]).toEqual([id]);
  });

  test("is nothing once it is erased, or when an option is withdrawn", async () => {
    const id = await created(form(person()));
    await database.db
      .update(optionChoices)
      .set({ offered: false })
      .where(eq(optionChoices.id, lining.full));
    expect(await fitOf(id)).toBeUndefined();
    await database.db
      .update(optionChoices)
      .set({ offered: true })
      .where(eq(optionChoices.id, lining.full));
    expect(await fitOf(id)).toBeDefined();
    await database.db.update(fitSpecifications).set({ sealed: null });
    expect(await fitOf(id)).toBeUndefined();
  });
});

test("a monogram is left out where none is sewn any more", async () => {
  await database.db
    .update(madeToMeasureTerms)
    .set({ monogram: false })
    .where(eq(madeToMeasureTerms.productId, productId));
  const { opened } = await stored(await created(form(person())));
  expect(opened?.specification.monogram).toBeNull();
});

test("an optional value is cut to, unless it is questioned and not confirmed", async () => {
  await database.db
    .update(products)
    .set({ garmentType: "shirt" })
    .where(eq(products.id, productId));
  const measured = async (profile: MeasurementProfile) =>
    (await stored(await created(form(profile)))).opened?.specification.measurements;
  expect(await measured(person({ highBust: 900 }))).toHaveProperty("highBust.value", 900);
  const wrong = person({ highBust: 90 });
  expect(await measured(wrong)).not.toHaveProperty("highBust");
  expect(await measured(confirmReading(wrong, "highBust"))).toHaveProperty("highBust.value", 90);
});

test("a rotated key opens a specification without the former one, and its hash stays valid", async () => {
  const id = await created(form(person()));
  const before = await stored(id);
  const keys = { current: "n".repeat(40), former: ["m".repeat(40)] };
  const both = { db: database.db, measurementBox: createMeasurementBox(keys), ownerUrl: "" };
  expect(await specificationColumn.reseal(both)).toEqual({ resealed: 1, unreadable: 0 });
  expect(await specificationColumn.reseal(both)).toEqual({ resealed: 0, unreadable: 0 });
  const { row } = await stored(id);
  expect(row.hash).toBe(before.row.hash);
  const after = createMeasurementBox({ ...keys, former: [] });
  expect(openSpecification(after, row)).toEqual(before.opened);
});

test("a specification that no account's cart holds is deleted after 180 days", async () => {
  const { db } = database;
  const { userId } = await aCustomer();
  const inCart = await created(form(person()));
  await created(form(person()));
  const line = { userId, productId, size: "Custom", specification: inCart, quantity: 1 };
  await db.insert(cartLines).values({ ...line, changedAt: clock.now() });
  const days = (count: number) => new Date(clock.now().getTime() + count * 86_400_000);
  expect(await deleteOldSpecifications(db, { now: days(179), limit: 10 })).toBe(0);
  expect(await deleteOldSpecifications(db, { now: days(181), limit: 10 })).toBe(1);
  expect((await stored(inCart)).row.id).toBe(inCart);
  await db.update(cartLines).set({ quantity: 0 });
  expect(await deleteOldSpecifications(db, { now: days(181), limit: 10 })).toBe(1);
});
