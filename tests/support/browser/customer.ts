import { join } from "node:path";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { SUPERUSER } from "#db/embedded/cluster.server.ts";
import { readPidFile } from "#db/embedded/server-process.server.ts";
import { createAuth } from "#platform/auth.server.ts";
import { parseEnv } from "#platform/env.server.ts";
import { loadSecrets } from "#platform/secrets.server.ts";
import { createCustomer, openSession } from "../sessions.ts";
import { test } from "./fixtures.ts";
import { newEmail } from "./payment.ts";

/** A customer of one test: nobody else's session, orders or addresses. */
export type TestCustomer = {
  userId: string;
  email: string;
  /** Works on the shop's own database. */
  inDatabase<Value>(work: (db: Database) => Promise<Value>): Promise<Value>;
};

/** Works on the database of the shop that the browser tests run against. */
export async function withShopDatabase<Value>(
  dataDir: string,
  publicUrl: string,
  work: (db: Database, auth: ReturnType<typeof createAuth>) => Promise<Value>,
): Promise<Value> {
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

/** A test whose pages are signed in as a customer of its own. */
export const customerTest = test.extend<{ customer: TestCustomer }>({
  customer: [
    async ({ context, baseURL }, use) => {
      const shop = baseURL ?? "";
      const dataDir = process.env.E2E_DATA_DIR ?? "";
      const inDatabase: TestCustomer["inDatabase"] = (work) =>
        withShopDatabase(dataDir, shop, (db) => work(db));
      const email = newEmail();
      const { userId, session } = await withShopDatabase(dataDir, shop, async (db, auth) => {
        const id = await createCustomer(db, { email });
        return { userId: id, session: await openSession(auth, id) };
      });
      await context.addCookies([
        { name: session.cookieName, value: session.cookieValue, url: shop, httpOnly: true },
        { name: "da_hint", value: "1", url: shop },
      ]);
      await use({ userId, email, inDatabase });
    },
    { auto: true },
  ],
});
