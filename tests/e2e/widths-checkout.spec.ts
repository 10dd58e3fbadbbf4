import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { orders } from "#db/schema/orders.server.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { openVisitor } from "#tests/support/browser/fixtures.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { haveInCart, scrollsSideways, visit } from "#tests/support/browser/shop.ts";
import { sendItems } from "#tests/support/orders.ts";
import {
  addToSimpleCart,
  buy,
  GEORGETOWN,
  orderWithCredit,
} from "#tests/support/requests/purchase.ts";
import { signInOwner } from "#tests/support/requests/sign-in.ts";
import type { Visitor } from "#tests/support/requests/visitor.ts";
import { createVisitor } from "#tests/support/requests/visitor.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";
import type { Shop } from "#tests/support/shop/shop.ts";

// The rules, messages and mails of these pages are tested by requests: tests/http/payments.test.ts.

const TROUSERS = { name: "Hammock Lounge Trousers", size: "M", price: 180 };

/** From the top: the fixed header may half cover a target. */
async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  await onPhone(page, async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await scrollsSideways(page), "scrolls sideways").toBe(false);
    await expectAccessible(page);
  });
  await expectFitsEveryWidth(page);
}

async function orderIdOf(shop: Shop, email: string): Promise<string> {
  const [order] = await shop.inDatabase((db) =>
    db.select({ id: orders.id }).from(orders).where(eq(orders.customerEmail, email)),
  );
  return order?.id ?? "";
}

async function offerTransfers(owner: Visitor): Promise<void> {
  const settings = await owner.open("/admin?tab=settings&part=transfers");
  await settings.press("Save Settings", {
    "Customers may pay by bank transfer": true,
    "Bank and account": "Bank of Guyana\nAccount 000-123-456",
  });
}

/** Returns the path of the customer's private page. */
async function giveCredit(owner: Visitor, email: string, dollars: string): Promise<string> {
  const person = await owner.open(`/admin/customers/person?email=${encodeURIComponent(email)}`);
  await person.press("Give it and tell the customer", {
    "Amount in $": dollars,
    Reason: "Thank you for waiting",
  });
  const mail = await readMailTo(email, `$${dollars} of store credit at Demerara Atelier`);
  return /\/store-credit\/[0-9a-f]{64}/.exec(mail)?.[0] ?? "";
}

/** An order that waits for its transfer; returns the path of its delivery page, or the order's once it is placed. */
async function orderByTransfer(guest: Visitor, email: string, isPlaced: boolean): Promise<string> {
  const cart = await addToSimpleCart(guest, TROUSERS.name, TROUSERS.size);
  const delivery = await cart.press("Proceed to Payment", { Email: email, "Bank transfer": true });
  if (!isPlaced) return delivery.url.pathname;
  const { url } = await delivery.press(/^Place the order/, GEORGETOWN);
  return url.pathname + url.search;
}

/** Opens the pages of private links in this browser that a visitor has opened by requests. */
async function copyLinkCookies(page: Page, { cookies }: Visitor, url: string): Promise<void> {
  const links = [...cookies].filter(([name]) => name.startsWith("da_link_"));
  await page.context().addCookies(links.map(([name, value]) => ({ name, value, url })));
}

