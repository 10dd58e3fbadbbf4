import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Acknowledged } from "../../bench/kill-storm/place-order-over-http.ts";
import { placeOrder } from "../../bench/kill-storm/place-order-over-http.ts";
import { findFaults } from "../../bench/kill-storm/verify-orders.ts";
import { waitUntil } from "../support/wait-until.ts";
import {
  behind,
  closeShop,
  eachWithABackupSuite,
  hashImages,
  listPurchasableVariants,
} from "./backup-suite.ts";

const CUSTOMERS = 2;
const ofThisTest = eachWithABackupSuite();

test("a backup contains every order acknowledged before it began while customers go on buying", async () => {
  const suite = ofThisTest();
  const { first, second, folder } = suite;
  const { shop, address } = await suite.openShop(first);
  const items = await listPurchasableVariants(first);
  const ledger = new Map<string, Acknowledged>();
  let isOver = false;
  const buying = Array.from({ length: CUSTOMERS }, async (_, customer) => {
    for (let turn = customer; !isOver; turn += CUSTOMERS) {
      const item = items[turn % items.length];
      if (!item) throw new Error("Nothing is for sale");
      await placeOrder(address, item, (placed) => ledger.set(placed.sessionId, placed));
    }
  });
  const backups: { file: string; acknowledged: Acknowledged[] }[] = [];
  for (let round = 0; round < 2; round += 1) {
    const before = ledger.size;
    await waitUntil("six more orders are acknowledged", () => ledger.size > before + 5);
    const file = join(folder, `${round}.tar.gz`);
    const acknowledged = [...ledger.values()];
    const done = await suite.command("backup", [file], first);
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.stdout).toMatch(/Done: 39 products, \d+ orders, 1 account, 210 pictures/);
    backups.push({ file, acknowledged });
  }
  isOver = true;
  await Promise.all(buying);
  const images = hashImages(first);
  await closeShop(shop);

  for (const { file, acknowledged } of backups) {
    expect(acknowledged.filter((order) => order.paid).length).toBeGreaterThan(0);
    const restored = await suite.command("restore", [file, "--replace"], second);
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(hashImages(second)).toEqual(images);
    const reopened = await suite.openShop(second);
    expect((await fetch(`${reopened.address}/shop`)).status).toBe(200);
    expect(await behind(second, (client) => findFaults(client, acknowledged))).toEqual([]);
    await closeShop(reopened.shop);
  }
});

test("a backup holds no measurement key, and a restore keeps the one that is there", async () => {
  const suite = ofThisTest();
  const { first, second, folder } = suite;
  const keyOf = ({ path }: typeof first) =>
    readFileSync(join(path, "measurement-key.json"), "utf8");
  for (const dataDir of [first, second]) {
    const { shop } = await suite.openShop(dataDir);
    await closeShop(shop);
  }
  const key = keyOf(first);
  const there = keyOf(second);
  const file = join(folder, "shop.tar.gz");
  expect(await suite.command("backup", [file], first)).toMatchObject({ code: 0 });
  const { current } = JSON.parse(key);
  expect(current).toMatch(/^[\w-]{43}$/);
  expect(gunzipSync(readFileSync(file)).includes(current)).toBe(false);
  const restored = await suite.command("restore", [file, "--replace"], second);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(keyOf(second)).toBe(there);
});
