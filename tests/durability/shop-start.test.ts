import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { startEmbeddedDatabase } from "#db/embedded.server.ts";
import { choosePort } from "#server/start/listen.server.ts";
import {
  databasePasswordOf,
  databaseUrlOf,
  readDatabaseServer,
  runningDatabaseServer,
} from "../support/database-server.ts";
import { listFolder } from "../support/list-folder.ts";
import { killAt, killTree, shopUrlOf } from "../support/shop/shop-process.ts";
import { startTemporaryCluster } from "../support/temporary-cluster.ts";
import { startReadyCluster } from "./ready-cluster.ts";
import { shopSuite } from "./shop-suite.ts";

const { dataDir, start, startReady } = shopSuite();

test("a wrong environment is refused with one line that names the variable and the reason", async () => {
  const { code, stderr, stdout } = await start({ PORT: "many" }).ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^Environment: PORT: .+\n$/);
});

// Specification 1.7
test("an empty folder becomes a shop that serves its first page and shuts down cleanly", async () => {
  const shop = start();
  const page = await fetch(await shopUrlOf(shop));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("<html");
  shop.child.kill("SIGTERM");
  const { code, stdout, stderr } = await shop.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/The first admin is 'admin' with the password '\S+'/);
  expect(readDatabaseServer(dataDir().path)).toBeNull();

  const second = start();
  expect((await fetch(`${await shopUrlOf(second)}/shop`)).status).toBe(200);
  second.child.kill("SIGINT");
  const ending = await second.ended;
  expect(ending.code).toBe(0);
  expect(ending.stdout).not.toContain("password");
});

test("a second copy is refused with one line and the first keeps serving", async () => {
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

test("on https without a configured proxy the shop listens on this machine only and says why", async () => {
  const port = await choosePort(0, "127.0.0.1");
  const shop = startReady({
    PORT: String(port),
    HOST: "0.0.0.0",
    PUBLIC_URL: "https://shop.example",
  });
  expect(await shop.saying(/is open at/)).toBe(
    "Demerara Atelier is open at https://shop.example (it listens on 127.0.0.1 only, for a proxy on this machine, because PUBLIC_URL is https and TRUSTED_PROXIES is not set (docs/operations/install.md))",
  );
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  // 0.0.0.0 would serve it too.
  await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow("fetch failed");
});

/** Whether the database of the data folder accepts connections and has the shop's tables. */
async function hasTables(): Promise<boolean> {
  const { path } = dataDir();
  const server = runningDatabaseServer(path);
  if (server === null) return false;
  const client = new Client({ connectionString: databaseUrlOf(path, server) });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("select to_regclass('public.products') as products");
    return rows[0].products !== null;
  } catch {
    // A server that starts, or was killed, accepts no connection.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

test("a first start killed at any moment is completed by the next start", async () => {
  const { path } = dataDir();
  const names = () => listFolder(path);
  const countImages = () => listFolder(join(path, "uploads", "media"), true).length;
  const moments = [
    ["its database is being made", () => names().some((name) => name.includes(".new-"))],
    ["its database is made", () => names().includes("postgres")],
    ["its database server runs", () => runningDatabaseServer(path) !== null],
    ["its tables are there", hasTables],
    ["its first image is stored", () => countImages() > 0],
    ["half of its images are stored", () => countImages() > 98],
    ["it is open", () => false],
  ] as const;
  for (const [name, hasCome] of moments) {
    const shop = start();
    let isOpen = false;
    void shopUrlOf(shop).then(
      () => {
        isOpen = true;
      },
      () => undefined,
    );
    const hasComeOrIsOpen = async () => isOpen || (await hasCome());
    await killAt(shop, [name, hasComeOrIsOpen], () => killTree(shop, path));
  }
  const healed = await countProducts(await shopUrlOf(start()));
  expect(healed).toBe(39);
});

test("several processes serve one external database, share its limits, and all end with the parent", async () => {
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
    const attempt = async () => {
      const headers = { connection: "close", "content-type": "application/x-www-form-urlencoded" };
      return (await fetch(`${address}/login.data`, { method: "POST", headers })).status;
    };
    const startedMs = performance.now();
    const statuses: number[] = [];
    const attemptInTurn = async () => {
      while (statuses.length < 100) {
        const status = await attempt();
        // A busy machine refuses some uncounted.
        if (status !== 503) statuses.push(status);
      }
    };
    // A process counts by itself while the database takes longer than a second: a hundred at once would not prove the sharing.
    await Promise.all([attemptInTurn(), attemptInTurn()]);
    const allowed = statuses.filter((status) => status !== 429).length;
    expect(allowed).toBeGreaterThanOrEqual(30);
    expect(allowed).toBeLessThanOrEqual(32 + (performance.now() - startedMs) / 2_000);
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

const NEWER_STEP =
  "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later version', 9999999999999)";
const REFUSAL = {
  code: 1,
  stdout: "",
  stderr:
    "This database belongs to a newer version of the shop: use that version. Nothing was changed.\n",
};

async function withClient<Value>(url: string, work: (client: Client) => Promise<Value>) {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Per table: schema and rows. */
function hashTables(url: string): Promise<Map<string, string>> {
  return withClient(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const hashes = new Map<string, string>();
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ hash: string }>(
        `select md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} as t`,
      );
      hashes.set(name, rows[0]?.hash ?? "");
    }
    return hashes;
  });
}

/** The hash of every file but those of the database server and the lock, which every start writes. */
function hashFiles(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !/^(postgres\/|postgres\.log|instance\.lock)/.test(path));
  return new Map(
    files.map((path) => [
      path,
      createHash("sha256")
        .update(readFileSync(join(folder, path)))
        .digest("hex"),
    ]),
  );
}

test("a data folder of a newer version is refused with one line, and nothing in it is changed", async () => {
  const { path, fill } = dataDir();
  fill(inject("readyShop"));
  const password = databasePasswordOf(path);
  const listFolder = async (change?: string) => {
    const database = await startEmbeddedDatabase({ dataDir: path, password, log: console });
    if (change) await withClient(database.url, (client) => client.query(change));
    return hashTables(database.url).finally(database.stop);
  };
  const tables = await listFolder(NEWER_STEP);
  const files = hashFiles(path);
  expect(tables.get("public.products")).toMatch(/^\w{32}$/);
  expect(files.has("secrets.json")).toBe(true);

  expect(await start().ended).toEqual(REFUSAL);
  expect(readDatabaseServer(path)).toBeNull();
  expect(hashFiles(path)).toEqual(files);
  expect(await listFolder()).toEqual(tables);
});

test("a DATABASE_URL of a newer version is refused by one process and by several, and nothing in it is changed", async () => {
  const { close, url, variables } = await startReadyCluster();
  try {
    await withClient(url, (client) => client.query(NEWER_STEP));
    const tables = await hashTables(url);
    expect(tables.get("public.products")).toMatch(/^\w{32}$/);

    for (const WEB_CONCURRENCY of ["1", "2"]) {
      expect(await start({ ...variables, WEB_CONCURRENCY }).ended).toEqual(REFUSAL);
    }
    expect(await hashTables(url)).toEqual(tables);
  } finally {
    await close();
  }
});
