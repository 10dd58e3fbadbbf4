import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import {
  addProduct,
  georgetown,
  placed,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { actOnTestPayment } from "./act-on-test-payment.server.ts";
import {
  cancelGuestOrder,
  cancelOrderOfSession,
  cancelOwnOrder,
} from "./cancel-pending-order.server.ts";
import { readPaymentForm } from "./delivery-input.server.ts";

const bench = checkoutSuite();

async function customer(): Promise<Extract<Actor, { role: "customer" }>> {
  const email = `${randomUUID()}@example.com`;
  const userId = await createCustomer(bench.db, { email });
  return { role: "customer", userId, name: "Asha", email };
}

describe("a pending order", () => {
  test("is cancelled by its own account, which releases its items and closes its payment page", async () => {
    const actor = await customer();
    const id = await addProduct(bench.db);
    const order = await placed(bench, { ...requestFor(id), actor });
    expect(await stockOf(bench.db, id)).toEqual({ stock: 4, held: 1 });
    expect(await cancelOwnOrder(bench, { actor, orderId: order.id })).toMatchObject({ ok: true });
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "cancelled",
      payment: { status: "cancelled" },
    });
    expect(await stockOf(bench.db, id)).toEqual({ stock: 5, held: 0 });
    const values = readPaymentForm({ ...georgetown, optionId: "standard" });
    const paying = { sessionId: order.sessionId, intent: "pay" as const, values };
    expect(await actOnTestPayment(bench, paying)).toEqual({ ok: true, value: { kind: "closed" } });
  });

  test("is not found by another account or without one", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    const mine = { actor: await customer(), orderId: order.id };
    expect(await cancelOwnOrder(bench, mine)).toEqual({ ok: false, error: "not_found" });
    const guest = { actor: visitor, orderId: order.id };
    expect(await cancelOwnOrder(bench, guest)).toEqual({ ok: false, error: "forbidden" });
    expect(await reread(bench.db, order.id)).toMatchObject({ status: "pending" });
  });

  test("is cancelled once by the browser that has its session, and a paid one stays paid", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    const { sessionId } = order;
    expect(await cancelOrderOfSession(bench, { sessionId })).toMatchObject({ ok: true });
    const again = await cancelOrderOfSession(bench, { sessionId });
    expect(again).toEqual({ ok: false, error: "unchanged" });
    const paid = await placed(bench, requestFor(await addProduct(bench.db)));
    const values = readPaymentForm({ ...georgetown, optionId: "standard" });
    await actOnTestPayment(bench, { sessionId: paid.sessionId, intent: "pay", values });
    const late = await cancelOrderOfSession(bench, { sessionId: paid.sessionId });
    expect(late).toEqual({ ok: false, error: "unchanged" });
    expect(await reread(bench.db, paid.id)).toMatchObject({ status: "completed" });
  });

  test("is cancelled once with its number and email, and not with the email of another order", async () => {
    const id = await addProduct(bench.db);
    const order = await placed(bench, requestFor(id));
    const number = order.id.slice(0, 8);
    const cancel = (email: string) => cancelGuestOrder(bench, { number, email });
    expect(await cancel("mallory@example.com")).toEqual({ ok: false, error: "not_found" });
    expect(await reread(bench.db, order.id)).toMatchObject({ status: "pending" });
    expect(await cancel(` ${order.customerEmail.toUpperCase()}`)).toMatchObject({ ok: true });
    expect(await reread(bench.db, order.id)).toMatchObject({ status: "cancelled" });
    expect(await stockOf(bench.db, id)).toEqual({ stock: 5, held: 0 });
    expect(await cancel(order.customerEmail)).toEqual({ ok: false, error: "unchanged" });
  });
});
