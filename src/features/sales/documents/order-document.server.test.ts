import fc from "fast-check";
import { extractText } from "unpdf";
import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { Order } from "#features/orders/order/order.ts";
import { orderTotals } from "#features/orders/order/order.ts";
import {
  correctionDocument,
  correctionTax,
  invoiceDocument,
  packingSlipDocument,
} from "./order-document.server.ts";
import { renderPdf } from "./render-pdf.server.ts";

const house = {
  siteName: "Demerara Atelier",
  address: "12 Camp Street, Georgetown, Guyana",
  contactPhone: "+592 555 0100",
  contactEmail: "hello@shop.example",
};

const item = {
  productId: null,
  variantId: null,
  mediaId: null,
  colorName: "",
  quantity: 1,
  discount: money(0),
  madeToMeasure: false,
};
const shirt = {
  ...item,
  id: "a",
  productName: "Savannah Linen Shirt",
  size: "M",
  colorName: "Sand",
  quantity: 2,
  unitPrice: money(12_000),
  discount: money(3_600),
};
const gown = {
  ...item,
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
  returnedCredit: money(0),
  refunded: money(0),
  refundOwed: money(0),
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
  buyerTaxNumber: "",
  madeToMeasure: true,
  payment: {
    id: "payment",
    status: "captured",
    method: "test",
    provider: "test",
    providerAccount: null,
    sessionId: null,
    paymentIntentId: null,
    url: null,
    capturedMinor: 0,
    refundedMinor: 0,
    depositMinor: null,
  },
  reservedUntil: null,
  createdAt: new Date("2026-11-20T12:00:00Z"),
  completedAt: new Date("2026-11-20T12:02:00Z"),
  lines: [shirt, gown],
};

const parties = {
  seller: {
    name: "Demerara Atelier",
    lines: ["12 Camp Street"],
    taxNumber: "TIN 010123456",
    noTaxReason: "Exports are zero-rated.",
  },
  buyer: { lines: ["Asha Persaud"], taxNumber: "DE123456789" },
};
const issued = { number: "INV-2026-00042", issuedAt: new Date("2026-11-20T12:02:00Z") };
const invoiced = (of: Order = order, paidBy = "") =>
  invoiceDocument({ parties, issued, order: of, paidBy });

describe("an invoice", () => {
  test("adds up from subtotal to total, offers, promotion, shipping and tax by name", () => {
    const { rows, sums } = invoiced();
    expect(rows.map(({ name, details, cells }) => [name, details, ...cells])).toEqual([
      ["Savannah Linen Shirt", "Size M, Sand\nOffer −$36.00", "2", "$120.00", "$204.00"],
      ["Kaieteur Gown", "Size Custom, Made to measure", "1", "$500.00", "$500.00"],
    ]);
    expect(sums.map(({ label, amount }) => [label, amount])).toEqual([
      ["Subtotal", "$704.00"],
      ["Promotion code", "−$10.00"],
      ["Shipping, Express", "$15.00"],
      ["Net", "$709.00"],
      ["Tax", "$9.00"],
      ["Total USD", "$718.00"],
    ]);
  });

  test("has its number, its dates, both tax numbers, how it was paid and its currency", () => {
    const { facts, from, to } = invoiced(order, "Visa ending in 4242");
    expect(facts).toEqual([
      { label: "Invoice", value: "INV-2026-00042" },
      { label: "Issued", value: "20 November 2026" },
      { label: "Order", value: "8a6e0804" },
      { label: "Ordered", value: "20 November 2026" },
      { label: "Paid", value: "20 November 2026" },
      { label: "Paid by", value: "Visa ending in 4242" },
      { label: "Currency", value: "USD" },
    ]);
    expect(from).toContain("Tax number TIN 010123456");
    expect(to).toContain("Tax number DE123456789");
  });

  test("without tax says so, and why", () => {
    const untaxed = { ...order, totals: orderTotals([shirt, gown]) };
    const { notes, sums } = invoiced(untaxed);
    expect(sums).toContainEqual({ label: "Tax", amount: "$0.00", isSum: false });
    expect(notes[0]).toBe("Exports are zero-rated.");
    expect(invoiced().notes).toHaveLength(1);
  });
});

describe("the documents of a refund", () => {
  const correction = (kind: "credit_note" | "debit_note") =>
    correctionDocument({
      kind,
      parties,
      order,
      invoice: issued,
      issued: { number: "CN-2026-00003", issuedAt: new Date("2026-11-22T12:00:00Z") },
      refund: { amount: money(10_200), reason: "Torn", items: [{ itemId: "a", quantity: 1 }] },
      refundedBefore: money(kind === "credit_note" ? 0 : 10_200),
    });

  test("name the invoice, the items and the reason, with the share of the tax", () => {
    const { facts, rows, sums, title } = correction("credit_note");
    expect(title).toBe("Credit note");
    expect(facts).toContainEqual({
      label: "Corrects",
      value: "INV-2026-00042 of 20 November 2026",
    });
    expect(rows).toEqual([
      {
        name: "Refund",
        details: "1 × Savannah Linen Shirt (Size M, Sand)\nTorn",
        cells: ["−$102.00"],
      },
    ]);
    // 9.00 of 718.00 is tax: 1.28 of 102.00.
    expect(sums.map(({ label, amount }) => [label, amount])).toEqual([
      ["Net", "−$100.72"],
      ["Tax", "−$1.28"],
      ["Total USD", "−$102.00"],
    ]);
  });

  test("charge again what the bank sent back", () => {
    expect(correction("debit_note").sums.at(-1)).toMatchObject({ amount: "$102.00" });
  });
});

