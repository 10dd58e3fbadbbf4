import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { newId } from "#core/ids.ts";
import { cartLines } from "#db/schema/cart.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import { deleteSpecificationsOfLines } from "#features/garments/specification/old-specifications.server.ts";
import { eraseFromOrders } from "#features/office/customers/erase-orders.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { createContractedOrder, testSpecification, testTerms } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { checkContracts } from "./check-contracts.server.ts";
import { listMyUnfinishedContracts, openContractsOfOrder } from "./contract-queries.server.ts";
import { reduceDeliveredContracts } from "./reduce-contracts.server.ts";
import { newContractRow } from "./seal-contract.server.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const { db } = shop;
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

test("a reduced contract still says what was agreed: its terms and hash are as written, its chain verifies, and a version written behind it must follow it", async () => {
  const { hash, orderId } = await oldOrder(500, ago(400));
  const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  const whole = () => db.select().from(contracts).where(eq(contracts.hash, hash));
  const [before] = await whole();
  if (!line || !before) throw new Error("The order has no contract");
  await run();
  expect(await whole()).toEqual([{ ...before, sealed: null, reducedAt: expect.any(Date) }]);
  expect(await stateOf(orderId)).toEqual(["reduced"]);
  const check = await checkContracts(deps);
  expect(check).toMatchObject({ altered: [], unreadable: 0 });
  // Not even the tables' owner changes it or puts measurements back.
  for (const change of [{ terms: testTerms({ unitPriceMinor: 1 }) }, { sealed: before.sealed }]) {
    await expect(
      db.update(contracts).set(change).where(eq(contracts.hash, hash)),
    ).rejects.toThrow();
  }
  // A gap in the chain, made with the triggers switched off, is noticed without any measurement.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    const other = "f".repeat(64);
    await tx
      .update(contracts)
      .set({ version: 2, previousHash: other, origin: "proposal", proposalId: newId() })
      .where(eq(contracts.hash, hash));
  });
  expect(await stateOf(orderId)).toEqual(["altered"]);
  expect((await checkContracts(deps)).altered).toEqual([orderId.slice(0, 8)]);
});

test("erasing an order's person removes the measurements of its contract at once", async () => {
  const { orderId } = await createContractedOrder(db);
  await db.transaction((tx) => eraseFromOrders(tx, eq(orders.id, orderId)));
  expect(await stateOf(orderId)).toEqual(["reduced"]);
});

test("what an order was specified with leaves with its contract's measurements, but not another account's and not a cart's", async () => {
  const due = await oldOrder(500, ago(400));
  const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, due.orderId));
  if (!line) throw new Error("The order has no line");
  const userId = await createCustomer(db, { email: `${newId()}@example.com`, name: "Bibi" });
  const productId = await addProduct(db, newId());
  const specify = async (owner: string | null) => {
    const id = randomUUID();
    await db.insert(fitSpecifications).values({
      id,
      userId: owner,
      garment: "suit",
      choices: [],
      hash: "0".repeat(64),
      sealed: deps.measurementBox.seal("values", id),
    });
    await db.update(orderItems).set({ specificationId: id }).where(eq(orderItems.id, line.id));
    return id;
  };
  const isStored = (id: string) => db.$count(fitSpecifications, eq(fitSpecifications.id, id));
  const remove = () => deleteSpecificationsOfLines(db, [line.id]);
  const others = await specify(userId);
  await remove();
  expect(await isStored(others)).toBe(1);
  const inCart = await specify(null);
  const cart = { userId, productId, size: "Custom", quantity: 1, changedAt: new Date() };
  await db.insert(cartLines).values({ ...cart, specification: inCart });
  await remove();
  expect(await isStored(inCart)).toBe(1);
  const unused = await specify(null);
  expect(await run()).toBe(1);
  expect(await isStored(unused)).toBe(0);
});

test("only paid made-to-measure orders that have not arrived are unfinished", async () => {
  const userId = await createCustomer(db, { email: `${newId()}@example.com`, name: "Asha" });
  const actor = { role: "customer", userId, name: "Asha", email: "" } as const;
  const open = await createContractedOrder(db, { userId });
  await createContractedOrder(db, { userId, status: "cancelled" });
  await createContractedOrder(db, { userId, isWithoutContract: true });
  const arrived = await createContractedOrder(db, { userId });
  const sent = { orderId: arrived.orderId, carrier: "DHL", shippedAt: ago(9) };
  await db
    .insert(shipments)
    .values({ ...sent, idempotencyKey: arrived.orderId, deliveredAt: ago(2) });
  expect(await listMyUnfinishedContracts(db, { actor })).toEqual([
    { orderId: open.orderId, products: ["Stabroek Suit"] },
  ]);
});

test("an order that has arrived is unfinished again while one of its garments is made again", async () => {
  const userId = await createCustomer(db, { email: `${newId()}@example.com`, name: "Asha" });
  const actor = { role: "customer", userId, name: "Asha", email: "" } as const;
  const { orderId, orderItemId } = await createContractedOrder(db, {
    userId,
    terms: { remakeOf: newId() },
  });
  const sent = { orderId, carrier: "DHL", shippedAt: ago(9), deliveredAt: ago(2) };
  await db.insert(shipments).values({ ...sent, idempotencyKey: orderId });
  expect(await listMyUnfinishedContracts(db, { actor })).toMatchObject([{ orderId }]);
  const id = newId();
  await db.insert(shipments).values({ ...sent, id, idempotencyKey: id });
  await db.insert(shipmentItems).values({ shipmentId: id, orderItemId, quantity: 1 });
  expect(await listMyUnfinishedContracts(db, { actor })).toEqual([]);
});
