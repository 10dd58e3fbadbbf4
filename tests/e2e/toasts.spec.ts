import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { addToCart, cartSidebar, openProduct } from "#tests/support/browser/shop.ts";

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
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const isMiddle = x > toast.left && x < toast.right && y > toast.top && y < toast.bottom;
        return isMiddle || width * height > 0.25 * box.width * box.height;
      })
      .map((control) => control.getAttribute("aria-label") ?? control.textContent ?? "");
  });
}

test("adding to the cart says so in the open cart, and no toast repeats it", {
  tag: "@both",
}, async ({ page }) => {
  await addToCart(page, "Savannah Linen Shirt", "L");
  const message = "Savannah Linen Shirt (Size: L) added to your cart";
  await expect(cartSidebar(page).getByRole("status").filter({ hasText: message })).toBeVisible();
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
    await page.getByRole("button", { name: /^Save/ }).first().click();
    await expect(toasts(page).getByRole("button").first()).toBeVisible();
    await expect.poll(() => hiddenControls(page), `product at ${width} px`).toEqual([]);
    await page.getByRole("button", { name: /^Save/ }).first().click();
    await addToCart(page, "Linen Pocket Square", "One Size");
    await cartSidebar(page)
      .getByRole("button", { name: /^Remove/ })
      .first()
      .click();
    await expect(toasts(page).getByText("Item removed from cart")).toBeVisible();
    await expect.poll(() => hiddenControls(page), `cart at ${width} px`).toEqual([]);
  }
});
