import type { Page } from "@playwright/test";
import { visit } from "./shop.ts";

/** Opens a tab of the dashboard and waits until its panel's own script runs, which comes after the page's. */
export async function openTab(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await page.waitForFunction(() => {
    const panel = document.querySelector("main section");
    return panel !== null && Object.keys(panel).some((key) => key.startsWith("__reactFiber"));
  });
}
