import { expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { refundFailedEmail } from "./refund-email.ts";

test("the email about a refund that came back has its amount, where the money is, and what the customer can do", () => {
  const mail = refundFailedEmail({
    customerName: null,
    siteName: "Demerara Atelier",
    siteUrl: "https://shop.example",
    contactEmail: "hello@shop.example",
    orderNumber: "01a2028e",
    orderUrl: "https://shop.example/profile/orders/01a2028e",
    amount: money(10_000),
  });
  expect(mail.subject).toBe("Your refund of $100.00 came back to us (Demerara Atelier 01a2028e)");
  expect(mail.text).toContain("We give it to you again");
  expect(mail.text).toContain("please send no card numbers");
  expect(mail.text).toContain("https://shop.example/profile/orders/01a2028e");
});
