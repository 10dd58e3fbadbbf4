import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { accountTab, field, toasts } from "#tests/support/browser/locators.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import type { Customer } from "#tests/support/browser/registration.ts";
import { newCustomer } from "#tests/support/browser/registration.ts";
import { haveInCart, visit } from "#tests/support/browser/shop.ts";

// What the shop stores and serves is asked for in tests/http/account.test.ts; here is what its pages' scripts do.

async function fillRegistration(page: Page, customer: Customer): Promise<void> {
  await field(page, "First Name").fill(customer.firstName);
  await field(page, "Last Name (optional)").fill(customer.lastName);
  await fillLogin(page, customer);
}

async function fillLogin(page: Page, { email, password }: Customer): Promise<void> {
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
}

test.describe("the sign-in form", () => {
  for (const { tab, path, busy, message } of [
    { tab: "Login", path: "/auth", busy: "Signing in...", message: "Failed to sign in" },
    {
      tab: "Create Account",
      path: "/auth?tab=create-account",
      busy: "Creating account...",
      message: "Failed to create account",
    },
  ]) {
    // Specification 4.13, 8.3
    test(`${tab} says '${busy}' while it works and '${message}' when the shop fails`, async ({
      page,
      noise,
    }) => {
      noise.expect(cutOffNoise);
      await visit(page, path);
      let fail = () => {};
      const failed = new Promise<void>((resolve) => {
        fail = resolve;
      });
      await page.route(/\/auth\.data/, async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        await failed;
        await route.abort();
      });
      const rosa = newCustomer();
      if (tab === "Login") await fillLogin(page, rosa);
      else await fillRegistration(page, rosa);
      await page.getByRole("button", { name: tab }).click();
      await expect(page.getByRole("button", { name: busy })).toBeVisible();
      fail();
      await expect(toasts(page)).toContainText("Error");
      await expect(toasts(page)).toContainText(message);
      await expect(field(page, "Email")).toHaveValue(rosa.email);
      await expect(field(page, "Password")).toHaveValue(rosa.password);
    });
  }

  test("shows the password on request", async ({ page }) => {
    await visit(page, "/auth");
    await field(page, "Password").fill("visible");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(field(page, "Password")).toHaveAttribute("type", "text");
    await expect(field(page, "Password")).toHaveValue("visible");
  });
});

// Specification 8.5
customerTest("a failed sign-out is told once", async ({ page, context, shop }) => {
  await context.addCookies([{ name: "da_flash", value: "sign-out-failed", url: shop.url }]);
  await visit(page, "/about");
  await expect(toasts(page)).toContainText("Failed to sign out");
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("da_flash");
  await visit(page, "/about");
  await expect(toasts(page)).not.toContainText("Failed to sign out");
});

customerTest(
  // Specification 2.87
  "a signed-in customer finds their email filled in at checkout",
  async ({ page, customer }) => {
    await haveInCart(page, "Cathedral White Shirt", "L");
    await visit(page, "/checkout");
    await expect(page.getByLabel("Email")).toHaveValue(customer.email);
  },
);

// Specification 2.65, 8.37
customerTest(
  "the tab of the orders announces that it loads, and offers Retry with an error toast when it cannot",
  async ({ page }) => {
    const pageData = "**/profile/orders.data*";
    await visit(page, "/profile");
    const release = await holdResponses(page, pageData);
    await accountTab(page, "Orders").click();
    await expect(page.getByText("Loading your orders")).toBeAttached();
    release();
    await expect(page.getByRole("main").getByText("No orders yet")).toBeVisible();
    await page.unroute(pageData);
    await accountTab(page, "Profile").click();
    await expect(page.getByRole("main").getByText("No addresses saved yet")).toBeVisible();

    // A failed read in React Router's format.
    const body =
      '[{"_1":2,"_6":7},"account/orders/orders",{"_3":4},"data",{"_5":-5},"list","shell/account-layout",{"_3":8},{"_9":-5},"note"]\n';
    await page.route(pageData, (route) =>
      route.fulfill({
        body,
        contentType: "text/x-script",
        headers: { "x-remix-response": "yes" },
      }),
    );
    await accountTab(page, "Orders").click();
    await expect(toasts(page).getByText("Error", { exact: true })).toBeVisible();
    await expect(
      toasts(page).getByText("Could not load your orders. Please try again later."),
    ).toBeVisible();
    await page.unroute(pageData);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("main").getByText("No orders yet")).toBeVisible();
  },
);
