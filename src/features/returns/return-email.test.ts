import { expect, test } from "vitest";
import { returnDeclinedEmail, returnExchangedEmail, returnReceivedEmail } from "./return-email.ts";

const outcome = {
  siteName: "Demerara Atelier",
  siteUrl: "https://shop.example",
  contactEmail: "hello@shop.example",
  authorizationNumber: "RA-7K2M9XQF",
  orderNumber: "8a6e0804",
  orderUrl: "https://shop.example/profile/orders/1",
  pieces: [{ name: "Savannah Linen Shirt", size: "M", quantity: 1 }],
};

test("a return that arrived is told with its number and what lay in it", () => {
  const { subject, text } = returnReceivedEmail(outcome);
  expect(subject).toBe("Your return RA-7K2M9XQF has arrived (Demerara Atelier 8a6e0804)");
  expect(text).toContain("We received\n1 × Savannah Linen Shirt, size M");
});

test("an exchange tells what went and what comes, and that it costs nothing", () => {
  const replacements = [{ name: "Savannah Linen Shirt", size: "L", quantity: 1 }];
  const { text } = returnExchangedEmail({ ...outcome, replacements });
  expect(text).toContain("at no cost");
  expect(text).toContain("You receive\n1 × Savannah Linen Shirt, size L");
});

test("a return that is not taken says why, in the owner's words, and whom to write to", () => {
  const { html, text } = returnDeclinedEmail({ ...outcome, because: "Worn <twice>\nno tags" });
  expect(text).toContain("Why\nWorn <twice>\nno tags");
  expect(html).toContain("Worn &lt;twice&gt;");
  expect(text).toContain("Write to hello@shop.example");
});
