import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import { refunds } from "#db/schema/payments.server.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import { shipOrder } from "#features/sales/fulfillment/ship-order.server.ts";
import type { PaymentProvider } from "#platform/payments.server.ts";
import { outbox, reread } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { untilLocksAwaited } from "#tests/support/database.ts";
import { testAuth } from "#tests/support/identity.ts";
import { paidOrder } from "#tests/support/paid-order.ts";
import { onlyProvider } from "#tests/support/payments.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { sweepRefunds } from "./refund-order.server.ts";

const bench = checkoutSuite();

async function contested() {
  const order = await paidOrder(bench);
  const { updatedAt } = await reread(bench.db, order.id);
  const ship = () =>
    shipOrder(
      { ...bench, auth: testAuth(bench.db) },
      {
        actor: order.owner,
        orderId: order.id,
        shipment: {
          carrier: "UPS",
          trackingNumber: "",
          trackingUrl: "",
          key: randomUUID(),
          items: [{ itemId: order.lineId, quantity: 2 }],
        },
      },
    );
  const cancel = (payments = bench.payments, key: string = randomUUID()) =>
    cancelOrder(
      { ...bench, payments },
      {
        actor: order.owner,
        orderId: order.id,
        version: updatedAt.toISOString(),
        reason: "The cloth is gone",
        restock: true,
        key,
      },
    );
  return { ...order, ship, cancel };
}

/** Each on its own connection, in this sequence. */
async function inTurn<First, Second>(
  orderId: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const both = await bench.db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const earlier = first();
    await untilLocksAwaited(tx, { count: 1 });
    const later = second();
    await untilLocksAwaited(tx, { count: 2 });
    return { earlier, later };
  });
  return Promise.all([both.earlier, both.later]);
}

const shipmentsOf = (orderId: string) =>
  bench.db.select().from(shipments).where(eq(shipments.orderId, orderId));
const refundsOf = (orderId: string) =>
  bench.db.select().from(refunds).where(eq(refunds.orderId, orderId));

type RequestInput = PaymentProvider["refund"];
const asking = (refund: RequestInput) =>
  ({ ...onlyProvider(bench.testPage), refund }) as typeof bench.payments;

describe("a concurrent cancellation and shipment", () => {
  test("the shipment wins if it is first, and the owner reads why nothing was cancelled", async () => {
    const { id, ship, cancel } = await contested();
    const [shipped, cancelled] = await inTurn(id, ship, cancel);
    expect(shipped.ok).toBe(true);
    expect(cancelled).toEqual({ ok: false, error: "shipped" });
    expect(await refundsOf(id)).toEqual([]);
    expect(await reread(bench.db, id)).toMatchObject({ status: "completed", refundedMinor: 0 });
    expect((await outbox(bench.db)).map(({ kind }) => kind)).not.toContain("refund");
  });

  test("the cancellation wins if it is first: the order is refunded and the shipment is refused", async () => {
    const { id, ship, cancel } = await contested();
    const [cancelled, shipped] = await inTurn(id, cancel, ship);
    expect(cancelled).toEqual({ ok: true, value: null });
    expect(shipped).toEqual({ ok: false, error: "given_back" });
    expect(await shipmentsOf(id)).toEqual([]);
    expect((await reread(bench.db, id)).status).toBe("refunded");
    expect((await outbox(bench.db)).map(({ kind }) => kind)).not.toContain("shipped");
  });

  test("exactly one of many takes effect, whichever is first", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, ship, cancel } = await contested();
      await Promise.all(round % 2 ? [ship(), cancel(), ship()] : [cancel(), ship(), cancel()]);
      const { status } = await reread(bench.db, id);
      expect([status, (await shipmentsOf(id)).length]).toEqual(
        status === "refunded" ? ["refunded", 0] : ["completed", 1],
      );
      expect(await refundsOf(id)).toHaveLength(status === "refunded" ? 1 : 0);
    }
  });
});

describe("while the bank is asked about a cancellation", () => {
  test("the order is not locked, and nothing of it is shipped", async () => {
    const { id, ship, cancel } = await contested();
    const meanwhile: unknown[] = [];
    const slow = asking(async (request) => {
      meanwhile.push(await ship());
      return bench.testPage.refund(request);
    });
    expect(await cancel(slow)).toEqual({ ok: true, value: null });
    expect(meanwhile).toEqual([{ ok: false, error: "given_back" }]);
    expect(await shipmentsOf(id)).toEqual([]);
  });

  test("a cancellation without a response stays: nothing is shipped, and the sweep completes the refund", async () => {
    const { id, ship, cancel } = await contested();
    const away = asking(() => Promise.reject(new Error("The line is dead")));
    expect(await cancel(away)).toEqual({ ok: true, value: null });
    expect(await ship()).toEqual({ ok: false, error: "given_back" });
    bench.clock.set(new Date(Date.now() + 120_000).toISOString());
    expect(await sweepRefunds(bench)).toMatchObject({ succeeded: 1 });
    expect((await reread(bench.db, id)).status).toBe("refunded");
  });

  test("a cancellation that the bank refuses leaves the order unchanged: it can be shipped or cancelled again", async () => {
    const { id, ship, cancel } = await contested();
    const refusing = asking(async (request) => ({
      ...request,
      id: null,
      status: "failed",
      failure: "Your account has too little money.",
    }));
    expect(await cancel(refusing)).toEqual({ ok: false, error: "provider" });
    expect((await reread(bench.db, id)).status).toBe("completed");
    expect((await ship()).ok).toBe(true);
  });
});

test("the same press sent twice is one cancellation with the same message", async () => {
  const { id, cancel } = await contested();
  const key = randomUUID();
  const both = await Promise.all([cancel(bench.payments, key), cancel(bench.payments, key)]);
  expect(both).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  expect(await cancel(bench.payments, key)).toEqual({ ok: true, value: null });
  expect(await refundsOf(id)).toHaveLength(1);
  const steps = await bench.db.select().from(orderEvents).where(eq(orderEvents.orderId, id));
  expect(steps.filter(({ type }) => type === "cancelled_by_shop")).toHaveLength(1);
  expect(await bench.db.$count(orders, eq(orders.status, "refunded"))).toBe(1);
});
