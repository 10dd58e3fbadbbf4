import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import type { TestPaymentIntent } from "#features/sales/checkout/act-on-test-payment.server.ts";
import { actOnTestPayment } from "#features/sales/checkout/act-on-test-payment.server.ts";
import {
  cancelLeftCheckout,
  findLeftCheckout,
} from "#features/sales/checkout/cancel-pending-order.server.ts";
import { retrieveOrder } from "#features/sales/checkout/retrieve-order.server.ts";
import type { CheckoutBench } from "#tests/support/checkout.ts";
import {
  addProduct,
  georgetown,
  invoiceOf,
  placed,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { cancelCheckout } from "./expire-checkout.server.ts";
import { receivePaymentEvent } from "./payment-events.server.ts";

const bench = checkoutSuite();

const act = (sessionId: string, intent: TestPaymentIntent, change = {}) =>
  actOnTestPayment(bench, {
    sessionId,
    intent,
    values: { ...georgetown, optionId: "standard", buyerTaxNumber: "", ...change },
  });

describe("the test payment page", () => {
  test("pays, and redirects to the order's page", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    expect(await act(order.sessionId, "pay")).toEqual({
      ok: true,
      value: {
        kind: "leave",
        url: `https://shop.example/checkout/success?session_id=${order.sessionId}`,
      },
    });
    expect((await reread(bench.db, order.id)).status).toBe("completed");
    expect(await act(order.sessionId, "pay")).toEqual({ ok: true, value: { kind: "closed" } });
  });

  test("stores the company's tax number with the order, and its invoice names it", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    const long = await act(order.sessionId, "pay", { buyerTaxNumber: "D".repeat(41) });
    expect(long).toMatchObject({ error: { errors: { buyerTaxNumber: expect.any(String) } } });
    await act(order.sessionId, "pay", { buyerTaxNumber: " DE123456789 " });
    expect(await reread(bench.db, order.id)).toMatchObject({ buyerTaxNumber: "DE123456789" });
    expect(await invoiceOf(bench.db, order.id)).toMatchObject({
      buyer: { taxNumber: "DE123456789" },
    });
  });

  test("declines, and the next attempt can succeed", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    expect(await act(order.sessionId, "fail")).toMatchObject({ value: { kind: "declined" } });
    expect(await act(order.sessionId, "pay")).toMatchObject({ value: { kind: "leave" } });
  });

  test("expires, and the items are released at once", async () => {
    const id = await addProduct(bench.db);
    const order = await placed(bench, requestFor(id));
    expect(await act(order.sessionId, "expire")).toMatchObject({ value: { kind: "closed" } });
    expect((await reread(bench.db, order.id)).status).toBe("expired");
    expect(await stockOf(bench.db, id)).toEqual({ stock: 5, held: 0 });
  });

  test("asks for missing fields and for a shipping method that serves the address, and keeps the session open", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    const wrong = [
      [{ fullName: " " }, "fullName"],
      [{ country: "" }, "country"],
      [{ optionId: "by-balloon" }, "optionId"],
      [{ optionId: "georgetown-same-day", city: "Linden" }, "optionId"],
      [{ optionId: "international" }, "optionId"],
      [{ phone: "call me" }, "phone"],
    ] as const;
    for (const [change, field] of wrong) {
      const refused = await act(order.sessionId, "pay", change);
      expect(refused).toMatchObject({
        ok: false,
        error: { code: "invalid", errors: { [field]: expect.stringMatching(/./) } },
      });
    }
    expect((await reread(bench.db, order.id)).status).toBe("pending");
  });

  // Specification 2.107, 2.108, 9.24, 9.25
  test("charges express $25 and standard nothing over $200, and the order stores what was paid", async () => {
    const id = await addProduct(bench.db, { dollars: 100.5, stock: { M: 9 } });
    const charged = async (optionId: string, quantity: number) => {
      const order = await placed(bench, requestFor(id, { quantity }));
      await act(order.sessionId, "pay", { optionId });
      const { status, shippingMinor, totalMinor, payment } = await reread(bench.db, order.id);
      return { status, shippingMinor, totalMinor, paidMinor: payment.amountMinor };
    };
    const paid = (shippingMinor: number, totalMinor: number) => ({
      status: "completed",
      shippingMinor,
      totalMinor,
      paidMinor: totalMinor,
    });
    expect(await charged("standard", 1)).toEqual(paid(1_500, 11_550));
    expect(await charged("standard", 2)).toEqual(paid(0, 20_100));
    expect(await charged("express", 2)).toEqual(paid(2_500, 22_600));
  });

  // Specification 2.109, 9.25
  test("refuses same-day delivery to a cart that is paid from 2 PM on, and takes it before", async () => {
    const id = await addProduct(bench.db);
    const sameDay = { optionId: "georgetown-same-day" };
    bench.clock.set("2026-11-20T13:50:00-04:00");
    const early = await placed(bench, requestFor(id));
    expect(await act(early.sessionId, "pay", sameDay)).toMatchObject({ value: { kind: "leave" } });
    expect((await reread(bench.db, early.id)).shippingMethod).not.toBeNull();
    bench.clock.set("2026-11-20T14:00:00-04:00");
    const late = await placed(bench, requestFor(id));
    expect(await act(late.sessionId, "pay", sameDay)).toMatchObject({
      error: { code: "invalid", errors: { optionId: expect.any(String) } },
    });
    expect((await reread(bench.db, late.id)).status).toBe("pending");
  });

  test("does not exist for an unknown session", async () => {
    expect(await act("cs_test_unknown", "pay")).toMatchObject({
      error: { code: "unknown_session" },
    });
  });
});

