import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { refunds } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { hasOrderArrived } from "#features/orders/order/shipment-queries.server.ts";
import { findMyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { outbox, reread, stockOf } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { sendItems } from "#tests/support/orders.ts";
import { paidOrder } from "#tests/support/paid-order.ts";
import { exchangeChoices, exchangeReturn } from "./exchange-return.server.ts";
import { requestReturn } from "./request-return.server.ts";
import { returnsOf } from "./return-queries.server.ts";
import { exchangeChoicesOf } from "./return-rules.ts";
import { declineReturn, receiveReturn, refundReturn } from "./settle-return.server.ts";

const bench = checkoutSuite();

/** The requested return has both blazers. */
async function announced() {
  const order = await paidOrder(bench);
  await sendItems(bench.db, order.id);
  const items = [{ itemId: order.lineId, quantity: 2 }];
  const requested = { reason: "other_size", note: "Too wide", items } as const;
  const reported = await requestReturn(bench, {
    actor: order.customer,
    orderId: order.id,
    requested,
  });
  if (!reported.ok) throw new Error(reported.error);
  const [first] = await returnsOf(bench.db, order.id);
  const base = { actor: order.owner as Actor, orderId: order.id, returnId: first?.id ?? "" };
  const came = (quantity: number, restock = true) => [{ itemId: order.lineId, quantity, restock }];
  return {
    ...order,
    base,
    number: reported.value.authorizationNumber,
    receive: (quantity: number, restock = true) =>
      receiveReturn(bench, { ...base, received: came(quantity, restock), staffNote: "Fine" }),
    refund: (key: string = randomUUID(), minor = 10_000) =>
      refundReturn(bench, { ...base, amount: money(minor), reason: "Your return", key }),
    exchange: (variantId: string) =>
      exchangeReturn(bench, { ...base, replacements: [{ itemId: order.lineId, variantId }] }),
    decline: (because = "Worn") => declineReturn(bench, { ...base, because }),
    now: async () => (await returnsOf(bench.db, order.id))[0],
  };
}

const kinds = async () => (await outbox(bench.db)).map(({ kind }) => kind);
const DONE = { ok: true, value: null };

describe("a received return", () => {
  // Specification 2.118
  test("is recorded as received, restocked and reported to the customer once", async () => {
    const back = await announced();
    expect(await stockOf(bench.db, back.productId)).toMatchObject({ stock: 3 });
    expect(await back.receive(1)).toEqual(DONE);
    expect(await back.receive(2)).toEqual({ ok: false, error: "not_announced" });
    expect(await back.now()).toMatchObject({
      status: "received",
      staffNote: "Fine",
      receivedAt: bench.clock.now(),
      items: [{ quantity: 2, received: 1, restocked: 1 }],
    });
    expect(await stockOf(bench.db, back.productId)).toMatchObject({ stock: 4 });
    expect((await kinds()).filter((kind) => kind === "return-received")).toHaveLength(1);
  });

  test("leaves items that are not as new out of stock", async () => {
    const back = await announced();
    await back.receive(2, false);
    expect(await stockOf(bench.db, back.productId)).toMatchObject({ stock: 3 });
  });

  test("has at least one item, and no more than was requested", async () => {
    const back = await announced();
    expect(await back.receive(3)).toEqual({ ok: false, error: "too_many" });
    expect(await back.receive(0)).toEqual({ ok: false, error: "nothing" });
    expect((await back.now())?.status).toBe("announced");
  });

  test("is shown to the customer with its status, but without the staff's note", async () => {
    const back = await announced();
    await back.receive(1);
    const now = bench.clock.now();
    const mine = await findMyOrder(bench.db, { actor: back.customer, orderId: back.id, now });
    expect(mine).toMatchObject({
      value: { announced: [{ status: "received", authorizationNumber: back.number }] },
    });
    expect(JSON.stringify(mine)).not.toContain("Fine");
  });
});

describe("the refund of a return", () => {
  test("pays for what was received, settles the return, and restocks nothing again", async () => {
    const back = await announced();
    await back.receive(1);
    expect(await back.refund()).toEqual(DONE);
    expect(await back.now()).toMatchObject({ status: "refunded", closedAt: bench.clock.now() });
    expect((await reread(bench.db, back.id)).refundedMinor).toBe(10_000);
    expect(await stockOf(bench.db, back.productId)).toMatchObject({ stock: 4 });
    expect((await kinds()).filter((kind) => kind === "refund")).toHaveLength(1);
  });

  test("is paid once, however many press the button", async () => {
    const back = await announced();
    await back.receive(2);
    const key = randomUUID();
    await Promise.all([back.refund(key), back.refund(key), back.refund()]);
    expect(await bench.db.select().from(refunds)).toHaveLength(1);
    expect(await back.refund()).toEqual({ ok: false, error: "not_received" });
    expect((await reread(bench.db, back.id)).refundedMinor).toBe(10_000);
  });

  test("waits until the return is received, and is never more than what is left", async () => {
    const back = await announced();
    expect(await back.refund()).toEqual({ ok: false, error: "not_received" });
    await back.receive(2);
    expect(await back.refund(randomUUID(), 21_501)).toEqual({ ok: false, error: "too_much" });
    expect((await back.now())?.status).toBe("received");
  });
});

describe("an exchange", () => {
  test("adds the other size at no charge, takes it from stock and mails the customer", async () => {
    const back = await announced();
    await back.receive(2);
    expect(await back.exchange(back.large)).toEqual(DONE);
    expect((await back.now())?.status).toBe("exchanged");
    const lines = await bench.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, back.id))
      .orderBy(asc(orderItems.position));
    expect(
      lines.map(({ size, quantity, unitPriceMinor }) => [size, quantity, unitPriceMinor]),
    ).toEqual([
      ["M", 2, 10_000],
      ["L", 2, 0],
    ]);
    expect(await stockOf(bench.db, back.productId, "L")).toMatchObject({ stock: 0 });
    expect(await kinds()).toContain("return-exchanged");
    expect(await back.exchange(back.large)).toEqual({ ok: false, error: "not_received" });
  });

  test("has no day of the first delivery, which is over", async () => {
    const back = await announced();
    const read = async () => {
      const order = await findOrderById(bench.db, back.id);
      return order && hasOrderArrived(bench.db, order);
    };
    await bench.db.update(shipments).set({ deliveredAt: sql`${shipments.shippedAt}` });
    expect(await read()).toBe(true);
    await back.receive(2);
    await back.exchange(back.large);
    expect(await read()).toBe(true);
  });

  // Specification 2.121
  test("is subject to availability, and only for the same product", async () => {
    const back = await announced();
    const other = await paidOrder(bench);
    await back.receive(2);
    expect(await back.exchange(other.large)).toEqual({ ok: false, error: "not_the_piece" });
    expect(await back.exchange(randomUUID())).toEqual({ ok: false, error: "not_the_piece" });
  });

  test("offers sizes and colors in the product's order", async () => {
    const { productId } = await announced();
    const sizes = ["XS", "S", "M", "L", "XL", "XXL"];
    const colors = [
      { hex: "#ff0000", name: "Red" },
      { hex: "#000000", name: "Black" },
    ];
    await bench.db.delete(productVariants).where(eq(productVariants.productId, productId));
    await bench.db.update(products).set({ sizes, colors }).where(eq(products.id, productId));
    const variants = [...sizes].sort().flatMap((size) => colors.map(({ hex }) => ({ size, hex })));
    await bench.db.insert(productVariants).values(
      variants.map(({ size, hex }) => ({
        productId,
        size,
        color: hex,
        sku: randomUUID(),
        stockCount: 1,
      })),
    );
    const offered = await exchangeChoices(bench.db, [productId]);
    expect(offered.map(({ colorName, size }) => `${colorName} ${size}`)).toEqual(
      colors.flatMap(({ name }) => sizes.map((size) => `${name} ${size}`)),
    );
  });

  test("offers Custom only if the returned item was made to measure", async () => {
    const back = await announced();
    await back.receive(2);
    const [custom] = await bench.db
      .insert(productVariants)
      .values({ productId: back.productId, size: CUSTOM_SIZE, sku: randomUUID(), stockCount: null })
      .returning();
    const choices = await exchangeChoices(bench.db, [back.productId]);
    const [line] = (await findOrderById(bench.db, back.id))?.lines ?? [];
    if (!line) throw new Error("The order has no line");
    expect(exchangeChoicesOf(line, choices).map(({ size }) => size)).toEqual(["M", "L"]);
    expect(await back.exchange(custom?.id ?? "")).toEqual({ ok: false, error: "not_the_piece" });
    const measured = { ...line, size: CUSTOM_SIZE, madeToMeasure: true };
    expect(exchangeChoicesOf(measured, choices).map(({ size }) => size)).toContain(CUSTOM_SIZE);
  });

  test("changes nothing if the stock is too low", async () => {
    const back = await announced();
    await back.receive(2);
    await bench.db
      .update(productVariants)
      .set({ stockCount: 1 })
      .where(eq(productVariants.id, back.large));
    expect(await back.exchange(back.large)).toEqual({ ok: false, error: "sold_out" });
    expect((await back.now())?.status).toBe("received");
  });
});

