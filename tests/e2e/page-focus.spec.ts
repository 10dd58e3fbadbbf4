import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { accountTab, link, main, title } from "#tests/support/browser/locators.ts";
import { ownerTest } from "#tests/support/browser/owner.ts";
import { visit } from "#tests/support/browser/shop.ts";

// WCAG 2.4.3 and 4.1.3: a change of page moves the focus to its heading, which screen readers then read.

const said = (page: Page) => page.locator("[data-status-message]");
const banner = (page: Page) => page.getByRole("banner");
const footer = (page: Page) => page.getByRole("contentinfo");

async function follow(page: Page, target: Locator): Promise<void> {
  await target.focus();
  await page.keyboard.press("Enter");
}

/** What a screen reader reads after the change: the name of what has the focus. */
async function expectStartsAt(page: Page, heading: string | RegExp): Promise<void> {
  await expect(title(page)).toHaveText(heading);
  await expect(title(page)).toBeFocused();
}

test("pages of the shop start at their heading, by keyboard", async ({ page }) => {
  await visit(page, "/");
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  await follow(page, link(footer(page), "About"));
  await expectStartsAt(page, /./);
  await follow(page, link(footer(page), "Contact"));
  await expect(page).toHaveURL("/contact");
  await expectStartsAt(page, /./);
  await follow(page, link(banner(page), "Made to Measure").first());
  await expect(page).toHaveURL("/made-to-measure");
  await expectStartsAt(page, /./);
  await follow(page, footer(page).getByRole("link", { name: "Privacy" }).first());
  await expectStartsAt(page, /Privacy/);
  await page.keyboard.press("Tab");
  const isInMain = await page.evaluate(
    () => document.activeElement?.closest("main, footer") !== null,
  );
  expect(isInMain).toBe(true);
});

test("a listing says how many pieces a choice leaves, keeps the focus on the choice, and its next page starts at the heading", async ({
  page,
}) => {
  await visit(page, "/shop");
  const women = main(page).getByRole("link", { name: "Female" }).first();
  await follow(page, women);
  await expect(page).toHaveURL(/gender=female/);
  await expect(said(page)).toHaveText(/^\d+ items?/);
  await expect(women).toBeFocused();
});

test("the page that is returned to starts at the link that had led away", async ({ page }) => {
  await visit(page, "/shop");
  const card = main(page).getByRole("article").nth(2).getByRole("link").first();
  const address = await card.getAttribute("href");
  await follow(page, card);
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expectStartsAt(page, /./);
  await page.goBack();
  await expect(page).toHaveURL(/\/shop$/);
  await expect(card).toBeFocused();
  await expect(said(page)).toHaveText(await page.title());
});

test("a slow page takes nothing from the return: it starts at the link that had led away", async ({
  page,
}) => {
  await visit(page, "/shop");
  const card = main(page).getByRole("article").nth(2).getByRole("link").first();
  const address = await card.getAttribute("href");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${address}.data*`, async (route) => {
    await held;
    await route.continue();
  });
  await follow(page, card);
  // The skeleton hides the link, which loses the focus.
  await expect(page.getByText("Loading product")).toBeAttached();
  await expect(card).toBeHidden();
  release();
  await expectStartsAt(page, /./);
  await page.goBack();
  await expect(page).toHaveURL(/\/shop$/);
  await expect(card).toBeFocused();
});

test("a link in the menu of a phone leads to the heading, Escape back to the button", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/");
  const opener = banner(page).getByRole("button", { name: "Menu" });
  await follow(page, opener);
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(drawer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await follow(page, link(drawer, "About"));
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL("/about");
  await expectStartsAt(page, /./);
});

customerTest("tabs of the account keep the focus", async ({ page }) => {
  await visit(page, "/profile");
  for (const name of ["Orders", "Measurements", "Settings", "Profile"]) {
    const tab = accountTab(page, name);
    await follow(page, tab);
    await expect(tab).toHaveAttribute("aria-current", "page");
    await expect(tab).toBeFocused();
  }
});

ownerTest(
  "areas of the admin start at their heading, and the tabs of the content say which one is open",
  async ({ page }) => {
    await visit(page, "/admin/account");
    const areas = page.getByRole("navigation", { name: "Admin" }).first().getByRole("link");
    const count = await areas.count();
    expect(count).toBeGreaterThan(10);
    let wasTab = false;
    for (let index = 0; index < count; index += 1) {
      const area = areas.nth(index);
      const isTab = (await area.getAttribute("href"))?.includes("?tab=") ?? false;
      await follow(page, area);
      await expect(area).toHaveAttribute("aria-current", "page");
      if (isTab && wasTab) {
        await expect(said(page)).toHaveText(await page.title());
        await expect(area).toBeFocused();
      } else {
        await expect(title(page)).toBeFocused();
      }
      wasTab = isTab;
    }
  },
);
