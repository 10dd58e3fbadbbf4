import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { OWNER } from "../shop/owner-account.ts";
import { test as shopTest } from "./fixtures.ts";
import { visit } from "./shop.ts";

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

export async function signIn(page: Page, password = OWNER.password): Promise<void> {
  await page.getByLabel("Username").fill(OWNER.username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Access CMS" }).click();
}

const sessions = new Map<string, StorageState>();

/** Signs the owner in once for each shop: sign-ins are limited. */
async function openOwnerSession(browser: Browser, shop: string): Promise<StorageState> {
  const known = sessions.get(shop);
  if (known) return known;
  const page = await browser.newPage({ baseURL: shop });
  await visit(page, "/login");
  await signIn(page);
  await expect(page).toHaveURL(/\/admin$/);
  const session = await page.context().storageState();
  await page.context().close();
  sessions.set(shop, session);
  return session;
}

export const ownerTest = shopTest.extend<{ ownerSession: StorageState }>({
  ownerSession: async ({ browser, shop }, use) => use(await openOwnerSession(browser, shop.url)),
  storageState: ({ ownerSession }, use) => use(ownerSession),
});

/** Unused by earlier attempts. */
export function uniqueName(name: string): string {
  const { retry, project } = shopTest.info();
  const width = project.name.endsWith("phone") ? "Small" : "Wide";
  return [name, width, ...(retry > 0 ? [`Attempt ${retry + 1}`] : [])].join(" ");
}
