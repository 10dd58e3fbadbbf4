import type { Page } from "@playwright/test";

/** Holds responses, by default page data, until the returned function is called. */
export async function holdResponses(
  page: Page,
  pattern: string | RegExp = /\.data(\?|$)/,
): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}
