import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { media } from "#db/schema/media.server.ts";
import type { ShopFiles } from "#platform/file-store.server.ts";
import type { StoredShop } from "#tests/support/backups.ts";
import { backUp, createStoredShop } from "#tests/support/backups.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { readArchive } from "./archive.server.ts";
import { checkBackup } from "./read-backup.server.ts";

let shop: StoredShop;
let file: string;

beforeEach(async () => {
  shop = createStoredShop(await createTestDatabase());
  file = shop.pathOf("backup.tar.gz");
});

afterEach(async () => {
  await shop.database.close();
  shop.remove();
});

const image = (text: string) => Buffer.from(text.repeat(50));

function disturbed(happens: () => Promise<unknown>): ShopFiles {
  let happened: Promise<unknown> | null = null;
  return {
    ...shop.files,
    async get(key) {
      happened ??= happens();
      await happened;
      return shop.files.get(key);
    },
  };
}

async function deleteImage(key: string): Promise<void> {
  await shop.database.db.delete(media).where(eq(media.storageKey, key));
  await shop.files.remove(key);
}

async function readNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of readArchive(file)) names.push(name);
  return names;
}

async function manifestOf(result: Awaited<ReturnType<typeof backUp>>) {
  if (!result.ok) throw new Error(result.error.code);
  const checked = await checkBackup(file);
  if (!checked.ok) throw new Error(checked.error.code);
  expect(checked.value).toEqual(result.value.manifest);
  return result.value.manifest;
}

test("pictures and tables are in one file that only its owner may read, and it says what it holds", async () => {
  const keys = [await shop.addImage(image("one")), await shop.addImage(image("two"))];
  const manifest = await manifestOf(await backUp(shop, file));
  expect((await readNames()).filter((name) => name.startsWith("uploads/"))).toEqual(
    keys.toSorted().map((key) => `uploads/${key}`),
  );
  expect(manifest.dump.tables.find(({ name }) => name === "media")?.rows).toBe(2);
  expect(manifest).toMatchObject({ lostFiles: [], deletedFiles: [] });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(dirname(file))).not.toContain("backup.tar.gz.unfinished");
});

test("the keys of an embedded shop are in it; those of another shop stay in its environment", async () => {
  await backUp(shop, file);
  expect(await readNames()).not.toContain("secrets.json");
  await backUp(shop, file, { overwrite: true, embedded: true });
  expect(await readNames()).toContain("secrets.json");
});

test("sizes made of pictures are left out: they are made again", async () => {
  await shop.addImage(image("one"));
  await shop.files.put("derived/x/640.webp", image("small"), "image/webp");
  await backUp(shop, file);
  expect((await readNames()).join()).not.toContain("derived");
});

test("a picture that comes while files are copied is in it, with its row", async () => {
  await shop.addImage(image("early"));
  const late: string[] = [];
  const files = disturbed(async () => late.push(await shop.addImage(image("late"))));
  const manifest = await manifestOf(await backUp(shop, file, { files }));
  expect(await readNames()).toContain(`uploads/${late[0]}`);
  expect(manifest.dump.tables.find(({ name }) => name === "media")?.rows).toBe(2);
});

test("a picture deleted while files are copied is nowhere missed", async () => {
  const keys = [await shop.addImage(image("one")), await shop.addImage(image("two"))];
  const [gone = ""] = keys.toSorted().reverse();
  const files = disturbed(() => deleteImage(gone));
  const manifest = await manifestOf(await backUp(shop, file, { files }));
  expect(manifest).toMatchObject({ lostFiles: [], deletedFiles: [] });
  expect(manifest.dump.tables.find(({ name }) => name === "media")?.rows).toBe(1);
});

test("a picture that was copied before it was deleted is marked, so that it does not come back", async () => {
  const key = await shop.addImage(image("one"));
  const files: ShopFiles = {
    ...shop.files,
    async get(requested) {
      const bytes = await shop.files.get(requested);
      await deleteImage(requested);
      return bytes;
    },
  };
  const manifest = await manifestOf(await backUp(shop, file, { files }));
  expect(manifest).toMatchObject({ lostFiles: [], deletedFiles: [key] });
});

test("a file that the storage has lost is named, and everything else is in the backup", async () => {
  const lost = await shop.addImage(image("a"));
  const stored = await shop.addImage(image("b"));
  await shop.files.remove(lost);
  const manifest = await manifestOf(await backUp(shop, file));
  expect(manifest.lostFiles).toEqual([lost]);
  expect(await readNames()).toContain(`uploads/${stored}`);
});

test("a backup that lacks a file does not replace the one from before", async () => {
  const lost = await shop.addImage(image("a"));
  await writeFile(file, "the backup of yesterday");
  await shop.files.remove(lost);
  const done = await backUp(shop, file, { overwrite: true });
  const incomplete = shop.pathOf("backup.incomplete.tar.gz");
  expect(done).toMatchObject({ ok: true, value: { file: incomplete } });
  expect(await readFile(file, "utf8")).toBe("the backup of yesterday");
  expect(await checkBackup(incomplete)).toMatchObject({ ok: true, value: { lostFiles: [lost] } });
});

test("an existing file is overwritten only on request, and a folder never", async () => {
  await writeFile(file, "precious");
  expect(await backUp(shop, file)).toEqual({ ok: false, error: { code: "exists" } });
  expect(await readFile(file, "utf8")).toBe("precious");
  expect((await backUp(shop, file, { overwrite: true })).ok).toBe(true);
  await mkdir(shop.pathOf("folder"));
  const folder = await backUp(shop, shop.pathOf("folder"), { overwrite: true });
  expect(folder).toEqual({ ok: false, error: { code: "folder" } });
});

test("a backup that fails leaves the one from before and nothing half-written", async () => {
  await shop.addImage(image("one"));
  await writeFile(file, "the backup of yesterday");
  const files: ShopFiles = {
    ...shop.files,
    get: () => Promise.reject(new Error("the store is away")),
  };
  await expect(backUp(shop, file, { files, overwrite: true })).rejects.toThrow("the store is away");
  expect(await readFile(file, "utf8")).toBe("the backup of yesterday");
  expect(existsSync(`${file}.unfinished`)).toBe(false);
});

test("where it cannot be written the reason is said in words", async () => {
  await expect(backUp(shop, "/nowhere/backup.tar.gz")).rejects.toThrow(
    "The backup cannot be written to /nowhere/backup.tar.gz: its folder does not exist.",
  );
});
