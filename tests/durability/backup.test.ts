import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findFaults } from "../../bench/kill-storm/judge-orders.ts";
import type { Acknowledged, Piece } from "../../bench/kill-storm/place-order-over-http.ts";
import { placeOrder } from "../../bench/kill-storm/place-order-over-http.ts";
import type { Running } from "./shop-process.ts";
import { addressOf, killTree, runProgram, temporaryDataDir, until } from "./shop-process.ts";

const shopProgram = join(import.meta.dirname, "../../src/server/main.ts");
const commandProgram = join(import.meta.dirname, "../../src/server/command.ts");
const SHOPPERS = 2;

type DataDir = ReturnType<typeof temporaryDataDir>;
let first: DataDir;
let second: DataDir;
let folder: string;
let running: { program: Running; dataDir: DataDir }[];

const variables = (dataDir: DataDir) => ({
  PATH: process.env.PATH,
  PORT: "0",
  HOST: "127.0.0.1",
  LOG_LEVEL: "warn",
  PICTURES: "when-asked",
  ADMIN_PASSWORD: "tape-and-chalk-1966",
  DATA_DIR: dataDir.path,
});

function run(program: string, args: string[], dataDir: DataDir): Running {
  const started = runProgram(program, args, { env: variables(dataDir) });
  running.push({ program: started, dataDir });
  return started;
}

const command = (name: string, args: string[], dataDir: DataDir) =>
  run(commandProgram, [name, ...args], dataDir).ended;

async function openShop(dataDir: DataDir) {
  const shop = run(shopProgram, [], dataDir);
  return { shop, address: await addressOf(shop) };
}

async function close(shop: Running): Promise<void> {
  shop.child.kill("SIGTERM");
  expect((await shop.ended).code).toBe(0);
}

async function behind<Value>(dataDir: DataDir, work: (client: Client) => Promise<Value>) {
  const client = new Client({ connectionString: dataDir.databaseUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const readPieces = (dataDir: DataDir) =>
  behind(dataDir, async (client) => {
    const { rows } = await client.query<Piece>(
      `select product_id as "productId", size, color from product_variants
        where stock_count is null or stock_count > 20 order by id`,
    );
    return rows;
  });

/** The sum of every picture's file by its name, without the sizes made of them. */
function sumPictures(dataDir: DataDir): Record<string, string> {
  const media = join(dataDir.path, "uploads", "media");
  const sums: Record<string, string> = {};
  for (const name of readdirSync(media, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(media, name);
    if (statSync(path).isFile()) {
      sums[name] = createHash("sha256").update(readFileSync(path)).digest("hex");
    }
  }
  return sums;
}

beforeEach(() => {
  first = temporaryDataDir();
  second = temporaryDataDir();
  folder = mkdtempSync(join(tmpdir(), "atelier-backups-"));
  running = [];
});

afterEach(async () => {
  for (const { program, dataDir } of running) {
    killTree(program, dataDir.path);
    await program.ended;
  }
  await first.close();
  await second.close();
  rmSync(folder, { recursive: true, force: true });
});

test("every order acknowledged before a backup began is in it, whole, although shoppers went on buying", async () => {
  const { shop, address } = await openShop(first);
  const pieces = await readPieces(first);
  const ledger = new Map<string, Acknowledged>();
  let isOver = false;
  const buying = Array.from({ length: SHOPPERS }, async (_, shopper) => {
    for (let turn = shopper; !isOver; turn += SHOPPERS) {
      const piece = pieces[turn % pieces.length];
      if (!piece) throw new Error("Nothing is for sale");
      await placeOrder(address, piece, (told) => ledger.set(told.sessionId, told));
    }
  });
  const backups: { file: string; acknowledged: Acknowledged[] }[] = [];
  for (let round = 0; round < 2; round += 1) {
    const before = ledger.size;
    await until(() => ledger.size > before + 5);
    const file = join(folder, `${round}.tar.gz`);
    const acknowledged = [...ledger.values()];
    const taken = await command("backup", [file], first);
    expect(taken).toMatchObject({ code: 0, stderr: "" });
    expect(taken.stdout).toMatch(/Done: 39 products, \d+ orders, 1 account, 92 pictures/);
    backups.push({ file, acknowledged });
  }
  isOver = true;
  await Promise.all(buying);
  const pictures = sumPictures(first);
  await close(shop);

  for (const { file, acknowledged } of backups) {
    expect(acknowledged.filter((order) => order.paid).length).toBeGreaterThan(0);
    const restored = await command("restore", [file, "--replace"], second);
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(sumPictures(second)).toEqual(pictures);
    const reopened = await openShop(second);
    expect((await fetch(`${reopened.address}/shop`)).status).toBe(200);
    expect(await behind(second, (client) => findFaults(client, acknowledged))).toEqual([]);
    await close(reopened.shop);
  }
});

test("beside a running shop nothing is restored; a stopped one is backed up as well", async () => {
  const { shop } = await openShop(first);
  const file = join(folder, "backup.tar.gz");
  expect((await command("backup", [file], first)).code).toBe(0);
  const refused = await command("restore", [file, "--replace"], first);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain("The shop is running");
  await close(shop);

  const again = await command("backup", [file, "--overwrite"], first);
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect((await command("restore", [file], first)).stdout).toContain("There is a shop in");
  const replaced = await command("restore", [file, "--replace"], first);
  expect(replaced).toMatchObject({ code: 0, stderr: "" });
  expect(replaced.stdout).toMatch(/The data from before is kept in \S+before-restore-/);
});

test("a shop that is not there is not backed up, and a damaged backup leaves an empty folder empty", async () => {
  const file = join(folder, "backup.tar.gz");
  const nothing = await command("backup", [file], first);
  expect(nothing.code).toBe(1);
  expect(nothing.stderr).toMatch(/^There is no shop in \S+: .*\n$/);

  const { shop } = await openShop(first);
  await close(shop);
  expect((await command("backup", [file], first)).code).toBe(0);
  truncateSync(file, statSync(file).size - 1_000);
  const refused = await command("restore", [file], second);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain("is damaged or was cut off");
  expect(readdirSync(second.path)).toEqual(["instance.lock"]);
});

test("killed at any moment of a restore, the next start finds one whole shop, the old or the new", async () => {
  const original = await openShop(first);
  const [piece] = await readPieces(first);
  if (!piece) throw new Error("Nothing is for sale");
  const file = join(folder, "backup.tar.gz");
  expect((await command("backup", [file], first)).code).toBe(0);
  const orders: Acknowledged[] = [];
  await placeOrder(original.address, piece, (told) => orders.push(told));
  await close(original.shop);

  for (const delayMs of [400, 1_200, 2_400]) {
    const restoring = run(commandProgram, ["restore", file, "--replace"], first);
    const killing = setTimeout(() => restoring.child.kill("SIGKILL"), delayMs);
    const { stdout } = await restoring.ended;
    clearTimeout(killing);
    const { shop, address } = await openShop(first);
    expect((await fetch(address)).status).toBe(200);
    const count = await behind(first, async (client) => {
      const { rows } = await client.query("select count(*)::int as count from orders");
      return rows[0].count;
    });
    if (stdout.includes("Restored.")) expect(count).toBe(0);
    expect([0, 1]).toContain(count);
    expect(Object.keys(sumPictures(first))).toHaveLength(92);
    expect(readdirSync(first.path).filter((name) => name.startsWith("restore."))).toEqual([]);
    await close(shop);
    if (count === 0) return;
  }
});
