import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#core/ids.ts";
import { madeToMeasureTerms, optionChoices, optionGroups } from "#db/schema/atelier.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import { choiceField } from "#features/garments/specification/fit-draft.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { guest } from "#tests/support/guest.ts";
import { measuredPerson, testMeasurementBox } from "#tests/support/measurements.ts";
import { submitFit, submitPlainFit } from "./fit-action.server.ts";

const BODY = { height: 1_660, weight: 68_000, hips: 930, wrist: 158, knee: 375, upperLeg: 610 };
const { hips: _, ...WITHOUT_HIPS } = BODY;

let database: TestDatabase;
let productId: string;
const group = newId();
const linen = newId();

const deps = () => ({
  db: database.db,
  clock: fixedClock("2026-11-20T12:00:00Z"),
  measurementBox: testMeasurementBox(),
  logger: pino({ level: "silent" }),
});

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  productId = await addProduct(db, "Essequibo Trousers", { garmentType: "trousers" });
  await db
    .update(products)
    .set({ sizes: ["M", "Custom"] })
    .where(eq(products.id, productId));
  const termsId = newId();
  await db.insert(madeToMeasureTerms).values({
    id: termsId,
    productId,
    ownOptions: true,
    measurements: ["hips", "wrist", "knee", "upperLeg"],
  });
  await db
    .insert(optionGroups)
    .values({ id: group, termsId, name: "Cloth", required: true, position: 0 });
  await db.insert(optionChoices).values({ id: linen, groupId: group, name: "Linen", position: 0 });
});
beforeEach(() => database.db.delete(fitSpecifications));
afterAll(() => database.close());

/** As the page posts it. */
function post(body: Record<string, number>, choices = { [group]: linen }, id = productId) {
  const form = new FormData();
  form.set("fit", "regular");
  form.set("monogram", "");
  form.set("remarks", "");
  form.set("choices", JSON.stringify(choices));
  form.set("profile", JSON.stringify(measuredPerson("Asha", body)));
  return submitFit(deps(), {
    actor: guest,
    network: "203.0.113.7",
    productId: id,
    submitted: Object.fromEntries(form),
  });
}

const stored = () => database.db.select().from(fitSpecifications);

describe("the form of a garment that is made to measure", () => {
  it("stores what a visitor submits and returns its reference alone", async () => {
    const { result, status } = await post(BODY);
    const [row] = await stored();
    expect(status).toBe(200);
    expect(result).toEqual({ status: "success", specification: row?.id });
  });

  it("names missing measurements at the person", async () => {
    const { result, status } = await post(WITHOUT_HIPS);
    expect(status).toBe(422);
    expect(result.error?.person?.[0]).toMatch(/Missing: high hip/);
    expect(await stored()).toEqual([]);
  });

  it("asks again where an option is unknown", async () => {
    const { result, status } = await post(BODY, { [group]: newId() });
    expect(status).toBe(422);
    expect(result.error?.[choiceField(group)]?.[0]).toMatch(/no longer offered/);
    expect(await stored()).toEqual([]);
  });

  it("refuses a product that is not made to measure", async () => {
    const plain = await addProduct(database.db, "Scarf");
    const { result, status } = await post(BODY, {}, plain);
    expect(status).toBe(410);
    expect(result.error?.[""]?.[0]).toMatch(/cannot make this piece/);
  });

  it("does not fail on a form without fields", async () => {
    const { status } = await submitFit(deps(), {
      actor: guest,
      network: "203.0.113.7",
      productId,
      submitted: {},
    });
    expect(status).toBe(422);
  });
});

describe("the same form without JavaScript", () => {
  const ENTERED = {
    intent: "plain",
    fit: "regular",
    person: "Asha",
    unit: "cm",
    "reading-hips-0": "93",
    "reading-wrist-0": "15.8",
    "reading-knee-0": "37.5",
    "reading-upperLeg-0": "61",
    [choiceField(group)]: linen,
  };
  const submit = (changes: Record<string, string> = {}) =>
    submitPlainFit(deps(), {
      actor: guest,
      network: "203.0.113.7",
      productId,
      entered: { ...ENTERED, ...changes },
    });

  it("stores each text as a reading in the chosen unit", async () => {
    const { result } = await submit();
    const [row] = await stored();
    expect(result.specification).toBe(row?.id);
    expect(result.error).toBeUndefined();
  });

  it("names an empty and an unreadable text at its field and gives back what was entered", async () => {
    const { result, status } = await submit({ "reading-hips-0": "", "reading-knee-0": "wide" });
    expect(status).toBe(422);
    expect(Object.keys(result.error ?? {})).toEqual(["reading-hips-0", "reading-knee-0"]);
    expect(result.entered).toMatchObject({ "reading-hips-0": "", "reading-wrist-0": "15.8" });
    expect(await stored()).toEqual([]);
  });

  it("asks about a value until it is kept as it is, and again when it is another one", async () => {
    const odd = { "reading-wrist-0": "75" };
    const { result } = await submit(odd);
    expect(Object.keys(result.error ?? {})).toContain("keep-wrist");
    const other = await submit({ "reading-wrist-0": "77", "keep-wrist": "75" });
    expect(Object.keys(other.result.error ?? {})).toContain("keep-wrist");
    expect(await stored()).toEqual([]);
    const requested = Object.keys(result.error ?? {});
    const texts: Record<string, string> = { ...ENTERED, ...odd };
    const entered = requested.map((field) => [
      field,
      texts[`${field.replace("keep", "reading")}-0`] ?? "",
    ]);
    expect((await submit({ ...odd, ...Object.fromEntries(entered) })).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });
});
