import { CHECKOUT_POST, checkoutFields, readActionData } from "../checkout-post.ts";
import { pathOfProduct, productIdOf } from "../shop/products.ts";
import type { Entries, ShownPage } from "./shown-page.ts";
import type { Visitor } from "./visitor.ts";

/** Puts a product into the cart, as its page does without JavaScript. Returns the cart's page. */
export async function addToSimpleCart(
  visitor: Visitor,
  name: string,
  size: string,
): Promise<ShownPage> {
  const page = await visitor.open(await pathOfProduct(name));
  return page.press("Add to Cart", { [size]: true });
}

/** Where the tests' orders go, by the method that is chosen at first: Standard. */
export const GEORGETOWN: Entries = {
  Country: "GY",
  "Full name": "Rosa Persaud",
  Address: "12 Camp Street",
  "City or village": "Georgetown",
};

/** Orders one size and pays for it on the test payment's page. Returns the success page. */
export async function buy(
  visitor: Visitor,
  item: { name: string; size: string; email: string },
): Promise<ShownPage> {
  const cart = await addToSimpleCart(visitor, item.name, item.size);
  const payment = await cart.press("Proceed to Payment", { Email: item.email });
  return payment.press(/^Pay /, GEORGETOWN);
}

type CreditOrder = {
  email: string;
  item: { name: string; size: string; price: number };
  destination: string;
  /** What the checkout has offered to pay by credit, in minor units. */
  shownCredit: number;
};

/** Orders one item as the checkout's button does, with store credit. Returns the page that follows. */
export async function orderWithCredit(visitor: Visitor, order: CreditOrder): Promise<ShownPage> {
  const { destination, email: customerEmail, item, shownCredit } = order;
  const line = { id: await productIdOf(item.name), image: "", quantity: 1 };
  const items = [Object.assign(line, item)];
  const shownTotal = item.price * 100;
  const fields = { items, customerEmail, destination, shownTotal, shownCredit };
  const response = await visitor.post(CHECKOUT_POST, checkoutFields(fields));
  const { url } = readActionData(await response.text());
  return visitor.open(new URL(String(url)).pathname);
}
