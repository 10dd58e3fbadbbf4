import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { needByPath } from "#app/components/delivery/need-by-url.ts";
import { addDays } from "#core/business-days.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { makers, productionTimes } from "#db/schema/production.server.ts";
import { fullyMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { CHECKOUT_POST, checkoutFields, readActionData } from "#tests/support/checkout-post.ts";
import { addMaker } from "#tests/support/production.ts";
import { createLine } from "#tests/support/requests/buy-to-measure.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { signedInCustomer, signInOwner } from "#tests/support/requests/sign-in.ts";

const { shop, visitor } = shopSuite();

const HOME = { country: "GY", city: "" };
const SHIRT = "Savannah Linen Shirt";
const PRICE = 279;
/** The farthest day that the test asks for. */
const MAX_DAYS = 40;

/** One maker, who sews a shirt in more than a week, and one piece with rush in a week. */
async function limitRush(): Promise<void> {
  await shop().inDatabase(async (db) => {
    await db.update(makers).set({ archivedAt: shop().now() });
    await addMaker(db, "Savi");
    await db.insert(productionTimes).values({ garment: "shirt", stage: "sewn", minutes: 2_400 });
  });
  const owner = await signInOwner(visitor());
  const settings = await owner.open("/admin?tab=settings&part=shipping");
  const saved = await settings.press("Save Settings", {
    "Pieces made with rush in a week, at most": "1",
  });
  expect(saved.text).toContain("Settings saved successfully");
}

/** A customer with a shirt in the cart, and the page that plans a day for it. */
async function newCustomer() {
  const { email, userId, visitor: customer } = await signedInCustomer();
  const item = await createLine({
    productName: SHIRT,
    priceUsd: PRICE,
    email,
    actor: { role: "customer", userId, name: "Asha Persaud", email },
    profile: fullyMeasured("Me", SHIRT_BODY),
  });
  const { specification } = item;
  const path = needByPath([{ specification, quantity: 1 }], HOME);
  return { email, item, customer, path };
}

type Customer = Awaited<ReturnType<typeof newCustomer>>;

/** The first day that only rush keeps, as the page tells a customer who asks for one after the other. */
async function firstRushDay({ customer, path }: Customer): Promise<string> {
  const today = dayOf(shop().now());
  for (let later = 1; later <= MAX_DAYS; later += 1) {
    const day = addDays(today, later);
    const page = await customer.open(`${path}&day=${day}`);
    if (page.text.includes("Add rush for")) return day;
  }
  throw new Error("No day needs rush");
}

/** Agrees to the day with rush; returns its price in dollars. */
async function agree({ customer, path }: Customer, day: string): Promise<number> {
  const page = await customer.open(`${path}&day=${day}`);
  const price = /Add rush for \$(\d+)\.00/.exec(page.text)?.[1] ?? "";
  const agreed = await page.press(/^Add rush for/);
  expect(agreed.status).toBe(200);
  return Number(price);
}

const order = async ({ customer, email, item }: Customer, price: number) => {
  const fields = checkoutFields({ items: [{ ...item, price }], customerEmail: email });
  return readActionData(await (await customer.post(CHECKOUT_POST, fields)).text());
};

test("of two customers who press at the same moment one has the last piece with rush of a week, and the other is told and keeps the cart", async () => {
  await limitRush();
  const customers = [await newCustomer(), await newCustomer()];
  const [first] = customers;
  if (!first) throw new Error("No customer");
  const day = await firstRushDay(first);
  const rush: number[] = [];
  for (const customer of customers) rush.push(await agree(customer, day));
  expect(rush[0]).toBeGreaterThan(0);
  const responses = await Promise.all(
    customers.map((customer, index) => order(customer, PRICE + (rush[index] ?? 0))),
  );
  const placed = responses.filter(({ url }) => typeof url === "string");
  const refused = responses.filter(({ url }) => typeof url !== "string");
  expect([placed.length, refused.length]).toEqual([1, 1]);
  const rows = await shop().inDatabase((db) =>
    db
      .select({ email: orders.customerEmail, needBy: orderItems.needBy })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(eq(orderItems.rush, true)),
  );
  const winner = customers[responses.findIndex(({ url }) => typeof url === "string")];
  expect(rows).toEqual([{ email: winner?.email, needBy: day }]);
  const said = JSON.stringify(refused);
  expect(said).toContain("Some things in your cart changed.");
  expect(said).toContain("need_by_gone");
  const loser = customers.find(({ email }) => email !== winner?.email);
  if (!loser) throw new Error("Nobody was refused");
  const page = await loser.customer.open(`${loser.path}&day=${day}`);
  expect(page.text).toContain(SHIRT);
  expect(page.text).not.toContain("Add rush for");
  expect(await order(loser, PRICE)).toMatchObject({ url: expect.any(String) });
});
