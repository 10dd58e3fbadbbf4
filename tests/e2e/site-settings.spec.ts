import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { haveInCart, storedCart, visit } from "#tests/support/browser/shop.ts";
import { signInOwner } from "#tests/support/requests/sign-in.ts";
import { createVisitor } from "#tests/support/requests/visitor.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";
import { deliverEvent } from "#tests/support/stripe/signed-events.ts";
import { startStripeDouble } from "#tests/support/stripe/stripe-double.ts";

const TAB = "/admin?tab=settings";
const save = (page: Page) => page.getByRole("button", { name: "Save Settings" }).click();

test("on a phone the strip of settings shows the chosen tab", {
  tag: ["@phone", "@once-unsteady"],
}, async ({ page }) => {
  for (const part of ["general", "notices", "shipping"]) {
    await visit(page, `${TAB}&part=${part}`);
    const strip = page.getByRole("navigation", { name: "Site settings" });
    await expect(strip.locator("[aria-current]")).toBeInViewport({ ratio: 1 });
  }
});

// Specification 2.155, 2.156, 2.157, 2.158
test("footer links are added, moved with the keyboard and deleted, and never run a script", async ({
  page,
}) => {
  await visit(page, `${TAB}&part=footer`);
  await expect(page.getByRole("button", { name: "Move Lounge Wear up" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Move Accessories down" })).toBeDisabled();
  await page.getByRole("button", { name: "Move Accessories up" }).press("Enter");
  await expect(page.getByLabel("Text", { exact: true }).first()).toHaveValue("Accessories");
  await expect(page.getByRole("button", { name: "Move Accessories down" })).toBeFocused();
  await page.getByRole("button", { name: "Add Link" }).click();
  await expect(page.getByLabel("Text", { exact: true }).last()).toBeFocused();
  await page.keyboard.type("Press");
  await page.getByLabel("URL", { exact: true }).last().fill("javascript:alert(1)");
  await save(page);
  await expect(page.getByText(/Please enter a page of the shop/)).toBeVisible();
  await expect(page.getByLabel("URL", { exact: true }).last()).toBeFocused();
  for (const name of ["Press", "Lounge Wear", "Accessories"]) {
    await page.getByRole("button", { name: `Delete ${name}` }).click();
  }
  await expect(page.getByRole("main").getByText("No footer links added yet")).toBeVisible();
  await page.getByRole("button", { name: "Add your first link" }).click();
  await expect(page.getByLabel("Text", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Reset Changes" }).click();
  await expect(page.getByLabel("Text", { exact: true }).first()).toHaveValue("Lounge Wear");
});

// Specification 2.159, 5.35, 7.43, 8.18, 8.19
test("keys are validated and saved, the secret key is never shown, customers pay with them, and they are removed after a question", {
  tag: "@once-unsteady",
}, async ({ page, noise, baseURL }) => {
  noise.expect(/status of 422/);
  await visit(page, `${TAB}&part=integrations`);
  await expect(page.getByText("Test Mode", { exact: true })).toBeVisible();
  await expect(page.getByText("Payments go through the test page")).toBeVisible();
  const publishable = page.getByLabel("Publishable Key");
  const secret = page.getByLabel("Secret Key", { exact: true });
  await publishable.fill("");
  await secret.fill("sk_test_neverShownAgain00001234");
  await page.getByRole("button", { name: "Save Stripe Keys (TEST)" }).click();
  await expect(page.getByText("Missing Keys")).toBeVisible();
  await expect(
    page.getByText("Both Stripe publishable and secret keys are required"),
  ).toBeVisible();
  await publishable.fill("pk_live_1");
  await page.getByRole("button", { name: "Save Stripe Keys (LIVE)" }).press("Enter");
  await expect(page.getByText("Key Mismatch Error")).toBeVisible();
  await expect(secret).toHaveValue("sk_test_neverShownAgain00001234");
  await page.getByRole("button", { name: "Show secret key" }).press("Enter");
  await expect(secret).toHaveAttribute("type", "text");
  await publishable.fill("pk_test_1");
  const save = page.getByRole("button", { name: "Save Stripe Keys (TEST)" });
  await save.press("Enter");
  await expect(page.getByText(/Stripe could not be reached to check the keys/)).toBeVisible();
  await expect(secret).toHaveValue("sk_test_neverShownAgain00001234");
  {
    await using _stripe = await startStripeDouble(currentShop().stripePort);
    await save.press("Enter");
    await expect(page.getByText("Stripe keys saved successfully (TEST mode)")).toBeVisible();
  }
  await expect(secret).toHaveValue("");
  await expect(page.getByText(/sk_test_••••1234/)).toBeVisible();
  const responses = await Promise.all(
    [`${TAB}&part=integrations`, "/admin.data?tab=settings", "/"].map(async (path) =>
      (await page.request.get(path)).text(),
    ),
  );
  expect(responses.join("")).toContain("sk_test_••••1234");
  expect(responses.join("")).not.toContain("neverShownAgain");
  await expect(page.getByText("Shoppers pay on Stripe's page, in test mode")).toBeVisible();

  noise.expect(/status of 502|502 for |ERR_BLOCKED|checkout\.stripe\.com/);
  const pay = () => page.getByRole("button", { name: /^Proceed to Payment/ }).click();
  await test.step("without Stripe the customer gets a message and keeps the cart, and the owner sees the reason", async () => {
    await haveInCart(page, "Hammock Lounge Trousers", "L");
    await visit(page, "/checkout");
    await page.getByLabel("Email").fill(newEmail());
    await pay();
    await expect(page.getByText("Failed to create checkout session")).toBeVisible();
    expect(await storedCart(page)).toEqual([
      expect.objectContaining({ name: "Hammock Lounge Trousers", size: "L" }),
    ]);
    await visit(page, "/admin/orders");
    const trouble = page.getByText("Card payments do not work at the moment");
    await expect(trouble).toBeVisible();
    await expect(page.getByText(/Stripe could not be reached/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("with Stripe the customer pays on its page, and its event completes the order", async () => {
    await using stripe = await startStripeDouble(currentShop().stripePort);
    await page
      .context()
      .route("https://checkout.stripe.com/**", (route) =>
        route.fulfill({ contentType: "text/html", body: "<title>Stripe's own page</title>" }),
      );
    await visit(page, "/checkout");
    await page.getByLabel("Email").fill(newEmail());
    const opening = page.waitForEvent("popup");
    await pay();
    const payment = await opening;
    await payment.waitForURL(/^https:\/\/checkout\.stripe\.com\//);
    await expect(payment).toHaveTitle("Stripe's own page");
    const [sessionId = ""] = stripe.books.sessions.keys();
    for (const event of stripe.payer.pay(sessionId)) {
      const response = await deliverEvent(`${baseURL}/payments/events`, event);
      expect(response.status).toBe(200);
    }
    await visit(payment, `/checkout/success?session_id=${sessionId}`);
    await expect(payment.getByRole("heading", { level: 1 })).toHaveText("Order Confirmed!");
    await visit(page, "/admin/orders");
    await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
    await expect(page.getByText("Card payments do not work at the moment")).toHaveCount(0);
  });

  await test.step("the stored keys are removed, and the test page is back", async () => {
    await visit(page, `${TAB}&part=integrations`);
    await page.getByRole("button", { name: "Remove the stored keys" }).press("Enter");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("sk_test_••••1234");
    await question.getByRole("button", { name: "Remove the keys" }).click();
    await expect(page.getByText("Payments go through the test page")).toBeVisible();
    await expect(page.getByText(/sk_test_••••/)).toHaveCount(0);
  });
});

test("an announcement is shown above the shop, is dismissed for good and shifts nothing", async ({
  page,
}) => {
  const text = "Closed for Mashramani";
  await visit(page, `${TAB}&part=notices`);
  await page.getByLabel(/^Announcement/).fill(text);
  await save(page);
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
  const bar = page.getByRole("complementary", { name: "Announcement" });
  await visit(page, "/about");
  await expect(bar).toContainText(text);
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Dismiss announcement" }).click();
  await expect(bar).toBeHidden();
  await visit(page, "/faq");
  await expect(bar).toBeHidden();
});

// Specification 8.16
test("when the shop does not respond, the settings say so and keep their input", async ({
  page,
  noise,
}) => {
  noise.expect(cutOffNoise);
  await visit(page, TAB);
  await page.route("**/admin.data?*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByLabel("Contact Phone").fill("typed");
  await save(page);
  await expect(page.getByText("Error saving settings")).toBeVisible();
  await expect(page.getByText("Failed to save settings")).toBeVisible();
  await expect(page.getByLabel("Contact Phone")).toHaveValue("typed");
});

test("a save by another admin is not overwritten, and Reset Changes shows it", async ({
  page,
  noise,
  context,
}) => {
  noise.expect(/status of 409/);
  await visit(page, `${TAB}&part=notices`);
  const other = await context.newPage();
  await visit(other, `${TAB}&part=notices`);
  const text = page.getByLabel(/^Text under the cart/);
  await other.getByLabel(/^Text under the cart/).fill("30-Day Returns");
  await save(other);
  await expect(other.getByText("Settings saved successfully")).toBeVisible();
  await text.fill("Mine");
  await save(page);
  await expect(page.getByText(/Someone else saved these settings/).first()).toBeVisible();
  await expect(text).toHaveValue("Mine");
  await page.getByRole("button", { name: "Reset Changes" }).click();
  await expect(text).toHaveValue("30-Day Returns");
  await text.fill("45-Day Returns");
  await save(page);
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
});

test("a text of several lines that was saved without JavaScript is not an unsaved change", async ({
  page,
  shop,
}) => {
  const path = `${TAB}&part=transfers`;
  const owner = await signInOwner(createVisitor(shop.url));
  const served = await owner.open(path);
  const saved = await served.press("Save Settings", {
    "Bank and account": "Bank of Guyana\nAccount 1",
  });
  expect(saved.text).toContain("Settings saved successfully");
  await visit(page, path);
  const account = page.getByLabel("Bank and account");
  await expect(account).toHaveValue("Bank of Guyana\nAccount 1");
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await account.press("End");
  await account.pressSequentially("2");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await account.press("Backspace");
  await expect(page.getByText("Unsaved changes")).toBeHidden();
});