describe("the tax of the notes of an invoice", () => {
  const totalsOf = (tax: number, total: number) => ({
    ...order.totals,
    tax: money(tax),
    total: money(total),
  });

  test("of two halves of $1.00 with $0.07 is $0.04 and $0.03", () => {
    const half = { kind: "credit_note", amount: money(50) } as const;
    expect(
      [0, 50].map((before) =>
        correctionTax(totalsOf(7, 100), { ...half, refundedBefore: money(before) }),
      ),
    ).toEqual([money(4), money(3)]);
  });

  // The expected tax is compared in whole numbers, without a division.
  test("is, after any refunds and returns of refunds, the invoice's share within half a cent, and at the end all of it", () => {
    const steps = fc.array(fc.record({ part: fc.nat({ max: 1000 }), fails: fc.boolean() }));
    fc.assert(
      fc.property(fc.nat({ max: 5_000 }), fc.nat({ max: 20_000 }), steps, (tax, net, refunds) => {
        const total = net + tax;
        let refunded = 0;
        let taxBack = 0;
        const issue = (kind: "credit_note" | "debit_note", amount: number) => {
          const note = { kind, amount: money(amount), refundedBefore: money(refunded) };
          const share = correctionTax(totalsOf(tax, total), note).minorUnits;
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(amount);
          const sign = kind === "credit_note" ? 1 : -1;
          refunded += sign * amount;
          taxBack += sign * share;
          const twiceOff = 2n * (BigInt(taxBack) * BigInt(total) - BigInt(tax) * BigInt(refunded));
          expect(twiceOff <= BigInt(total) && twiceOff >= -BigInt(total)).toBe(true);
        };
        for (const { fails, part } of refunds) {
          const amount = Math.floor(((total - refunded) * part) / 1000);
          issue("credit_note", amount);
          if (fails) issue("debit_note", amount);
        }
        issue("credit_note", total - refunded);
        expect(taxBack).toBe(tax);
      }),
    );
  });
});

test("a packing slip says what lies in the parcel and where it goes, and not one price", () => {
  const items = [
    { itemId: "a", quantity: 1 },
    { itemId: "b", quantity: 1 },
  ];
  const shipment = {
    documentItems: items,
    carrier: "UPS",
    trackingNumber: "1Z999",
    returnWindow: "30 days",
  };
  const orderDocument = packingSlipDocument({ house, order, ...shipment });
  expect(orderDocument.rows.map(({ name, details, cells }) => [name, details, ...cells])).toEqual([
    ["Savannah Linen Shirt", "Size M, Sand", "1"],
    ["Kaieteur Gown", "Size Custom, Made to measure", "1"],
  ]);
  expect(orderDocument.to).toEqual(["Asha Persaud", "7 Regent Street", "Georgetown", "Guyana"]);
  expect(JSON.stringify(orderDocument)).not.toContain("$");
});

/** The text of each page, with single blanks. */
async function pagesOf(lines: Order["lines"]): Promise<string[]> {
  const printed = await renderPdf(invoiced({ ...order, lines }));
  const { text } = await extractText(new Uint8Array(printed), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, " "));
}

const gownFor = (wearer: string, index: number): Order["lines"][number] => ({
  ...gown,
  id: `gown-${index}`,
  fit: {
    wearer,
    fitName: "close",
    monogram: "",
    extraDays: null,
    options: ["Cloth", "Neckline", "Sleeve", "Length", "Lining", "Closing"].map((group) => ({
      group,
      choice: "Midnight crêpe, as it is pictured on the page",
    })),
  },
});

test("however many lines an invoice has, its sums stand below a line and never on a page of their own", async () => {
  for (let count = 1; count <= 5; count += 1) {
    const lines = Array.from({ length: count }, (_, index) => gownFor(`Asha ${index}`, index));
    const pages = await pagesOf(lines);
    expect(pages.join(" ").match(/Kaieteur Gown for Asha/g)).toHaveLength(count);
    expect(pages.at(-1)).toMatch(/Kaieteur Gown for Asha.*Total USD/);
  }
});

test("names are printed in the letters in which they are written", async () => {
  const names = [
    "Núria d'Àvila",
    "Łukasz",
    "Анна",
    "Ґалина",
    "Ōta Mizuki",
    "Şirin",
    "Nguyễn Hương",
    "Θάλεια",
    "محمد",
    "श्रीकान्त",
    "さくら",
    "สมชาย",
  ];
  const plain = { fitName: "", monogram: "", extraDays: null, options: [] };
  const pages = await pagesOf(
    names.map((wearer) => ({ ...gown, id: wearer, fit: { wearer, ...plain } })),
  );
  // Where the font changes within a line, a reader of the file may see a blank.
  const page = pages.join("").replaceAll(" ", "");
  for (const name of names) {
    expect(page).toContain(`KaieteurGownfor${name.replace(" ", "")}Size`);
  }
  expect(page).not.toContain("?");
});
