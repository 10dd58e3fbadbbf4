import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { orders } from "#db/schema/orders.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import { cancelCheckout } from "#features/sales/payments/expire-checkout.server.ts";
import {
  addProduct,
  payUnheard,
  placed,
  refusedBecause,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { placeOrder } from "./place-order.server.ts";

const bench = checkoutSuite();

const HALF_AN_HOUR = 30 * 60_000;

describe("pressing the button again", () => {
  test("returns the same order and the same page, in sequence and concurrently", async () => {
    const id = await addProduct(bench.db, { stock: { M: 5 } });
    const request = requestFor(id);
    const [first, second] = await Promise.all([placed(bench, request), placed(bench, request)]);
    const third = await placed(bench, request);
    expect([second.id, third.id]).toEqual([first.id, first.id]);
    expect(new Set([first.url, second.url, third.url]).size).toBe(1);
    expect(await stockOf(bench.db, id)).toEqual({ stock: 4, held: 1 });
  });

  test("leads to the confirmation after the payment, and charges nothing more", async () => {
    const request = requestFor(await addProduct(bench.db));
    const order = await placed(bench, request);
    await bench.db.update(orders).set({ status: "completed" }).where(eq(orders.id, order.id));
    const again = await placeOrder(bench, request);
    expect(again.ok && again.value.url).toContain(
      `/checkout/success?session_id=${order.sessionId}`,
    );
  });

  test("opens the payment page of an order that a crash left without one", async () => {
    const request = requestFor(await addProduct(bench.db));
    const order = await placed(bench, request);
    await bench.db
      .update(payments)
      .set({ sessionId: null, url: null })
      .where(eq(payments.orderId, order.id));
    expect((await placed(bench, request)).id).toBe(order.id);
  });
});

describe("an idempotency key belongs to its first sender:", () => {
  const customer = async () => {
    const email = "asha@example.com";
    const userId = await createCustomer(bench.db, { email });
    return { role: "customer", userId, name: "Asha", email } as const;
  };

  test("the same key from another email, account or cart begins an order of its own", async () => {
    const id = await addProduct(bench.db, { stock: { M: 9 } });
    const request = requestFor(id);
    const first = await placed(bench, request);
    const [line] = request.lines;
    if (!line) throw new Error("The request has a line");
    const others = [
      { ...request, customerEmail: "stranger@example.com" },
      { ...request, actor: await customer() },
      { ...request, lines: [{ ...line, quantity: 2 }], shownTotal: null },
    ];
    for (const other of others) {
      const second = await placed(bench, other);
      expect(second.id).not.toBe(first.id);
      expect(second.url).not.toBe(first.url);
    }
    expect((await placed(bench, request)).id).toBe(first.id);
    expect(await bench.db.$count(orders)).toBe(4);
  });

  test("after the payment a stranger with the key does not reach the confirmation", async () => {
    const request = requestFor(await addProduct(bench.db, { stock: { M: 9 } }));
    const order = await placed(bench, request);
    await bench.db.update(orders).set({ status: "completed" }).where(eq(orders.id, order.id));
    const other = await placeOrder(bench, { ...request, customerEmail: "stranger@example.com" });
    expect(other.ok && other.value.sessionId).not.toBe(order.sessionId);
    expect(other.ok && other.value.url).not.toContain("/checkout/success");
  });

  test("the same email in capitals is the same press", async () => {
    const request = requestFor(await addProduct(bench.db, { stock: { M: 9 } }));
    const first = await placed(bench, request);
    const again = { ...request, customerEmail: request.customerEmail.toUpperCase() };
    expect((await placed(bench, again)).id).toBe(first.id);
  });
});

describe("pressing the button again after the payment session is over", () => {
  test.each(["cancelled", "expired", "refunded"] as const)(
    // Specification 4.22
    "%s begins one new order, however many presses are concurrent",
    async (status) => {
      const id = await addProduct(bench.db, { stock: { M: 5 } });
      const request = requestFor(id);
      const over = await placed(bench, request);
      await bench.db.update(orders).set({ status }).where(eq(orders.id, over.id));
      const presses = await Promise.all(Array.from({ length: 5 }, () => placed(bench, request)));
      const [fresh] = presses;
      expect(new Set(presses.map((order) => order.id)).size).toBe(1);
      expect(fresh?.id).not.toBe(over.id);
      expect(fresh?.url).not.toBe(over.url);
      expect((await reread(bench.db, over.id)).status).toBe(status);
      expect(await bench.db.$count(orders)).toBe(2);
    },
  );

  test("after cancelling sells the same last item again", async () => {
    const id = await addProduct(bench.db, { stock: { M: 1 } });
    const request = requestFor(id);
    const first = await placed(bench, request);
    await cancelCheckout(bench, { orderId: first.id });
    const second = await placed(bench, request);
    expect(second.id).not.toBe(first.id);
    expect(await stockOf(bench.db, id)).toEqual({ stock: 0, held: 1 });
  });

  test("after expiry, before the sweep, ends the order and begins a new one with the same item", async () => {
    const id = await addProduct(bench.db, { stock: { M: 1 } });
    const request = requestFor(id);
    const first = await placed(bench, request);
    bench.clock.advance(HALF_AN_HOUR);
    const second = await placed(bench, request);
    expect(second.id).not.toBe(first.id);
    expect((await reread(bench.db, first.id)).status).toBe("expired");
    expect(await stockOf(bench.db, id)).toEqual({ stock: 0, held: 1 });
  });

  test("after expiry, but just paid, leads to the confirmation", async () => {
    const request = requestFor(await addProduct(bench.db));
    const order = await placed(bench, request);
    await payUnheard(bench, order.sessionId);
    bench.clock.advance(HALF_AN_HOUR);
    const again = await placeOrder(bench, request);
    expect(again.ok && again.value.url).toContain(
      `/checkout/success?session_id=${order.sessionId}`,
    );
    expect(await bench.db.$count(orders)).toBe(1);
  });

  test("after expiry opens no second page while the provider cannot say whether it was paid", async () => {
    const request = requestFor(await addProduct(bench.db));
    await placed(bench, request);
    bench.clock.advance(HALF_AN_HOUR);
    const away = { ...bench.payments, endSession: () => Promise.reject(new Error("away")) };
    expect(await refusedBecause({ ...bench, payments: away }, request)).toEqual({
      code: "provider",
      message: "Failed to create checkout session",
    });
    expect(await bench.db.$count(orders)).toBe(1);
  });
});
