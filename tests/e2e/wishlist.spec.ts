import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { cartLines } from "#db/schema/cart.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { customerTest } from "#tests/support/browser/customer.ts";
import { openVisitor, test } from "#tests/support/browser/fixtures.ts";
import { pick, pressInToast, pressOn } from "#tests/support/browser/keyboard.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import {
  addToCart,
  cartIcon,
  cartSidebar,
  openProduct,
  scrollsSideways,
  storedCart,
  visit,
} from "#tests/support/browser/shop.ts";

const heart = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name: `Save ${name}`, exact: true }).first();
const saved = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });

/** The server has this browser's changes. */
const changesAreSent = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => [localStorage.cart_changes, localStorage.wishlist_changes]))
    .toEqual([undefined, undefined]);

const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });

/** Covered by a toast by a quarter, or in the middle. */
function hiddenControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector("[data-toasts] > div > div")?.getBoundingClientRect();
    if (!toast) throw new Error("There is no toast");
    const root = document.querySelector("[role=dialog]") ?? document.body;
    return [...root.querySelectorAll("a[href], button, input:not([type=hidden]), select")]
      .filter((control) => {
        const box = control.getBoundingClientRect();
        const width = Math.min(box.right, toast.right) - Math.max(box.left, toast.left);
        const height = Math.min(box.bottom, toast.bottom) - Math.max(box.top, toast.top);
        if (control.closest("[data-toasts]") || box.width <= 1 || width <= 0 || height <= 0) {
          return false;
        }
        const x = box.left + box.width / 2;
        const y = box.top + box.height / 2;
        const isMiddle = x > toast.left && x < toast.right && y > toast.top && y < toast.bottom;
        return isMiddle || width * height > 0.25 * box.width * box.height;
      })
      .map((control) => control.getAttribute("aria-label") ?? control.textContent ?? "");
  });
}

test("a visitor saves, buys and removes wishlist items with the keyboard, each with Undo", {
  tag: "@phone",
}, async ({ page }) => {
  await visit(page, "/wishlist");
  await expect(page.getByRole("main").getByText("Nothing saved yet")).toBeVisible();
  await expect(
    page.getByRole("main").getByRole("link", { name: "Explore the shop" }),
  ).toBeVisible();

  await openProduct(page, "Kaieteur Gown");
  await pressOn(page, heart(page, "Kaieteur Gown"));
  await expect(page.getByText("Saved to your wishlist")).toBeVisible();
  await expect(heart(page, "Kaieteur Gown")).toHaveAttribute("aria-pressed", "true");
  await pressInToast(page, "Undo");
  await expect(heart(page, "Kaieteur Gown")).toHaveAttribute("aria-pressed", "false");
  await expect(heart(page, "Kaieteur Gown")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heart(page, "Kaieteur Gown")).toHaveAttribute("aria-pressed", "true");

  await visit(page, "/search?q=cathedral+white+shirt");
  await pressOn(page, heart(page, "Cathedral White Shirt"));
  const box = await heart(page, "Cathedral White Shirt").boundingBox();
  expect([box?.width, box?.height]).toEqual([44, 44]);

  await pressOn(page, page.getByRole("contentinfo").getByRole("link", { name: "Wishlist" }));
  await expect(saved(page)).toHaveText(["Cathedral White Shirt", "Kaieteur Gown"]);
  expect(await scrollsSideways(page)).toBe(false);
  await expectAccessible(page);

  const card = page.getByRole("article").filter({ hasText: "Cathedral White Shirt" });
  await pressOn(page, card.getByRole("button", { name: "Add to Cart: Cathedral White Shirt" }));
  const sizes = page.getByRole("dialog", { name: "Cathedral White Shirt" });
  await pick(page, sizes.getByRole("radio", { name: "M", exact: true }));
  await pressOn(page, sizes.getByRole("button", { name: "Add to Cart" }));
  await expect(cartSidebar(page)).toContainText("Cathedral White Shirt");
  await page.keyboard.press("Escape");
  await expect(cartSidebar(page)).toBeHidden();

  await pressOn(page, heart(page, "Cathedral White Shirt"));
  await expect(saved(page)).toHaveText(["Kaieteur Gown"]);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await pressInToast(page, "Undo");
  await expect(saved(page)).toHaveText(["Cathedral White Shirt", "Kaieteur Gown"]);
});

