import { join } from "node:path";
import { expect, test } from "vitest";
import type { Acknowledged } from "../../bench/kill-storm/place-order-over-http.ts";
import { placeOrder } from "../../bench/kill-storm/place-order-over-http.ts";
import { findFaults } from "../../bench/kill-storm/verify-orders.ts";
import {
  behind,
  closeShop,
  eachWithABackupSuite,
  hashImages,
  listPurchasableVariants,
} from "./backup-suite.ts";
import { until } from "./shop-process.ts";

const SHOPPERS = 2;
const ofThisTest = eachWithABackupSuite();

test("a backup contains every order acknowledged before it began while customers go on buying", async () => {
  const suite = ofThisTest();
  const { first, second, folder } = suite;
  const { shop, address } = await suite.openShop(first);
  const pieces = await listPurchasableVariants(first);
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
    const taken = await suite.command("backup", [file], first);
    expect(taken).toMatchObject({ code: 0, stderr: "" });
    expect(taken.stdout).toMatch(/Done: 39 products, \d+ orders, 1 account, 92 pictures/);
    backups.push({ file, acknowledged });
  }
  isOver = true;
  await Promise.all(buying);
  const pictures = hashImages(first);
  await closeShop(shop);

  for (const { file, acknowledged } of backups) {
    expect(acknowledged.filter((order) => order.paid).length).toBeGreaterThan(0);
    const restored = await suite.command("restore", [file, "--replace"], second);
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(hashImages(second)).toEqual(pictures);
    const reopened = await suite.openShop(second);
    expect((await fetch(`${reopened.address}/shop`)).status).toBe(200);
    expect(await behind(second, (client) => findFaults(client, acknowledged))).toEqual([]);
    await closeShop(reopened.shop);
  }
});
