import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { contracts } from "#db/schema/contracts.server.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { eraseFromOrders } from "#features/customers/erase-orders.server.ts";
import { createContractedOrder, testSpecification, testTerms } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { openContractsOfOrder } from "./contract-queries.server.ts";
import { reduceDeliveredContracts } from "./reduce-contracts.server.ts";
import { newContractRow } from "./seal-contract.server.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const { db } = shop;
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const deps = { db, measurementBox: testMeasurementBox() };

/** A delivered order whose contract was written `days` ago. */
async function oldOrder(days: number, deliveredAt: Date | null) {
  const { orderId, orderItemId } = await createContractedOrder(db);
  const { orderId: old, orderItemId: line } = await createContractedOrder(db, {
    isWithoutContract: true,
  });
  const row = newContractRow(deps.measurementBox, {
    orderItemId: line,
    specification: testSpecification(),
    terms: testTerms(),
  });
  await db.insert(contracts).values({ ...row, createdAt: ago(days) });
  await db.insert(shipments).values({
    orderId: old,
    carrier: "DHL",
    idempotencyKey: old,
    shippedAt: ago(days),
    deliveredAt,
  });
  return { orderId: old, fresh: orderId, orderItemId, hash: row.hash };
}

const stateOf = async (orderId: string) =>
  (await openContractsOfOrder(deps, orderId)).map(({ state }) => state);
const run = () => reduceDeliveredContracts(db, { before: ago(365), limit: 10 });

test("a contract is reduced once its remake period is over: terms and hash stay, measurements are gone", async () => {
  const due = await oldOrder(500, ago(400));
  const recent = await oldOrder(500, ago(300));
  const unsent = await oldOrder(500, null);
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  expect(await stateOf(due.orderId)).toEqual(["reduced"]);
  expect(await stateOf(recent.orderId)).toEqual(["valid"]);
  expect(await stateOf(unsent.orderId)).toEqual(["valid"]);
  expect(await stateOf(due.fresh)).toEqual(["valid"]);
  const [row] = await openContractsOfOrder(deps, due.orderId);
  expect(row).toMatchObject({ hash: due.hash, terms: testTerms(), specification: null });
});

test("erasing an order's person removes the measurements of its contract at once", async () => {
  const { orderId } = await createContractedOrder(db);
  await db.transaction((tx) => eraseFromOrders(tx, eq(orders.id, orderId)));
  expect(await stateOf(orderId)).toEqual(["reduced"]);
});
