import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { payments } from "#db/schema/payments.server.ts";
import {
  addProduct,
  outbox,
  payUnheard,
  placed,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { expireCheckout } from "./expire-checkout.server.ts";
import { sweepReservations } from "./sweep-payments.server.ts";

const bench = checkoutSuite();

describe("an order that the shop ends", () => {
  test("has its session closed too, so that it can no longer be paid", async () => {
    const id = await addProduct(bench.db);
    const order = await placed(bench, requestFor(id));
    const ending = { orderId: order.id, as: "cancelled", because: "visitor_cancelled" } as const;
    expect(await expireCheckout(bench, ending)).toBe("cancelled");
    expect(await expireCheckout(bench, ending)).toBe("cancelled");
    expect(await stockOf(bench.db, id)).toEqual({ stock: 5, held: 0 });
    expect(
      await bench.payments.controls.pay(order.sessionId, { optionId: null, address: null }),
    ).toBeNull();
  });

  test("is completed instead if it was just paid", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    await payUnheard(bench, order.sessionId);
    const ending = { orderId: order.id, as: "cancelled", because: "visitor_cancelled" } as const;
    expect(await expireCheckout(bench, ending)).toBe("completed");
    expect(await outbox(bench.db)).toHaveLength(1);
  });

  test("is no error if it does not exist", async () => {
    const ending = { orderId: randomUUID(), as: "cancelled", because: "replaced" } as const;
    expect(await expireCheckout(bench, ending)).toBeNull();
  });
});

describe("the sweep", () => {
  test("completes an order whose payment message was lost", async () => {
    const id = await addProduct(bench.db);
    const order = await placed(bench, requestFor(id));
    await payUnheard(bench, order.sessionId);
    bench.clock.advance(31 * 60_000);
    expect(await sweepReservations(bench)).toEqual({ expired: 0, completed: 1, left: 0 });
    expect((await reread(bench.db, order.id)).status).toBe("completed");
    expect(await stockOf(bench.db, id)).toEqual({ stock: 4, held: 0 });
  });

  test("leaves orders alone before they expire", async () => {
    await placed(bench, requestFor(await addProduct(bench.db)));
    bench.clock.advance(29 * 60_000);
    expect(await sweepReservations(bench)).toEqual({ expired: 0, completed: 0, left: 0 });
  });

  test("keeps the reservation while the provider cannot be asked, and ends it in a later run", async () => {
    const id = await addProduct(bench.db);
    await placed(bench, requestFor(id));
    bench.clock.advance(31 * 60_000);
    const away = { ...bench.payments, endSession: () => Promise.reject(new Error("away")) };
    const stored = await sweepReservations({ ...bench, payments: away });
    expect(stored).toEqual({ expired: 0, completed: 0, left: 1 });
    expect(await stockOf(bench.db, id)).toEqual({ stock: 4, held: 1 });
    expect(await sweepReservations(bench)).toEqual({ expired: 1, completed: 0, left: 0 });
  });

  test("releases an order that a crash left without a payment page", async () => {
    const id = await addProduct(bench.db);
    const order = await placed(bench, requestFor(id));
    await bench.db
      .update(payments)
      .set({ sessionId: null, url: null })
      .where(eq(payments.orderId, order.id));
    bench.clock.advance(31 * 60_000);
    expect(await sweepReservations(bench)).toEqual({ expired: 1, completed: 0, left: 0 });
    expect(await stockOf(bench.db, id)).toEqual({ stock: 5, held: 0 });
  });
});