describe("a declined return", () => {
  test("is explained to the customer, and its items can be returned again", async () => {
    const back = await announced();
    expect(await back.decline(" \u200b ")).toEqual({ ok: false, error: "reason_missing" });
    expect(await back.decline("x".repeat(1_001))).toEqual({ ok: false, error: "reason_too_long" });
    expect(await back.decline("The tags are off")).toEqual(DONE);
    expect(await back.decline("Again")).toEqual({ ok: false, error: "settled" });
    const mail = (await outbox(bench.db)).find(({ kind }) => kind === "return-declined");
    expect(mail?.textBody).toContain("Why\nThe tags are off");
    const now = bench.clock.now();
    const mine = await findMyOrder(bench.db, { actor: back.customer, orderId: back.id, now });
    expect(mine).toMatchObject({ value: { returns: { [back.lineId]: { quantity: 2 } } } });
  });
});

test("only an admin can settle a return, and only of its own order", async () => {
  const back = await announced();
  for (const actor of [visitor, back.customer]) {
    const base = { ...back.base, actor };
    const forbidden = { ok: false, error: "forbidden" };
    expect(await receiveReturn(bench, { ...base, received: [], staffNote: "" })).toEqual(forbidden);
    expect(await declineReturn(bench, { ...base, because: "No" })).toEqual(forbidden);
    expect(await exchangeReturn(bench, { ...base, replacements: [] })).toEqual(forbidden);
    const money10 = { amount: money(10), reason: "x", key: randomUUID() };
    expect(await refundReturn(bench, { ...base, ...money10 })).toEqual(forbidden);
  }
  const other = await paidOrder(bench);
  const lost = { ...back.base, orderId: other.id };
  expect(await declineReturn(bench, { ...lost, because: "No" })).toEqual({
    ok: false,
    error: "not_found",
  });
});
