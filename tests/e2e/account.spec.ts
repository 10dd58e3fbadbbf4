import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { createGroup, createLink } from "#features/measurement/links/sent-links.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import { HOME } from "#tests/support/addresses.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import type { TestCustomer } from "#tests/support/browser/customer.ts";
import { customerTest } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { missingPageNoise } from "#tests/support/browser/page-noise.ts";
import { expectReadable, haveInCart, visit } from "#tests/support/browser/shop.ts";
import { createOrder } from "#tests/support/orders.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

async function createMeasureLink(
  db: Database,
  { email, userId }: Pick<TestCustomer, "email" | "userId">,
): Promise<string> {
  const deps = { db, clock: systemClock, measurementBox: currentShop().measurementBox };
  const actor = { role: "customer", userId, name: "Asha", email } as const;
  const wedding = { name: "Wedding of Asha", garment: "dress" };
  const group = await createGroup(deps, { actor, submitted: wedding });
  if (!group.ok) throw new Error(group.error);
  const person = { actor, groupId: group.value, submitted: { personName: "Bibi" } };
  const link = await createLink(deps, person);
  if (!link.ok) throw new Error(link.error);
  return link.value.path;
}

// Both widths: account-keyboard.spec.ts, orders-keyboard.spec.ts.

const tabOf = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "My Account" }).getByRole("link", { name });

test("a visitor who opens a page of the account is sent to the sign-in and returned to that page", async ({
  page,
}) => {
  for (const path of ["/profile", "/account", "/profile/orders", "/profile/settings"]) {
    await page.goto(path, { waitUntil: "domcontentloaded" });
    const next = path === "/profile" ? "" : `?next=${encodeURIComponent(path)}`;
    await expect(page).toHaveURL(`/auth${next}`);
  }
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

customerTest.describe("orders", () => {
  customerTest("of another customer are not found", async ({ page, customer, noise }) => {
    noise.expect(missingPageNoise);
    const id = await customer.inDatabase((db) => createOrder(db));
    for (const path of ["", "/return", "/receipt"]) {
      const response = await page.goto(`/profile/orders/${id}${path}`);
      expect(response?.status()).toBe(404);
      await expect(page.getByText("Savannah Linen Shirt")).toHaveCount(0);
    }
  });

  customerTest(
    // Specification 8.37
    "that cannot be loaded show an error toast and a Retry button",
    async ({ page }) => {
      await visit(page, "/profile");
      // A failed read in React Router's format.
      const body =
        '[{"_1":2,"_6":7},"account/orders/orders",{"_3":4},"data",{"_5":-5},"list","shell/account-layout",{"_3":8},{"_9":-5},"note"]\n';
      await page.route("**/profile/orders.data*", (route) =>
        route.fulfill({
          body,
          contentType: "text/x-script",
          headers: { "x-remix-response": "yes" },
        }),
      );
      await tabOf(page, "Orders").click();
      const toasts = page.getByRole("region", { name: "Notifications" });
      await expect(toasts.getByText("Error", { exact: true })).toBeVisible();
      await expect(
        toasts.getByText("Could not load your orders. Please try again later."),
      ).toBeVisible();
      await page.unroute("**/profile/orders.data*");
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(page.getByText("No orders yet")).toBeVisible();
    },
  );

  // Specification 2.65
  customerTest("are announced as loading until they arrive", async ({ page }) => {
    await visit(page, "/profile");
    const release = await holdResponses(page, "**/profile/orders.data*");
    await tabOf(page, "Orders").click();
    await expect(page.getByText("Loading your orders")).toBeAttached();
    release();
    await expect(page.getByText("No orders yet")).toBeVisible();
  });
});

customerTest.describe("without JavaScript", () => {
  customerTest.use({ javaScriptEnabled: false });

  customerTest(
    "the tabs, the profile, the settings and the address book work",
    async ({ page }) => {
      await page.goto("/profile");
      await page.getByRole("link", { name: "Edit Profile" }).click();
      await page.getByLabel("First name").fill("Bibi");
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(page.getByText("Bibi", { exact: true })).toBeVisible();
      await page.getByRole("link", { name: "Add New Address" }).click();
      await page.getByLabel("Full name").fill("Bibi");
      await page.getByRole("textbox", { name: "Address", exact: true }).fill("1 Main Street");
      await page.getByLabel("City or village").fill("Linden");
      await page.getByRole("button", { name: "Save Address" }).click();
      await expect(page.getByText("1 Main Street")).toBeVisible();
      await page.getByRole("button", { name: /^Delete/ }).click();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(page.getByText("1 Main Street")).toBeVisible();
      await tabOf(page, "Settings").click();
      await page.getByRole("checkbox", { name: /^Order Updates/ }).uncheck();
      await page.getByRole("button", { name: "Save Settings" }).click();
      await expect(page.getByRole("checkbox", { name: /^Order Updates/ })).not.toBeChecked();
      await tabOf(page, "Orders").click();
      await expect(page.getByText("No orders yet")).toBeVisible();
    },
  );
});

customerTest(
  "every page of the account is accessible, fits the screen and is never cached",
  async ({ page, customer }) => {
    const { email: customerEmail, userId } = customer;
    const { addressId, linkPath, order } = await customer.inDatabase(async (db) => {
      const addressId = newId();
      await db.insert(addresses).values({ id: addressId, userId, ...HOME });
      return {
        addressId,
        linkPath: await createMeasureLink(db, customer),
        order: await createOrder(db, { customerEmail, userId, status: "completed" }),
      };
    });
    for (const path of [
      linkPath,
      ...["", "/return", "/receipt"].map((part) => `/profile/orders/${order}${part}`),
      "/account",
      "/profile",
      "/profile?edit=profile",
      "/profile/addresses/new",
      `/profile/addresses/${addressId}`,
      "/profile/payment-methods",
      "/profile/orders",
      "/profile/measurements",
      "/profile/measurements/links",
      "/profile/settings",
      "/profile/delete",
    ]) {
      await customerTest.step(path, async () => {
        const response = await visit(page, path);
        expect(response?.status()).toBe(200);
        expect(response?.headers()["cache-control"]).toBe("private, no-store");
        const robots = page.locator("meta[name=robots]").first();
        await expect(robots).toHaveAttribute("content", "noindex");
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        await expectReadable(page);
        await onPhone(page, () => expectReadable(page));
        await expectFitsEveryWidth(page);
      });
    }
  },
);