test("what a guest sees who pays by transfer or with store credit fits every width", async ({
  browser,
  noise,
  shop,
}) => {
  noise.expect(refusedFormNoise);
  const owner = await signInOwner(createVisitor(shop.url));
  await offerTransfers(owner);
  const email = newEmail();
  const guest = createVisitor(shop.url);
  await buy(guest, { name: TROUSERS.name, size: "L", email });
  const creditPath = await giveCredit(owner, email, "100.00");
  const credit = await guest.open(creditPath);
  await credit.press("Use it at checkout");
  await using visitor = await openVisitor(browser, { baseURL: shop.url });
  const { page } = visitor;

  await test.step("the private page of the credit, and the checkout with it", async () => {
    await haveInCart(page, TROUSERS.name, TROUSERS.size);
    await visit(page, creditPath);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("$100.00");
    await expectGood(page);
    await page.getByRole("button", { name: "Use it at checkout" }).click();
    await page.waitForURL("/checkout");
    await visit(page, "/checkout");
    await expect(page.getByRole("checkbox", { name: /^Use \$100\.00/ })).toBeChecked();
    await page.getByRole("radio", { name: /^Bank transfer/ }).check();
    await expectGood(page);
  });

  await test.step("the payment page and the order with credit", async () => {
    const order = { email, item: TROUSERS, destination: "GY", shownCredit: 10_000 };
    const payment = await orderWithCredit(guest, order);
    await visit(page, payment.url.pathname);
    await expect(page.getByRole("status", { name: "Total" })).toContainText("−$100.00");
    await expectGood(page);
    const paid = await payment.press(/^Pay /, GEORGETOWN);
    await visit(page, paid.url.pathname + paid.url.search);
    await expect(page.getByRole("region", { name: "Order Summary" })).toContainText("−$100.00");
    await expectGood(page);
  });

  await test.step("an order that credit covers, and one that waits for its transfer", async () => {
    const rich = newEmail();
    await buy(createVisitor(shop.url), { name: TROUSERS.name, size: "L", email: rich });
    const payer = createVisitor(shop.url);
    const own = await payer.open(await giveCredit(owner, rich, "500.00"));
    await own.press("Use it at checkout");
    const order = { email: rich, item: TROUSERS, destination: "GY", shownCredit: 18_000 };
    const delivery = await orderWithCredit(payer, order);
    await copyLinkCookies(page, payer, shop.url);
    await visit(page, delivery.url.pathname);
    await expect(page.getByRole("button", { name: "Place the order" })).toBeVisible();
    await expectGood(page);
    const transfer = createVisitor(shop.url);
    const unplaced = await orderByTransfer(transfer, newEmail(), false);
    await copyLinkCookies(page, transfer, shop.url);
    await visit(page, unplaced);
    await page.getByRole("button", { name: /^Place the order/ }).click();
    await expect(page.getByLabel("Full name")).toBeFocused();
    await expectGood(page);
    await visit(page, await orderByTransfer(transfer, newEmail(), true));
    await expect(page.getByRole("main")).toContainText("Account 000-123-456");
    await expectGood(page);
  });

  await test.step("the return of a guest, and the thanks for a donation", async () => {
    await visit(page, "/order-lookup");
    const bought = newEmail();
    await buy(createVisitor(shop.url), { name: TROUSERS.name, size: "L", email: bought });
    const boughtId = await orderIdOf(shop, bought);
    await shop.inDatabase((db) => sendItems(db, boughtId));
    await page.getByLabel("Order Number").fill(boughtId.slice(0, 8));
    await page.getByLabel("Email").fill(bought);
    await page.getByRole("button", { name: "Find your order" }).click();
    await page.locator("summary").filter({ hasText: "Return a piece" }).click();
    await page.getByLabel(/^Pieces of Hammock/).selectOption("1");
    await expectGood(page);
    const donation = await (await createVisitor(shop.url).open("/new-dawn")).press("Donate", {
      "An amount of your own, in dollars": "37.50",
      Email: newEmail(),
    });
    const payment = await donation.follow("Go to the payment page");
    const { url } = await payment.press("Pay $37.50");
    await visit(page, url.pathname + url.search);
    await expect(page.getByText("Your gift of $37.50 has reached New Dawn.")).toBeVisible();
    await expectGood(page);
  });
});

test("what the owner sees of a transfer, a return and a customer's credit fits every width", async ({
  page,
  noise,
  shop,
}) => {
  noise.expect(refusedFormNoise);
  const owner = await signInOwner(createVisitor(shop.url));
  await offerTransfers(owner);

  await test.step("an order whose transfer is not confirmed", async () => {
    const email = newEmail();
    await orderByTransfer(createVisitor(shop.url), email, true);
    await visit(page, `/admin/orders/${await orderIdOf(shop, email)}`);
    await page.locator("summary").filter({ hasText: "Mark as paid" }).click();
    await page.getByRole("button", { name: "Mark as paid" }).click();
    await expect(page.getByText("Please confirm that the whole sum has arrived.")).toBeVisible();
    await expectGood(page);
  });

  await test.step("a received return and its refund, and the customer's credit", async () => {
    const email = newEmail();
    const guest = createVisitor(shop.url);
    await buy(guest, { name: TROUSERS.name, size: "L", email });
    const id = await orderIdOf(shop, email);
    await shop.inDatabase((db) => sendItems(db, id));
    const lookup = await guest.open("/order-lookup");
    const found = await lookup.press("Find your order", {
      "Order Number": id.slice(0, 8),
      Email: email,
    });
    await found.press("Get an authorization number", {
      [`Pieces of ${TROUSERS.name}`]: "1",
      "I changed my mind": true,
    });
    const order = await owner.open(`/admin/orders/${id}`);
    await order.press("Receive it and tell the customer");
    await visit(page, `/admin/orders/${id}`);
    await page.locator("summary").filter({ hasText: "Refund it" }).click();
    await page.getByRole("radio", { name: /^As store credit/ }).check();
    await expectGood(page);
    await giveCredit(owner, email, "100.00");
    await visit(page, `/admin/customers/person?email=${encodeURIComponent(email)}`);
    await expect(page.getByText("+$100.00")).toBeVisible();
    await expectGood(page);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, storageState: { cookies: [], origins: [] } });

  test("the cart and the form for measurements fit every width", async ({ page, shop }) => {
    const guest = createVisitor(shop.url);
    await addToSimpleCart(guest, "Kaieteur Gown", "M");
    await page.context().addCookies([
      {
        name: "da_cart",
        value: guest.cookies.get("da_cart") ?? "",
        domain: new URL(shop.url).hostname,
        path: "/cart/simple",
      },
    ]);
    await page.goto("/cart/simple");
    await expect(page.getByRole("list", { name: "Items in your cart" })).toContainText("Size: M");
    await expectFitsEveryWidth(page);
    await page.goto(`${await pathOfProduct("Savannah Linen Shirt")}/made-to-measure`);
    await expect(page.getByRole("textbox", { name: "Wrist", exact: true })).toBeVisible();
    await expectFitsEveryWidth(page);
    // Where JavaScript is off, a phone has the menu's link to the pages at the foot.
    await onPhone(page, async () => {
      await page.getByRole("banner").getByRole("link", { name: "Menu" }).click();
      await expect(
        page.getByRole("contentinfo").getByRole("link", { name: "Shop" }),
      ).toBeInViewport();
    });
  });
});
