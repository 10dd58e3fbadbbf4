import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { orders } from "#db/schema/orders.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { addProduct, reread, stockOf } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { parseCheckoutRequest } from "./checkout-input.ts";
import { placeOrder } from "./place-order.server.ts";

const bench = checkoutSuite();

async function checkOut(body: unknown) {
  const parsed = parseCheckoutRequest(body);
  if (!parsed.ok) return { message: parsed.error.message, url: null };
  const placed = await placeOrder(bench, { ...parsed.value, actor: visitor });
  return placed.ok
    ? { message: null, url: placed.value.url, sessionId: placed.value.sessionId }
    : { message: placed.error.message, url: null };
}

const email = "asha@example.com";

describe("a cart tampered with in the browser", () => {
  test.each([
    ["a negative quantity", { quantity: -5 }],
    ["a huge quantity", { quantity: 1e12 }],
    ["a quantity that is no number", { quantity: "NaN" }],
    ["a fraction of a piece", { quantity: 0.5 }],
    ["an unknown size", { size: "'; drop table orders; --" }],
    ["another product's id", { id: "0198f000-0000-7000-8000-000000000001" }],
    ["an id that is none", { id: "../../etc/passwd" }],
    ["an id with a NUL in it", { id: "0198f000\u0000" }],
    ["a colour it does not come in", { color: "#123456" }],
    ["a price of a cent", { price: 0.01 }],
    ["a price below zero", { price: -100, quantity: -1 }],
  ])("gets a clear message for %s, and nothing is stored or reserved", async (_what, change) => {
    const id = await addProduct(bench.db, { color: { hex: "#1F2A3C", name: "Navy" } });
    const line = { id, size: "M", color: "#1F2A3C", quantity: 1, price: 100 };
    const response = await checkOut({ customerEmail: email, items: [{ ...line, ...change }] });
    expect(response.url).toBeNull();
    expect(response.message).toMatch(/^[A-Z].+\.$/);
    expect(await bench.db.$count(orders)).toBe(0);
    expect(await stockOf(bench.db, id)).toEqual({ stock: 5, held: 0 });
  });

  // Specification 6.12, 9.52
  test("pays the shop's prices or nothing if its totals are changed", async () => {
    const id = await addProduct(bench.db, { dollars: 100 });
    const lied = { total: 1, subtotal: 1, discount: 99, unitPrice: 1, total_amount: 1 };
    const response = await checkOut({
      ...lied,
      customerEmail: email,
      items: [{ ...lied, id, size: "M", quantity: 1 }],
    });
    expect(response.url).not.toBeNull();
    const [order] = await bench.db.select().from(orders);
    expect(order && (await reread(bench.db, order.id)).totalMinor).toBe(10_000);
  });

  test("gets a message or a payment page for any JSON, never a server error", async () => {
    const id = await addProduct(bench.db, { stock: { M: 3, Custom: null } });
    const some = <Value>(known: Value) => fc.oneof(fc.constant(known), fc.jsonValue());
    const line = fc.record({
      id: some(id),
      size: some("M"),
      color: fc.jsonValue(),
      quantity: fc.oneof(fc.integer({ min: -2, max: 4 }), fc.jsonValue()),
      price: fc.oneof(fc.constant(100), fc.jsonValue()),
      cartItemId: fc.jsonValue(),
    });
    const body = fc.record(
      {
        items: fc.oneof(fc.array(line, { maxLength: 4 }), fc.jsonValue()),
        customerEmail: some(email),
        idempotencyKey: fc.jsonValue(),
        replacesSession: fc.jsonValue(),
        shownTotal: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(body, async (requested) => {
        const response = await checkOut(requested);
        expect(response.url ?? response.message).toMatch(/^(https:|[A-Z])/);
      }),
      { numRuns: 200 },
    );
    expect((await stockOf(bench.db, id)).stock).toBeGreaterThanOrEqual(0);
  });
});
