import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { cloths, optionChoices, optionGroups } from "#db/schema/atelier.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { fullyMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { CHECKOUT_POST, checkoutFields, readActionData } from "#tests/support/checkout-post.ts";
import { addCloth } from "#tests/support/made-to-measure.ts";
import { createLine } from "#tests/support/requests/buy-to-measure.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { signedInCustomer } from "#tests/support/requests/sign-in.ts";

const { shop } = shopSuite();

const CUSTOMERS = 6;
const CLOTH = "The last linen";

/** A customer with a shirt in the cart. */
async function newCustomer() {
  const { email, userId, visitor } = await signedInCustomer();
  const item = await createLine({
    productName: "Savannah Linen Shirt",
    priceUsd: 279,
    email,
    actor: { role: "customer", userId, name: "Asha Persaud", email },
    profile: fullyMeasured("Me", SHIRT_BODY),
  });
  return { email, item, visitor };
}

test("of six customers who press at the same moment only as many order as the cloth makes, and the others read its name", async () => {
  const customers: Awaited<ReturnType<typeof newCustomer>>[] = [];
  for (let count = 0; count < CUSTOMERS; count += 1) customers.push(await newCustomer());
  const clothId = await shop().inDatabase(async (db) => {
    const last = await addCloth(db, 4_500, CLOTH);
    const groups = db
      .select({ id: optionGroups.id })
      .from(optionGroups)
      .where(eq(optionGroups.kind, "cloth"));
    await db
      .update(optionChoices)
      .set({ clothId: last })
      .where(inArray(optionChoices.groupId, groups));
    return last;
  });
  const presses = customers.map(async ({ email, item, visitor }) => {
    const fields = checkoutFields({ items: [item], customerEmail: email });
    return readActionData(await (await visitor.post(CHECKOUT_POST, fields)).text());
  });
  const responses = await Promise.all(presses);
  const ordered = responses.filter(({ url }) => typeof url === "string").length;
  const { cloth, placed } = await shop().inDatabase(async (db) => ({
    cloth: (await db.select().from(cloths).where(eq(cloths.id, clothId)))[0],
    placed: await db.$count(
      orders,
      inArray(
        orders.customerEmail,
        customers.map(({ email }) => email),
      ),
    ),
  }));
  expect(placed).toBe(ordered);
  expect(ordered).toBeGreaterThan(0);
  expect(ordered).toBeLessThan(CUSTOMERS);
  expect(cloth?.committedMm).toBeGreaterThan(0);
  expect(cloth?.committedMm).toBeLessThanOrEqual(cloth?.lengthMm ?? 0);
  for (const refused of responses.filter(({ url }) => typeof url !== "string")) {
    expect(JSON.stringify(refused)).toContain(CLOTH);
  }
});
