import { money } from "#core/money-amount.ts";
import type { PaymentRequest } from "#platform/payments.server.ts";

/** Three ties, half an hour; 100.00 is not divisible by three. */
export const paymentRequest = (change: Partial<PaymentRequest> = {}): PaymentRequest => ({
  shop: "shop.example",
  reference: "0c9e7a4e-6f2b-4c55-9a55-1e6f6c2f5d11",
  kind: "order",
  customerEmail: "asha@example.com",
  accountId: null,
  lines: [
    {
      name: "Silk Tie",
      detail: "Size One",
      imageUrl: null,
      quantity: 3,
      total: money(10_000),
    },
  ],
  credit: null,
  total: money(10_000),
  notice: null,
  shippingOptions: [
    {
      id: "express",
      label: "Express",
      promise: "2-3 business days",
      price: money(2_500),
      onlyCountries: ["GY"],
      exceptCountries: [],
      onlyCity: null,
      arrives: { from: "2026-11-25", until: "2026-11-27" },
    },
  ],
  destination: { country: "GY", city: "" },
  automaticTax: false,
  successUrl: "https://shop.example/checkout/success?session_id={CHECKOUT_SESSION_ID}",
  cancelUrl: "https://shop.example/checkout/cancel",
  expiresAt: new Date(Date.now() + 30 * 60_000),
  ...change,
});
