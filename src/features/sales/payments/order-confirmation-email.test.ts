import { describe, expect, test } from "vitest";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import { orderTotals } from "#features/orders/order/order.ts";
import { listAmounts } from "#features/orders/order/order-amounts.ts";
import type { ConfirmedLine } from "./confirmed-lines.ts";
import type { OrderConfirmation } from "./order-confirmation-email.ts";
import { orderConfirmationEmail } from "./order-confirmation-email.ts";

const tie: ConfirmedLine = {
  name: "Silk Tie",
  size: "One Size",
  colorName: "Hibiscus",
  quantity: 2,
  regular: money(19_000),
  total: money(19_000),
  madeToMeasure: false,
  options: null,
};
const gown: ConfirmedLine = {
  ...tie,
  name: "Kaieteur Gown",
  size: "Custom",
  quantity: 1,
  regular: money(89_900),
  total: money(89_900),
  madeToMeasure: true,
};
const amountsOf = (extras: { shipping: MoneyAmount; tax?: MoneyAmount }, discount = 0) =>
  listAmounts({
    totals: orderTotals(
      [{ unitPrice: money(19_000), quantity: 1, discount: money(discount) }],
      extras,
    ),
    shippingMethod: "Express",
    status: "completed",
  });
const order: OrderConfirmation = {
  customerName: null,
  siteName: "Demerara Atelier",
  siteUrl: "https://shop.example",
  contactEmail: "atelier@demerara.example",
  orderNumber: "8a6e0804",
  orderUrl: "https://shop.example/checkout/success?session_id=cs_1",
  contractUrl: "https://shop.example/order-lookup",
  image: { src: "https://shop.example/images/1/1200.jpg", alt: "Silk Tie" },
  lines: [tie],
  amounts: amountsOf({ shipping: money(2_500) }),
  total: money(21_500),
  addressLines: ["Asha Persaud", "12 Camp Street", "Georgetown", "Guyana"],
  delivery: "Arrives 25 to 27 November 2026, Express, $25.00",
  duties: null,
  isLaterThanShown: false,
  terms: { returnWindow: "30 days", refund: "5-10 business days", daysOfMaking: null },
};
const bothOf = (changed: Partial<OrderConfirmation> = {}) => {
  const { text, html } = orderConfirmationEmail({ ...order, ...changed });
  return [text, html];
};

describe("the confirmation email", () => {
  test("has the swatch of a cloth that its image does not show, with a sentence about the image, where there is one", () => {
    const sentence = "No picture shows Emerald satin yet; this one shows Pearl.";
    const swatch = { src: "https://shop.example/images/2/1200.jpg", alt: "Swatch of it", sentence };
    const image = { src: "https://shop.example/images/1/1200.jpg", alt: "Gown", swatch };
    const [text, html] = bothOf({ image });
    expect(text).not.toContain(sentence);
    expect(html).toContain(sentence);
    expect(html).toContain(swatch.src);
    const [, without] = bothOf({ image: { ...image, swatch: { ...swatch, src: "" } } });
    expect(without).toContain(sentence);
    expect(without).not.toContain("Swatch of it");
    expect(bothOf().join()).not.toContain("No picture");
  });

  test("has lines, amounts, shipping and address in both its text and its HTML", () => {
    for (const message of bothOf()) {
      for (const part of [
        "8a6e0804",
        "Silk Tie",
        "One Size · Hibiscus · Quantity 2",
        "$190.00",
        "Shipping, Express",
        "$25.00",
        "$215.00",
        "12 Camp Street",
        "https://shop.example/checkout/success?session_id=cs_1",
      ]) {
        expect(message).toContain(part);
      }
      expect(message).not.toContain("Tax");
      expect(message).not.toContain("Offer");
    }
  });

  test("has the 30-day policy for ready-to-wear and nothing about made-to-measure", () => {
    for (const message of bothOf()) {
      expect(message).toContain("within 30 days");
      expect(message).not.toMatch(/made[ -]to[ -]measure/i);
    }
  });

  test("has the label, the request for measurements and the policy of made-to-measure, and no 30 days", () => {
    for (const message of bothOf({ lines: [gown] })) {
      expect(message).toContain("Made to measure");
      expect(message).toContain("We will ask for your measures");
      expect(message).toContain("cannot be returned unless they are defective");
      expect(message).not.toContain("within 30 days");
    }
  });

  test("says what making adds only where no day of arrival is promised", () => {
    const terms = { ...order.terms, daysOfMaking: "7-14 days" };
    for (const message of bothOf({ lines: [gown], terms })) {
      expect(message).toContain("Made-to-measure work adds 7-14 days.");
    }
    for (const message of bothOf({ lines: [gown] })) expect(message).not.toContain("work adds");
  });

  test("has the options of a contract and the way to its measurements, and asks for none", () => {
    const agreed = { ...gown, options: ["Cloth: Ivory silk"] };
    const { html, text } = orderConfirmationEmail({ ...order, lines: [agreed] });
    for (const message of [html, text]) {
      expect(message).toContain("Cloth: Ivory silk");
      expect(message).toContain("https://shop.example/order-lookup");
      expect(message).not.toContain("We will ask for your measures");
    }
  });

  test("has both policies, the discount and the tax for a mixed order", () => {
    const reduced = { ...tie, total: money(17_665) };
    const extras = { shipping: money(2_500), tax: money(700) };
    const mixed = { lines: [reduced, gown], amounts: amountsOf(extras, 1_335) };
    for (const message of bothOf(mixed)) {
      expect(message).toContain("within 30 days");
      expect(message).toContain("cannot be returned");
      expect(message).toContain("$176.65");
      expect(message).toContain("$7.00");
    }
  });

  test("shows free shipping as a word", () => {
    for (const message of bothOf({ amounts: amountsOf({ shipping: money(0) }) }))
      expect(message).toContain("Free");
  });

  test("escapes names and addresses in HTML, and has no line break in its subject", () => {
    const name = `<img src=x onerror="alert('1')">`;
    const mail = orderConfirmationEmail({
      ...order,
      siteName: "Atelier\r\nBcc: everyone@example.com",
      lines: [{ ...tie, name }],
      addressLines: ["<b>Asha</b>"],
      orderUrl: "javascript:alert(1)",
    });
    expect(mail.html).not.toContain("<img src=x");
    expect(mail.html).not.toContain("<b>Asha");
    expect(mail.html).not.toContain('href="javascript:');
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });

  test("is one column of 600 px with one image and one button", () => {
    const [, html = ""] = bothOf();
    expect(html).toContain("max-width:600px");
    expect(html.match(/<img /g)).toHaveLength(1);
    expect(html.match(/View your order/g)).toHaveLength(1);
  });
});
