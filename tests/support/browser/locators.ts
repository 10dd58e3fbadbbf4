import type { Locator, Page } from "@playwright/test";

type Name = string | RegExp;

export const main = (page: Page) => page.getByRole("main");
export const title = (page: Page) => page.getByRole("heading", { level: 1 });
export const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });
export const field = (page: Page, label: Name) => page.getByLabel(label, { exact: true });

export const button = (within: Page | Locator, name: Name) =>
  within.getByRole("button", { name, exact: typeof name === "string" });
export const link = (within: Page | Locator, name: Name) =>
  within.getByRole("link", { name, exact: typeof name === "string" });

/** The visible one of the elements for wide screens and phones. */
export const shown = (locator: Locator) => locator.locator("visible=true");

export const accountTab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "My Account" }).getByRole("link", { name });
