import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders } from "#db/schema/orders.server.ts";
import type { CartQuote } from "#features/sales/checkout/cart-change.ts";
import { cartChangeMessage } from "#features/sales/checkout/cart-change.ts";
import { CHECKOUT_POST, checkoutFields, readActionData } from "#tests/support/checkout-post.ts";
import { addToSimpleCart, GEORGETOWN } from "#tests/support/requests/purchase.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { textOf } from "#tests/support/requests/shown-page.ts";
import type { Visitor } from "#tests/support/requests/visitor.ts";
import { pathOfProduct, productIdOf, setStock } from "#tests/support/shop/products.ts";

/** A Monday. */
const { shop, visitor } = shopSuite({ startsAt: "2026-03-02T10:00:00-04:00" });

const titleOf = (page: ShownPage) => page.getByRole("heading", { level: 1 }).textContent;
const mainOf = (page: ShownPage) => textOf(page.getByRole("main"));

/** A line of the browser's cart. */
async function lineOf(name: string, size: string, changes: Record<string, unknown> = {}) {
  const item = { cartItemId: "line", id: await productIdOf(name), name, image: "", size };
  return { ...item, price: 100, quantity: 1, ...changes };
}

type Line = Awaited<ReturnType<typeof lineOf>>;

const messagesOf = ({ changes }: CartQuote, line: Line) =>
  changes.map((change) => cartChangeMessage(change, line));

/** What the cart and the checkout are told about a line. */
async function quote(line: Line): Promise<CartQuote> {
  const response = await visitor().request("/cart/quote", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ items: [line] }),
  });
  expect(response.status).toBe(200);
  return (await response.json()).quote;
}

/** Orders as the checkout's button does. */
async function order(customer: Visitor, items: readonly unknown[], shownTotal: number) {
  const fields = { items, customerEmail: "rosa@example.org", destination: "GY", shownTotal };
  const response = await customer.post(CHECKOUT_POST, checkoutFields(fields));
  return { status: response.status, body: readActionData(await response.text()) };
}

test("an outdated price is reported before the payment, and the current price is charged", async () => {
  const customer = visitor();
  const line = await lineOf("Bourda Cricket Blazer", "XL", { price: 1 });
  const message = "The price of Bourda Cricket Blazer changed from $1.00 to $690.00.";
  expect(messagesOf(await quote(line), line)).toEqual([message]);
  const refused = await order(customer, [line], 100);
  expect(refused.status).toBe(409);
  expect(messagesOf(refused.body.quote as CartQuote, line)[0]).toBe(message);
  const accepted = await order(customer, [{ ...line, price: 690 }], 69_000);
  expect(accepted.status).toBe(200);
  const payment = await customer.open(new URL(String(accepted.body.url)).pathname);
  expect(mainOf(payment)).toContain("$690.00");
  const paid = await payment.press(/^Pay /, GEORGETOWN);
  expect(titleOf(paid)).toBe("Order Confirmed!");
  expect(mainOf(paid)).toContain("$690.00");
});

test("a quantity above the stock is reduced, and a sold-out size is reported", async () => {
  const name = "Botanic Garden Hat";
  await setStock(name, "M", 4);
  await setStock(name, "L", 0);
  const many = await lineOf(name, "M", { price: 95, quantity: 50 });
  const reduced = await quote(many);
  expect(messagesOf(reduced, many)).toContain("Only 4 left of Botanic Garden Hat in size M.");
  expect(reduced.lines.map(({ quantity }) => quantity)).toEqual([4]);
  const gone = await lineOf(name, "L", { price: 95 });
  const soldOut = await quote(gone);
  expect(messagesOf(soldOut, gone)).toEqual(["Botanic Garden Hat in size L is sold out."]);
  expect(soldOut.lines).toEqual([]);
});

test("a product that is no longer sold is reported and left out", async () => {
  const id = "0198f000-0000-7000-8000-000000000009";
  const line = await lineOf("Filigree Earrings", "One Size", { id });
  const quoted = await quote(line);
  expect(messagesOf(quoted, line)).toEqual(["Filigree Earrings is no longer offered."]);
  expect(quoted.lines).toEqual([]);
});

