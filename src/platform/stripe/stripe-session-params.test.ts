import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Currency } from "#core/money-amount.ts";
import { addMoney, money } from "#core/money-amount.ts";
import { paymentRequest } from "#tests/support/stripe/payment-request.ts";
import type { PaymentRequest } from "../payments.server.ts";
import { fromStripeAmount, toStripeAmount } from "./stripe-money.ts";
import { expirySeconds, toSessionParams } from "./stripe-session-params.ts";

const request = (change: Partial<PaymentRequest> = {}) =>
  paymentRequest({
    lines: [
      {
        name: "Silk Tie",
        detail: "Size One",
        imageUrl: "https://shop.example/tie.webp",
        quantity: 2,
        total: money(19_000),
      },
    ],
    total: money(19_000),
    expiresAt: new Date("2026-11-20T13:30:00.400Z"),
    ...change,
  });

describe("a session for an order", () => {
  test("asks for address, phone and shipping, takes codes, and tells Stripe the reference alone", () => {
    const params = toSessionParams(request(), { customerId: null, couponId: null });
    expect(params).toMatchObject({
      mode: "payment",
      locale: "auto",
      customer_email: "asha@example.com",
      client_reference_id: request().reference,
      metadata: { reference: request().reference },
      payment_intent_data: { metadata: { reference: request().reference } },
      shipping_address_collection: { allowed_countries: ["GY"] },
      phone_number_collection: { enabled: true },
      tax_id_collection: { enabled: true },
      allow_promotion_codes: true,
      automatic_tax: { enabled: false },
      adaptive_pricing: { enabled: false },
    });
    expect(Object.keys(params.metadata ?? {})).toEqual(["shop", "kind", "reference"]);
    expect(params.line_items?.[0]).toMatchObject({
      quantity: 2,
      price_data: { currency: "usd", unit_amount: 9_500, product_data: { name: "Silk Tie" } },
    });
  });

  test("says beside its button what the order does not hold before it is paid, and nothing otherwise", () => {
    const known = { customerId: null, couponId: null };
    const notice = "We hold 11 December once you have paid.";
    expect(toSessionParams(request({ notice }), known).custom_text?.submit).toEqual({
      message: notice,
    });
    expect(toSessionParams(request(), known).custom_text?.submit).toBeUndefined();
  });

  test("with taxes says of every price that they come on top", () => {
    const params = toSessionParams(request({ automaticTax: true }), {
      customerId: null,
      couponId: null,
    });
    expect(params.automatic_tax).toEqual({ enabled: true });
    expect(params.line_items?.[0]?.price_data?.tax_behavior).toBe("exclusive");
    expect(params.shipping_options?.[0]?.shipping_rate_data?.tax_behavior).toBe("exclusive");
  });

  test("of an account brings its saved cards and no second mail address", () => {
    const params = toSessionParams(request(), { customerId: "cus_1", couponId: null });
    expect(params).toMatchObject({
      customer: "cus_1",
      saved_payment_method_options: { payment_method_save: "enabled" },
    });
    expect(params).not.toHaveProperty("customer_email");
  });

  test("a gift asks for no address, no shipping and no codes", () => {
    const params = toSessionParams(request({ kind: "donation", shippingOptions: [] }), {
      customerId: null,
      couponId: null,
    });
    expect(params.submit_type).toBe("donate");
    for (const name of [
      "shipping_address_collection",
      "shipping_options",
      "allow_promotion_codes",
    ]) {
      expect(params).not.toHaveProperty(name);
    }
  });

  test("lasts half an hour from the request, although the hold began a moment before", () => {
    const heldAt = new Date("2026-11-20T13:00:00.400Z").getTime() / 1000;
    const requested = heldAt + 30;
    expect(expirySeconds(request().expiresAt)).toBeGreaterThanOrEqual(requested + 30 * 60);
    expect(expirySeconds(request().expiresAt) - heldAt).toBeLessThanOrEqual(30 * 60 + 61);
  });

  test("shows no picture that Stripe could not fetch", () => {
    const [line] = request().lines;
    if (!line) throw new Error("no line");
    const here = { ...line, imageUrl: "http://localhost:3000/tie.webp" };
    const params = toSessionParams(request({ lines: [here] }), {
      customerId: null,
      couponId: null,
    });
    expect(params.line_items?.[0]?.price_data?.product_data).not.toHaveProperty("images");
  });
});

const currency = fc.constantFrom<Currency>("USD", "GYD");
const amount = fc
  .record({ minorUnits: fc.integer({ min: 0, max: 99_999_999 }), currency })
  .map((each) => money(each.minorUnits, each.currency));

describe("money at Stripe", () => {
  test("comes back as it went, a whole number of cents in either currency", () => {
    fc.assert(
      fc.property(amount, (given) => {
        const reported = toStripeAmount(given);
        expect(Number.isSafeInteger(reported.amount)).toBe(true);
        expect(fromStripeAmount(reported.amount, reported.currency)).toEqual(given);
      }),
    );
  });

  test("of another currency stays as Stripe reports it: nothing is converted", () => {
    expect(fromStripeAmount(100, "jpy")).toEqual({ minorUnits: 100, currency: "JPY" });
    expect(fromStripeAmount(100, null)).toEqual({ minorUnits: 100, currency: "" });
  });

  test("the lines of a session add up to the order's total to the cent, with any discounts", () => {
    const line = fc.record({
      minor: fc.integer({ min: 0, max: 5_000_000 }),
      quantity: fc.integer({ min: 1, max: 99 }),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 100 }), currency, (given, code) => {
        const lines = given.map(({ minor, quantity }) => ({
          name: "Piece",
          detail: "",
          imageUrl: null,
          quantity,
          total: money(minor, code),
        }));
        const params = toSessionParams(request({ lines }), { customerId: null, couponId: null });
        const requested = params.line_items ?? [];
        const sum = requested.reduce(
          (all, item) => all + (item.price_data?.unit_amount ?? 0) * (item.quantity ?? 1),
          0,
        );
        expect(sum).toBe(addMoney(lines.map((each) => each.total)).minorUnits);
        for (const { price_data: price } of requested) {
          expect(Number.isSafeInteger(price?.unit_amount)).toBe(true);
          expect(price?.currency).toBe(code.toLowerCase());
        }
      }),
    );
  });
});
