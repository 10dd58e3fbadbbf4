import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { shopUrlOf } from "../support/shop/shop-process.ts";
import { waitUntil } from "../support/wait-until.ts";
import { shopSuite } from "./shop-suite.ts";

const { dataDir, start, startReady, command } = shopSuite();

async function query(text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: dataDir().databaseUrl() });
  await client.connect();
  return client.query(text).then(
    async ({ rows }) => {
      await client.end();
      return rows;
    },
    async (error) => {
      await client.end();
      throw error;
    },
  );
}

const made = (folder: string) =>
  readdirSync(folder).filter((name) => /^shop-[\dT-]+\.tar\.gz$/.test(name));

test("a shop with BACKUP_DIR backs itself up at its start, once a day, and is restored from that file", async () => {
  const folder = `${dataDir().path}-backups`;
  const shop = startReady({ BACKUP_DIR: folder });
  await shopUrlOf(shop);
  const products = await query("select id, name from products order by id");
  expect(products.length).toBeGreaterThan(0);
  const recorded = async () =>
    (await query("select 1 from site_settings where setting_name = 'backups'")).length === 1;
  await waitUntil("the backup is recorded", recorded, { everyMs: 50 });
  const [file = ""] = made(folder);
  expect(file).not.toBe("");
  await query("update products set name = 'Lost'");
  shop.child.kill("SIGTERM");
  await shop.ended;

  expect(await command("restore", join(folder, file), "--replace").ended).toMatchObject({
    code: 0,
  });
  const restored = start({ BACKUP_DIR: folder });
  await shopUrlOf(restored);
  expect(await query("select id, name from products order by id")).toEqual(products);
  expect(made(folder)).toEqual([file]);
});
