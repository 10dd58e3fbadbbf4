import { expect, test } from "vitest";
import { deliveredEmail, shippedEmail } from "./shipment-email.ts";

const shirt = { name: "Savannah Linen Shirt", size: "M", colorName: "Sand", quantity: 2 };
const gown = { name: "Kaieteur Gown", size: "Custom", colorName: "", quantity: 1 };

const notice = {
  customerName: null,
  siteName: "Demerara Atelier",
  siteUrl: "https://shop.example",
  contactEmail: "hello@shop.example",
  orderNumber: "8a6e0804",
  orderUrl: "https://shop.example/profile/orders/8a6e0804",
  carrier: "DHL Express",
  trackingNumber: "JD0146",
  trackingUrl: "https://dhl.example/JD0146",
  inside: [shirt],
  toFollow: [],
  settled: [],
  addressLines: ["Asha Persaud", "12 Camp Street"],
};

const shipped = { ...notice, delivery: "Arrives 25 to 27 November 2026, Express, $25.00" };

// Specification 2.113
test("the email about a shipment has its items, its number, its destination and its tracking page", () => {
  const { subject, text, html } = shippedEmail(shipped);
  expect(subject).toBe("Your parcel is on its way (Demerara Atelier 8a6e0804)");
  expect(text).toContain("2 × Savannah Linen Shirt, size M, Sand");
  expect(text).toContain("DHL Express, tracking number: JD0146");
  expect(text).toContain("Follow the parcel: https://dhl.example/JD0146");
  expect(text).toContain("12 Camp Street");
  expect(text).toContain("Expected\nArrives 25 to 27 November 2026, Express, $25.00.");
  expect(text).not.toContain("Still to follow");
  expect(html).toContain('href="https://dhl.example/JD0146"');
});

test("the email about one shipment of several says what follows", () => {
  const { subject, text } = shippedEmail({ ...shipped, toFollow: [gown] });
  expect(subject).toMatch(/^A parcel is on its way/);
  expect(text).toContain("Still to follow\n1 × Kaieteur Gown, size Custom");
  expect(text).toContain("Expected, with all that follows\nArrives 25 to 27 November 2026");
});

test("the email about a shipment says which request ends with it", () => {
  const { text } = shippedEmail({ ...shipped, settled: ["AL-7K2M9XQF"] });
  expect(text).toContain("Your request\nAL-7K2M9XQF is settled");
  expect(shippedEmail(shipped).text).not.toContain("settled");
});

test("the email about a shipment without a number or a tracking page links to the order", () => {
  const { text } = shippedEmail({ ...shipped, trackingNumber: "", trackingUrl: "" });
  expect(text).not.toContain("tracking number");
  expect(text).toContain(`View your order: ${notice.orderUrl}`);
});

test("the email greets a known name, and nobody where none is known", () => {
  const named = shippedEmail({ ...shipped, customerName: "Asha <Persaud>" });
  expect(named.text).toContain("Dear Asha <Persaud>,");
  expect(named.html).toContain("Dear Asha &lt;Persaud&gt;,");
  expect(shippedEmail({ ...shipped, customerName: null }).text).toContain("\n\nHello,\n\n");
});

test("a tracking link that is no web URL is left out", () => {
  expect(shippedEmail({ ...shipped, trackingUrl: "javascript:alert(1)" }).html).not.toContain(
    'href="javascript',
  );
});

test("the email about a delivery states the last day for returning ready-to-wear", () => {
  const delivered = { ...notice, returnUntil: "20 December 2026", alterUntil: null };
  const { text } = deliveredEmail(delivered);
  expect(text).toContain("Ready-to-wear may come back until 20 December 2026");
  expect(deliveredEmail({ ...delivered, returnUntil: null }).text).not.toContain("may come back");
});

test("the email about a delivered made-to-measure piece says until when it is altered, and the first time free", () => {
  const delivered = { ...notice, inside: [gown], returnUntil: null };
  const { text } = deliveredEmail({ ...delivered, alterUntil: "19 January 2027" });
  expect(text.replaceAll(/\s+/g, " ")).toContain(
    "Until 19 January 2027 you can ask there to have it altered or made again; the first time is free for each piece.",
  );
  expect(deliveredEmail({ ...delivered, alterUntil: null }).text).not.toContain("altered");
});
