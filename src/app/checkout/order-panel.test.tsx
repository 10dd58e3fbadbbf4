import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { OrderView } from "#features/sales/checkout/retrieve-order.server.ts";
import { OrderPanel } from "./success.tsx";

const order: OrderView = {
  id: "0198f000-0000-7000-8000-000000000001",
  number: "0198f000",
  // Late evening in Georgetown is the next day in London.
  placedAt: "2026-11-22T02:30:00.000Z",
  status: "completed",
  shownStatus: "completed",
  email: "asha@example.com",
  confirmation: "sent",
  lines: [
    {
      id: "line",
      described: {
        productName: "Kaieteur Gown",
        size: "M",
        colorName: "Pearl",
        madeToMeasure: false,
      },
      quantity: 2,
      unitPrice: money(125_000),
      total: money(250_000),
      imageId: null,
    },
  ],
  amounts: [{ label: "Total", amount: "$2,500.00", isSum: true }],
  total: money(250_000),
  paymentUrl: null,
  isUnderReview: false,
  owedBack: null,
  sentBack: null,
  moneyBack: [],
  refunded: money(0),
  addressLines: [],
  isGuest: true,
  duties: null,
  production: { processing: "1-2 business days", daysOfMaking: null },
  madeToMeasure: false,
  delivery: null,
  transfer: null,
};

// Specification 2.93
test("the Order Summary tells the shop's day, the status in a capital, the email, each line and the Total", () => {
  const html = renderToStaticMarkup(<OrderPanel order={order} />);
  expect(html).toContain("Order Summary");
  expect(html).toContain('<time dateTime="2026-11-22T02:30:00.000Z">21 November 2026</time>');
  for (const text of [
    "Completed",
    "asha@example.com",
    "Kaieteur Gown",
    "Size: M, Pearl",
    "$1,250.00 × 2",
  ]) {
    expect.soft(html).toContain(text);
  }
  expect(html).toMatch(/Total<.*\$2,500\.00/s);
});
