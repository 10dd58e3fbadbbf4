import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { isSlow, test } from "#tests/support/browser/fixtures.ts";
import { visit } from "#tests/support/browser/shop.ts";

/** Records the animations of each page transition. */
async function recordTransitions(page: Page): Promise<() => Promise<string[][]>> {
  await page.addInitScript(() => {
    const recorded: string[][] = [];
    Object.assign(window, { recorded });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const parts = document
          .getAnimations()
          .map(({ effect }) => (effect as KeyframeEffect | null)?.pseudoElement ?? "");
        recorded.push(parts.filter((part) => part.includes("view-transition-group")));
      });
      return transition;
    };
  });
  return () => page.evaluate(() => (window as unknown as { recorded: string[][] }).recorded);
}

const GROUP = "::view-transition-group(product-image)";
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function openFromListing(page: Page): Promise<void> {
  await visit(page, "/collections/evening-elegance");
  await page.getByRole("main").getByRole("link", { name: "Kaieteur Gown", exact: true }).click();
  await expect(heading(page, "Kaieteur Gown")).toBeVisible();
}

test.use({ reuseContext: false, contextOptions: { reducedMotion: "no-preference" } });

test("a card's image becomes the product's, and returns to its card on the way back", async ({
  page,
}) => {
  test.skip(isSlow, "A page whose script comes late fades in without its image moving");
  const transitions = await recordTransitions(page);
  await openFromListing(page);
  await expect.poll(async () => (await transitions()).at(-1)).toContain(GROUP);
  await expect(page.locator("html:active-view-transition")).toHaveCount(0);
  await page.goBack();
  await expect(heading(page, "Evening Elegance")).toBeVisible();
  await expect.poll(async () => (await transitions()).length).toBe(2);
  expect((await transitions()).at(-1)).toContain(GROUP);
});

test("with reduced motion a product opens without any transition", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const transitions = await recordTransitions(page);
  await openFromListing(page);
  expect(await transitions()).toEqual([]);
});

test("on a phone a product opens at once, without a transition", { tag: "@phone" }, async ({
  page,
}) => {
  const transitions = await recordTransitions(page);
  await openFromListing(page);
  expect(await transitions()).toEqual([]);
});

test("a click with Ctrl opens the product in a new tab", async ({ page, context }) => {
  await visit(page, "/collections/evening-elegance");
  const opened = context.waitForEvent("page");
  const link = page.getByRole("main").getByRole("link", { name: "Kaieteur Gown", exact: true });
  await link.click({ modifiers: ["ControlOrMeta"] });
  await expect(heading(await opened, "Kaieteur Gown")).toBeVisible();
  await expect(heading(page, "Evening Elegance")).toBeVisible();
});
