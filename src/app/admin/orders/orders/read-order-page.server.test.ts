import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderItems } from "#db/schema/orders.server.ts";
import { refundItems, refunds } from "#db/schema/payments.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { createContract } from "#features/garments/contract/create-contract.server.ts";
import { createGarments } from "#features/garments/garment/stored-garments.server.ts";
import { addOrderNote } from "#features/orders/order/add-order-note.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import { shipOrder } from "#features/sales/fulfillment/ship-order.server.ts";
import { adminOrderSuite } from "#tests/support/admin-order-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { testSpecification, testTerms } from "#tests/support/contracts.ts";
import { createMail } from "#tests/support/mails.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { paymentOf } from "#tests/support/orders.ts";
import { statementsOf } from "#tests/support/sent-statements.ts";
import { giveStoreCredit } from "#tests/support/store-credit.ts";
import { readOrderPage } from "./read-order-page.server.ts";

const suite = adminOrderSuite();

async function read() {
  const { clock, db, pool } = suite.bench;
  let page: Awaited<ReturnType<typeof readOrderPage>> | null = null;
  const statements = await statementsOf(pool, async () => {
    const request = { actor: suite.people.owner, orderId: suite.order.id };
    page = await readOrderPage({ db, clock, measurementBox: testMeasurementBox() }, request);
  });
  return { page: page as unknown as Awaited<ReturnType<typeof readOrderPage>>, statements };
}

/** Gives the order whatever its page can show: two shipments, a received return, refunds, a contract, credit and a note. */
async function fillOrder(): Promise<{ returnId: string; refundId: string }> {
  const { db } = suite.bench;
  const { owner } = suite.people;
  const { gown, id: orderId, shirt } = suite.order;
  const productId = await addProduct(db, "Camp Street Shirt");
  await db.update(orderItems).set({ productId, color: "#20382D" }).where(eq(orderItems.id, shirt));
  for (const key of ["one", "two"]) {
    const items = [{ itemId: shirt, quantity: 1 }];
    const shipment = { carrier: "UPS", trackingNumber: key, trackingUrl: "", key, items };
    await shipOrder(suite.deps, { actor: owner, orderId, shipment });
  }
  const [returned] = await db
    .insert(returnRequests)
    .values({ orderId, authorizationNumber: "R-1", reason: "other_size", status: "received" })
    .returning();
  const returnId = returned?.id ?? "";
  const item = { returnRequestId: returnId, orderItemId: shirt, quantity: 1, receivedQuantity: 1 };
  await db.insert(returnRequestItems).values(item);
  const refund = { orderId, paymentId: await paymentOf(db, orderId), currency: "USD" };
  const [settled] = await db
    .insert(refunds)
    .values({ ...refund, amountMinor: 50_000, provider: "test", status: "succeeded" })
    .returning();
  const refundId = settled?.id ?? "";
  await db.insert(refundItems).values({ refundId, orderItemId: gown, quantity: 1 });
  await createContract(
    db,
    { measurementBox: testMeasurementBox() },
    { orderItemId: gown, specification: testSpecification(), terms: testTerms() },
  );
  await db.transaction(async (tx) => {
    await createGarments(tx, {
      lines: [{ id: gown, quantity: 1, madeToMeasure: true }],
      at: new Date("2026-11-11T12:00:00Z"),
    });
    await recordOrderEvent(tx, { orderId, type: "placed", detail: {} });
  });
  // The second return is another order's. A mail's key is its subject here.
  for (const subject of [`refund:${refundId}`, "return:R-1", "return:R-2"]) {
    await createMail(db, { subject });
  }
  await addOrderNote(suite.deps, { actor: owner, orderId, note: "She will call." });
  await giveStoreCredit(suite.deps, {
    actor: owner,
    email: "asha@example.com",
    orderId,
    amount: { minorUnits: 1_000, currency: "USD" },
    note: "For the delay",
    key: "credit",
  });
  return { returnId, refundId };
}

test("the page of an order asks the database nine times at most while little has happened", async () => {
  const { page, statements } = await read();
  expect(page.ok).toBe(true);
  expect(statements.length).toBeLessThanOrEqual(9);
});

test("the page of an order with everything that can happen asks the database ten times at most, and shows all of it", async () => {
  const { refundId, returnId } = await fillOrder();
  const { page, statements } = await read();
  if (!page.ok) throw new Error(page.error);
  expect(statements.length).toBeLessThanOrEqual(10);
  const { adminOrder, atelier, contracts, returnable } = page.value;
  const { gown, shirt } = suite.order;
  expect(adminOrder).toMatchObject({
    order: {
      id: suite.order.id,
      lines: [
        { id: shirt, quantity: 2 },
        { id: gown, quantity: 1 },
      ],
    },
    colors: { [shirt]: "#20382D" },
    fulfillment: "shipped",
    lineStates: {
      [shirt]: { left: 0, shipped: 2, returned: 1, refunded: 0, withdrawn: 0 },
      [gown]: { left: 0, shipped: 0, returned: 0, refunded: 1, withdrawn: 1 },
    },
    returns: [{ id: returnId, items: [{ itemId: shirt, quantity: 1, received: 1, restocked: 0 }] }],
    storeCredit: { balance: { minorUnits: 1_000 }, entries: [{ note: "For the delay" }] },
    notes: [{ note: "She will call.", authorName: "Rosa" }],
  });
  expect(adminOrder.shipments.map(({ items, trackingNumber }) => [trackingNumber, items])).toEqual(
    ["one", "two"].map((key) => [key, [{ itemId: shirt, quantity: 1 }]]),
  );
  expect(adminOrder.shipments.every(({ shippedAt }) => shippedAt instanceof Date)).toBe(true);
  expect(Object.keys(adminOrder.undoOptions)).toHaveLength(2);
  expect(adminOrder.events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["placed", "shipped"]),
  );
  const subjects = adminOrder.mails.map(({ subject }) => subject);
  expect(subjects).toHaveLength(4);
  expect(subjects).toEqual(expect.arrayContaining([`refund:${refundId}`, "return:R-1"]));
  expect(adminOrder.refundable.minorUnits).toBe(24_000);
  expect(atelier.garments).toMatchObject([{ orderItemId: gown, stage: "received" }]);
  expect(contracts).toMatchObject([{ orderItemId: gown, version: 1 }]);
  expect(Object.keys(returnable)).toEqual([shirt, gown]);
});
