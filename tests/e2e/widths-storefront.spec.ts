import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { closedLinkNoise, missingPageNoise } from "#tests/support/browser/page-noise.ts";
import { addToCart, visit } from "#tests/support/browser/shop.ts";
import { pagesOfEachKind, pathOfPage } from "#tests/support/storefront-pages.ts";

/** Elements and pseudo-elements that would move. */
function findMoving(page: Page): Promise<string[]> {
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

/** At both widths. */
async function expectSkipLinkFirst(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await onPhone(page, () => expect(skip).toBeInViewport());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
}

/** The browser asks for reduced motion. */
async function expectStillAndAccessible(page: Page): Promise<void> {
  expect(await findMoving(page)).toEqual([]);
  await expectAccessible(page);
}

/** The links that only the script adds; tests/http/crawl.test.ts follows the served ones. */
async function addedLinks(page: Page, served: string): Promise<string[]> {
  const links = await page
    .locator("a[href^='/']")
    .evaluateAll((anchors) => anchors.map((each) => each.getAttribute("href") ?? ""));
  return links.filter((href) => !served.includes(`href="${href.replaceAll("&", "&amp;")}"`));
}

/** Pages of an account lead visitors to sign in. */
async function expectLeadsToPage(page: Page, href: string): Promise<void> {
  const response = await page.request.get(href);
  expect(response.status(), href).toBe(200);
}

for (const [group, pages] of Object.entries(pagesOfEachKind)) {
  // Specification 1.6, 2.17, 6.1
  test(`${group}: every page is accessible, moves nothing, fits the screen and leads only to pages`, async ({
    page,
    noise,
  }) => {
    if (pages.some(({ status }) => status === 404)) noise.expect(missingPageNoise);
    if (pages.some(({ status }) => status === 410)) noise.expect(closedLinkNoise);
    const added = new Set<string>();
    for (const each of pages) {
      await test.step(each.path, async () => {
        const response = await visit(page, await pathOfPage(each));
        expect(response?.status()).toBe(each.status);
        await expect(page).toHaveTitle(each.title);
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        await expect(page.getByRole("main")).toHaveCount(1);
        await expectSkipLinkFirst(page);
        await expectStillAndAccessible(page);
        await onPhone(page, () => expectStillAndAccessible(page));
        await expectFitsEveryWidth(page);
        for (const href of await addedLinks(page, (await response?.text()) ?? "")) added.add(href);
      });
    }
    for (const href of added) await expectLeadsToPage(page, href);
  });
}

test("with reduced motion the cart's sidebar, the toast and a product's images do not move either", {
  tag: "@phone",
}, async ({ page }) => {
  await addToCart(page, "Kaieteur Gown", "M");
  expect(await findMoving(page)).toEqual([]);
  await page.keyboard.press("Escape");
  const track = page.getByRole("region", { name: /^Pictures of/ }).getByRole("list");
  await page.getByRole("button", { name: "Next image" }).click();
  // A smooth scroll would not be finished.
  expect(await track.evaluate((list) => list.scrollLeft)).toBeGreaterThan(300);
});
