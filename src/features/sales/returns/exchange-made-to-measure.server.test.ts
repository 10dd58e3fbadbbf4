import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { DELETED_EMAIL } from "#core/email.ts";
import { clothCommitments, cloths } from "#db/schema/atelier.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { stockMovements } from "#db/schema/inventory.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import {
  openContractsOfOrder,
  readContractAsStaff,
} from "#features/garments/contract/contract-queries.server.ts";
import { reduceContractsOfOrders } from "#features/garments/contract/reduce-contracts.server.ts";
import { settleSession } from "#features/sales/payments/settle-session.server.ts";
import { addProduct, outbox, payUnheard, placed, requestFor } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { addCloth, offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { garmentsOf } from "#tests/support/production.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { exchangeChoices, exchangeReturn } from "./exchange-return.server.ts";
import { openReturn } from "./request-return.server.ts";
import { returnsOf } from "./return-queries.server.ts";
import { receiveReturn } from "./settle-return.server.ts";

const bench = checkoutSuite();
const DONE = { ok: true, value: null };

async function paid(request: Parameters<typeof placed>[1]) {
  const order = await placed(bench, request);
  await payUnheard(bench, order.sessionId);
  const session = await bench.payments.readSession(order.sessionId);
  if (!session) throw new Error("no session");
  await settleSession(bench, "test", session);
  return order;
}

/** Two defective coats of three metres of cloth each, paid, sent back and received. */
async function receivedCoats({ roll = 20_000, came = 2 } = {}) {
  const quantity = 2;
  const { db } = bench;
  const email = `${randomUUID()}@example.com`;
  const userId = await createCustomer(db, { email, role: "admin" });
  const owner: SignedIn = { role: "admin", userId, name: "Rosa", email };
  const productId = await addProduct(db, { name: "Coat", stock: { [CUSTOM_SIZE]: null, M: 4 } });
  const clothId = await addCloth(db, roll, `Silk ${randomUUID()}`);
  const { choices } = await offerToMeasure(db, productId, {
    clothLengthMm: 3_000,
    extraDays: 12,
    silk: { clothId, priceMinor: 2_500 },
  });
  const specification = await specify(bench, productId, choices);
  const request = requestFor(productId, { size: CUSTOM_SIZE, quantity });
  const lines = request.lines.map((line) => ({ ...line, specification }));
  const order = await paid({ ...request, lines });
  const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const itemId = line?.id ?? "";
  const requestedReturn = {
    reason: "defective",
    note: "",
    items: [{ itemId, quantity: came }],
  } as const;
  await openReturn(bench, { actor: owner, orderId: order.id, requestedReturn });
  const [requested] = await returnsOf(db, order.id);
  const base = { actor: owner, orderId: order.id, returnId: requested?.id ?? "" };
  const received = [{ itemId, quantity: came, restock: false }];
  await receiveReturn(bench, { ...base, received, staffNote: "" });
  const variants = await exchangeChoices(db, [productId]);
  const variantOf = (size: string) => variants.find((each) => each.size === size)?.variantId ?? "";
  return {
    clothId,
    itemId,
    orderId: order.id,
    owner,
    productId,
    specification,
    exchange: (size: string = CUSTOM_SIZE) =>
      exchangeReturn(bench, { ...base, replacements: [{ itemId, variantId: variantOf(size) }] }),
    status: async () => (await returnsOf(db, order.id))[0]?.status,
  };
}

const linesOf = (orderId: string) =>
  bench.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));

async function lengthsOf(clothId: string) {
  const [row] = await bench.db.select().from(cloths).where(eq(cloths.id, clothId));
  return [row?.lengthMm, row?.committedMm];
}

