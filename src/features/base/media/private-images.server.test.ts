import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { fitImages } from "#db/schema/alterations.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { garmentImages } from "#db/schema/production.server.ts";
import { FILE_COLUMNS } from "#db/stored-files.server.ts";
import { openImageAsStaff } from "#features/garments/alterations/fit-images.server.ts";
import { readGarmentImage } from "#features/garments/production/garment-images.server.ts";
import { eraseFromOrders } from "#features/office/customers/erase-orders.server.ts";
import { exportAccount } from "#features/office/customers/export-account.server.ts";
import type { Sealed } from "#platform/secrets.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { createDatabaseWithFiles } from "#tests/support/files.ts";
import { inSession } from "#tests/support/sessions.ts";
import type { FileOwner } from "#tests/support/stored-files.ts";
import {
  addFileUnderEachColumn,
  createFileOwner,
  fileColumnName,
  keysUnder,
} from "#tests/support/stored-files.ts";
import { checkFiles, deleteFiles } from "./delete-files.server.ts";
import {
  fitImageKeyColumn,
  garmentImageKeyColumn,
  PRIVATE_IMAGES,
  readPrivateImage,
  sealPlainImages,
} from "./private-images.server.ts";

const shop = await createDatabaseWithFiles();
afterAll(() => shop.close());
const { db, files } = shop;

const OF_ORDERS = FILE_COLUMNS.filter(({ of }) => of === "order");

async function keysOfOrders(): Promise<string[]> {
  const keys = await Promise.all(OF_ORDERS.map((column) => keysUnder(db, column)));
  return keys.flat();
}

async function photographed(): Promise<FileOwner> {
  const owner = await createFileOwner(db, files);
  await addFileUnderEachColumn(owner);
  return owner;
}

type StoredRow = { id: string; storageKey: string; sealedFileKey: Sealed };

/** As a version before the sealing stored them; returns the keys of the plain files. */
async function makePlain({ deps }: FileOwner): Promise<string[]> {
  const plain: string[] = [];
  for (const kind of PRIVATE_IMAGES) {
    const { rows } = await db.execute<StoredRow>(sql`
      select id, storage_key as "storageKey", sealed_file_key as "sealedFileKey" from ${kind.table}
       where sealed_file_key is not null`);
    for (const row of rows) {
      const key = `${kind.folder}/${row.id}.webp`;
      const bytes = await readPrivateImage(deps, kind, row);
      await files.put(key, bytes ?? Buffer.of(), "image/webp");
      await files.remove(row.storageKey);
      await db.execute(sql`
        update ${kind.table} set storage_key = ${key}, sealed_file_key = null where id = ${row.id}::uuid`);
      plain.push(key);
    }
  }
  return plain;
}

async function readBoth({ deps, garmentId, tailor }: FileOwner) {
  const [fit] = await db.select().from(fitImages);
  const [work] = await db
    .select()
    .from(garmentImages)
    .where(eq(garmentImages.garmentId, garmentId));
  return [
    await openImageAsStaff(deps, { actor: tailor, imageId: fit?.id ?? "" }),
    await readGarmentImage(deps, { actor: tailor, garmentId, imageId: work?.id ?? "" }),
  ];
}

const isImage = (read: { ok: true; value: Buffer } | { ok: false }) =>
  read.ok && read.value.subarray(8, 12).toString() === "WEBP";

test("a photo is stored sealed, opens for the atelier, and opens for nobody without the measurement key", async () => {
  const owner = await photographed();
  for (const key of await keysOfOrders()) {
    expect((await files.get(key))?.includes("WEBP")).toBe(false);
  }
  expect((await readBoth(owner)).map(isImage)).toEqual([true, true]);
  const measurementBox = createMeasurementBox({ current: "x".repeat(40), former: [] });
  const without = { ...owner, deps: { ...owner.deps, measurementBox } };
  expect((await readBoth(without)).map(({ ok }) => ok)).toEqual([false, false]);
  await db.transaction((tx) => eraseFromOrders(tx, eq(orders.id, owner.orderId)));
});

test("photos of an earlier version open, are sealed once, and their plain files are deleted", async () => {
  const owner = await photographed();
  const plain = await makePlain(owner);
  expect(plain).toHaveLength(PRIVATE_IMAGES.length);
  expect((await readBoth(owner)).map(isImage)).toEqual([true, true]);
  expect(await sealPlainImages(owner.deps)).toBe(PRIVATE_IMAGES.length);
  expect(await sealPlainImages(owner.deps)).toBe(0);
  await deleteFiles({ db, files });
  for (const key of plain) expect(await files.get(key)).toBeNull();
  expect((await readBoth(owner)).map(isImage)).toEqual([true, true]);
  const check = await checkFiles(
    { db, files, clock: { now: () => new Date() } },
    { removeOrphans: false },
  );
  expect(check.missing.count).toBe(0);
  await db.transaction((tx) => eraseFromOrders(tx, eq(orders.id, owner.orderId)));
});

test("a photo whose plain file is lost stays as it is and is not sealed", async () => {
  const owner = await photographed();
  for (const key of await makePlain(owner)) await files.remove(key);
  expect(await sealPlainImages(owner.deps)).toBe(0);
  await db.transaction((tx) => eraseFromOrders(tx, eq(orders.id, owner.orderId)));
});

test("a rotation of the measurement key seals the keys of photos anew and changes no file", async () => {
  const owner = await photographed();
  const stored = await keysOfOrders();
  const rotated = createMeasurementBox({ current: "n".repeat(40), former: ["m".repeat(40)] });
  const input = { db, measurementBox: rotated, ownerUrl: shop.url };
  expect(await fitImageKeyColumn.reseal(input)).toEqual({ resealed: 1, unreadable: 0 });
  expect(await garmentImageKeyColumn.reseal(input)).toEqual({ resealed: 1, unreadable: 0 });
  expect(await keysOfOrders()).toEqual(stored);
  const measurementBox = createMeasurementBox({ current: "n".repeat(40), former: [] });
  const after = { ...owner, deps: { ...owner.deps, measurementBox } };
  expect((await readBoth(after)).map(isImage)).toEqual([true, true]);
  await db.transaction((tx) => eraseFromOrders(tx, eq(orders.id, owner.orderId)));
});

test("the download of a customer has the photos of her garments under every column, and erasure leaves no file of them", async () => {
  const owner = await photographed();
  const other = await photographed();
  const actor = await inSession(db, owner.customer, owner.deps.clock.now());
  const found = await exportAccount(owner.deps, { actor });
  if (!found.ok) throw new Error(found.error);
  const [order] = found.value.orders as { images: { type: string; base64: string }[] }[];
  expect(order?.images).toHaveLength(OF_ORDERS.length);
  for (const { base64, type } of order?.images ?? []) {
    expect(type).toBe("image/webp");
    expect(Buffer.from(base64, "base64").subarray(8, 12).toString()).toBe("WEBP");
  }
  const before = await keysOfOrders();
  await db.transaction((tx) => eraseFromOrders(tx, eq(orders.id, owner.orderId)));
  await deleteFiles({ db, files });
  const after = await keysOfOrders();
  expect(after).toHaveLength(OF_ORDERS.length);
  for (const key of before) {
    expect([key, (await files.get(key)) !== null]).toEqual([key, after.includes(key)]);
  }
  for (const column of OF_ORDERS) {
    expect([fileColumnName(column), (await keysUnder(db, column)).length]).toEqual([
      fileColumnName(column),
      1,
    ]);
  }
  await db.transaction((tx) => eraseFromOrders(tx, eq(orders.id, other.orderId)));
});
