import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { formatDayRange } from "#core/business-days.ts";
import { money } from "#core/money-amount.ts";
import { optionChoices, optionGroups } from "#db/schema/atelier.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { arrivalDays, termsWithMaking } from "#features/base/settings/shipping-methods.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { openContract } from "#features/garments/contract/seal-contract.server.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { settleSession } from "#features/sales/payments/settle-session.server.ts";
import {
  addProduct,
  payUnheard,
  placed,
  refusedBecause,
  requestFor,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { guest } from "#tests/support/guest.ts";
import { addCloth, offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { retrieveOrder } from "./retrieve-order.server.ts";

const bench = checkoutSuite();

/** A suit for $1,000 with a surcharge of $150 and a silk that adds $200. */
async function aSpecifiedSuit() {
  const productId = await addProduct(bench.db, { dollars: 1_000, stock: { M: 2, Custom: null } });
  const { choiceId, choices } = await offerToMeasure(bench.db, productId, {
    surchargeMinor: 15_000,
    extraDays: 21,
    silk: { priceMinor: 20_000 },
  });
  return { productId, choiceId, specification: await specify(bench, productId, choices) };
}

const line = { color: null, quantity: 1, shown: null };

const requestOf = (productId: string, specification: string) => ({
  ...requestFor(productId),
  lines: [
    { ...line, key: "suit", productId, size: "Custom", specification },
    { ...line, key: "ready", productId, size: "M" },
  ],
});

test("an ordered specification has its price, its options and a contract that verifies; other lines have none", async () => {
  const { productId, specification } = await aSpecifiedSuit();
  const order = await placed(bench, requestOf(productId, specification));
  const items = await bench.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(orderItems.position);
  const options = [{ group: "Cloth", choice: "Silk", priceMinor: 20_000 }];
  expect(items).toMatchObject([
    { specificationId: specification, options, unitPriceMinor: 135_000, madeToMeasure: true },
    { specificationId: null, options: [], unitPriceMinor: 100_000, madeToMeasure: false },
  ]);
  const rows = await bench.db
    .select()
    .from(contracts)
    .where(
      inArray(
        contracts.orderItemId,
        items.map(({ id }) => id),
      ),
    );
  expect(rows).toMatchObject([
    {
      orderItemId: items[0]?.id,
      version: 1,
      origin: "order",
      previousHash: null,
      terms: {
        options,
        surchargeMinor: 15_000,
        currency: "USD",
        unitPriceMinor: 135_000,
        extraDays: 21,
        policyVersion: 2,
        consentVersion: null,
      },
    },
  ]);
  const [row] = rows;
  expect(row && openContract(bench.measurementBox, row)).toMatchObject({
    state: "valid",
    specification: { label: "Asha", fit: "close", measurements: { knee: { value: 375 } } },
  });
});

test.each([
  { cloth: "from stock", colorName: "Silk" },
  { cloth: "of the pictures", colorName: "Natural" },
])(
  "an ordered line has its wearer, fit and monogram, and the color of the cloth $cloth",
  async ({ cloth, colorName }) => {
    const productId = await addProduct(bench.db, {
      stock: { Custom: null },
      color: { hex: "#EFE6D2", name: "Natural" },
    });
    const isStock = cloth === "from stock";
    const silk = isStock ? { clothId: await addCloth(bench.db, 9_000, "Raw silk") } : {};
    const { choices } = await offerToMeasure(bench.db, productId, { silk, monogram: true });
    const specification = await specify(bench, productId, choices, guest, { monogram: "R.S." });
    const lines = [{ ...line, key: "gown", productId, size: "Custom", specification }];
    const order = await placed(bench, { ...requestFor(productId), lines });
    const [item] = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    expect(item).toMatchObject({ colorName, wearer: "Asha", fitName: "close", monogram: "R.S." });
    const [contract] = await bench.db
      .select({ terms: contracts.terms })
      .from(contracts)
      .where(eq(contracts.orderItemId, item?.id ?? ""));
    expect(contract?.terms.color).toBe(colorName);
  },
);

test("a contract holds what its choices change on the pattern, and not what is described since", async () => {
  const productId = await addProduct(bench.db, { dollars: 1_000, stock: { Custom: null } });
  const { choiceId, choices, groupId } = await offerToMeasure(bench.db, productId, { silk: {} });
  await bench.db
    .update(optionGroups)
    .set({ name: "Length", kind: "choice" })
    .where(eq(optionGroups.id, groupId));
  const describe = (effect: string, effectNote = "") =>
    bench.db
      .update(optionChoices)
      .set({ name: "Long", effect, effectNote })
      .where(eq(optionChoices.id, choiceId));
  await describe("by_hand", "as long as her mother's");
  const specification = await specify(bench, productId, choices);
  const lines = [{ ...line, key: "suit", productId, size: "Custom", specification }];
  const order = await placed(bench, { ...requestFor(productId), lines });
  await describe("length:knee");
  const [row] = await bench.db
    .select({ terms: contracts.terms, options: orderItems.options })
    .from(contracts)
    .innerJoin(orderItems, eq(orderItems.id, contracts.orderItemId))
    .where(eq(orderItems.orderId, order.id));
  const agreed = { group: "Length", choice: "Long", priceMinor: 0 };
  const effect = { effect: "by_hand", effectNote: "as long as her mother's" };
  expect(row).toMatchObject({ options: [agreed] });
  expect(row?.terms.options).toEqual([{ ...agreed, ...effect }]);
});

test("a withdrawn option refuses the order, and neither an order nor a contract is written", async () => {
  const { choiceId, productId, specification } = await aSpecifiedSuit();
  const before = await bench.db.$count(orders);
  await bench.db
    .update(optionChoices)
    .set({ offered: false })
    .where(eq(optionChoices.id, choiceId));
  expect(await refusedBecause(bench, requestOf(productId, specification))).toMatchObject({
    code: "changed",
    quote: { changes: [{ kind: "specification_gone", key: "suit" }] },
  });
  expect(await bench.db.$count(orders)).toBe(before);
});

test("a price that the owner raised meanwhile is shown before anything is written", async () => {
  const { choiceId, productId, specification } = await aSpecifiedSuit();
  await bench.db
    .update(optionChoices)
    .set({ priceMinor: 30_000 })
    .where(eq(optionChoices.id, choiceId));
  const request = requestOf(productId, specification);
  const lines = request.lines.map((line) =>
    line.key === "suit" ? { ...line, shown: money(135_000) } : line,
  );
  expect(await refusedBecause(bench, { ...request, lines })).toMatchObject({
    quote: { changes: [{ kind: "price", from: money(135_000), to: money(145_000) }] },
  });
});

test("an erased specification refuses the order", async () => {
  const { productId, specification } = await aSpecifiedSuit();
  await bench.db
    .update(fitSpecifications)
    .set({ sealed: null })
    .where(eq(fitSpecifications.id, specification));
  expect(await refusedBecause(bench, requestOf(productId, specification))).toMatchObject({
    quote: { changes: [{ kind: "specification_gone", key: "suit" }] },
  });
});

test("the days of making are in the dates of the payment page, the order and its texts", async () => {
  const { productId, specification } = await aSpecifiedSuit();
  const placedOrder = await placed(bench, requestOf(productId, specification));
  const terms = await getShippingSettings(bench.db);
  const [standard] = terms.methods;
  if (!standard) throw new Error("The shop has no shipping method");
  await payUnheard(bench, placedOrder.sessionId);
  const session = await bench.payments.readSession(placedOrder.sessionId);
  if (!session) throw new Error("no session");
  const when = { madeToMeasure: true, now: bench.clock.now() };
  const promised = arrivalDays(termsWithMaking(terms, 21), standard, when);
  expect(promised).not.toEqual(arrivalDays(terms, standard, when));
  expect(session.shipping?.arrives).toEqual(promised);
  await settleSession(bench, "test", session);
  expect((await findOrderById(bench.db, placedOrder.id))?.arrives).toEqual(promised);
  const view = await retrieveOrder(bench, { sessionId: placedOrder.sessionId, actor: visitor });
  expect(view?.production.daysOfMaking).toBeNull();
  const [mail] = await bench.db.select().from(mailOutbox);
  expect(mail?.textBody).toContain(formatDayRange(promised));
  expect(mail?.textBody).not.toContain("Made-to-measure work adds");
});
