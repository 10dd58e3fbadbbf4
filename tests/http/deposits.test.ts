import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders } from "#db/schema/orders.server.ts";
import { fullyMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { CHECKOUT_POST, checkoutFields, readActionData } from "#tests/support/checkout-post.ts";
import { guest } from "#tests/support/guest.ts";
import { asGuest, createLine } from "#tests/support/requests/buy-to-measure.ts";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import { GEORGETOWN } from "#tests/support/requests/purchase.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { textOf } from "#tests/support/requests/shown-page.ts";
import { signInOwner } from "#tests/support/requests/sign-in.ts";
import type { Visitor } from "#tests/support/requests/visitor.ts";

const { shop, visitor } = shopSuite();

const mainOf = (page: ShownPage) => textOf(page.getByRole("main"));

let owner: Visitor | null = null;

/** Sign-ins are limited, so the owner signs in once. */
async function ownerOfShop(): Promise<Visitor> {
  owner ??= await signInOwner(visitor());
  return owner;
}

async function requestDeposit(percent: string): Promise<ShownPage> {
  const settings = await (await ownerOfShop()).open("/admin?tab=settings&part=transfers");
  return settings.press("Save Settings", {
    "Customers may pay by bank transfer": true,
    "Bank and account": "Bank of Guyana\nAccount 000-123-456",
    "Deposit for made-to-measure orders paid by bank transfer (%)": percent,
  });
}

/** A shirt for $279.00 with free shipping: a deposit of $83.70 and a rest of $195.30. */
async function placeOrder(email: string) {
  const line = await createLine({
    productName: "Savannah Linen Shirt",
    priceUsd: 279,
    email,
    actor: guest,
    profile: fullyMeasured("Rosa", SHIRT_BODY),
  });
  const buyer = asGuest(visitor());
  const fields = checkoutFields({ items: [line], customerEmail: email, method: "manual" });
  const { url } = readActionData(await (await buyer.post(CHECKOUT_POST, fields)).text());
  const transfer = await buyer.open(new URL(String(url)).pathname);
  const [order] = await shop().inDatabase((db) =>
    db.select({ id: orders.id }).from(orders).where(eq(orders.customerEmail, email)),
  );
  const id = order?.id ?? "";
  return { buyer, id, transfer, reference: id.slice(0, 8).toUpperCase() };
}

/** How the subject of a mail names the order. */
const shown = (id: string) => `(Demerara Atelier ${id.slice(0, 8)})`;

const openOrder = async (id: string) => (await ownerOfShop()).open(`/admin/orders/${id}`);

test("the owner asks for a deposit, records it, and the customer reads what is left to pay until all of it is there, without JavaScript", async () => {
  expect((await requestDeposit("4")).text).toContain("At least 5 %.");
  expect((await requestDeposit("30")).text).toContain("Settings saved successfully");
  const email = "rosa.deposit@example.org";
  const { buyer, id, reference, transfer } = await placeOrder(email);
  for (const text of ["Deposit and rest", "$83.70", "$195.30", reference, "within 7 days"]) {
    expect(mainOf(transfer)).toContain(text);
  }
  const ordered = await transfer.press(/^Place the order/, GEORGETOWN);
  for (const text of ["$83.70", "$195.30", reference, "Account 000-123-456"]) {
    expect(mainOf(ordered)).toContain(text);
  }
  expect(await readMailTo(email)).toContain("Please transfer the deposit of $83.70");

  const order = await openOrder(id);
  const refused = await order.press("Record the transfer", { "Amount in $": "300" });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("At most $279.00 is left to pay");
  const recorded = await refused.press("Record the transfer", { "Amount in $": "83.70" });
  expect(recorded.text).toContain(
    "The transfer is recorded. No mail server is set: the email is only stored",
  );
  expect(await readMailTo(email, `We received $83.70 for your order ${shown(id)}`)).toContain(
    "$195.30",
  );
  const waiting = await buyer.open(ordered.url.pathname + ordered.url.search);
  expect(mainOf(waiting)).toContain("Your deposit has arrived.");
  expect(mainOf(waiting)).toContain("Left to transfer $195.30");

  const paid = await recorded.press("Mark as paid", {
    "$195.30 has arrived in the account": true,
  });
  expect(paid.text).toContain("The order is paid. No mail server is set: the email is only stored");
  const success = await buyer.open(ordered.url.pathname + ordered.url.search);
  expect(mainOf(success)).toContain("Order Confirmed!");
});

test("a customer who cancels after the deposit reads that it goes back, and the owner records that it was sent", async () => {
  await requestDeposit("30");
  const email = "rosa.cancels@example.org";
  const { buyer, id, transfer } = await placeOrder(email);
  const ordered = await transfer.press(/^Place the order/, GEORGETOWN);
  const order = await openOrder(id);
  await order.press("Record the transfer");
  const page = ordered.url.pathname + ordered.url.search;
  const waiting = await buyer.open(page);
  expect(mainOf(waiting)).toContain("We send the $83.70 that you transferred back to you.");
  const cancelled = await waiting.press("Cancel this order");
  expect(mainOf(cancelled)).toContain("We send the $83.70 that you had transferred back to you");
  expect(await readMailTo(email, `We send $83.70 back to you ${shown(id)}`)).toContain("$83.70");

  const owed = await openOrder(id);
  expect(owed.text).toContain("Money of a customer waits to be sent back");
  const question = await owed.press(/^Sent back/, {
    "I have sent $83.70 back from my bank account": true,
  });
  expect(question.text).toContain("$83.70 goes back to the customer.");
  const sent = await question.press(/^Sent back/, {
    "I have sent $83.70 back from my bank account": true,
  });
  expect(sent.text).toContain("The payment goes back.");
  expect(sent.text).not.toContain("has to go back");
  expect(mainOf(await buyer.open(page))).toContain("We have sent back the $83.70");
  expect(await readMailTo(email, `Your refund of $83.70 ${shown(id)}`)).toContain("$83.70");
});

test("an order page that was opened before another transfer was recorded does not mark the old sum as paid", async () => {
  await requestDeposit("30");
  const { id, transfer } = await placeOrder("rosa.stale@example.org");
  await transfer.press(/^Place the order/, GEORGETOWN);
  const earlier = await openOrder(id);
  await earlier.press("Record the transfer", { "Amount in $": "100" });
  const refused = await earlier.press("Mark as paid", {
    "$279.00 has arrived in the account": true,
  });
  expect(refused.status).toBe(409);
  const paid = await refused.press("Mark as paid", {
    "$179.00 has arrived in the account": true,
  });
  expect(paid.text).toContain("The order is paid. No mail server is set: the email is only stored");
});