describe("a made-to-measure item that is made again", () => {
  test("is a free line with a frozen contract of its own, cut to the same measurements and options", async () => {
    const coats = await receivedCoats();
    expect(await coats.exchange()).toEqual(DONE);
    const [line, remade] = await linesOf(coats.orderId);
    expect(remade).toMatchObject({
      size: CUSTOM_SIZE,
      quantity: 2,
      unitPriceMinor: 0,
      madeToMeasure: true,
      specificationId: coats.specification,
      extraDays: 12,
      options: line?.options,
    });
    const [first, second] = await openContractsOfOrder(bench, coats.orderId);
    expect(second).toMatchObject({
      orderItemId: remade?.id,
      version: 1,
      state: "valid",
      origin: "order",
      specification: first?.specification,
      terms: { ...first?.terms, unitPriceMinor: 0, remakeOf: coats.itemId },
    });
    expect(second?.hash).not.toBe(first?.hash);
    expect(second?.specification?.measurements.knee?.value).toBe(375);
  });

  test("is a garment to make for each received item", async () => {
    const coats = await receivedCoats();
    await coats.exchange();
    const [, remade] = await linesOf(coats.orderId);
    const made = await garmentsOf(bench.db, remade?.id ?? "");
    expect(made.map(({ number, stage }) => [number, stage])).toEqual([
      [1, "received"],
      [2, "received"],
    ]);
  });

  test("commits the cloth of the received items, each product of which loses its page when it runs out", async () => {
    const coats = await receivedCoats({ came: 1 });
    expect(await lengthsOf(coats.clothId)).toEqual([20_000, 6_000]);
    await coats.exchange();
    expect(await lengthsOf(coats.clothId)).toEqual([20_000, 9_000]);
    const [, remade] = await linesOf(coats.orderId);
    expect(
      await bench.db
        .select()
        .from(clothCommitments)
        .where(eq(clothCommitments.orderItemId, remade?.id ?? "")),
    ).toMatchObject([{ clothId: coats.clothId, lengthMm: 3_000, status: "open" }]);
  });

  test("is opened by the atelier like every contract, and its email has no measurement", async () => {
    const coats = await receivedCoats();
    await coats.exchange();
    const [, remade] = await linesOf(coats.orderId);
    const opened = await readContractAsStaff(bench, {
      actor: coats.owner,
      orderItemId: remade?.id ?? "",
      purpose: "Cutting",
    });
    expect(opened).toEqual({ ok: false, error: "forbidden" });
    const mail = (await outbox(bench.db)).find(({ kind }) => kind === "return-exchanged");
    expect(mail?.textBody).toContain("cut to its contract");
    const mailText = `${mail?.textBody}${mail?.htmlBody}`;
    expect(mailText).not.toMatch(/knee/i);
    expect(findMeasured({ knee: 375 })(mailText)).toBe(false);
  });

  test("is refused, and nothing changes, when too little of its cloth is left", async () => {
    const coats = await receivedCoats({ roll: 8_000 });
    expect(await coats.exchange()).toEqual({ ok: false, error: "cloth_short" });
    expect(await linesOf(coats.orderId)).toHaveLength(1);
    expect(await lengthsOf(coats.clothId)).toEqual([8_000, 6_000]);
    expect(await coats.status()).toBe("received");
    await bench.db
      .insert(stockMovements)
      .values({ clothId: coats.clothId, quantity: 5_000, kind: "received" });
    expect(await coats.exchange()).toEqual(DONE);
  });

  test("is refused without measurements: removed ones, an altered contract, or a line from before contracts", async () => {
    const refused = { ok: false, error: "no_measurements" };
    const removed = await receivedCoats();
    await bench.db
      .update(orders)
      .set({ customerEmail: DELETED_EMAIL })
      .where(eq(orders.id, removed.orderId));
    await bench.db.transaction((tx) => reduceContractsOfOrders(tx, [removed.orderId]));
    const altered = await receivedCoats();
    const before = await receivedCoats();
    await bench.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx
        .update(contracts)
        .set({ hash: "0".repeat(64) })
        .where(eq(contracts.orderItemId, altered.itemId));
      await tx.delete(contracts).where(eq(contracts.orderItemId, before.itemId));
    });
    for (const each of [removed, altered, before]) {
      expect(await each.exchange()).toEqual(refused);
      expect(await linesOf(each.orderId)).toHaveLength(1);
      expect(await each.status()).toBe("received");
    }
  });

  test("may instead be exchanged for a size from stock, which has no contract", async () => {
    const coats = await receivedCoats();
    expect(await coats.exchange("M")).toEqual(DONE);
    const [, medium] = await linesOf(coats.orderId);
    expect(medium).toMatchObject({ size: "M", madeToMeasure: false, specificationId: null });
    expect(await openContractsOfOrder(bench, coats.orderId)).toHaveLength(1);
    expect(await lengthsOf(coats.clothId)).toEqual([20_000, 6_000]);
  });
});
