import { expect, test } from "vitest";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import { addToSimpleCart, GEORGETOWN } from "#tests/support/requests/purchase.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { Entries, ShownPage } from "#tests/support/requests/shown-page.ts";
import { textOf } from "#tests/support/requests/shown-page.ts";
import { pathOfProduct, productIdOf } from "#tests/support/shop/products.ts";

const { visitor } = shopSuite();

const GOWN = "Kaieteur Gown";
const SHIRT = "Savannah Linen Shirt";

const linesOf = (page: ShownPage) => {
  const list = page.getByRole("list", { name: "Items in your cart" });
  return page.inside(list).getAllByRole("listitem");
};
const textsOf = (page: ShownPage) => linesOf(page).map(textOf);
const main = (page: ShownPage) => page.inside(page.getByRole("main"));
const titleOf = (page: ShownPage) => page.getByRole("heading", { level: 1 }).textContent;

// Specification 7.1
test("the shop is browsed by links to collections, filters, pages and products", async () => {
  const customer = visitor();
  const home = await customer.open("/");
  const shop = await home.follow("Explore Collection");
  expect(shop.url.pathname).toBe("/shop");
  const cards = (page: ShownPage) =>
    page.inside(page.getByRole("region", { name: "Our Story" })).getAllByRole("article");
  expect(cards(shop)).toHaveLength(12);
  const next = await shop.follow("Next");
  expect(next.url.search).toBe("?page=2");
  expect(cards(next)).toHaveLength(12);
  const male = await next.follow("Male");
  expect(male.url.search).toBe("?gender=male");
  const collection = main(male).getByRole("link", { name: /^Evening Elegance/ });
  const evening = await customer.open(collection.getAttribute("href") ?? "");
  expect(titleOf(evening)).toBe("Evening Elegance");
  const gown = await evening.follow(GOWN);
  expect(titleOf(gown)).toBe(GOWN);
});

test("a card's button opens its product", async () => {
  const collection = await visitor().open("/collections/evening-elegance");
  const product = await collection.press(`Add to Cart: ${GOWN}`);
  expect(titleOf(product)).toBe(GOWN);
});

test("a product shows its whole text, and its sections open", async () => {
  const page = await visitor().open(await pathOfProduct(GOWN));
  expect(titleOf(page)).toBe(GOWN);
  const shown = main(page);
  expect(shown.getAllByText("$1,250.00")).not.toEqual([]);
  expect(shown.getAllByRole("img")).not.toEqual([]);
  const section = shown.getByText("Delivery and returns").closest("details");
  expect(textOf(section as Element)).toContain("Express: 2-3 business days, $25 flat");
});

// Specification 7.1
test("a product is added to the cart, counted and removed, and the cookies end with the cart", async () => {
  const customer = visitor();
  const empty = await customer.open("/cart/simple");
  expect(empty.text).toContain("Your cart is empty");
  expect([...customer.cookies]).toEqual([]);
  const served = await visitor().open("/cart");
  const refresh = /<meta http-equiv="refresh" content="0; ?url=([^"]+)"/i.exec(served.html);
  expect(refresh?.[1]).toBe("/cart/simple");

  const filled = await addToSimpleCart(customer, GOWN, "M");
  expect(filled.url.pathname).toBe("/cart/simple");
  expect(textsOf(filled)).toEqual([expect.stringMatching(/^Kaieteur Gown .*Size: M, Pearl/)]);
  const counted = await filled.press(/^Update Kaieteur Gown/, {
    "Quantity of Kaieteur Gown, size M": "2",
  });
  expect(textsOf(counted)).toEqual([expect.stringContaining("$2,500.00")]);
  const reopened = await customer.open("/cart/simple");
  expect(textsOf(reopened)).toEqual([expect.stringContaining("$2,500.00")]);
  expect([...customer.cookies.keys()].toSorted()).toEqual(["da_cart", "da_cart_hint"]);
  expect(customer.cookies.get("da_cart_hint")).toBe("waiting");
  const emptied = await reopened.press(/^Remove Kaieteur Gown/);
  expect(emptied.text).toContain("Your cart is empty");
  expect([...customer.cookies]).toEqual([]);
});

test("the cart's cookie is for the cart alone, and no script reads it", async () => {
  const product = await productIdOf(GOWN);
  const response = await visitor().post("/cart/simple", { intent: "add", product, size: "M" });
  expect(response.status).toBe(303);
  const [cart = "", hint = ""] = response.headers.getSetCookie();
  expect(cart).toMatch(/^da_cart=/);
  expect(cart.split("; ").slice(1)).toEqual(
    expect.arrayContaining(["HttpOnly", "Path=/cart/simple"]),
  );
  expect(hint).toMatch(/^da_cart_hint=waiting;/);
});

