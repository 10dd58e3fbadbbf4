import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { addToCart, visit } from "#tests/support/browser/shop.ts";

/** Elements and pseudo-elements that would move. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const still = (list: string) => list.split(", ").every((each) => Number.parseFloat(each) === 0);
    const found: string[] = [];
    for (const element of document.querySelectorAll("*")) {
      for (const part of [null, "::before", "::after"]) {
        const style = getComputedStyle(element, part);
        const isStill =
          still(style.transitionDuration) &&
          style.animationName === "none" &&
          style.scrollBehavior === "auto";
        if (!isStill) found.push(`${element.outerHTML.slice(0, 120)} ${part ?? ""}`);
      }
    }
    return [...found, ...document.getAnimations().map(String)];
  });
}

const pageGroups = {
  "the home page, the shop and a collection": ["/", "/shop", "/collections/evening-elegance"],
  "search, and the start and end of the size finder": [
    "/search?q=zzqx",
    "/measurement",
    "/measurement?step=3",
  ],
  "the pages of text": ["/faq", "/new-dawn"],
  "checkout, sign-in and a missing page": ["/checkout", "/login", "/no-such-page"],
};

for (const [name, pages] of Object.entries(pageGroups)) {
  test(`nothing moves with reduced motion on ${name}`, async ({ page, noise }) => {
    noise.expect(/status of 404/);
    for (const path of pages) {
      await visit(page, path);
      expect(await moving(page), path).toEqual([]);
      await onPhone(page, async () => expect(await moving(page), path).toEqual([]));
    }
  });
}

test("the cart's sidebar, the toast and a product's images do not move either", {
  tag: "@phone",
}, async ({ page }) => {
  await addToCart(page, "Kaieteur Gown", "M");
  expect(await moving(page)).toEqual([]);
  await page.keyboard.press("Escape");
  const track = page.getByRole("region", { name: /^Pictures of/ }).getByRole("list");
  await page.getByRole("button", { name: "Next image" }).click();
  // A smooth scroll would not be finished.
  expect(await track.evaluate((list) => list.scrollLeft)).toBeGreaterThan(300);
});
