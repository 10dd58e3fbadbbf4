import { pathOfProduct } from "../shop/shop-products.ts";
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

/** Where the tests' orders go. */
export const GEORGETOWN: Entries = {
  Country: "GY",
  "Full name": "Rosa Persaud",
  Address: "12 Camp Street",
  "City or village": "Georgetown",
  Standard: true,
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
