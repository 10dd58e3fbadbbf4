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

describe("ending an order from the shop's side", () => {
  test("ends the session too, so that it cannot be paid any more", async () => {
    const id = await addProduct(bench.db);
    const order = await placed(bench, requestFor(id));
    const ending = { orderId: order.id, as: "cancelled", because: "shopper_cancelled" } as const;
    expect(await expireCheckout(bench, ending)).toBe("cancelled");
    expect(await expireCheckout(bench, ending)).toBe("cancelled");
    expect(await stockOf(bench.db, id)).toEqual({ stock: 5, held: 0 });
    expect(
      await bench.payments.controls.pay(order.sessionId, { optionId: null, address: null }),
    ).toBeNull();
  });

  test("after it was paid completes it instead", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    await payUnheard(bench, order.sessionId);
    const ending = { orderId: order.id, as: "cancelled", because: "shopper_cancelled" } as const;
    expect(await expireCheckout(bench, ending)).toBe("completed");
    expect(await outbox(bench.db)).toHaveLength(1);
  });

  test("of an order there is none of is no error", async () => {
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

  test("leaves orders alone whose time has not passed", async () => {
    await placed(bench, requestFor(await addProduct(bench.db)));
    bench.clock.advance(29 * 60_000);
    expect(await sweepReservations(bench)).toEqual({ expired: 0, completed: 0, left: 0 });
  });

  test("keeps the hold while the provider cannot be asked, and ends it in a later round", async () => {
    const id = await addProduct(bench.db);
    await placed(bench, requestFor(id));
    bench.clock.advance(31 * 60_000);
    const away = { ...bench.payments, endSession: () => Promise.reject(new Error("away")) };
    const kept = await sweepReservations({ ...bench, payments: away });
    expect(kept).toEqual({ expired: 0, completed: 0, left: 1 });
    expect(await stockOf(bench.db, id)).toEqual({ stock: 4, held: 1 });
    expect(await sweepReservations(bench)).toEqual({ expired: 1, completed: 0, left: 0 });
  });

  test("gives back what an order without a payment page holds, as a crash may leave one", async () => {
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
