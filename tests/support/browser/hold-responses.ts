import type { Page } from "@playwright/test";

/** Holds the page's data requests until the test releases them. */
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