describe("a message without the provider's signature", () => {
  test("is refused", async () => {
    const body = JSON.stringify({ id: "evt", type: "session.paid" });
    expect(await receivePaymentEvent(bench, { sender: "test", body, signature: "forged" })).toEqual(
      { ok: false, error: "refused" },
    );
  });
});

describe("returning without paying", () => {
  test("ends the session and releases the items once", async () => {
    const id = await addProduct(bench.db);
    const order = await placed(bench, requestFor(id));
    expect(await cancelCheckout(bench, { orderId: order.id })).toBe("cancelled");
    expect(await cancelCheckout(bench, { orderId: order.id })).toBe("cancelled");
    expect(await stockOf(bench.db, id)).toEqual({ stock: 5, held: 0 });
  });

  test("by reading the page changes nothing; a browser by itself ends only the order of its own session", async () => {
    const id = await addProduct(bench.db);
    const mine = await placed(bench, requestFor(id));
    const other = await placed(bench, requestFor(id, { customerEmail: "other@example.com" }));
    expect(await findLeftCheckout(bench, { orderId: other.id })).toBe("pending");
    const { sessionId } = mine;
    expect(await cancelLeftCheckout(bench, { orderId: other.id, sessionId })).toBe("pending");
    expect(await stockOf(bench.db, id)).toEqual({ stock: 3, held: 2 });
    expect(await cancelLeftCheckout(bench, { orderId: mine.id, sessionId })).toBe("cancelled");
    const button = { orderId: other.id, sessionId: null };
    expect(await cancelLeftCheckout(bench, button)).toBe("cancelled");
    expect(await stockOf(bench.db, id)).toEqual({ stock: 5, held: 0 });
  });

  test("is no error for an unknown order", async () => {
    for (const orderId of [null, "", "nothing", randomUUID()]) {
      expect(await cancelCheckout(bench, { orderId })).toBeNull();
    }
  });

  test("leaves the reservation to its expiry when the provider cannot be asked", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    const away = { ...bench.payments, endSession: () => Promise.reject(new Error("away")) };
    const response = await cancelCheckout({ ...bench, payments: away }, { orderId: order.id });
    expect(response).toBe("pending");
  });
});

describe("the order's page", () => {
  const look = (sessionId: string, as: CheckoutBench = bench) =>
    retrieveOrder(as, { sessionId, actor: visitor });

  // Specification 7.50, 7.52
  test("is shown to anyone with the session's id, with the street of its address for one day only", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    await act(order.sessionId, "pay");
    const view = await look(order.sessionId);
    expect(view).toMatchObject({
      status: "completed",
      email: "shopper@example.com",
      number: order.id.slice(0, 8),
      lines: [{ described: { productName: "Demerara Wool Blazer", size: "M" }, quantity: 1 }],
    });
    expect(view?.addressLines).toContain("12 Camp Street");
    bench.clock.advance(25 * 60 * 60 * 1000);
    const later = await look(order.sessionId);
    expect(later?.addressLines).toEqual(["Georgetown, Guyana"]);
    expect(JSON.stringify(later)).not.toContain("Camp Street");
  });

  test("says what became of the confirmation email", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    expect((await look(order.sessionId))?.confirmation).toBeNull();
    await act(order.sessionId, "pay");
    expect((await look(order.sessionId))?.confirmation).toBe("queued");
    const email = eq(mailOutbox.dedupeKey, `order-confirmation:${order.id}`);
    for (const [row, confirmation] of [
      [{ status: "sent", sentThrough: "file" }, "stored"],
      [{ status: "sent", sentThrough: "server" }, "sent"],
      [{ status: "bounced", sentThrough: "server" }, "bounced"],
    ] as const) {
      await bench.db.update(mailOutbox).set(row).where(email);
      expect((await look(order.sessionId))?.confirmation).toBe(confirmation);
    }
  });

  // Specification 7.50
  test("is not found by any other id", async () => {
    for (const id of ["", "cs", "cs_test_of_nobody", "a' or 1=1 --", "x".repeat(5_000)]) {
      expect(await look(id)).toBeNull();
    }
  });

  test("asks the provider if the provider's message is late", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    await bench.payments.controls.pay(order.sessionId, {
      optionId: "express",
      address: georgetown,
    });
    expect((await look(order.sessionId))?.status).toBe("completed");
  });

  test("stays pending with a link to the payment while it is unpaid or the provider does not respond", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    const away = { ...bench.payments, readSession: () => Promise.reject(new Error("away")) };
    for (const view of [
      await look(order.sessionId),
      await look(order.sessionId, { ...bench, payments: away }),
    ]) {
      expect(view).toMatchObject({ status: "pending", paymentUrl: order.url });
    }
  });

  // Specification 4.25, 7.51
  test("gives a guest's order to the customer who signs in, and no order twice", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    const { customerEmail } = await reread(bench.db, order.id);
    const account = async (email: string, emailVerified: boolean) => {
      const userId = await createCustomer(bench.db, { email, emailVerified });
      return { role: "customer", userId, name: "A", email } as const;
    };
    const open = (actor: Actor) => retrieveOrder(bench, { sessionId: order.sessionId, actor });
    await open(await account("somebody@example.net", true));
    const unsure = await account(customerEmail.toUpperCase(), false);
    await open(unsure);
    expect((await reread(bench.db, order.id)).userId).toBeNull();
    await bench.db.execute(
      `update profiles set email_verified = true where id = '${unsure.userId}'`,
    );
    await open(unsure);
    await open(await account("another@example.net", true));
    expect((await reread(bench.db, order.id)).userId).toBe(unsure.userId);
  });
});
