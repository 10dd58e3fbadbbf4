import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileStore } from "#platform/file-store.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import { createTestDatabase } from "./database.ts";

/** Stores files in a folder. */
export const noS3 = {
  S3_BUCKET: undefined,
  S3_REGION: undefined,
  S3_ENDPOINT: undefined,
  S3_ACCESS_KEY_ID: undefined,
  S3_SECRET_ACCESS_KEY: undefined,
};

/** The test removes it. */
export async function temporaryFiles() {
  const folder = await mkdtemp(join(tmpdir(), "atelier-files-"));
  return { folder, files: createFileStore({ ...noS3, DATA_DIR: folder }) };
}

/** A database, and the folder of the files that its rows name; `close` removes both. */
export async function createDatabaseWithFiles() {
  const database = await createTestDatabase();
  const { files, folder } = await temporaryFiles();
  return {
    db: database.db,
    url: database.url,
    files,
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Forgets its files with the test. */
export function filesInMemory(): FileStore {
  const stored = new Map<string, Buffer>();
  return {
    put: async (key, bytes) => void stored.set(key, Buffer.from(bytes)),
    get: async (key) => stored.get(key) ?? null,
    remove: async (key) => void stored.delete(key),
    exists: async (key) => stored.has(key),
  };
}
