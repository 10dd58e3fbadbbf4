import { expect, test } from "vitest";
import {
  returnDeclinedEmail,
  returnEmail,
  returnExchangedEmail,
  returnNoticeEmail,
  returnReceivedEmail,
} from "./return-email.ts";
import type { ReturnReason } from "./return-rules.ts";

const outcome = {
  customerName: null,
  siteName: "Demerara Atelier",
  siteUrl: "https://shop.example",
  contactEmail: "hello@shop.example",
  authorizationNumber: "RA-7K2M9XQF",
  orderNumber: "8a6e0804",
  orderUrl: "https://shop.example/profile/orders/1",
  items: [{ name: "Savannah Linen Shirt", size: "M", quantity: 1 }],
};

test("the email about a received return has its number, its items and the last day of its outcome", () => {
  const { subject, text } = returnReceivedEmail({ ...outcome, until: "4 December 2026" });
  expect(text.replaceAll(/\s+/g, " ")).toContain("and write to you by 4 December 2026.");
  expect(subject).toBe("Your return RA-7K2M9XQF has arrived (Demerara Atelier 8a6e0804)");
  expect(text).toContain("We received\n1 × Savannah Linen Shirt, size M");
});

const announced = {
  ...outcome,
  customerName: "Asha Persaud",
  shopAddress: "27½ Water Street",
  customerEmail: "asha@example.com",
  reason: "other_size" as const,
  note: "",
  wantsCredit: false,
  lines: outcome.items,
  provider: "stripe:live",
  hasCredit: false,
};

test("the email to the shop writes the customer's email in its letters", () => {
  const customerEmail = "asha@xn--bcher-kva.example";
  const { html, text } = returnNoticeEmail({
    ...announced,
    customerEmail,
    customerName: null,
    adminUrl: "https://shop.example/admin/orders/1",
  });
  expect(text).toContain("asha@bücher.example");
  expect(text + html).not.toContain("xn--");
});

test("the email with the authorization number says how the money comes back, by the way in which it was paid", () => {
  const textOf = (way: { wantsCredit: boolean; provider: string }) =>
    returnEmail({ ...announced, ...way }).text;
  const byCard = textOf({ wantsCredit: false, provider: "stripe:live" });
  expect(byCard).toContain("Dear Asha Persaud,");
  expect(byCard).toContain("original payment method within 5-10 business days of receipt.");
  const byTransfer = textOf({ wantsCredit: false, provider: "manual" });
  expect(byTransfer).toContain("we ask you for your account");
  expect(byTransfer).not.toContain("original payment method");
  const byCredit = textOf({ wantsCredit: false, provider: "store_credit" });
  expect(byCredit).toContain("You paid with store credit: it is yours again");
  expect(byCredit).not.toContain("original payment method");
  for (const provider of ["manual", "stripe:live"]) {
    expect(textOf({ wantsCredit: true, provider })).toContain("store credit comes by email");
  }
});

test("the notice of a return leads to the order and greets nobody", () => {
  const { text } = returnNoticeEmail({
    ...announced,
    customerName: null,
    adminUrl: "https://shop.example/admin/orders/1",
  });
  expect(text).toContain("Open the order: https://shop.example/admin/orders/1");
  expect(text).not.toContain("Dear");
  expect(text).not.toContain("Hello");
});

test("who pays return shipping depends on the reason, and both emails say the same", () => {
  const textsOf = (reason: ReturnReason) => {
    const notice = { ...announced, reason };
    return {
      customer: returnEmail(notice).text,
      shop: returnNoticeEmail({ ...notice, customerName: null, adminUrl: "https://shop.example" })
        .text,
    };
  };
  for (const reason of ["changed_mind", "other_size"] as const) {
    const { customer, shop } = textsOf(reason);
    expect(customer).toContain("The cost of return shipping is yours.");
    expect(shop).toContain("The customer pays return shipping.");
  }
  for (const reason of ["defective", "measures_differ"] as const) {
    const { customer, shop } = textsOf(reason);
    expect(customer).toContain("We pay the cost of return shipping: write to hello@shop.example");
    expect(customer).not.toContain("is yours");
    expect(shop).toContain("The shop pays return shipping: send the customer a label.");
  }
});

test("the email about an exchange names the returned and the new items, at no cost", () => {
  const replacements = [{ name: "Savannah Linen Shirt", size: "L", quantity: 1 }];
  const { text } = returnExchangedEmail({ ...outcome, replacements });
  expect(text).toContain("at no cost");
  expect(text).toContain("You receive\n1 × Savannah Linen Shirt, size L");
});

test("the email about a declined return has the owner's reason and a contact", () => {
  const because = "Worn <twice>\nno tags";
  const { html, text } = returnDeclinedEmail({ ...outcome, because, hasArrived: true });
  expect(text).toContain("Why\nWorn <twice>\nno tags");
  expect(html).toContain("Worn &lt;twice&gt;");
  expect(text).toContain("Write to hello@shop.example");
});

test("the email about a declined return says where the pieces are, and claims to have seen only what has arrived", () => {
  const textOf = (hasArrived: boolean) =>
    returnDeclinedEmail({ ...outcome, because: "Worn", hasArrived }).text;
  expect(textOf(true)).toContain("It is with us and stays yours.");
  expect(textOf(true)).not.toContain("do not send it");
  expect(textOf(false)).toContain("Please do not send it.");
  for (const untrue of ["We looked at", "It is with us"]) {
    expect(textOf(false)).not.toContain(untrue);
  }
});
