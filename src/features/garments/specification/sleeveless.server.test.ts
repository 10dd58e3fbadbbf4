import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { madeToMeasureTerms, optionChoices, optionGroups } from "#db/schema/atelier.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { guest } from "#tests/support/guest.ts";
import { measuredPerson, testMeasurementBox } from "#tests/support/measurements.ts";
import { changeSpecification, createSpecification } from "./create-specification.server.ts";
import { PERSON_FIELD } from "./measured-fit.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const deps = () => {
  const clock = fixedClock("2026-11-20T12:00:00Z");
  return { db: database.db, measurementBox: testMeasurementBox(), clock };
};

/** A dress that is measured at knee and wrist, with or without sleeves. */
async function aDress() {
  const { db } = database;
  const productId = await addProduct(db, newId(), { garmentType: "dress" });
  await db
    .update(products)
    .set({ sizes: ["M", "Custom"] })
    .where(eq(products.id, productId));
  const ids = { terms: newId(), group: newId(), none: newId(), short: newId() };
  const measurements = ["knee", "wrist"];
  await db
    .insert(madeToMeasureTerms)
    .values({ id: ids.terms, productId, ownOptions: true, measurements });
  const group = { id: ids.group, termsId: ids.terms, name: "Sleeve", required: true, position: 0 };
  await db.insert(optionGroups).values(group);
  const ofGroup = { groupId: ids.group, position: 0 };
  await db.insert(optionChoices).values([
    { ...ofGroup, id: ids.none, name: "None", effect: "sleeve:none" },
    { ...ofGroup, id: ids.short, name: "Short", effect: "sleeve:short" },
  ]);
  return { productId, ...ids };
}

test("a dress is ordered without an arm as long as it has no sleeves, and neither changed nor ordered with sleeves", async () => {
  const { group, none, productId, short } = await aDress();
  const submission = (choice: string, profile: unknown) => {
    const submitted = { fit: "regular", remarks: "", monogram: "", profile };
    return {
      actor: guest,
      network: "203.0.113.7",
      productId,
      submitted: { ...submitted, choices: { [group]: choice } },
    };
  };
  const armless = measuredPerson("Grace", { knee: 375 });
  const bare = await createSpecification(deps(), submission(none, armless));
  if (!bare.ok) throw new Error(JSON.stringify(bare.error));

  const sleeved = await createSpecification(deps(), submission(short, armless));
  expect(sleeved).toMatchObject({ ok: false, error: { code: "invalid" } });
  expect(JSON.stringify(sleeved)).toContain("Missing: wrist");

  const { specification } = bare.value;
  const changed = { ...submission(short, null), specification };
  expect(await changeSpecification(deps(), changed)).toMatchObject({
    ok: false,
    error: { errors: { [PERSON_FIELD]: ["Please enter the measurements."] } },
  });
  const whole = measuredPerson("Grace", { knee: 375, wrist: 158 });
  expect(await createSpecification(deps(), submission(short, whole))).toMatchObject({ ok: true });
});
