import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { SUPERUSER } from "#db/embedded/cluster.server.ts";
import { readPidFile } from "#db/embedded/server-process.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { createAuth } from "#platform/auth.server.ts";
import { parseEnv } from "#platform/env.server.ts";
import { loadSecrets } from "#platform/secrets.server.ts";
import { createCustomer, openSession } from "../sessions.ts";
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

async function withShop<Value>(
  publicUrl: string,
  work: (db: Database, auth: Auth) => Promise<Value>,
): Promise<Value> {
  const dataDir = process.env.E2E_DATA_DIR ?? "";
  const env = parseEnv({ DATA_DIR: dataDir, PUBLIC_URL: publicUrl });
  const secrets = await loadSecrets(env);
  const server = await readPidFile(join(dataDir, "postgres"));
  const url = `postgres://${SUPERUSER}:${secrets.databasePassword}@127.0.0.1:${server?.port}/postgres`;
  const { db, close } = openDatabase({ url, maxConnections: 2 });
  try {
    return await work(db, createAuth({ db, env, secret: secrets.authSecret, publicUrl }));
  } finally {
    await close();
  }
}

/** For data that no journey creates. */
export function inShopDatabase<Value>(
  shop: string,
  work: (db: Database) => Promise<Value>,
): Promise<Value> {
  return withShop(shop, (db) => work(db));
}

/** Sign-ins are limited. */
async function enter(context: BrowserContext, shop: string, userId: string): Promise<void> {
  const session = await withShop(shop, (_db, auth) => openSession(auth, userId));
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
  await enter(context, shop, userId);
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
      const userId = await withShop(shop, (db) => createCustomer(db, { email }));
      await enter(context, shop, userId);
      await use({
        userId,
        email,
        enter: (other) => enter(other, shop, userId),
        inDatabase: (work) => withShop(shop, (db) => work(db)),
        withAuth: (work) => withShop(shop, (_db, auth) => work(auth)),
      });
    },
    { auto: true },
  ],
});
