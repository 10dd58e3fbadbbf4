import { Client } from "pg";
import { expect, test } from "vitest";
import { startTemporaryCluster } from "../support/temporary-cluster.ts";
import { databasePid, killTree, shopUrlOf } from "./shop-process.ts";
import { shopSuite } from "./shop-suite.ts";

const { dataDir, start, startReady } = shopSuite();

test("a wrong environment is refused with one line that names the variable and the reason", async () => {
  const { code, stderr, stdout } = await start({ PORT: "many" }).ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^Environment: PORT: .+\n$/);
});

// Specification 1.7
test("an empty folder becomes a shop whose first page answers, and ends in order when asked", async () => {
  const shop = start();
  const page = await fetch(await shopUrlOf(shop));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("<html");
  shop.child.kill("SIGTERM");
  const { code, stdout, stderr } = await shop.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/The first admin is 'admin' with the password '\S+'/);
  expect(databasePid(dataDir().path)).toBeNull();

  const second = start();
  expect((await fetch(`${await shopUrlOf(second)}/shop`)).status).toBe(200);
  second.child.kill("SIGINT");
  const ending = await second.ended;
  expect(ending.code).toBe(0);
  expect(ending.stdout).not.toContain("password");
});

test("a second copy is refused with one line and the first goes on serving", async () => {
  const address = await shopUrlOf(startReady());
  const { code, stderr } = await start().ended;
  expect(code).toBe(1);
  expect(stderr).toBe(`Another copy of the shop is already running on ${dataDir().path}.\n`);
  expect((await fetch(address)).status).toBe(200);
});

async function countProducts(address: string): Promise<number> {
  expect((await fetch(address)).status).toBe(200);
  const client = new Client({ connectionString: dataDir().databaseUrl() });
  await client.connect();
  const { rows } = await client.query("select count(*)::int as count from products");
  await client.end();
  return rows[0].count;
}

test("killed at any moment of its first start, the next start opens a whole shop", async () => {
  for (const delayMs of [700, 1_100, 1_300, 1_500, 1_700, 1_900, 2_100]) {
    const shop = start();
    const killAt = setTimeout(() => killTree(shop, dataDir().path), delayMs);
    await shop.ended;
    clearTimeout(killAt);
  }
  const healed = await countProducts(await shopUrlOf(start()));
  expect(healed).toBe(39);
});

test("with a database of its own server several processes serve, and all end when the parent does", async () => {
  const cluster = await startTemporaryCluster();
  try {
    const shop = start({
      DATABASE_URL: cluster.urlOf("postgres"),
      AUTH_SECRET: "a".repeat(32),
      SETTINGS_KEY: "b".repeat(32),
      WEB_CONCURRENCY: "2",
    });
    const address = await shopUrlOf(shop);
    expect((await fetch(address)).status).toBe(200);
    shop.child.kill("SIGTERM");
    const { code, stdout } = await shop.ended;
    expect(code).toBe(0);
    expect(stdout.match(/is open at/g)).toHaveLength(1);
    expect(stdout.match(/first admin/g)).toHaveLength(1);
    await expect(fetch(address)).rejects.toThrow("fetch failed");
  } finally {
    await cluster.close();
  }
});
