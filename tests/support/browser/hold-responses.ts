import type { Page } from "@playwright/test";

/** Holds back what the page asks the shop for until the test lets it through. */
export async function holdResponses(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\.data(\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}
