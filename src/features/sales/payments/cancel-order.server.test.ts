import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { shipOrder } from "#features/sales/fulfillment/ship-order.server.ts";
import {
  addProduct,
  outbox,
  placed,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { testAuth } from "#tests/support/identity.ts";
import { paidOrder } from "#tests/support/paid-order.ts";
import { cancelOrder } from "./cancel-order.server.ts";

const bench = checkoutSuite();

async function currentVersion(orderId: string): Promise<string> {
  const [row] = await bench.db
    .select({ at: orders.updatedAt })
    .from(orders)
    .where(eq(orders.id, orderId));
  return row?.at.toISOString() ?? "";
}

type Change = { version?: string; restock?: boolean; key?: string };

const cancel = async (actor: Actor, orderId: string, change: Change = {}) =>
  cancelOrder(bench, {
    actor,
    orderId,
    version: change.version ?? (await currentVersion(orderId)),
    reason: "The cloth is gone",
    restock: change.restock ?? true,
    key: change.key ?? randomUUID(),
  });

const DONE = { ok: true, value: null };

describe("cancelling an order", () => {
  test("refunds a paid order in full, marks it as refunded and restocks its items", async () => {
    const order = await paidOrder(bench);
    expect(await cancel(order.owner, order.id)).toEqual(DONE);
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "refunded",
      refundedMinor: 21_500,
    });
    expect(await stockOf(bench.db, order.productId)).toMatchObject({ stock: 5 });
    const mail = (await outbox(bench.db)).find(({ kind }) => kind === "refund");
    expect(mail?.textBody).toContain("The cloth is gone");
    const steps = await bench.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, order.id));
    expect(steps.map(({ type }) => type)).toContain("cancelled_by_shop");
    expect(await cancel(order.owner, order.id)).toEqual({ ok: false, error: "over" });
  });

  test("can leave the items out of stock", async () => {
    const order = await paidOrder(bench);
    await cancel(order.owner, order.id, { restock: false });
    expect(await stockOf(bench.db, order.productId)).toMatchObject({ stock: 3 });
  });

  test("closes the payment page of an unpaid order and releases its items", async () => {
    const { owner } = await paidOrder(bench);
    const productId = await addProduct(bench.db);
    const order = await placed(bench, requestFor(productId));
    expect(await cancel(owner, order.id)).toEqual(DONE);
    expect((await reread(bench.db, order.id)).status).toBe("cancelled");
    expect(await stockOf(bench.db, productId)).toEqual({ stock: 5, held: 0 });
  });

  test("is refused after a shipment", async () => {
    const order = await paidOrder(bench);
    const items = [{ itemId: order.lineId, quantity: 1 }];
    const shipment = {
      carrier: "UPS",
      trackingNumber: "",
      trackingUrl: "",
      key: "",
      items,
    };
    const deps = { ...bench, auth: testAuth(bench.db) };
    await shipOrder(deps, { actor: order.owner, orderId: order.id, shipment });
    expect(await cancel(order.owner, order.id)).toEqual({ ok: false, error: "shipped" });
    expect((await reread(bench.db, order.id)).refundedMinor).toBe(0);
  });

  test("is for admins only, and does not overwrite another admin's change", async () => {
    const order = await paidOrder(bench);
    const stale = { version: "2026-11-20T00:00:00.000Z" };
    expect(await cancel(order.owner, order.id, stale)).toEqual({ ok: false, error: "conflict" });
    for (const actor of [visitor, order.customer]) {
      expect(await cancel(actor, order.id)).toEqual({ ok: false, error: "forbidden" });
    }
    expect(await cancel(order.owner, randomUUID())).toEqual({ ok: false, error: "not_found" });
    expect((await reread(bench.db, order.id)).status).toBe("completed");
  });
});
