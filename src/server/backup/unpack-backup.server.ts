import type { ReceiveChunk } from "#db/dump/load-dump.server.ts";
import type { FileStore } from "#platform/files.server.ts";
import type { Manifest } from "./manifest.ts";
import { readEntryName, SECRETS_ENTRY, secretsSchema } from "./manifest.ts";
import { readArchive } from "./read-archive.server.ts";

/** The keys a backup brings; null when its shop had them from its environment. */
export async function readBackupSecrets(file: string) {
  for await (const { name, bytes } of readArchive(file)) {
    if (name === SECRETS_ENTRY) return secretsSchema.parse(JSON.parse(bytes.toString("utf8")));
    if (readEntryName(name).kind !== "other") return null;
  }
  return null;
}

/** Brings files back into a store that may hold others, none of which is overwritten before the tables are in place. */
export function createFileReturn(files: FileStore, manifest: Manifest) {
  const deleted = new Set(manifest.deletedFiles);
  const postponed = new Set<string>();
  const put = (key: string, bytes: Buffer) =>
    files.put(key, bytes, key.endsWith(".webp") ? "image/webp" : "application/octet-stream");

  return {
    async bring(key: string, bytes: Buffer): Promise<void> {
      if (deleted.has(key)) return;
      const found = await files.get(key);
      if (!found) await put(key, bytes);
      else if (!found.equals(bytes)) postponed.add(key);
    },
    /** Overwrites what differed; for the moment when the tables that speak of it are in place. */
    async finish(file: string): Promise<void> {
      if (postponed.size === 0) return;
      for await (const { name, bytes } of readArchive(file)) {
        const entry = readEntryName(name);
        if (entry.kind === "upload" && postponed.has(entry.key)) await put(entry.key, bytes);
      }
    },
  };
}

/** Hands every stored file and every piece of a table to where it belongs, in the order in which they were written. */
export async function unpackBackup(
  file: string,
  to: { file(key: string, bytes: Buffer): Promise<void>; piece: ReceiveChunk },
): Promise<void> {
  for await (const { name, bytes } of readArchive(file)) {
    const entry = readEntryName(name);
    if (entry.kind === "upload") await to.file(entry.key, bytes);
    if (entry.kind === "table") await to.piece(entry.table, bytes);
  }
}
