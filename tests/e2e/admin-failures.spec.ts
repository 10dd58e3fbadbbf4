import { expect } from "@playwright/test";
import { pressOn } from "#tests/support/browser/keyboard.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

/** A failure's message and a text of the content. */
const TABS = [
  { label: "All Products", text: "Error loading products.", arrived: "Kaieteur Gown" },
  {
    label: "Clothing Categories",
    text: "Failed to fetch categories",
    arrived: "Evening Elegance",
  },
  { label: "Media Library", text: "Failed to fetch media", arrived: /^\d+ files/ },
  { label: "Site Images", text: "Failed to fetch custom categories", arrived: "Evening Elegance" },
  { label: "Site Settings", text: "Error fetching settings", arrived: "Site Name" },
];

// Specification 8.11, 8.14, 8.16, 8.20, 8.22
test("a dashboard tab that cannot be loaded shows the specification's message, and Retry loads it with the keyboard", async ({
  page,
  noise,
}) => {
  noise.expect(cutOffNoise);
  noise.expect(/status of 500|^500 for .*\/admin\.data/);
  await visit(page, "/admin?tab=settings");
  const main = page.getByRole("main");
  for (const { label, text, arrived } of TABS) {
    await test.step(label, async () => {
      const reported = page.getByText(text, { exact: true });
      const retry = main.getByRole("button", { name: "Retry" });
      await page.route(/\/admin\.data/, (route) => route.fulfill({ status: 500, body: "" }));
      await pressOn(page, main.getByRole("link", { name: label, exact: true }));
      await expect(reported.first()).toBeVisible();
      await expect(main.getByRole("heading", { level: 1 })).toHaveText("Content Management System");
      await expect(page.getByRole("link", { name: "Orders" }).first()).toBeVisible();
      await expectReadable(page);
      await page.unroute(/\/admin\.data/);
      await page.route(/\/admin\.data/, (route) => route.abort());
      // The message is already visible.
      const inVain = page.waitForEvent("requestfailed");
      await pressOn(page, retry);
      await inVain;
      await expect(reported.first()).toBeVisible();
      await page.unroute(/\/admin\.data/);
      await pressOn(page, retry);
      await expect(main.getByText(arrived).filter({ visible: true }).first()).toBeVisible();
      await expect(retry).toHaveCount(0);
    });
  }
});
