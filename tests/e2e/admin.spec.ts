import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { pressOn } from "#tests/support/browser/keyboard.ts";
import { ownerTest, signIn } from "#tests/support/browser/owner.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { expectReadable, scrollsSideways, visit } from "#tests/support/browser/shop.ts";

// Specification 8.9
test("the login refuses a wrong password, says 'Access granted' after the right one, and Sign Out ends the session for good", async ({
  page,
  noise,
}) => {
  noise.expect(/status of 401/);
  await visit(page, "/login");
  await signIn(page, "chalk-and-tape-1966");
  await expect(page.getByRole("alert")).toContainText("Invalid username or password");
  await expectAccessible(page);
  await signIn(page);
  await expect(page).toHaveURL("/admin");
  await expect(page.getByText("Access granted")).toBeVisible();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("You have been signed out successfully.")).toBeVisible();
  await visit(page, "/admin/orders");
  await expect(page).toHaveURL("/login?next=%2Fadmin%2Forders");
});

ownerTest(
  "the admin has one navigation strip on phones, with every area",
  { tag: "@phone" },
  async ({ page }) => {
    await visit(page, "/admin?tab=media");
    const strips = page
      .getByRole("navigation")
      .filter({ has: page.getByRole("link", { name: "Site Images" }) });
    await expect(strips).toHaveCount(1);
    await expect(strips.getByRole("link", { name: "Orders" })).toHaveCount(1);
  },
);

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
ownerTest(
  "a dashboard tab that cannot be loaded shows the specification's message, and Retry loads it with the keyboard",
  async ({ page, noise }) => {
    noise.expect(cutOffNoise);
    noise.expect(/status of 500|^500 for .*\/admin\.data/);
    await visit(page, "/admin?tab=settings");
    const main = page.getByRole("main");
    for (const { label, text, arrived } of TABS) {
      await ownerTest.step(label, async () => {
        // In the panel, as a notification, or as both.
        const reported = page.getByText(text, { exact: true }).first();
        const retry = main.getByRole("button", { name: "Retry" });
        await page.route(/\/admin\.data/, (route) => route.fulfill({ status: 500, body: "" }));
        await pressOn(page, main.getByRole("link", { name: label, exact: true }));
        await expect(reported).toBeVisible();
        await expect(main.getByRole("heading", { level: 1 })).toHaveText(
          "Content Management System",
        );
        await expect(page.getByRole("link", { name: "Orders" }).first()).toBeVisible();
        await expectReadable(page);
        await page.unroute(/\/admin\.data/);
        await page.route(/\/admin\.data/, (route) => route.abort());
        // The message is already visible.
        const inVain = page.waitForEvent("requestfailed");
        await pressOn(page, retry);
        await inVain;
        await expect(reported).toBeVisible();
        await page.unroute(/\/admin\.data/);
        await pressOn(page, retry);
        await expect(main.getByText(arrived).filter({ visible: true }).first()).toBeVisible();
        await expect(retry).toHaveCount(0);
      });
    }
  },
);

ownerTest(
  "the palette finds and opens products and settings by mouse and keyboard, and returns the focus",
  async ({ page }) => {
    const field = page.getByRole("combobox", { name: "Search everything" });
    const option = (name: string | RegExp) => page.getByRole("option", { name });
    const press = page.getByRole("button", { name: "Search everything" });
    await visit(page, "/admin/orders");

    await ownerTest.step("closing it returns the focus", async () => {
      await press.press("Enter");
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute("aria-expanded", "true");
      await expect(option("New product")).toHaveAttribute("aria-selected", "true");
      expect(await scrollsSideways(page)).toBe(false);
      await page.keyboard.press("Escape");
      await expect(field).toBeHidden();
      await expect(press).toBeFocused();
    });

    await ownerTest.step("arrows choose a product, which Enter opens", async () => {
      await page.keyboard.press("ControlOrMeta+k");
      await field.fill("savanah linen");
      await expect(option(/Savannah Linen Shirt/)).toHaveAttribute("aria-selected", "true");
      await field.fill("shirt");
      // The first search does not find this product, so the second one's results are shown.
      await expect(option(/Regent Silk Shirt/)).toBeVisible();
      const first = page.getByRole("option").first();
      await expect(field).toHaveAttribute(
        "aria-activedescendant",
        (await first.getAttribute("id")) ?? "",
      );
      await page.keyboard.press("ArrowUp");
      await expect(page.getByRole("option").last()).toHaveAttribute("aria-selected", "true");
      await page.keyboard.press("ArrowDown");
      await expect(first).toHaveAttribute("aria-selected", "true");
      await expectAccessible(page);
      const name = await first.locator("span.truncate").first().innerText();
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("Product Name")).toHaveValue(name);
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    });

    await ownerTest.step("a setting opens at its field", async () => {
      await press.click();
      await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveCount(1);
      await field.fill("contact ph");
      await option(/Contact Phone/).click();
      await expect(page).toHaveURL(/tab=settings/);
      await expect(page.getByLabel("Contact Phone")).toBeFocused();
    });

    await ownerTest.step("an empty result says so and suggests what to try", async () => {
      await page.keyboard.press("ControlOrMeta+k");
      await field.fill("zzqx");
      await expect(page.getByText("Nothing found for “zzqx”")).toBeVisible();
      await expect(page.getByText("Nothing found", { exact: true })).toBeAttached();
      await expect(field).toHaveAttribute("aria-expanded", "false");
      await page.keyboard.press("ControlOrMeta+k");
      await expect(field).toBeHidden();
    });

    await ownerTest.step("on a phone it fits the screen and has a close button", async () => {
      await press.click();
      await onPhone(page, async () => {
        await expectReadable(page);
        await page.getByRole("button", { name: "Close" }).click();
      });
      await expect(field).toBeHidden();
    });
  },
);

ownerTest(
  "an older response never replaces a newer one, and without a response the pages are still listed",
  async ({ page, noise }) => {
    noise.expect(cutOffNoise);
    const field = page.getByRole("combobox", { name: "Search everything" });
    const older = /\/admin\/search\/found\?q=gown$/;
    await holdResponses(page, older);
    await page.route("**/admin/search/found?q=orders", (route) => route.abort());
    await visit(page, "/admin/outbox");
    await page.keyboard.press("ControlOrMeta+k");
    const sent = page.waitForRequest(older);
    await field.fill("gown");
    await sent;
    const given = page.waitForEvent("requestfailed", (request) => older.test(request.url()));
    await field.fill("linen shirt");
    await expect(page.getByRole("option", { name: /Savannah Linen Shirt/ })).toBeVisible();
    // The newer search has cancelled it: it has no response that could arrive.
    await given;
    await field.fill("orders");
    await expect(
      page.getByText("The search is not responding. You can still open pages"),
    ).toBeVisible();
    await expect(page.getByRole("option", { name: /Gown/ })).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/orders$/);
  },
);