test("a wishlist reports a product that is no longer sold, and a failed load can be retried", async ({
  page,
  noise,
}) => {
  noise.expect(cutOffNoise);
  await visit(page, "/wishlist");
  const stranger = "0198f000-0000-7000-8000-000000000001";
  await page.evaluate((id) => localStorage.setItem("wishlist", JSON.stringify([id, 7])), stranger);
  await page.reload();
  await expect(page.getByText("One piece you saved is no longer in the shop.")).toBeVisible();
  await page.route("**/wishlist/products", (route) => route.abort());
  await page.reload();
  await expect(page.getByText("Your wishlist could not be loaded")).toBeVisible();
  await page.unroute("**/wishlist/products");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("One piece you saved is no longer in the shop.")).toBeVisible();
});

customerTest(
  "signing in merges the visitor's cart and wishlist, and every device shows additions and removals",
  async ({ page, browser, baseURL, customer }) => {
    await addToCart(page, "Cathedral White Shirt", "L");
    await changesAreSent(page);

    await using phone = await openVisitor(browser, { baseURL: baseURL ?? "" });
    const { page: there } = phone;
    await addToCart(there, "Kaieteur Gown", "M");
    await there.keyboard.press("Escape");
    await heart(there, "Kaieteur Gown").click();
    await customer.enter(there.context());
    await visit(there, "/cart");
    await expect(cartIcon(there, 2)).toBeVisible();
    expect(await storedCart(there)).toEqual([
      expect.objectContaining({ name: "Kaieteur Gown", size: "M", quantity: 1 }),
      expect.objectContaining({
        name: "Cathedral White Shirt",
        size: "L",
        quantity: 1,
        price: 249,
      }),
    ]);

    await visit(page, "/wishlist");
    await expect(saved(page)).toHaveText(["Kaieteur Gown"]);
    await expect(cartIcon(page, 2)).toBeVisible();
    await heart(page, "Kaieteur Gown").click();
    await changesAreSent(page);
    await visit(page, "/cart");
    await page.getByRole("button", { name: /^Remove Kaieteur Gown/ }).click();
    await changesAreSent(page);

    await visit(there, "/wishlist");
    await expect(cartIcon(there, 1)).toBeVisible();
    await expect(there.getByRole("main").getByText("Nothing saved yet")).toBeVisible();
  },
);

customerTest(
  "a change made just before leaving the page is not lost",
  async ({ page, customer }) => {
    await addToCart(page, "Kaieteur Gown", "S");
    // Before the debounced save.
    await page.goto("about:blank");
    const rows = () =>
      customer.inDatabase((db) =>
        db
          .select({ name: products.name, quantity: cartLines.quantity })
          .from(cartLines)
          .innerJoin(products, eq(products.id, cartLines.productId))
          .where(eq(cartLines.userId, customer.userId)),
      );
    await expect.poll(rows).toEqual([{ name: "Kaieteur Gown", quantity: 1 }]);
  },
);

test("adding to the cart says so in the open cart, and no toast repeats it", {
  tag: "@phone",
}, async ({ page }) => {
  await addToCart(page, "Savannah Linen Shirt", "L");
  const message = "Savannah Linen Shirt (Size: L) added to your cart";
  await expect(cartSidebar(page).getByText(message)).toBeVisible();
  await expect(toasts(page).getByRole("button")).toHaveCount(0);
});

test("a toast hides no control of the page or of the open cart, at any width", async ({
  page,
  noise,
}) => {
  // On a busy machine the page becomes wider before its image has arrived, and needs another size of it.
  noise.expect(/preloaded using link preload but not used/);
  for (const width of [390, 640, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await openProduct(page, "Linen Pocket Square");
    const save = page.getByRole("main").getByRole("button", { name: "Save Linen Pocket Square" });
    await save.click();
    await expect(toasts(page).getByText("Saved to your wishlist")).toBeVisible();
    await expect.poll(() => hiddenControls(page), `product at ${width} px`).toEqual([]);
    await save.click();
    await expect(save).toHaveAttribute("aria-pressed", "false");
    await page.getByRole("button", { name: "Add to Cart" }).click();
    await cartSidebar(page)
      .getByRole("button", { name: /^Remove Linen Pocket Square/ })
      .click();
    await expect(toasts(page).getByText("Item removed from cart")).toBeVisible();
    await expect.poll(() => hiddenControls(page), `cart at ${width} px`).toEqual([]);
  }
});
