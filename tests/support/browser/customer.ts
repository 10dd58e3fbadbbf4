import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Database } from "#db/client.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { createCustomer, openSession } from "../sessions.ts";
import { shopAt } from "../shop/current-shop.ts";
import { test } from "./fixtures.ts";
import { newEmail } from "./payment.ts";

export type TestCustomer = {
  userId: string;
  email: string;
  /** In another browser, keeping its other cookies. */
  enter(context: BrowserContext): Promise<void>;
  inDatabase<Value>(work: (db: Database) => Promise<Value>): Promise<Value>;
  /** With the shop's keys. */
  withAuth<Value>(work: (auth: Auth) => Promise<Value>): Promise<Value>;
};

/** Writes data that no journey creates. */
export function inShopDatabase<Value>(
  shop: string,
  work: (db: Database) => Promise<Value>,
): Promise<Value> {
  return shopAt(shop).inDatabase(work);
}

/** Signs a browser in to an account without the form, because sign-ins are limited. */
export async function enterAccount(
  context: BrowserContext,
  shop: string,
  userId: string,
): Promise<void> {
  const session = await shopAt(shop).withAuth((auth) => openSession(auth, userId));
  await context.addCookies([
    { name: session.cookieName, value: session.cookieValue, url: shop, httpOnly: true },
    { name: "da_hint", value: "1", url: shop },
  ]);
}

/** Another device of the account; `await using` closes it. */
export async function anotherSession(
  browser: Browser,
  shop: string,
  userId: string,
): Promise<AsyncDisposable & { page: Page }> {
  const context = await browser.newContext({ baseURL: shop });
  await enterAccount(context, shop, userId);
  return {
    page: await context.newPage(),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

export const customerTest = test.extend<{ customer: TestCustomer }>({
  customer: [
    async ({ context, baseURL }, use) => {
      const shop = baseURL ?? "";
      const email = newEmail();
      const userId = await inShopDatabase(shop, (db) => createCustomer(db, { email }));
      await enterAccount(context, shop, userId);
      await use({
        userId,
        email,
        enter: (other) => enterAccount(other, shop, userId),
        inDatabase: (work) => inShopDatabase(shop, work),
        withAuth: (work) => shopAt(shop).withAuth(work),
      });
    },
    { auto: true },
  ],
});