test("a size must be chosen before the product is added", async () => {
  const customer = visitor();
  const page = await customer.open(await pathOfProduct(GOWN));
  const sizes = page
    .inside(page.getByRole("group", { name: "Available Sizes" }))
    .getAllByRole<HTMLInputElement>("radio");
  expect(sizes.filter(({ checked }) => checked)).toEqual([]);
  expect(sizes.every(({ required }) => required)).toBe(true);
  const refused = await page.press("Add to Cart");
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Please choose a size");
});

test("an order is placed and paid, and the cart is empty afterwards", async () => {
  const customer = visitor();
  const cart = await addToSimpleCart(customer, GOWN, "M");
  const refused = await cart.press("Proceed to Payment", { Email: "rosa@example" });
  expect(refused.text).toContain("Please enter a valid email address");
  const payment = await refused.press("Proceed to Payment", { Email: "rosa.plain@example.org" });
  expect(payment.url.pathname).toMatch(/^\/checkout\/test-payment\//);
  const paid = await payment.press(/^Pay /, GEORGETOWN);
  expect(titleOf(paid)).toBe("Order Confirmed!");
  expect((await customer.open("/cart/simple")).text).toContain("Your cart is empty");
});

test("the menu leads to the collections, and on a phone to the pages at the foot", async () => {
  const page = await visitor().open("/cart");
  const [header] = page.getAllByRole("banner");
  const banner = page.inside(header as HTMLElement);
  expect(banner.getByRole("link", { name: "Menu" }).getAttribute("href")).toMatch(/#pages$/);
  const pages = page.document.getElementById("pages");
  const foot = page.inside(pages as HTMLElement);
  expect(foot.getByRole("link", { name: "Shop" }).getAttribute("href")).toBe("/shop");
  const collections = banner.getByRole("link", { name: "Collections" }).getAttribute("href");
  const shop = await visitor().open(collections ?? "");
  expect(shop.url.pathname).toBe("/shop");
  expect(shop.getByRole("heading", { name: "Explore Our Collections" })).toBeTruthy();
});

test("the catalog's filters work", async () => {
  const catalog = await visitor().open("/catalog");
  // Phones have the filters in a disclosure of their own.
  const links = catalog.getAllByRole("link", { name: "Outerwear" });
  const [path = "", ...others] = new Set(links.map((link) => link.getAttribute("href") ?? ""));
  expect(others).toEqual([]);
  const filtered = await visitor().open(path);
  const cards = filtered.getAllByRole("article").map(textOf);
  expect(cards.filter((text) => text.includes("Harvest Wool Coat"))).toHaveLength(1);
  expect(cards.filter((text) => text.includes(GOWN))).toEqual([]);
});

test("an unknown page still links to the home page", async () => {
  const page = await visitor().open("/no-such-page");
  expect(page.status).toBe(404);
  const home = await page.follow("Return to Home");
  expect(home.url.pathname).toBe("/");
});

/** Millimetres and grams become the form's centimeters and kilograms. */
function entryOf(name: MeasurementName, value: number): string {
  const { kind } = MEASUREMENTS[name];
  if (kind === "angle") return String(value);
  return String(value / (kind === "weight" ? 1_000 : 10));
}

function fillBody(page: ShownPage): void {
  for (const [name, value] of Object.entries(SHIRT_BODY)) {
    const entry = entryOf(name as MeasurementName, value);
    const fields = page.document.querySelectorAll<HTMLInputElement>(
      `input[name^="reading-${name}-"]`,
    );
    for (const field of fields) field.value = entry;
  }
}

const enteredIn = (page: ShownPage, label: string | RegExp) =>
  page.getByLabelText<HTMLInputElement>(label).value;
const checkedOf = (page: ShownPage, name: RegExp) =>
  page.getByRole<HTMLInputElement>("radio", { name }).checked;

test("a shirt is measured in one form, a questioned value is kept, and the cart changes its line in place", async () => {
  const customer = visitor();
  const fit = await addToSimpleCart(customer, SHIRT, "Custom");
  expect(fit.url.pathname).toMatch(/\/made-to-measure$/);
  expect(fit.url.searchParams.has("color")).toBe(true);
  fillBody(fit);
  const entered: Entries = {
    Wrist: "",
    Neck: "31",
    French: true,
    "Anything the atelier should know": "A watch on the left wrist.",
  };

  expect(checkedOf(fit, /^Band/)).toBe(true);
  const shown = await fit.press("Show drawing and price", entered);
  const [drawing] = shown.getAllByRole("img", { name: /^Drawing of Savannah Linen Shirt/ });
  expect(drawing?.getAttribute("aria-label")).toContain("Collar: Band, Cuff: French");
  expect(textOf(shown.getByRole("complementary", { name: "Your order" }))).toContain("$294.00");
  expect(enteredIn(shown, "Neck")).toBe("31");

  const missing = await shown.press("Add to Cart");
  const invalid = missing.document.querySelectorAll("[aria-invalid=true]");
  expect([...invalid]).toEqual([missing.getByRole("textbox", { name: "Wrist" })]);
  const described = invalid[0]?.getAttribute("aria-describedby")?.split(" ") ?? [];
  const descriptions = described.map((id) => missing.document.getElementById(id)?.textContent);
  expect(descriptions.join(" ")).toContain("Please measure this and enter it");
  expect(enteredIn(missing, "Neck")).toBe("31");
  expect(checkedOf(missing, /^French/)).toBe(true);
  expect(enteredIn(missing, /^Anything the atelier should know/)).toBe(
    "A watch on the left wrist.",
  );

  const questioned = await missing.press("Add to Cart", { Wrist: "17" });
  const cart = await questioned.press("Add to Cart", { "The neck is right as it is": true });
  expect(cart.url.pathname).toBe("/cart/simple");
  expect(textOf(cart.getByRole("main"))).toContain("$294.00");
  expect(textsOf(cart)).toEqual([expect.stringMatching(/Made to your measurements.*Cuff: French/)]);
  const both = await addToSimpleCart(customer, SHIRT, "M");
  expect(linesOf(both)).toHaveLength(2);

  const change = await both.press(/^Change measurements and options/);
  expect(checkedOf(change, /^French/)).toBe(true);
  expect(enteredIn(change, /^Anything the atelier should know/)).toBe("A watch on the left wrist.");
  expect(enteredIn(change, "Wrist")).toBe("");
  const changed = await change.press("Save Changes", { "Two buttons": true });
  expect(changed.url.pathname).toBe("/cart/simple");
  expect(textsOf(changed)).toEqual([
    expect.stringContaining("Cuff: Two buttons"),
    expect.stringContaining("Size: M"),
  ]);
});

/** The contact fields of an inquiry. */
const contactOf = (email: string): Entries => ({
  "First Name": "Asha",
  "Last Name": "Persaud",
  "Email Address": email,
  "Phone Number": "+592 555 0100",
  Address: "Lot 12\nCamp Street",
  City: "Georgetown",
});

// Specification 1.2
test("Guyana Sales is a page with the same form, which keeps its input on errors and ends on the thank-you page", async () => {
  const email = "asha.plain@example.org";
  const customer = visitor();
  const product = await customer.open(await pathOfProduct(GOWN));
  const inquiry = await product.follow("Guyana Sales");
  expect(titleOf(inquiry)).toBe(`Contact Us for Purchase - ${GOWN}`);
  const refused = await inquiry.press("Submit Inquiry", {
    ...contactOf(email),
    City: "  ",
    "Additional Notes": "Every word of this",
  });
  expect(refused.status).toBe(422);
  expect(refused.getByRole("alert").textContent).toContain("Please look at the marked fields");
  expect(refused.text).toContain("City is required");
  expect(refused.text).toContain("Size selection is required");
  expect(enteredIn(refused, "First Name")).toBe("Asha");
  expect(enteredIn(refused, "Address")).toBe("Lot 12\nCamp Street");
  expect(enteredIn(refused, /^Additional Notes/)).toBe("Every word of this");
  const sent = await refused.press("Submit Inquiry", { City: "Georgetown", Size: "M" });
  expect(sent.url.pathname).toMatch(/\/inquiry\/sent$/);
  expect(sent.text).toContain(
    "We'll get back to you within 24 hours with availability and purchase details.",
  );
  await customer.open(sent.url.pathname);
  expect(await readMailTo(email)).toContain(GOWN);
});

test("an inquiry about a product that was deleted meanwhile is refused, and the form keeps its input", async () => {
  const inquiry = await visitor().open(`${await pathOfProduct(GOWN)}/inquiry?size=M`);
  const form = inquiry.document.querySelector("#inquiry-form");
  form?.setAttribute("action", "/product/0198f000-0000-7000-8000-00000000000a/inquiry");
  const refused = await inquiry.press("Submit Inquiry", contactOf("asha.late@example.org"));
  expect(refused.status).toBe(410);
  expect(refused.getByRole("alert").textContent).toContain("This piece is no longer offered");
  expect(enteredIn(refused, "Product Name")).toBe(GOWN);
  expect(enteredIn(refused, "Address")).toBe("Lot 12\nCamp Street");
  expect(enteredIn(refused, "Size")).toBe("M");
});

test("neither inquiry page is indexed", async () => {
  const path = await pathOfProduct(GOWN);
  for (const each of [`${path}/inquiry`, `${path}/inquiry/sent`]) {
    const page = await visitor().open(each);
    const robots = page.document.querySelector("meta[name='robots']");
    expect(robots?.getAttribute("content"), each).toBe("noindex");
  }
});
