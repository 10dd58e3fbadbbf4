import type { Locator, Page, Response } from "@playwright/test";
import { expect } from "@playwright/test";
import { cartLineOf, pathOfProduct } from "../shop/products.ts";
import { expectAccessible } from "./accessibility.ts";

/** Pictures of a page that nobody opened before are made first, and use all connections of a browser. */
const SCRIPT_TIMEOUT_MS = 90_000;

/** Before, buttons are links and forms. */
export async function scriptRuns(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const main = document.querySelector("main");
      const isJoined =
        main !== null && Object.keys(main).some((key) => key.startsWith("__reactFiber"));
      // React joins the page before its effects run, and shortcuts begin with the effects.
      const runs = document.documentElement.hasAttribute("data-script-runs");
      return isJoined && runs && document.querySelector("[data-late-part]") === null;
    },
    undefined,
    { timeout: SCRIPT_TIMEOUT_MS },
  );
}

/** And waits for its script. */
export async function visit(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path, { waitUntil: "domcontentloaded" });
  await scriptRuns(page);
  return response;
}

export async function openProduct(page: Page, name: string): Promise<void> {
  await visit(page, await pathOfProduct(name));
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** `changes`: the browser's copy differs from the shop. */
export async function haveInCart(
  page: Page,
  name: string,
  size: string,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const line = { ...(await cartLineOf(name, size)), ...changes };
  await haveLinesInCart(page, [line]);
}

/** Stores the browser's cart, without a page of the shop. */
export async function haveLinesInCart(page: Page, lines: readonly unknown[]): Promise<void> {
  // The origin's lightest URL.
  await page.goto("/robots.txt");
  await page.evaluate((stored) => localStorage.setItem("cart", stored), JSON.stringify(lines));
}

export function tile(within: Page | Locator, group: string, label: string): Locator {
  return within.getByRole("group", { name: group }).getByText(label, { exact: true }).first();
}

export function cartSidebar(page: Page): Locator {
  return page.getByRole("dialog", { name: "Your Cart" });
}

/** Opens the cart's sidebar. */
export async function addToCart(
  page: Page,
  name: string,
  size: string,
  color?: string,
): Promise<void> {
  await openProduct(page, name);
  if (color) await tile(page, "Available Colors", color).click();
  if (size !== "One Size") await tile(page, "Available Sizes", size).click();
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await expect(cartSidebar(page)).toBeVisible();
}

export function cartIcon(page: Page, count: number): Locator {
  return page.getByRole("banner").getByRole("link", {
    name: `Cart, ${count} ${count === 1 ? "item" : "items"}`,
  });
}

export function storedCart(page: Page): Promise<unknown> {
  return page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "null"));
}

export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth;
  });
}

export async function expectReadable(page: Page): Promise<void> {
  expect(await scrollsSideways(page), "scrolls sideways").toBe(false);
  await expectAccessible(page);
}
