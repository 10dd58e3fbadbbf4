import type { Browser, BrowserContext, Page, PlaywrightWorkerArgs } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { FLASH_COOKIE } from "#app/web/flash-messages.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { keepAdminsConfirmed } from "../sessions.ts";
import { shopAt } from "../shop/current-shop.ts";
import { OWNER } from "../shop/owner-account.ts";
import type { Shop } from "../shop/shop.ts";
import { anotherSession } from "./customer.ts";
import { test as shopTest } from "./fixtures.ts";

type Playwright = PlaywrightWorkerArgs["playwright"];
type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

export async function signIn(page: Page, password = OWNER.password): Promise<void> {
  await page.getByLabel("Username").fill(OWNER.username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Access CMS" }).click();
}

const sessions = new Map<string, StorageState>();

/** Signs the owner in once for each shop, by one request: sign-ins are limited. */
async function openOwnerSession(playwright: Playwright, shop: string): Promise<StorageState> {
  const known = sessions.get(shop);
  if (known) return known;
  const client = await playwright.request.newContext({
    baseURL: shop,
    extraHTTPHeaders: { origin: shop },
  });
  const response = await client.post("/login", { form: OWNER, maxRedirects: 0 });
  expect(response.headers().location, "the owner is signed in").toBe("/admin");
  await shopAt(shop).inDatabase(keepAdminsConfirmed);
  const { cookies, origins } = await client.storageState();
  await client.dispose();
  // The welcome after a sign-in belongs to no test.
  const session = { cookies: cookies.filter(({ name }) => name !== FLASH_COOKIE), origins };
  sessions.set(shop, session);
  return session;
}

/** A shop in which the browser is signed in as the owner. */
export const ownerTest = shopTest.extend<{ ownerSession: StorageState }>({
  ownerSession: async ({ playwright, shop }, use) =>
    use(await openOwnerSession(playwright, shop.url)),
  storageState: ({ ownerSession }, use) => use(ownerSession),
});

/** The owner in a browser of her own, beside a visitor's; `await using` closes it. */
export async function ownerAt(browser: Browser, shop: Shop) {
  const [owner] = await shop.inDatabase((db) =>
    db.select({ id: profiles.id }).from(profiles).where(eq(profiles.username, OWNER.username)),
  );
  if (!owner) throw new Error("The shop has no owner");
  const session = await anotherSession(browser, shop.url, owner.id);
  await shop.inDatabase(keepAdminsConfirmed);
  return session;
}
