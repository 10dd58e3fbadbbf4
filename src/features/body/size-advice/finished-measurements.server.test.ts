import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import {
  findFinishedMeasurements,
  saveFinishedMeasurements,
} from "./finished-measurements.server.ts";
import { readFinishedMeasurements } from "./finished-measurements.ts";

const suite = adminSuite();
const measures = { S: { chest: 1_000 }, M: { chest: 1_050, shoulderToWrist: 610 } };

async function product(): Promise<{ id: string; version: string }> {
  const id = await addProduct(suite.db, "Kaieteur Gown");
  const sizes = ["S", "M", "Custom"];
  await suite.db.update(products).set({ sizes }).where(eq(products.id, id));
  const found = await findFinishedMeasurements(suite.db, { actor: suite.actor, id });
  if (!found.ok || !found.value) throw new Error("not found");
  expect(found.value.sizes).toEqual(["S", "M"]);
  return { id, version: found.value.version };
}

test("the product page gets what finished garments measure, and only when there is something", async () => {
  const input = await product();
  expect(await findProduct(suite.db, input.id)).not.toHaveProperty("garments");
  const saved = await saveFinishedMeasurements(suite, { actor: suite.actor, ...input, measures });
  expect(saved.ok).toBe(true);
  expect((await findProduct(suite.db, input.id))?.garments).toEqual(measures);
  expect(suite.settled.flatMap(({ tags }) => tags)).toContain(`product:${input.id}`);
  const [entry] = await suite.db.select().from(auditLog);
  expect(entry).toMatchObject({ subject: "garment measurements", after: measures });
});

test("a save that does not know the present measurements is refused and changes nothing", async () => {
  const input = await product();
  const { actor } = suite;
  await saveFinishedMeasurements(suite, { actor, ...input, measures });
  const second = await saveFinishedMeasurements(suite, { actor, ...input, measures: {} });
  expect(second).toEqual({ ok: false, error: "conflict" });
  expect((await findProduct(suite.db, input.id))?.garments).toEqual(measures);
});

test("sizes that the product does not have are not stored", async () => {
  const input = await product();
  const odd = { ...measures, XXL: { chest: 1_300 }, Custom: { chest: 900 } };
  await saveFinishedMeasurements(suite, { actor: suite.actor, ...input, measures: odd });
  expect((await findProduct(suite.db, input.id))?.garments).toEqual(measures);
});

test("garment measurements are for admins, and unknown products are not found", async () => {
  const input = await product();
  for (const actor of suite.strangers) {
    const found = await findFinishedMeasurements(suite.db, { actor, id: input.id });
    expect(found).toEqual({ ok: false, error: "forbidden" });
    const saved = await saveFinishedMeasurements(suite, { actor, ...input, measures });
    expect(saved).toEqual({ ok: false, error: "forbidden" });
  }
  const unknown = { actor: suite.actor, version: "", measures, id: "nothing" };
  expect(await saveFinishedMeasurements(suite, unknown)).toEqual({ ok: false, error: "not_found" });
});

test("the form's fields are read in their unit, and each problem names its field", () => {
  const fields = { sizes: ["S", "M"], garmentType: "skirt", unit: "cm" } as const;
  const read = (texts: Record<string, string>) =>
    readFinishedMeasurements((field) => texts[field] ?? "", fields);
  expect(read({ size0_waist: "70.5", size1_waist: "30 in" })).toEqual({
    ok: true,
    value: { S: { waist: 705 }, M: { waist: 762 } },
  });
  expect(read({})).toEqual({ ok: true, value: {} });
  const refused = read({ size0_waist: "ten", size0_seat: "900", size1_seat: "1" });
  expect(refused).toEqual({
    ok: false,
    error: {
      size0_waist: "Write a number, such as 104 or 104.5.",
      size0_seat: "Between 3 cm and 400 cm, please.",
      size1_seat: "Between 3 cm and 400 cm, please.",
    },
  });
  expect(read({ size0_waist: "80", size1_waist: "75" })).toMatchObject({
    error: { size1_waist: "Smaller than in S (80 cm)." },
  });
});
