import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { garmentImages } from "#db/schema/production.server.ts";
import { FILE_COLUMNS, listStoredKeys } from "#db/stored-files.server.ts";
import { listImages } from "#features/garments/alterations/fit-images.server.ts";
import { findGarmentPage } from "#features/garments/garment/garment-page.server.ts";
import { createDatabaseWithFiles } from "#tests/support/files.ts";
import type { FileOwner } from "#tests/support/stored-files.ts";
import { addFileUnderEachColumn, createFileOwner, keysUnder } from "#tests/support/stored-files.ts";
import { checkFiles } from "./delete-files.server.ts";
import { acceptLostImages, listLostImages, returnFoundImages } from "./lost-images.server.ts";

const shop = await createDatabaseWithFiles();
afterAll(() => shop.close());
const { db, files } = shop;

const OF_ORDERS = FILE_COLUMNS.filter(({ of }) => of === "order");

/** An owner's photos under every column of orders, with what the files were. */
async function photographed() {
  const owner = await createFileOwner(db, files);
  const before = new Set(await listStoredKeys(db));
  await addFileUnderEachColumn(owner);
  const own: { key: string; bytes: Buffer }[] = [];
  for (const column of OF_ORDERS) {
    for (const key of await keysUnder(db, column)) {
      const bytes = await files.get(key);
      if (!before.has(key) && bytes) own.push({ key, bytes });
    }
  }
  return { owner, own };
}

const accept = ({ deps }: FileOwner, lost: { storageKey: string; orderId: string }[]) =>
  acceptLostImages(deps, { by: "Rosa", lost });
const check = () =>
  checkFiles({ db, files, clock: { now: () => new Date() } }, { removeOrphans: false });

test("photos whose files are gone are accepted as lost once, for every column, and the check misses them no longer", async () => {
  const { own, owner } = await photographed();
  expect(own).toHaveLength(OF_ORDERS.length);
  expect(await listLostImages({ db, files })).toEqual([]);
  for (const { key } of own) await files.remove(key);
  const lost = await listLostImages({ db, files });
  const { orderId } = owner;
  expect(new Set(lost)).toEqual(new Set(own.map(({ key }) => ({ storageKey: key, orderId }))));
  expect((await check()).missing.count).toBe(own.length);
  expect(await accept(owner, lost)).toBe(own.length);
  expect(await accept(owner, lost)).toBe(0);
  expect(await listLostImages({ db, files })).toEqual([]);
  expect((await check()).missing.count).toBe(0);
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, orderId));
  expect(entries).toMatchObject([
    { actorName: "Rosa", action: "accepted lost photos of", subject: "order" },
  ]);
});

test("the pages with a photo that is lost for good say so, and show it again when its file is found", async () => {
  const { own, owner } = await photographed();
  const { deps, garmentId, tailor } = owner;
  const shown = async () => {
    const page = await findGarmentPage(deps, { actor: tailor, garmentId });
    if (!page.ok) throw new Error(page.error);
    const fit = await listImages(db, garmentId);
    return [...page.value.images, ...fit].map(({ lostAt }) => lostAt);
  };
  expect(await shown()).toEqual([null, null]);
  for (const { key } of own) await files.remove(key);
  await accept(owner, await listLostImages({ db, files }));
  expect(await shown()).toEqual([deps.clock.now(), deps.clock.now()]);
  expect(await returnFoundImages({ db, files })).toBe(0);
  for (const { bytes, key } of own) await files.put(key, bytes, "application/octet-stream");
  expect(await returnFoundImages({ db, files })).toBe(own.length);
  expect(await shown()).toEqual([null, null]);
});

test("a photo that was removed meanwhile is not accepted as lost", async () => {
  const { own, owner } = await photographed();
  for (const { key } of own) await files.remove(key);
  const lost = await listLostImages({ db, files });
  await db
    .update(garmentImages)
    .set({ removedAt: new Date() })
    .where(eq(garmentImages.garmentId, owner.garmentId));
  expect(await accept(owner, lost)).toBe(own.length - 1);
});
