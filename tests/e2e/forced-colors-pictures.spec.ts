import type { Page } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { button, field, link, main, shown } from "#tests/support/browser/locators.ts";
import { ownerTest } from "#tests/support/browser/owner.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { addToCart, openProduct, tile, visit } from "#tests/support/browser/shop.ts";
import { createOrder } from "#tests/support/orders.ts";
import { addInquiry } from "#tests/support/inbox.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

async function look(page: Page, name: string, act: () => Promise<unknown>) {
  try {
    await act();
  } catch (error) {
    console.log("FAILED", name, String(error).slice(0, 200));
  }
  await page.waitForTimeout(400);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await page.screenshot({ path: `/tmp/forced/${name}-${colorScheme}.png` });
  }
}
test.use({ viewport: { width: 1100, height: 800 } });
ownerTest.use({ viewport: { width: 1100, height: 800 } });
customerTest.use({ viewport: { width: 1100, height: 800 } });

test("visitor", async ({ page, noise }) => {
  noise.expect(/./);
  await page.emulateMedia({ forcedColors: "active" });
  await look(page, "s01-product", async () => {
    await openProduct(page, "Kaieteur Gown");
    await tile(page, "Available Sizes", "M").click();
    await page.keyboard.press("Tab");
  });
  await look(page, "s02-cart", async () => {
    await button(main(page), /^Add to Cart/).first().click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Tab");
  });
  await look(page, "s03-shop", async () => {
    await visit(page, "/shop?gender=female");
    await main(page).getByRole("combobox").first().focus();
  });
  await look(page, "s04-filters", async () => {
    await link(main(page), "Filter").first().click();
    await page.getByRole("dialog").getByRole("link").nth(3).click();
  });
  await look(page, "s05-pages", async () => {
    await visit(page, "/shop?page=2");
    await link(main(page), "Next").scrollIntoViewIfNeeded();
  });
  await look(page, "s06-made", async () => {
    await visit(page, `${await pathOfProduct("Kaieteur Gown")}/made-to-measure`);
    await page.getByText("Easy", { exact: true }).click();
  });
  await look(page, "s07-made2", () => page.mouse.wheel(0, 700));
  await look(page, "s08-measure", async () => {
    await visit(page, "/measurement");
  });
  await look(page, "s09-guide", async () => {
    await visit(page, "/size-guide");
  });
  await look(page, "s10-contact", async () => {
    await visit(page, "/contact");
    await button(main(page), /^Send/).press("Enter");
  });
  await look(page, "s11-checkout", async () => {
    await visit(page, "/checkout");
    await button(page, /^Proceed to Payment/).first().press("Enter");
  });
  await look(page, "s12-auth", async () => {
    await visit(page, "/auth");
  });
  await look(page, "s13-search", async () => {
    await visit(page, "/about");
    await page.getByRole("banner").getByLabel("Search the shop").pressSequentially("gown");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
  });
  await look(page, "s14-wishlist", async () => {
    await openProduct(page, "Kaieteur Gown");
    await page.getByRole("button", { name: /^Save Kaieteur/ }).first().click();
  });
  await look(page, "s15-donate", () => visit(page, "/new-dawn#donate"));
  await look(page, "s16-catalog", () => visit(page, "/catalog?filter=outerwear"));
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, "s17-menu", async () => {
    await visit(page, "/shop");
    await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
  });
});
customerTest("customer", async ({ page, noise }) => {
  noise.expect(/./);
  await page.emulateMedia({ forcedColors: "active" });
  await look(page, "c01-profile", () => visit(page, "/profile"));
  await look(page, "c02-settings", () => visit(page, "/profile/settings"));
  await look(page, "c03-address", () => visit(page, "/profile/addresses/new"));
});
ownerTest("owner", async ({ page, shop, noise }) => {
  noise.expect(/./);
  await page.emulateMedia({ forcedColors: "active" });
  await look(page, "a01-products", async () => {
    await visit(page, "/admin?tab=products&gender=female");
    await shown(main(page).getByRole("checkbox")).nth(1).press("Space");
  });
  await look(page, "a02-form", () => visit(page, "/admin/products/new"));
  await look(page, "a03-form2", () => page.getByRole("group", { name: "Sizes" }).getByRole("checkbox").first().press("Space"));
  const orderId = await shop.inDatabase((db) =>
    createOrder(db, { customerEmail: newEmail(), status: "completed", events: ["placed", "completed"] }),
  );
  await look(page, "a04-orders", () => visit(page, "/admin/orders?way=to_ship"));
  await look(page, "a05-order", async () => {
    await visit(page, `/admin/orders/${orderId}`);
    await main(page).locator("summary").filter({ hasText: "Send a parcel" }).click();
  });
  await look(page, "a06-media", async () => {
    await visit(page, "/admin?tab=media&view=grid");
    await shown(main(page).getByRole("checkbox")).first().press("Space");
  });
  await look(page, "a07-settings", async () => {
    await visit(page, "/admin?tab=settings&part=notices");
  });
  await shop.inDatabase((db) => addInquiry(db));
  await look(page, "a08-inbox", async () => {
    await visit(page, "/admin/inbox");
    await main(page).getByRole("checkbox").first().press("Space");
  });
  const { garments } = await shop.inDatabase((db) =>
    createGarmentOrder(db, { box: currentShop().measurementBox, customerEmail: newEmail() }),
  );
  await look(page, "a09-board", () => visit(page, "/admin/atelier/production"));
  await look(page, "a10-garment", () => visit(page, `/admin/atelier/production/${garments[0]?.id}`));
  await look(page, "a11-overview", () => visit(page, "/admin/overview"));
  await look(page, "a12-stock", async () => {
    await visit(page, "/admin/stock?view=low");
  });
  await look(page, "a13-palette", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("option").first().waitFor();
  });
  await look(page, "a14-categories", () => visit(page, "/admin?tab=categories"));
  await look(page, "a15-account", () => visit(page, "/admin/account"));
  await look(page, "a16-activity", () => visit(page, "/admin/activity?subject=settings"));
  await look(page, "a17-stages", () => visit(page, "/admin/atelier/times"));
  await look(page, "a18-import", () => visit(page, "/admin/import"));
  await look(page, "a19-terms", () => visit(page, "/admin/atelier/terms/suit"));
});
