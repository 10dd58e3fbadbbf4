import { existsSync, readdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Acknowledged } from "../../bench/kill-storm/place-order-over-http.ts";
import { placeOrder } from "../../bench/kill-storm/place-order-over-http.ts";
import { killAt } from "../support/shop/shop-process.ts";
import {
  behind,
  closeShop,
  eachWithABackupSuite,
  hashImages,
  listPurchasableVariants,
} from "./backup-suite.ts";

const ofThisTest = eachWithABackupSuite();

test("a restore is refused while the shop runs, and a stopped shop can be backed up", async () => {
  const suite = ofThisTest();
  const { first, folder } = suite;
  const { shop } = await suite.openShop(first);
  const file = join(folder, "backup.tar.gz");
  expect((await suite.command("backup", [file], first)).code).toBe(0);
  const refused = await suite.command("restore", [file, "--replace"], first);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain("The shop is running");
  await closeShop(shop);

  const again = await suite.command("backup", [file, "--overwrite"], first);
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect((await suite.command("restore", [file], first)).stdout).toContain("There is a shop in");
  const replaced = await suite.command("restore", [file, "--replace"], first);
  expect(replaced).toMatchObject({ code: 0, stderr: "" });
  expect(replaced.stdout).toMatch(/The data from before is kept in \S+before-restore-/);
});

test("a missing shop is not backed up, and a damaged backup leaves an empty folder empty", async () => {
  const suite = ofThisTest();
  const { first, second, folder } = suite;
  const file = join(folder, "backup.tar.gz");
  const nothing = await suite.command("backup", [file], second);
  expect(nothing.code).toBe(1);
  expect(nothing.stderr).toMatch(/^There is no shop in \S+: .*\n$/);

  expect((await suite.command("backup", [file], first)).code).toBe(0);
  truncateSync(file, statSync(file).size - 1_000);
  const refused = await suite.command("restore", [file], second);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain("is damaged or was cut off");
  expect(readdirSync(second.path)).toEqual(["instance.lock"]);
});

test("a restore killed at any moment leaves the old or the new shop, whole", async () => {
  const suite = ofThisTest();
  const { first, folder } = suite;
  const original = await suite.openShop(first);
  const [product] = await listPurchasableVariants(first);
  if (!product) throw new Error("Nothing is for sale");
  const file = join(folder, "backup.tar.gz");
  expect((await suite.command("backup", [file], first)).code).toBe(0);
  const orders: Acknowledged[] = [];
  await placeOrder(original.address, product, (placed) => orders.push(placed));
  await closeShop(original.shop);

  const exists = (...path: string[]) => existsSync(join(first.path, ...path));
  const moments = [
    ["its folder is made", () => exists("restore.unfinished")],
    ["its database runs", () => exists("restore.unfinished", "postgres", "postmaster.pid")],
    ["its secrets are written", () => exists("restore.unfinished", "secrets.json")],
    ["it is whole", () => exists("restore.ready")],
  ] as const;
  for (const moment of moments) {
    const restoring = suite.start("restore", [file, "--replace"], first);
    await killAt(restoring, moment, () => restoring.child.kill("SIGKILL"));
    const { stdout } = await restoring.ended;
    const { shop, address } = await suite.openShop(first);
    expect((await fetch(address)).status).toBe(200);
    const count = await behind(first, async (client) => {
      const { rows } = await client.query("select count(*)::int as count from orders");
      return rows[0].count;
    });
    expect(stdout.includes("Restored.") ? [0] : [0, 1]).toContain(count);
    expect(Object.keys(hashImages(first))).toHaveLength(210);
    expect(readdirSync(first.path).filter((name) => name.startsWith("restore."))).toEqual([]);
    await closeShop(shop);
    if (count === 0) return;
  }
});
