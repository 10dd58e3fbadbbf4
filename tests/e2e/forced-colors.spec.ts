import type { Page } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { expectVisibleWithContrastTheme } from "#tests/support/browser/forced-colors.ts";
import { button, link, main, shown } from "#tests/support/browser/locators.ts";
import { ownerTest } from "#tests/support/browser/owner.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { openProduct, tile, visit } from "#tests/support/browser/shop.ts";
import { runsSlowChecks } from "#tests/support/browser/slow-checks.ts";
import { addInquiry } from "#tests/support/inbox.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

test.skip(!runsSlowChecks, "slow: ACCESS=1 runs it");

const use = { contextOptions: { forcedColors: "active", reducedMotion: "reduce" } } as const;
test.use(use);
customerTest.use(use);
ownerTest.use(use);

/** Looks at a state of the page in a light and a dark theme. */
const looker = (page: Page) => async (act: () => Promise<unknown>) => {
  await act();
  await expectVisibleWithContrastTheme(page);
};

test("a contrast theme shows each state of the shop", async ({ page, noise }) => {
  noise.expect(refusedFormNoise);
  const look = looker(page);
  await look(async () => {
    await openProduct(page, "Kaieteur Gown");
    await tile(page, "Available Sizes", "M").click();
    await page
      .getByRole("button", { name: /^Save Kaieteur/ })
      .first()
      .press("Enter");
  });
  await look(async () => {
    await main(page).getByRole("button", { name: "Size Guide" }).first().press("Enter");
    await page.getByRole("dialog").getByRole("radio").first().waitFor();
  });
  await page.keyboard.press("Escape");
  await look(async () => {
    await button(main(page), /^Add to Cart/)
      .first()
      .press("Enter");
    await page.getByRole("dialog").waitFor();
  });
  await look(() => visit(page, "/shop?gender=female&page=2"));
  await look(async () => {
    await visit(page, "/shop");
    await link(main(page), "Filter").first().press("Enter");
    await page.getByRole("dialog").getByRole("checkbox").first().press("Space");
  });
  await look(async () => {
    await visit(page, `${await pathOfProduct("Kaieteur Gown")}/made-to-measure`);
    await page.getByText("Easy", { exact: true }).click();
  });
  await look(() => visit(page, "/auth"));
  await look(async () => {
    await visit(page, "/about");
    await page.getByRole("banner").getByLabel("Search the shop").pressSequentially("gown");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
  });
  await look(() => visit(page, "/new-dawn#donate"));
  await look(async () => {
    await visit(page, "/measurement");
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await look(async () => {
    await visit(page, "/shop");
    await page.getByRole("banner").getByRole("button", { name: "Menu" }).press("Enter");
  });
});

customerTest("a contrast theme shows each state of the account", async ({ page }) => {
  const look = looker(page);
  await look(() => visit(page, "/profile"));
  await look(() => visit(page, "/profile/settings"));
  await look(() => visit(page, "/profile/addresses/new"));
});

ownerTest("a contrast theme shows each state of the admin", async ({ page, shop, noise }) => {
  noise.expect(refusedFormNoise);
  const look = looker(page);
  const { orderId, garmentId } = await shop.inDatabase(async (db) => {
    await addInquiry(db);
    const { garments } = await createGarmentOrder(db, {
      box: currentShop().measurementBox,
      customerEmail: newEmail(),
    });
    const order = await createOrder(db, {
      customerEmail: newEmail(),
      status: "completed",
      events: ["placed", "completed"],
    });
    return { orderId: order, garmentId: garments[0]?.id };
  });
  await look(async () => {
    await visit(page, "/admin?tab=products&gender=female");
    await shown(main(page).getByRole("checkbox")).nth(1).press("Space");
  });
  await look(async () => {
    await visit(page, "/admin/products/new");
    await page.getByRole("group", { name: "Sizes" }).getByRole("checkbox").first().press("Space");
  });
  await look(() => visit(page, "/admin/orders?way=to_ship"));
  await look(async () => {
    await visit(page, `/admin/orders/${orderId}`);
    await main(page).locator("summary").filter({ hasText: "Send a parcel" }).press("Enter");
  });
  await look(async () => {
    await visit(page, "/admin?tab=media&view=grid");
    await shown(main(page).getByRole("checkbox")).first().press("Space");
  });
  await look(() => visit(page, "/admin?tab=settings&part=notices"));
  await look(async () => {
    await visit(page, "/admin/inbox");
    await main(page).getByRole("checkbox").first().press("Space");
  });
  await look(() => visit(page, "/admin/atelier/production"));
  await look(() => visit(page, `/admin/atelier/production/${garmentId}`));
  await look(() => visit(page, "/admin/overview"));
  await look(() => visit(page, "/admin/stock?view=low"));
  await look(async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("option").first().waitFor();
  });
  await look(() => visit(page, "/admin?tab=categories"));
  await look(() => visit(page, "/admin/activity?subject=settings"));
  await look(() => visit(page, "/admin/atelier/times"));
  await look(() => visit(page, "/admin/atelier/terms/suit"));
});
