import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { orders } from "#db/schema/orders.server.ts";
import { sweepReservations } from "#features/sales/payments/sweep-payments.server.ts";
import { addProduct, requestFor, stockOf } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { placeOrder } from "./place-order.server.ts";

const bench = checkoutSuite();

describe("200 concurrent customers of the last 10 items", () => {
  test("place exactly 10 orders, the others get a message, and expiry restores the stock", async () => {
    const id = await addProduct(bench.db, { name: "Kaieteur Gown", stock: { M: 10 } });
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        placeOrder(bench, requestFor(id, { customerEmail: `shopper-${n}@example.com` })),
      ),
    );
    const reported = results.flatMap((result) => (result.ok ? [] : [result.error]));
    expect(results.filter((result) => result.ok)).toHaveLength(10);
    expect(reported).toHaveLength(190);
    for (const failure of reported) {
      expect(failure).toMatchObject({
        code: "changed",
        quote: { changes: [{ kind: "sold_out" }] },
      });
      expect(failure.message).not.toBe("");
    }
    expect(await bench.db.$count(orders, eq(orders.status, "pending"))).toBe(10);
    expect(await stockOf(bench.db, id)).toEqual({ stock: 0, held: 10 });

    bench.clock.advance(30 * 60_000 + 1);
    expect(await sweepReservations(bench)).toEqual({ expired: 10, completed: 0, left: 0 });
    expect(await stockOf(bench.db, id)).toEqual({ stock: 10, held: 0 });
    expect(await sweepReservations(bench)).toEqual({ expired: 0, completed: 0, left: 0 });
    expect(await stockOf(bench.db, id)).toEqual({ stock: 10, held: 0 });
  });

  test("never take more than the stock when they buy several each", async () => {
    const id = await addProduct(bench.db, { stock: { M: 10 } });
    const results = await Promise.all(
      Array.from({ length: 30 }, async () => {
        // More than half of the last items.
        const email = `${randomUUID()}@example.com`;
        const userId = await createCustomer(bench.db, { email });
        const actor = { role: "customer", userId, name: "Asha", email } as const;
        return placeOrder(bench, { ...requestFor(id, { quantity: 3 }), actor });
      }),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(3);
    expect(await stockOf(bench.db, id)).toEqual({ stock: 1, held: 3 });
    expect(results.find((result) => !result.ok)).toMatchObject({
      error: { quote: { changes: [{ kind: "left", left: 1 }] } },
    });
  });
});
