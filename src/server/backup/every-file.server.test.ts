import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FILE_COLUMNS } from "#db/stored-files.server.ts";
import { checkFiles } from "#features/base/media/delete-files.server.ts";
import { openImageAsStaff } from "#features/garments/alterations/fit-images.server.ts";
import type { ShopFiles } from "#platform/file-store.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import type { StoredShop } from "#tests/support/backups.ts";
import { backUp, createStoredShop, restoreInto } from "#tests/support/backups.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import type { ObjectStore } from "#tests/support/object-store.ts";
import { startObjectStore } from "#tests/support/object-store.ts";
import type { FileOwner } from "#tests/support/stored-files.ts";
import {
  addFile,
  addFileUnderEachColumn,
  createFileOwner,
  fileColumnName,
  keysUnder,
} from "#tests/support/stored-files.ts";
import { createArchive, MANIFEST_ENTRY, readArchive } from "./archive.server.ts";
import { checkBackup } from "./read-backup.server.ts";

const HELD = FILE_COLUMNS.filter(({ stored }) => stored !== "never");

type Location = {
  files: ShopFiles;
  /** Where the shop is restored: empty at first. */
  target: ShopFiles;
  variables: Record<string, string>;
};

describe.each(["a folder", "an S3 server"])(
  "the files of a shop on %s",
  { timeout: 180_000 },
  (kind) => {
    let source: StoredShop;
    let copy: StoredShop;
    let store: ObjectStore | null = null;
    let location: Location;
    let owner: FileOwner;
    let file: string;

    beforeEach(async () => {
      source = createStoredShop(await createTestDatabase());
      copy = createStoredShop(await createTestDatabase());
      file = source.pathOf("backup.tar.gz");
      if (kind === "a folder") {
        location = { files: source.files, target: copy.files, variables: {} };
      } else {
        store = await startObjectStore();
        const { S3_ENDPOINT } = store.env;
        const variables = {
          S3_BUCKET: "other",
          S3_ENDPOINT,
          S3_ACCESS_KEY_ID: "S3RVER",
          S3_SECRET_ACCESS_KEY: "S3RVER",
        };
        location = {
          files: createFileStore(store.env),
          target: createFileStore({ ...store.env, S3_BUCKET: "other" }),
          variables,
        };
      }
      owner = await createFileOwner(source.database.db, location.files);
    });

    afterEach(async () => {
      for (const shop of [source, copy]) {
        await shop.database.close();
        shop.remove();
      }
      await store?.[Symbol.asyncDispose]();
      store = null;
    });

    const restore = (changes: { withoutFiles?: boolean } = {}, from = file) =>
      restoreInto(copy, from, {
        ...changes,
        variables: { ...location.variables, MEASUREMENT_KEY: "m".repeat(40) },
      });
    const checkCopy = () =>
      checkFiles(
        { db: copy.database.db, files: location.target, clock: { now: () => new Date() } },
        { removeOrphans: false },
      );

    test("are all there after a backup and a restore into an empty place, under every column", async () => {
      await addFileUnderEachColumn(owner);
      const done = await backUp(source, file, { files: location.files });
      expect(done).toMatchObject({ ok: true, value: { manifest: { lostFiles: [] } } });
      expect(await restore()).toMatchObject({ ok: true, value: { lostFiles: [] } });
      for (const column of HELD) {
        const keys = await keysUnder(copy.database.db, column);
        expect([fileColumnName(column), keys.length]).toEqual([fileColumnName(column), 1]);
        for (const key of keys) {
          expect(await location.target.get(key)).toEqual(await location.files.get(key));
        }
      }
      expect((await checkCopy()).missing.count).toBe(0);
    });

    test("that arrive while the backup is made are in it with their rows, under every column", async () => {
      await addFileUnderEachColumn(owner);
      const uploads: Promise<void>[] = [];
      const files: ShopFiles = {
        ...location.files,
        // With each of the first reads one upload is waited for and another one goes on.
        async get(key) {
          const column = HELD[uploads.length];
          if (column) {
            uploads.push(addFile(owner, column));
            await addFile(owner, column);
          }
          return location.files.get(key);
        },
      };
      const done = await backUp(source, file, { files });
      await Promise.all(uploads);
      expect(uploads).toHaveLength(HELD.length);
      expect(done).toMatchObject({ ok: true, value: { manifest: { lostFiles: [] } } });
      expect(await restore()).toMatchObject({ ok: true, value: { lostFiles: [] } });
      for (const column of HELD) {
        expect((await keysUnder(copy.database.db, column)).length).toBeGreaterThan(1);
      }
      expect((await checkCopy()).missing.count).toBe(0);
    });

    test("that the storage has lost are named by the backup, under every column, and nothing else is lost", async () => {
      await addFileUnderEachColumn(owner);
      await addFileUnderEachColumn(owner);
      const lost: string[] = [];
      for (const column of HELD) {
        const [key = ""] = await keysUnder(source.database.db, column);
        await location.files.remove(key);
        lost.push(key);
      }
      const done = await backUp(source, file, { files: location.files });
      expect(done).toMatchObject({ ok: true, value: { manifest: { lostFiles: lost.sort() } } });
      expect(await restore()).toEqual({ ok: false, error: { code: "lost_files", keys: lost } });
      expect(await restore({ withoutFiles: true })).toMatchObject({
        ok: true,
        value: { lostFiles: lost },
      });
      expect((await checkCopy()).missing).toEqual({ count: HELD.length, keys: lost });
    });

    test("that a backup of an earlier version left out are missed when it is read", async () => {
      await addFileUnderEachColumn(owner);
      await backUp(source, file, { files: location.files });
      const old = source.pathOf("old.tar.gz");
      await leaveOut(file, old, (name) => name.startsWith("uploads/media/fit/"));
      const [key = ""] = await keysUnder(source.database.db, columnNamed("fit_images.storage_key"));
      expect(await checkBackup(old)).toMatchObject({ ok: true, value: { lostFiles: [key] } });
      expect(await restore({}, old)).toEqual({
        ok: false,
        error: { code: "lost_files", keys: [key] },
      });
      // The storage of the shop still has the file.
      await location.target.put(key, (await location.files.get(key)) ?? Buffer.of(), "image/webp");
      expect(await restore({}, old)).toMatchObject({
        ok: true,
        value: { lostFiles: [] },
      });
    });

    test("of bodies are sealed in the storage and in the backup, and open for the atelier after the restore", async () => {
      await addFileUnderEachColumn(owner);
      await backUp(source, file, { files: location.files });
      expect((await restore()).ok).toBe(true);
      const { rows } = await copy.database.pool.query<{ id: string; key: string }>(
        "select id, storage_key as key from fit_images",
      );
      const [row] = rows;
      const sealed = await location.target.get(row?.key ?? "");
      expect(sealed?.includes("WEBP")).toBe(false);
      const read = await openImageAsStaff(
        { ...owner.deps, db: copy.database.db, files: location.target },
        { actor: owner.tailor, imageId: row?.id ?? "" },
      );
      expect(read.ok && read.value.includes("WEBP")).toBe(true);
    });
  },
);

function columnNamed(name: string) {
  const column = FILE_COLUMNS.find((each) => fileColumnName(each) === name);
  if (!column) throw new Error(`${name} is not declared`);
  return column;
}

/** Writes a backup as a version did that did not know of these entries. */
async function leaveOut(
  from: string,
  to: string,
  isUnknown: (name: string) => boolean,
): Promise<void> {
  const archive = await createArchive(to);
  for await (const { name, bytes } of readArchive(from)) {
    if (name === MANIFEST_ENTRY) {
      const manifest = JSON.parse(bytes.toString("utf8"));
      manifest.entries = manifest.entries.filter(
        (entry: { name: string }) => !isUnknown(entry.name),
      );
      await archive.add(name, Buffer.from(JSON.stringify(manifest)));
    } else if (!isUnknown(name)) {
      await archive.add(name, bytes);
    }
  }
  await archive.finish(to);
}