test("more than a visitor can reserve is offered in part, and the part can be ordered", async () => {
  const customer = visitor();
  await setStock("Kaieteur Gown", "S", 6);
  const line = await lineOf("Kaieteur Gown", "S", { price: 1_250, quantity: 4 });
  const refused = await order(customer, [line], 500_000);
  expect(refused.status).toBe(409);
  expect(messagesOf(refused.body.quote as CartQuote, line)).toEqual([
    "We can reserve 3 pieces of Kaieteur Gown in size S for you now, so that others find some too. Once your order is paid, you can order more.",
  ]);
  const part = await order(customer, [{ ...line, quantity: 3 }], 375_000);
  expect(part.status).toBe(200);
  expect(new URL(String(part.body.url)).pathname).toMatch(/^\/checkout\/test-payment\//);
});

// Specification 7.47
test("tampered checkout requests get a message and open no wrong payment", async () => {
  const line = await lineOf("Gold Knot Cufflinks", "One Size", { price: 140 });
  const carts: unknown[][] = [
    [],
    [{ ...line, price: 0.01 }],
    [{ ...line, price: -140 }],
    [{ ...line, quantity: -3 }],
    [{ ...line, quantity: 1e12 }],
    [{ ...line, quantity: "NaN" }],
    [{ ...line, quantity: 0.5 }],
    [{ ...line, id: "' or 1=1 --" }],
    [{ ...line, size: "XXXL" }],
    [null, 7, "x", {}],
    Array.from({ length: 10_000 }, () => line),
  ];
  for (const items of carts) {
    const fields = { items, customerEmail: "rosa@example.org", shownTotal: 1 };
    const accept = { accept: "*/*" };
    const response = await visitor().post(CHECKOUT_POST, checkoutFields(fields), accept);
    expect(response.status, JSON.stringify(items.slice(0, 2))).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    const text = await response.text();
    const body = text.startsWith("[") ? readActionData(text) : JSON.parse(text);
    expect(body.url).toBeUndefined();
    expect(body.error.message).toMatch(/\w+/);
  }
});

// Specification 9.24
test("standard shipping is free over $200, and another country has its own price", async () => {
  const cart = await addToSimpleCart(visitor(), "Kaieteur Gown", "XL");
  const payment = await cart.press("Proceed to Payment", { Email: "rosa@example.org" });
  const paid = await payment.press(/^Pay /, GEORGETOWN);
  expect(mainOf(paid)).toMatch(/Shipping, Standard Free Total \$1,250\.00/);
  const abroad = await addToSimpleCart(visitor(), "Kaieteur Gown", "L");
  const international = await abroad.press("Proceed to Payment", {
    Email: "anna@example.org",
    "Deliver to": "DE",
  });
  const methods = international.getAllByRole("radio").map(({ parentElement }) => parentElement);
  expect(methods.map((method) => textOf(method as Element))).toEqual([
    expect.stringMatching(/^Arrives .*, International, \$45\.00/),
  ]);
});

test("a declined card is reported, no input is lost, and the second attempt pays", async () => {
  const cart = await addToSimpleCart(visitor(), "Midnight Slip Dress", "XL");
  const payment = await cart.press("Proceed to Payment", { Email: "rosa@example.org" });
  const declined = await payment.press("Fail", GEORGETOWN);
  expect(declined.getByRole("alert").textContent).toContain("The card was declined");
  expect(declined.getByLabelText<HTMLInputElement>("Full name").value).toBe("Rosa Persaud");
  const paid = await declined.press(/^Pay /);
  expect(titleOf(paid)).toBe("Order Confirmed!");
});

// Specification 2.92, 2.96, 8.48
test("the success page without a session shows a warning and links", async () => {
  const page = await visitor().open("/checkout/success");
  expect(mainOf(page)).toContain("Missing session information");
  const hrefOf = (name: string) => page.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("Continue Shopping")).toBe("/shop");
  expect(hrefOf("View Your Orders")).toBe("/profile");
});

// Specification 2.95, 2.96, 8.49
test("the success page of an unknown session says that the order was not found", async () => {
  const page = await visitor().open("/checkout/success?session_id=cs_test_unknown");
  expect(mainOf(page)).toContain(
    "Order not found: We couldn't find an order associated with this session. Please contact support if you completed a payment.",
  );
});

test("the payment of an expired session is over, and its success page leads back to the checkout", async () => {
  const customer = visitor();
  const cart = await addToSimpleCart(customer, "Victoria Lily Ball Skirt", "XXL");
  const payment = await cart.press("Proceed to Payment", { Email: "rosa@example.org" });
  const expired = await payment.press("Expire");
  expect(mainOf(expired)).toContain("This payment session has expired");
  const session = payment.url.pathname.split("/").at(-1);
  const success = await customer.open(`/checkout/success?session_id=${session}`);
  expect(titleOf(success)).toBe("This order was not paid");
  const link = success.getByRole("link", { name: "Return to Checkout" });
  expect(link.getAttribute("href")).toBe("/checkout");
});

test("a guest cancels a pending order on the page that order lookup opens, and it cannot be paid any more", async () => {
  const email = "rosa.cancels@example.org";
  const customer = visitor();
  const cart = await addToSimpleCart(customer, "Sash Belt", "M");
  const payment = await cart.press("Proceed to Payment", { Email: email });
  const [pending] = await shop().inDatabase((db) =>
    db.select({ id: orders.id }).from(orders).where(eq(orders.customerEmail, email)),
  );
  const number = pending?.id.slice(0, 8) ?? "";
  const lookup = await visitor().open("/order-lookup");
  const found = await lookup.press("Find your order", { "Order Number": number, Email: email });
  expect(titleOf(found)).toBe(`Order ${number}`);
  const cancelled = await found.press("Cancel this order");
  expect(cancelled.status).toBe(200);
  expect(mainOf(cancelled)).toContain("Cancelled");
  expect(cancelled.queryAllByRole("button", { name: "Cancel this order" })).toEqual([]);
  const closed = await customer.open(payment.url.pathname);
  expect(mainOf(closed)).toContain("This payment session has expired");
});

test("a shopper asks for a day of arrival on the product's page, before anything is measured", async () => {
  const suit = await visitor().open(`${await pathOfProduct("Stabroek Two-Piece Suit")}/ready`);
  expect(titleOf(suit)).toBe("When would it arrive?");
  expect(mainOf(suit)).toContain(
    "Arrives 17 to 27 March 2026, Standard Arrives 12 to 23 March 2026, Express Counted from today",
  );
  const request = (day: string) => suit.press("Ask the atelier", { "I need it by": day });
  const past = await request("2026-02-28");
  expect(past.status).toBe(422);
  expect(mainOf(past)).toContain("Please choose a day after today.");
  const soon = await request("2026-03-05");
  expect(soon.status).toBe(200);
  expect(textOf(soon.getByRole("status"))).toBe(
    "Not by 5 March 2026 The first day we can promise is 23 March 2026.",
  );
  const late = await request("2026-09-18");
  expect(textOf(late.getByRole("status"))).toBe(
    "Yes, by 18 September 2026 It is there by then with Standard. Give your measurements, then choose this day at the checkout.",
  );
});
