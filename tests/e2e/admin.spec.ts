import { expect } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routeTable from "#app/routes.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { ownerTest, signIn } from "#tests/support/browser/owner.ts";
import { missingPageNoise } from "#tests/support/browser/page-noise.ts";
import { buyItems, newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { OWNER } from "#tests/support/shop/owner-account.ts";

const adminPaths = [
  "/admin",
  "/admin?tab=products",
  "/admin?tab=categories",
  "/admin/overview",
  "/admin/orders",
  "/admin/orders?status=completed&q=rosa",
  "/admin/orders/0198f000-0000-7000-8000-000000000001",
  "/admin/donations",
  "/admin/outbox",
  "/admin/activity",
];

// Specification 2.129
test("a visitor who opens a page of the admin is sent to the login", async ({ page }) => {
  for (const path of adminPaths) {
    await visit(page, path);
    await expect(page).toHaveURL(/\/login(\?next=|$)/);
    await expect(page.getByRole("button", { name: "Access CMS" })).toBeVisible();
  }
});

const ADMIN_LAYOUT = "shell/admin-layout.tsx";

test("no loader of the admin returns data without a session", async ({ request }) => {
  const id = "0198f000-0000-7000-8000-000000000001";
  const pages = [
    ["/admin", "admin/dashboard/dashboard.tsx"],
    ["/admin/overview", "admin/overview/overview.tsx"],
    ["/admin/orders", "admin/orders/orders.tsx"],
    [`/admin/orders/${id}`, "admin/orders/order.tsx"],
    [`/admin/outbox?mail=${id}`, "admin/emails/outbox.tsx"],
  ] as const;
  const known = (routeTable as RouteConfigEntry[])
    .filter(({ file }) => file === ADMIN_LAYOUT)
    .flatMap(({ children = [] }) => children.map(({ file }) => file));
  const calls = pages.flatMap(([path, file]) => {
    expect(known).toContain(file);
    const [name, query = ""] = path.split("?");
    // Loaders can be requested alone, by route id.
    const routes = ["", file, ADMIN_LAYOUT].map((each) => each.replace(/\.tsx$/, ""));
    return routes.map((route) => {
      const search = new URLSearchParams(query);
      if (route) search.set("_routes", route);
      return `${name}.data?${search}`;
    });
  });
  for (const call of calls) {
    for (const method of ["GET", "POST"]) {
      const response = await request.fetch(call, { method, maxRedirects: 0 });
      const body = await response.text();
      expect(body, `${method} ${call}`).not.toMatch(
        /customerEmail|totals|htmlBody|revenue|priceMinor|stock/,
      );
      expect(response.headers()["cache-control"] ?? "no-store").toContain("no-store");
      // React Router wraps the redirect in a 202; other loaders fail.
      const isTurnedAway = body.includes("/login") || response.status() >= 300;
      expect(isTurnedAway, `${method} ${call}: ${response.status()} ${body.slice(0, 200)}`).toBe(
        true,
      );
    }
  }
});

test.describe("the login", () => {
  test.describe.configure({ mode: "serial" });

  // Specification 2.9, 2.126, 5.6, 8.8
  test("refuses a wrong password with the specification's message and keeps the username", async ({
    page,
    noise,
  }) => {
    noise.expect(/status of 401/);
    await visit(page, "/login");
    await expect(page.getByText("Sessions last 24 hours.")).toBeVisible();
    await signIn(page, "chalk-and-tape-1966");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("Login failed");
    await expect(alert).toContainText("Invalid username or password");
    await expect(page.getByLabel("Username")).toHaveValue(OWNER.username);
    await expectAccessible(page);
  });

  // Specification 8.9
  test("says 'Access granted', opens the admin, and Sign Out ends the session for good", async ({
    page,
  }) => {
    await visit(page, "/login");
    await signIn(page);
    await expect(page).toHaveURL("/admin");
    await expect(page.getByText("Access granted")).toBeVisible();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/login");
    await expect(page.getByText("You have been signed out successfully.")).toBeVisible();
    await visit(page, "/admin/orders");
    await expect(page).toHaveURL("/login?next=%2Fadmin%2Forders");
  });

  // Specification 5.5
  test("requires both fields", async ({ page }) => {
    await visit(page, "/login");
    for (const field of [
      page.getByLabel("Username"),
      page.getByLabel("Password", { exact: true }),
    ]) {
      await expect(field).toHaveJSProperty("required", true);
    }
  });
});

ownerTest.describe("the owner's session", () => {
  // Specification 2.9, 2.126
  ownerTest("skips the login and opens the requested page", async ({ page }) => {
    await visit(page, "/login?next=%2Fadmin%2Forders");
    await expect(page).toHaveURL("/admin/orders");
    await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  });

  ownerTest(
    "has one navigation strip on phones, with every area of the admin",
    async ({ page }) => {
      await visit(page, "/admin?tab=media");
      await onPhone(page, async () => {
        const strips = page
          .getByRole("navigation")
          .filter({ has: page.getByRole("link", { name: "Site Images" }) });
        await expect(strips).toHaveCount(1);
        await expect(strips.getByRole("link", { name: "Orders" })).toHaveCount(1);
      });
    },
  );

  ownerTest("says when an order does not exist", async ({ page, noise }) => {
    noise.expect(missingPageNoise);
    const path = "/admin/orders/0198f000-0000-7000-8000-000000000001";
    const response = await visit(page, path);
    expect(response?.status()).toBe(404);
    await expect(page.getByText("Order not found")).toBeVisible();
    await page.getByRole("link", { name: "All orders" }).click();
    await expect(page).toHaveURL("/admin/orders");
  });
});

ownerTest(
  "the owner finds a paid order by its email and reads the order and its email",
  async ({ page }) => {
    const email = newEmail();
    await buyItems(page.request, email, ["Hammock Lounge Trousers", "M"]);

    await visit(page, "/admin/orders");
    await page
      .getByRole("searchbox")
      .or(page.getByLabel(/number or e-?mail/i))
      .first()
      .fill(email);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/q=rosa/);
    const found = page
      .getByRole("main")
      .getByRole("link")
      .filter({ hasText: /[0-9a-f]{8}/ });
    await expect(found).toHaveCount(1);
    await found.click();
    await expect(
      page.getByRole("heading", { level: 1, name: /^Order [0-9a-f]{8}$/ }),
    ).toBeVisible();
    const main = page.getByRole("main");
    for (const text of ["Hammock Lounge Trousers", "$180.00", "$195.00", email, "Rosa Persaud"]) {
      await expect(main.getByText(text).first()).toBeVisible();
    }
    await expect(main.getByText("Completed", { exact: true }).first()).toBeVisible();
    await expectReadable(page);
    await onPhone(page, () => expectReadable(page));

    await visit(page, "/admin/outbox");
    await page
      .getByRole("main")
      .getByRole("link")
      .filter({ hasText: /Order Confirmed!/ })
      .first()
      .click();
    await expect(page.getByRole("article").getByRole("heading", { level: 2 })).toContainText(
      "Order Confirmed!",
    );
  },
);
