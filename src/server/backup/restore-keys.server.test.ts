import { readFileSync, statSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { afterEach, beforeEach, expect, test } from "vitest";
import { contracts } from "#db/schema/contracts.server.ts";
import { contractColumn } from "#features/garments/contract/seal-contract.server.ts";
import {
  addMeasurementKeys,
  createMeasurementBox,
  loadMeasurementKeys,
} from "#platform/secrets.server.ts";
import type { StoredShop } from "#tests/support/backups.ts";
import { backUp, createStoredShop, restoreInto, SECRETS } from "#tests/support/backups.ts";
import { createContractedOrder } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createOrder } from "#tests/support/orders.ts";

const PASSPHRASE = "ginger lily over the seawall";

/** As the machine of the backup has them. */
const KEYS = { current: "c".repeat(40), former: ["f".repeat(40)] };

let source: StoredShop;
let target: StoredShop;
let file: string;

beforeEach(async () => {
  source = createStoredShop(await createTestDatabase());
  target = createStoredShop(await createTestDatabase());
  file = source.pathOf("backup.tar.gz");
  await createContractedOrder(source.database.db, { box: createMeasurementBox(KEYS) });
});

afterEach(async () => {
  for (const shop of [source, target]) {
    await shop.database.close();
    shop.remove();
  }
});

const sealedBackup = () =>
  backUp(source, file, { embedded: true, passphrase: PASSPHRASE, measurementKeys: KEYS });

async function countOrders(shop: StoredShop): Promise<number> {
  const { rows } = await shop.database.pool.query("select count(*)::int as count from orders");
  return rows[0].count;
}

/** With the keys that the target machine has. */
async function readContracts(): Promise<unknown[]> {
  const box = createMeasurementBox(await loadMeasurementKeys(target.env));
  const rows = await target.database.db.select().from(contracts);
  return rows.map((row) => contractColumn.open(box, row));
}

test("with the passphrase a machine that has no key reads the measurements of the backup", async () => {
  await sealedBackup();
  const variables = { BACKUP_PASSPHRASE: PASSPHRASE };
  expect(await restoreInto(target, file, { variables })).toMatchObject({
    ok: true,
    value: { unreadable: 0 },
  });
  expect(await loadMeasurementKeys(target.env)).toEqual(KEYS);
  const keyFile = join(target.env.DATA_DIR, "measurement-key.json");
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const read = await readContracts();
  expect(read).toHaveLength(1);
  expect(read).not.toContain(null);
});

test("the passphrase may be typed, and nobody is asked where the environment has it", async () => {
  await sealedBackup();
  expect((await restoreInto(target, file, { enteredPassphrase: PASSPHRASE })).ok).toBe(true);
  const variables = { BACKUP_PASSPHRASE: PASSPHRASE };
  const again = { variables, enteredPassphrase: "another one of them", replace: true };
  expect((await restoreInto(target, file, again)).ok).toBe(true);
});

test("no key of the shop is in such a backup in clear", async () => {
  await sealedBackup();
  const names: string[] = [];
  for (const { data, header } of await unpackTar(
    new Uint8Array(gunzipSync(await readFile(file))),
  )) {
    names.push(header.name);
    const text = Buffer.from(data ?? []).toString("latin1");
    for (const key of [...Object.values(SECRETS).flat(), KEYS.current, ...KEYS.former]) {
      expect(text.includes(key)).toBe(false);
    }
  }
  expect(names).toContain("keys.sealed.json");
  expect(names).not.toContain("secrets.json");
});

test("a wrong passphrase, and none, is refused before anything is changed", async () => {
  await sealedBackup();
  await createOrder(target.database.db);
  await createOrder(target.database.db);
  const refused = async (options: Parameters<typeof restoreInto>[2], code: string) => {
    expect(await restoreInto(target, file, { ...options, replace: true })).toEqual({
      ok: false,
      error: { code },
    });
    expect(await countOrders(target)).toBe(2);
  };
  await refused({ variables: { BACKUP_PASSPHRASE: "not this one, I think" } }, "wrong_passphrase");
  await refused({ enteredPassphrase: "not this one, I think" }, "wrong_passphrase");
  await refused({}, "passphrase_needed");
});

test("a backup without its keys says how much could not be read, and changes nothing unless that is accepted", async () => {
  await backUp(source, file, { embedded: true });
  await createOrder(target.database.db);
  await createOrder(target.database.db);
  expect(await restoreInto(target, file, { replace: true })).toEqual({
    ok: false,
    error: { code: "keys_missing", values: 1 },
  });
  expect(await countOrders(target)).toBe(2);
  expect(await restoreInto(target, file, { replace: true, withoutKeys: true })).toMatchObject({
    ok: true,
    value: { unreadable: 1 },
  });
  expect(await readContracts()).toEqual([null]);
  await addMeasurementKeys(target.env.DATA_DIR, KEYS);
  expect(await readContracts()).not.toContain(null);
});

test("the keys that are on the machine stay, and the present one goes on sealing", async () => {
  await sealedBackup();
  await mkdir(target.env.DATA_DIR, { recursive: true });
  const own = await loadMeasurementKeys(target.env);
  expect((await restoreInto(target, file, { enteredPassphrase: PASSPHRASE })).ok).toBe(true);
  expect(await loadMeasurementKeys(target.env)).toEqual({
    current: own.current,
    former: [KEYS.current, ...KEYS.former],
  });
  expect(await readContracts()).not.toContain(null);
});

test("where the keys are in the environment, those that it lacks are written as lines for it", async () => {
  await sealedBackup();
  const variables = { SETTINGS_KEY: "another-key-of-at-least-32-characters" };
  const done = await restoreInto(target, file, { enteredPassphrase: PASSPHRASE, variables });
  const path = join(target.env.DATA_DIR, "keys-of-the-backup.env");
  expect(done).toMatchObject({ ok: true, value: { variablesFile: path } });
  expect(readFileSync(path, "utf8")).toBe(`SETTINGS_KEY_OLD=${SECRETS.settingsKey}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
