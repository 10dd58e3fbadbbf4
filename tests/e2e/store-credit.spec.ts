import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { storeCreditAccounts, storeCreditEntries } from "#db/schema/store-credit.server.ts";
import { openVisitor } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { fillDelivery, goToPayment, newEmail } from "#tests/support/browser/payment.ts";
import { addToCart, cartSidebar, visit } from "#tests/support/browser/shop.ts";
import { buy } from "#tests/support/requests/purchase.ts";
import { signInOwner } from "#tests/support/requests/sign-in.ts";
import { createVisitor } from "#tests/support/requests/visitor.ts";

const TROUSERS = "Hammock Lounge Trousers";
const personPath = (email: string) => `/admin/customers/person?email=${encodeURIComponent(email)}`;

// A context that the browser makes takes the options of the test, and with them the owner's session: the guest's cart
// then follows the owner's account, has two pairs instead of one, and is emptied when the owner's other cart is paid.
test("a visitor beside the signed-in owner has neither the owner's session nor the owner's cart", async ({
  page,
  browser,
  baseURL,
}) => {
  const synced = page.waitForResponse(
    (response) =>
      response.url().endsWith("/cart/sync") &&
      (response.request().postData() ?? "").includes('"size":"M"'),
  );
  await addToCart(page, TROUSERS, "M");
  await synced;
  await using visitor = await openVisitor(browser, { baseURL });
  expect(await visitor.page.context().cookies()).toEqual([]);
  await addToCart(visitor.page, TROUSERS, "L");
  // The open sidebar hides the header's count.
  const items = cartSidebar(visitor.page).getByRole("list", { name: "Items in your cart" });
  await expect(items.getByRole("listitem")).toHaveCount(1);
  await expect(items).toContainText("Size: L");
  await visit(visitor.page, "/admin");
  await expect(visitor.page).toHaveURL(/\/login/);
});

test("a second press before the first is answered gives no second credit, and a refused amount is corrected in place", {
  tag: "@once-unsteady",
}, async ({ page, noise, shop }) => {
  noise.expect(refusedFormNoise);
  const email = newEmail();
  await buy(createVisitor(shop.url), { name: TROUSERS, size: "L", email });
  await visit(page, personPath(email));
  await page.locator("summary").filter({ hasText: "Give store credit" }).click();
  const form = page.locator("details[open] form");
  const amount = form.getByLabel("Amount in $");
  const give = form.getByRole("button", { name: "Give it and tell the customer" });
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  await amount.fill("1,00");
  await form.getByLabel("Reason").fill("Thank you for waiting");

  const letRefusalThrough = await holdResponses(page, /\/admin\/customers\/person\.data/);
  await give.click();
  await expect(give).toHaveAttribute("aria-busy", "true");
  await give.click({ force: true });
  await amount.press("Enter");
  letRefusalThrough();
  await expect(form.getByText(/Please enter an amount/)).toBeVisible();
  await expect(give).not.toHaveAttribute("aria-busy");
  expect(posts).toEqual(["/admin/customers/person.data"]);

  await page.unrouteAll();
  const letCreditThrough = await holdResponses(page, /\/admin\/customers\/person\.data/);
  await amount.fill("1000");
  await give.click();
  await expect(give).toHaveAttribute("aria-busy", "true");
  await give.click({ force: true });
  await amount.press("Enter");
  letCreditThrough();
  await expect(page.getByText("+$1,000.00")).toBeVisible();
  expect(posts).toEqual(["/admin/customers/person.data", "/admin/customers/person.data"]);
  const given = await shop.inDatabase((db) =>
    db
      .select({ amountMinor: storeCreditEntries.amountMinor })
      .from(storeCreditEntries)
      .innerJoin(storeCreditAccounts, eq(storeCreditAccounts.id, storeCreditEntries.accountId))
      .where(eq(storeCreditAccounts.email, email)),
  );
  expect(given).toEqual([{ amountMinor: 100_000 }]);
});

test("a guest spends the credit of a private link at the checkout", {
  tag: ["@phone", "@once-unsteady"],
}, async ({ browser, shop, isMobile, hasTouch, viewport }) => {
  const email = newEmail();
  await buy(createVisitor(shop.url), { name: TROUSERS, size: "L", email });
  const owner = await signInOwner(createVisitor(shop.url));
  const person = await owner.open(personPath(email));
  await person.press("Give it and tell the customer", {
    "Amount in $": "100",
    Reason: "Thank you for waiting",
  });
  const mail = await readMailTo(email, "$100.00 of store credit at Demerara Atelier");
  const path = /\/store-credit\/[0-9a-f]{64}/.exec(mail)?.[0] ?? "";
  await using visitor = await openVisitor(browser, {
    baseURL: shop.url,
    isMobile,
    hasTouch,
    viewport,
  });
  const guest = visitor.page;
  await addToCart(guest, TROUSERS, "M");
  await visit(guest, path);
  await guest.getByRole("button", { name: "Use it at checkout" }).click();
  await guest.waitForURL("/checkout");
  await expect(guest.getByRole("checkbox", { name: /^Use \$100\.00/ })).toBeChecked();
  const payment = await goToPayment(guest, email);
  await fillDelivery(payment);
  await payment.getByRole("button", { name: "Pay $95.00" }).click();
  await payment.waitForURL(/\/checkout\/success/);
  await expect(payment.getByRole("region", { name: "Order Summary" })).toContainText("−$100.00");
  await visit(guest, path);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("$0.00");
});
