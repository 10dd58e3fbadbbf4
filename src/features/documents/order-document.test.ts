import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { Order } from "#features/orders/order.ts";
import { orderTotals } from "#features/orders/order.ts";
import { invoiceDocument, packingSlipDocument } from "./order-document.ts";

const house = {
  siteName: "Demerara Atelier",
  address: "12 Camp Street, Georgetown, Guyana",
  contactPhone: "+592 555 0100",
  contactEmail: "hello@shop.example",
};

const piece = {
  productId: null,
  variantId: null,
  mediaId: null,
  colorName: "",
  quantity: 1,
  discount: money(0),
  madeToMeasure: false,
};
const shirt = {
  ...piece,
  id: "a",
  productName: "Savannah Linen Shirt",
  size: "M",
  colorName: "Sand",
  quantity: 2,
  unitPrice: money(12_000),
  discount: money(3_600),
};
const gown = {
  ...piece,
  id: "b",
  productName: "Kaieteur Gown",
  size: "Custom",
  unitPrice: money(50_000),
  madeToMeasure: true,
};

const order: Order = {
  id: "8a6e0804-2bd0-4672-b79d-d97027f9071a",
  userId: null,
  status: "completed",
  customerEmail: "asha@example.com",
  totals: orderTotals([shirt, gown], {
    shipping: money(1_500),
    tax: money(900),
    promotion: money(1_000),
  }),
  credit: money(0),
  refunded: money(0),
  destination: null,
  arrives: null,
  shippingMethod: "Express",
  address: {
    fullName: "Asha Persaud",
    phone: "",
    line1: "7 Regent Street",
    line2: "",
    city: "Georgetown",
    region: "",
    postalCode: "",
    country: "GY",
  },
  madeToMeasure: true,
  payment: {
    ...{ id: "payment", status: "captured", method: "test", provider: "test" },
    ...{ providerAccount: null, sessionId: null, paymentIntentId: null, url: null },
  },
  reservedUntil: null,
  createdAt: new Date("2026-11-20T12:00:00Z"),
  completedAt: new Date("2026-11-20T12:02:00Z"),
  lines: [shirt, gown],
};

describe("an invoice", () => {
  test("adds up from subtotal to total, offers, promotion, shipping and tax by name", () => {
    const { rows, sums } = invoiceDocument({ house, order, paidBy: "", refunds: [] });
    expect(rows.map(({ name, details, cells }) => [name, details, ...cells])).toEqual([
      ["Savannah Linen Shirt", "Size M, Sand, offer −$36.00", "2", "$120.00", "$204.00"],
      ["Kaieteur Gown", "Size Custom, Made to measure", "1", "$500.00", "$500.00"],
    ]);
    expect(sums.map(({ label, amount }) => [label, amount])).toEqual([
      ["Subtotal", "$704.00"],
      ["Promotion code", "−$10.00"],
      ["Shipping, Express", "$15.00"],
      ["Tax", "$9.00"],
      ["Total", "$718.00"],
    ]);
  });

  test("says how it was paid, what went back and what it came to", () => {
    const refunds = [{ amount: money(12_000), at: new Date("2026-11-22T12:00:00Z") }];
    const paper = invoiceDocument({ house, order, paidBy: "Visa ending in 4242", refunds });
    expect(paper.facts).toContainEqual({ label: "Paid by", value: "Visa ending in 4242" });
    expect(paper.sums.slice(-2)).toEqual([
      { label: "Refunded 22 Nov 2026", amount: "−$120.00", isSum: false },
      { label: "Paid in the end", amount: "$598.00", isSum: true },
    ]);
  });
});

test("a packing slip says what lies in the parcel and where it goes, and not one price", () => {
  const pieces = [
    { itemId: "a", quantity: 1 },
    { itemId: "b", quantity: 1 },
  ];
  const parcel = { pieces, carrier: "UPS", trackingNumber: "1Z999" };
  const paper = packingSlipDocument({ house, order, ...parcel });
  expect(paper.rows.map(({ name, details, cells }) => [name, details, ...cells])).toEqual([
    ["Savannah Linen Shirt", "Size M, Sand", "1"],
    ["Kaieteur Gown", "Size Custom, Made to measure", "1"],
  ]);
  expect(paper.to).toEqual(["Asha Persaud", "7 Regent Street", "Georgetown", "Guyana"]);
  expect(JSON.stringify(paper)).not.toContain("$");
});
