import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { checkContracts } from "#features/garments/contract/check-contracts.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { createContractedOrder } from "../support/contracts.ts";
import { OWNER } from "../support/shop/owner-account.ts";
import { shopUrlOf } from "../support/shop/shop-process.ts";
import { shopSuite } from "./shop-suite.ts";

const { dataDir, start, startReady, command } = shopSuite();

async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: address },
    body: new URLSearchParams(OWNER),
  });
  const cookie = response.headers
    .getSetCookie()
    .find((each) => each.startsWith("da.session_token="));
  return cookie?.slice(0, cookie.indexOf(";")) ?? "";
}

const admits = async (address: string, cookie: string) =>
  (await fetch(`${address}/admin`, { redirect: "manual", headers: { cookie } })).status === 200;

test("the owner stays signed in when the secrets rotate, until the former ones are forgotten", async () => {
  const shop = startReady();
  const cookie = await signIn(await shopUrlOf(shop));
  expect(cookie).not.toBe("");
  const file = join(dataDir().path, "secrets.json");
  const before = JSON.parse(readFileSync(file, "utf8"));
  expect(await command("secrets:rotate").ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("everyone stays signed in"),
  });
  shop.child.kill("SIGTERM");
  await shop.ended;
  const after = JSON.parse(readFileSync(file, "utf8"));
  expect(after.authSecret).not.toBe(before.authSecret);
  expect(after.oldAuthSecrets).toEqual([before.authSecret]);

  const rotated = start();
  expect(await admits(await shopUrlOf(rotated), cookie)).toBe(true);
  rotated.child.kill("SIGTERM");
  await rotated.ended;

  expect((await command("secrets:rotate", "--forget-old").ended).code).toBe(0);
  const forgetful = await shopUrlOf(start());
  expect(await admits(forgetful, cookie)).toBe(false);
  expect(await admits(forgetful, await signIn(forgetful))).toBe(true);
});

/** Opens measurements with the keys in the data folder, as the shop does. */
function measurementBoxOf(path: string) {
  const keys = JSON.parse(readFileSync(join(path, "measurement-key.json"), "utf8"));
  return createMeasurementBox(keys);
}

test("the hash of every contract verifies after the measurement key rotates, and after its former value is forgotten", async () => {
  const shop = startReady();
  await shopUrlOf(shop);
  const { path } = dataDir();
  const inDatabase = async <Value>(work: (db: Database) => Promise<Value>) => {
    const { close, db } = openDatabase({ url: dataDir().databaseUrl(), maxConnections: 2 });
    return work(db).finally(close);
  };
  const former = measurementBoxOf(path);
  await inDatabase(async (db) => {
    for (let count = 0; count < 3; count += 1) await createContractedOrder(db, { box: former });
  });
  const before = await inDatabase((db) => db.select().from(contracts));
  expect(before).toHaveLength(3);
  expect((await command("secrets:rotate").ended).code).toBe(0);
  shop.child.kill("SIGTERM");
  await shop.ended;
  const rotated = start();
  await shopUrlOf(rotated);
  const box = measurementBoxOf(path);
  expect(box.keyId).not.toBe(former.keyId);
  const isSealedAnew = async () => {
    const rows = await inDatabase((db) => db.select().from(contracts));
    return rows.every(({ sealed }) => sealed?.keyId === box.keyId);
  };
  await expect.poll(isSealedAnew).toBe(true);
  rotated.child.kill("SIGTERM");
  await rotated.ended;
  expect((await command("secrets:rotate", "--forget-old").ended).code).toBe(0);
  await shopUrlOf(start());
  const last = measurementBoxOf(path);
  const check = await inDatabase((db) => checkContracts({ db, measurementBox: last }));
  expect(check).toEqual({ checked: 3, altered: [], unreadable: 0 });
  const after = await inDatabase((db) => db.select().from(contracts));
  const withoutSeal = (rows: typeof after) =>
    rows.map(({ sealed: _sealed, ...row }) => row).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(withoutSeal(after)).toEqual(withoutSeal(before));
});
