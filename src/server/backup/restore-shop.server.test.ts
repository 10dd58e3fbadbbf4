import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PROCESS_LOCK_CLASS } from "#db/advisory-lock.server.ts";
import { migrateDatabase } from "#db/migrate.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { openContractsOfOrder } from "#features/garments/contract/contract-queries.server.ts";
import type { StoredShop } from "#tests/support/backups.ts";
import { backUp, createStoredShop, restoreInto } from "#tests/support/backups.ts";
import { createContractedOrder, testSpecification } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { createOrder } from "#tests/support/orders.ts";

let source: StoredShop;
let target: StoredShop;
let file: string;

beforeEach(async () => {
  source = createStoredShop(await createTestDatabase());
  target = createStoredShop(await createTestDatabase());
  file = source.pathOf("backup.tar.gz");
});

afterEach(async () => {
  for (const shop of [source, target]) {
    await shop.database.close();
    shop.remove();
  }
});

const image = (text: string) => Buffer.from(text.repeat(50));
const ordersOf = (shop: StoredShop) => shop.database.db.select().from(orders);

async function backUpSource(): Promise<void> {
  const done = await backUp(source, file);
  if (!done.ok) throw new Error(done.error.code);
}

async function beside(work: (client: Client) => Promise<unknown>): Promise<Client> {
  const client = new Client({ connectionString: target.database.url });
  await client.connect();
  await work(client);
  return client;
}

test("orders, lines and pictures are there again in another database and another store", async () => {
  const id = await createOrder(source.database.db, { status: "completed" });
  const key = await source.addImage(image("one"));
  await backUpSource();
  const done = await restoreInto(target, file);
  expect(done).toMatchObject({ ok: true, value: { movedTo: null, settingsReadable: true } });
  expect(await ordersOf(target)).toEqual(await ordersOf(source));
  expect(await target.database.db.select().from(orderItems)).toMatchObject([{ orderId: id }]);
  expect(await target.files.get(key)).toEqual(image("one"));
});

test("contracts verify after backup and restore, with the same hashes and measurements", async () => {
  const { orderId } = await createContractedOrder(source.database.db);
  const contractsIn = ({ database: { db } }: StoredShop) =>
    openContractsOfOrder({ db, measurementBox: testMeasurementBox() }, orderId);
  const before = await contractsIn(source);
  expect(before).toMatchObject([
    { version: 1, state: "valid", specification: testSpecification() },
  ]);
  await backUpSource();
  const variables = { MEASUREMENT_KEY: "m".repeat(40) };
  expect((await restoreInto(target, file, { variables })).ok).toBe(true);
  expect(await contractsIn(target)).toEqual(before);
  // The restored table refuses changes, too.
  const altered = target.database.pool.query("update contracts set hash = repeat('0', 64)");
  await expect(altered).rejects.toThrow(/written once/);
});

test("an existing shop is replaced only on request, and then completely", async () => {
  const stored = await createOrder(source.database.db);
  await backUpSource();
  const other = await createOrder(target.database.db);
  expect(await restoreInto(target, file)).toEqual({ ok: false, error: { code: "not_empty" } });
  expect(await ordersOf(target)).toMatchObject([{ id: other }]);
  expect((await restoreInto(target, file, { replace: true })).ok).toBe(true);
  expect(await ordersOf(target)).toMatchObject([{ id: stored }]);
});

test("a running shop is not replaced, even on request", async () => {
  await backUpSource();
  const other = await createOrder(target.database.db);
  const running = await beside((client) =>
    client.query("select pg_advisory_lock($1::int, 1)", [PROCESS_LOCK_CLASS]),
  );
  expect(await restoreInto(target, file, { replace: true })).toEqual({
    ok: false,
    error: { code: "shop_running" },
  });
  expect(await ordersOf(target)).toMatchObject([{ id: other }]);
  await running.end();
});

test("a damaged backup changes neither tables nor files", async () => {
  await source.addImage(image("one"));
  await backUpSource();
  const whole = await readFile(file);
  await writeFile(file, whole.subarray(0, whole.length - 100));
  const other = await createOrder(target.database.db);
  expect(await restoreInto(target, file, { replace: true })).toEqual({
    ok: false,
    error: { code: "damaged" },
  });
  expect(await ordersOf(target)).toMatchObject([{ id: other }]);
  expect(readdirSync(target.pathOf("."))).toEqual([]);
});

test("when it fails half-way, tables and the pictures they speak of are as before", async () => {
  const key = await source.addImage(image("newer"));
  await backUpSource();
  await target.files.put(key, image("older"), "image/webp");
  const other = await createOrder(target.database.db);
  // A foreign view blocks dropping its table.
  await target.database.pool.query("create view theirs as select id from orders");
  await expect(restoreInto(target, file, { replace: true })).rejects.toThrow(
    /^The backup could not be restored, and nothing was changed: cannot drop .*: view theirs depends on table orders$/s,
  );
  expect(await ordersOf(target)).toMatchObject([{ id: other }]);
  expect(await target.files.get(key)).toEqual(image("older"));
});

test("a picture that differs under the same name becomes the backup's", async () => {
  const key = await source.addImage(image("newer"));
  await backUpSource();
  await target.files.put(key, image("older"), "image/webp");
  expect((await restoreInto(target, file)).ok).toBe(true);
  expect(await target.files.get(key)).toEqual(image("newer"));
});

test("a picture that was deleted while the backup was taken does not come back", async () => {
  const key = await source.addImage(image("one"));
  const get: typeof source.files.get = async (requested) => {
    const bytes = await source.files.get(requested);
    await source.database.pool.query("delete from media");
    return bytes;
  };
  await backUp(source, file, { files: { ...source.files, get } });
  expect((await restoreInto(target, file)).ok).toBe(true);
  expect(await target.files.get(key)).toBeNull();
});

test("another settings key is noticed, because secret settings could not be read", async () => {
  await backUpSource();
  const variables = { SETTINGS_KEY: "another-key-of-at-least-32-characters" };
  expect(await restoreInto(target, file, { variables })).toMatchObject({
    ok: true,
    value: { settingsReadable: false },
  });
});

test("a shop that starts meanwhile waits until the restore is over", async () => {
  await createOrder(source.database.db);
  await backUpSource();
  let ordersAtStart: Promise<number> | undefined;
  const onChecked = () => {
    // A start begins with the migration.
    ordersAtStart = migrateDatabase(target.database.url).then(
      async () => (await ordersOf(target)).length,
    );
  };
  expect((await restoreInto(target, file, { onChecked })).ok).toBe(true);
  expect(await ordersAtStart).toBe(1);
});
