import { expect, test } from "vitest";
import { returnDeclinedEmail, returnExchangedEmail, returnReceivedEmail } from "./return-email.ts";

const outcome = {
  siteName: "Demerara Atelier",
  siteUrl: "https://shop.example",
  contactEmail: "hello@shop.example",
  authorizationNumber: "RA-7K2M9XQF",
  orderNumber: "8a6e0804",
  orderUrl: "https://shop.example/profile/orders/1",
  items: [{ name: "Savannah Linen Shirt", size: "M", quantity: 1 }],
};

test("the email about a received return has its number and its items", () => {
  const { subject, text } = returnReceivedEmail(outcome);
  expect(subject).toBe("Your return RA-7K2M9XQF has arrived (Demerara Atelier 8a6e0804)");
  expect(text).toContain("We received\n1 × Savannah Linen Shirt, size M");
});

test("the email about an exchange names the returned and the new items, at no cost", () => {
  const replacements = [{ name: "Savannah Linen Shirt", size: "L", quantity: 1 }];
  const { text } = returnExchangedEmail({ ...outcome, replacements });
  expect(text).toContain("at no cost");
  expect(text).toContain("You receive\n1 × Savannah Linen Shirt, size L");
});

test("the email about a declined return has the owner's reason and a contact", () => {
  const { html, text } = returnDeclinedEmail({ ...outcome, because: "Worn <twice>\nno tags" });
  expect(text).toContain("Why\nWorn <twice>\nno tags");
  expect(html).toContain("Worn &lt;twice&gt;");
  expect(text).toContain("Write to hello@shop.example");
});
