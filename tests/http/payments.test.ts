import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders } from "#db/schema/orders.server.ts";
import { fullyMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { CHECKOUT_POST, checkoutFields, readActionData } from "#tests/support/checkout-post.ts";
import { guest } from "#tests/support/guest.ts";
import { asGuest, createLine } from "#tests/support/requests/buy-to-measure.ts";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import {
  addToSimpleCart,
  buy,
  GEORGETOWN,
  orderWithCredit,
} from "#tests/support/requests/purchase.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { Entries, ShownPage } from "#tests/support/requests/shown-page.ts";
import { textOf } from "#tests/support/requests/shown-page.ts";
import { signInOwner } from "#tests/support/requests/sign-in.ts";
import type { Visitor } from "#tests/support/requests/visitor.ts";

const { shop, visitor } = shopSuite();

const TROUSERS = "Hammock Lounge Trousers";
const TROUSERS_M = { name: TROUSERS, size: "M", price: 180 };
const PRICE = "$180.00";

const titleOf = (page: ShownPage) => page.getByRole("heading", { level: 1 }).textContent;
const mainOf = (page: ShownPage) => textOf(page.getByRole("main"));

let owner: Visitor | null = null;

/** Sign-ins are limited, so the owner signs in once. */
async function ownerOfShop(): Promise<Visitor> {
  owner ??= await signInOwner(visitor());
  return owner;
}

async function orderIdOf(email: string): Promise<string> {
  const found = await shop().inDatabase((db) =>
    db.select({ id: orders.id }).from(orders).where(eq(orders.customerEmail, email)),
  );
  expect(found).toHaveLength(1);
  return found[0]?.id ?? "";
}

const openOrder = async (id: string) => (await ownerOfShop()).open(`/admin/orders/${id}`);

/** The button of a disclosure's form, by the form's title. */
function buttonOf(page: ShownPage, title: RegExp): HTMLElement {
  return page.inside(page.getByRole("form", { name: title })).getByRole("button");
}

async function creditPathIn(email: string, amount: string): Promise<string> {
  const mail = await readMailTo(email, `${amount} of store credit at Demerara Atelier`);
  return /\/store-credit\/[0-9a-f]{64}/.exec(mail)?.[0] ?? "";
}

async function offerTransfers(): Promise<ShownPage> {
  const settings = await (await ownerOfShop()).open("/admin?tab=settings&part=transfers");
  return settings.press("Save Settings", {
    "Customers may pay by bank transfer": true,
    "Bank and account": "Bank of Guyana\nAccount 000-123-456",
  });
}

test("a guest orders by bank transfer, the owner marks it as paid, and the customer sees it", async () => {
  const email = "rosa.transfer@example.org";
  const saved = await offerTransfers();
  expect(saved.text).toContain("Settings saved successfully");

  const guest = visitor();
  const cart = await addToSimpleCart(guest, TROUSERS, "L");
  const transfer = await cart.press("Proceed to Payment", { Email: email, "Bank transfer": true });
  expect(transfer.url.pathname).toMatch(/^\/checkout\/bank-transfer\//);
  const refused = await transfer.press(/^Place the order/);
  expect(refused.status).toBe(400);
  for (const text of [
    "Full name is required",
    "Address is required",
    "City or village is required",
  ]) {
    expect(refused.text).toContain(text);
  }
  const ordered = await refused.press(/^Place the order/, GEORGETOWN);
  expect(ordered.url.pathname).toBe("/checkout/success");
  for (const text of ["Thank you for your order", "$195.00", "Account 000-123-456"]) {
    expect(mainOf(ordered)).toContain(text);
  }
  expect(await readMailTo(email)).toContain("Account 000-123-456");

  const order = await openOrder(await orderIdOf(email));
  const unconfirmed = await order.press("Mark as paid");
  expect(unconfirmed.text).toContain("Please confirm that the whole sum has arrived.");
  const paid = await unconfirmed.press("Mark as paid", {
    "$195.00 has arrived in the account": true,
  });
  expect(paid.text).toContain("The order is paid. No mail server is set: the email is only stored");
  const success = await guest.open(ordered.url.pathname + ordered.url.search);
  expect(titleOf(success)).toBe("Order Confirmed!");
});

test("a guest with a made-to-measure piece confirms the email by the link in the mail, without JavaScript, and the days are kept", async () => {
  await offerTransfers();
  const email = "rosa.confirms@example.org";
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
  await transfer.press(/^Place the order/, GEORGETOWN);
  const mail = await readMailTo(email);
  const path = /\/checkout\/confirm-email\/[0-9a-f]{48}/.exec(mail)?.[0] ?? "";
  const asking = await visitor().open(path);
  expect(titleOf(asking)).toBe("Is this order yours?");
  const confirmed = await asking.press("Confirm my email");
  expect(titleOf(confirmed)).toBe("Thank you");
  expect(mainOf(confirmed)).toContain("are kept for you until");
  expect(titleOf(await visitor().open(path))).toBe("Thank you");

  const order = await openOrder(await orderIdOf(email));
  const arrived = /\$[\d.]+ has arrived in the account/.exec(order.text)?.[0] ?? "";
  await order.press("Mark as paid", { [arrived]: true });
  const over = await visitor().open(path);
  expect([over.status, titleOf(over)]).toEqual([200, "This link is over"]);
});

// Specification 2.125
test("a visitor donates, reads the thanks, and has the receipt by email", async () => {
  const email = "rosa.gives@example.org";
  const page = await visitor().open("/new-dawn");
  const opened = await page.press("Donate", {
    "An amount of your own, in dollars": "37.50",
    Email: email,
  });
  const payment = await opened.follow("Go to the payment page");
  const thanks = await payment.press("Pay $37.50");
  expect(thanks.url.pathname).toBe("/new-dawn/thank-you");
  expect(titleOf(thanks)).toBe("Thank you");
  expect(thanks.text).toContain("Your gift of $37.50 has reached New Dawn.");
  const receipt = await readMailTo(email, "Receipt for your donation of $37.50 to New Dawn");
  expect(receipt).toContain("$37.50");
});

const BERLIN: Entries = {
  "Full name": "Anna Schmidt",
  Address: "Torstraße 1",
  "City or village": "Berlin",
  "Postal code": "10119",
};

/** Pays for one item to Berlin; returns the order. */
async function buyToBerlin(guest: Visitor, email: string): Promise<string> {
  const cart = await addToSimpleCart(guest, TROUSERS, "L");
  const payment = await cart.press("Proceed to Payment", { Email: email, "Deliver to": "DE" });
  expect(payment.getByLabelText<HTMLSelectElement>("Country").value).toBe("DE");
  expect(payment.getAllByRole("radio")).toHaveLength(1);
  const [, days = "none"] = /Arrives ([^.,]+), International, \$45\.00/.exec(mainOf(payment)) ?? [];
  const paid = await payment.press("Pay $225.00", BERLIN);
  const id = await orderIdOf(email);
  const texts = ["Order Confirmed!", "Torstraße 1", `Arrives ${days}`, PRICE, "$225.00"];
  for (const text of [...texts, id.slice(0, 8)]) expect(mainOf(paid)).toContain(text);
  const confirmation = await readMailTo(email);
  for (const text of [PRICE, "$45.00", "$225.00", days]) expect(confirmation).toContain(text);
  return id;
}

async function deliver(orderId: string): Promise<void> {
  const order = await openOrder(orderId);
  const sent = await order.press(/^Send the parcel/, {
    Carrier: "DHL Express",
    "Tracking number": "JD0146",
  });
  expect(sent.text).toContain("The parcel is on its way");
  const arrived = await sent.press(buttonOf(sent, /^Mark as delivered/));
  expect(arrived.text).toContain("Marked as delivered.");
}

/** Returns the authorization number. */
async function announceReturn(guest: Visitor, orderId: string, email: string): Promise<string> {
  const lookup = await guest.open("/order-lookup");
  const order = await lookup.press("Find your order", {
    "Order Number": orderId.slice(0, 8),
    Email: email,
  });
  expect(order.text).toContain("DHL Express, JD0146");
  const announced = await order.press("Get an authorization number", {
    [`Pieces of ${TROUSERS}`]: "1",
    "I changed my mind": true,
  });
  const [number = "", ...others] = new Set(mainOf(announced).match(/\bRA-[2-9A-Z]{8}\b/g));
  expect(others).toEqual([]);
  return number;
}

async function creditReturn(orderId: string, authorization: string): Promise<void> {
  const order = await openOrder(orderId);
  expect(order.getAllByText(authorization)).not.toEqual([]);
  const received = await order.press("Receive it and tell the customer");
  const question = await received.press("Refund $180.00", { "As store credit": true });
  expect(question.text).toContain("$180.00 goes back to the customer. This cannot be undone.");
  const refunded = await question.press("Refund $180.00");
  expect(refunded.text).toContain("Refunded as store credit");
}

// Specification 2.118, 2.122
test("a guest in Berlin buys, receives, returns, and spends the store credit on a second order", async () => {
  const email = "anna.berlin@example.org";
  const guest = visitor();
  const orderId = await buyToBerlin(guest, email);
  await deliver(orderId);
  await creditReturn(orderId, await announceReturn(guest, orderId, email));
  const path = await creditPathIn(email, PRICE);
  const credit = await guest.open(path);
  expect(titleOf(credit)).toBe(PRICE);
  expect((await credit.press("Use it at checkout")).url.pathname).toBe("/checkout");
  const payment = await orderWithCredit(guest, {
    email,
    item: TROUSERS_M,
    destination: "DE",
    shownCredit: 18_000,
  });
  expect(mainOf(payment)).toContain("Store credit");
  const paid = await payment.press("Pay $45.00", BERLIN);
  expect(titleOf(paid)).toBe("Order Confirmed!");
  expect(mainOf(paid)).toContain("−$180.00");
  expect(titleOf(await guest.open(path))).toBe("$0.00");
});

// Specification 2.122
test("the owner gives credit from the customer's page once, and an order that it covers needs no payment page", async () => {
  const email = "rosa.waits@example.org";
  const guest = visitor();
  await buy(guest, { name: TROUSERS, size: "L", email });
  const person = await (await ownerOfShop()).open(
    `/admin/customers/person?email=${encodeURIComponent(email)}`,
  );
  const refused = await person.press("Give it and tell the customer", {
    "Amount in $": "1,00",
    Reason: "Thank you for waiting",
  });
  expect(refused.text).toContain("Please enter an amount");
  const press = () => refused.press("Give it and tell the customer", { "Amount in $": "1000" });
  for (const given of await Promise.all([press(), press()])) {
    expect(given.getAllByText("+$1,000.00")).toHaveLength(1);
  }
  const path = await creditPathIn(email, "$1,000.00");
  const credit = await guest.open(path);
  expect(titleOf(credit)).toBe("$1,000.00");
  await credit.press("Use it at checkout");
  const delivery = await orderWithCredit(guest, {
    email,
    item: TROUSERS_M,
    destination: "GY",
    shownCredit: 18_000,
  });
  expect(delivery.url.pathname).toMatch(/^\/checkout\/store-credit\//);
  const ordered = await delivery.press("Place the order", GEORGETOWN);
  expect(titleOf(ordered)).toBe("Order Confirmed!");
  expect(titleOf(await guest.open(path))).toBe("$805.00");
});
