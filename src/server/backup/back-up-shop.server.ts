import { stat } from "node:fs/promises";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Dump, Snapshot } from "#db/dump/dump.server.ts";
import { openSnapshot } from "#db/dump/dump.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { FileStore, ShopFiles } from "#platform/file-store.server.ts";
import { settingsKeyFingerprint } from "#platform/secrets.server.ts";
import type { ArchiveWriter, Manifest, ManifestEntry } from "./archive.server.ts";
import {
  createArchive,
  entryOfTable,
  entryOfUpload,
  FORMAT,
  incompleteNameOf,
  LABEL_ENTRY,
  MANIFEST_ENTRY,
} from "./archive.server.ts";
import type { ShopKeys } from "./backup-keys.server.ts";
import { addKeys } from "./backup-keys.server.ts";
import { compareLocations, LOCATION_ROW, parseLocation } from "./file-location.server.ts";
import { createSealedValueCounter } from "./sealed-values.server.ts";

/** Files that are read at once, because each is a request on object storage. The largest ones fit into memory together. */
const READ_AHEAD = 6;

/** Reads the next files while one is written, in order. */
async function* readAhead(files: FileStore, keys: readonly string[]) {
  const reading: Promise<Buffer | null>[] = [];
  for (const [index, key] of keys.entries()) {
    for (let next = index + reading.length; reading.length < READ_AHEAD; next += 1) {
      const ahead = keys[next];
      if (ahead === undefined) break;
      const bytes = files.get(ahead);
      // An earlier failure may leave it unawaited.
      bytes.catch(() => undefined);
      reading.push(bytes);
    }
    yield { key, bytes: (await reading.shift()) ?? null };
  }
}

/** Adds the files to `copied`; returns the missing ones. */
async function copyFiles(
  deps: { files: FileStore; archive: ArchiveWriter; onFile?(done: number, of: number): void },
  keys: readonly string[],
  copied: Map<string, ManifestEntry>,
): Promise<string[]> {
  const missing: string[] = [];
  let done = 0;
  for await (const { key, bytes } of readAhead(deps.files, keys)) {
    if (bytes) copied.set(key, await deps.archive.add(entryOfUpload(key), bytes));
    else missing.push(key);
    done += 1;
    deps.onFile?.(done, keys.length);
  }
  return missing;
}

export type BackupDeps = {
  databaseUrl: string;
  files: ShopFiles;
  keys: ShopKeys;
  clock: Clock;
  onBegin(): void;
  onFile(done: number, of: number): void;
};

const toJson = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function withSnapshot<Value>(
  url: string,
  work: (snapshot: Snapshot) => Promise<Value>,
): Promise<Value> {
  const snapshot = await openSnapshot(url);
  try {
    return await work(snapshot);
  } finally {
    await snapshot.close();
  }
}

async function addTables(
  archive: ArchiveWriter,
  snapshot: Snapshot,
): Promise<{ dump: Dump; entries: ManifestEntry[]; keyIds: string[] }> {
  const entries: ManifestEntry[] = [];
  const sealed = createSealedValueCounter();
  const dump = await snapshot.copyOut(async (table, chunk) => {
    sealed.read(table, chunk);
    entries.push(await archive.add(entryOfTable(table, entries.length + 1), chunk));
  });
  return { dump, entries, keyIds: [...sealed.counts.keys()] };
}

type Contents = {
  dump: Dump;
  entries: ManifestEntry[];
  keyIds: string[];
  lostFiles: string[];
  deletedFiles: string[];
};

/**
 * Copies the files first, then the tables as one snapshot, preceded by files added meanwhile. Files never
 * change and are deleted after their row, so a missing file was just deleted or lost.
 */
async function addContents(deps: BackupDeps, archive: ArchiveWriter): Promise<Contents> {
  const copied = new Map<string, ManifestEntry>();
  const missing = new Set<string>();
  const early = await withSnapshot(deps.databaseUrl, (snapshot) => snapshot.listStorageKeys());
  await copyFiles({ ...deps, archive }, early, copied);
  for (;;) {
    const contents = await withSnapshot(deps.databaseUrl, async (snapshot) => {
      const keys = await snapshot.listStorageKeys();
      const unknown = keys.filter((key) => !copied.has(key) && !missing.has(key));
      const gone = await copyFiles({ files: deps.files, archive }, unknown, copied);
      for (const key of gone) missing.add(key);
      if (gone.length > 0) return null;
      const { dump, entries, keyIds } = await addTables(archive, snapshot);
      const wanted = new Set(keys);
      return {
        dump,
        keyIds,
        entries: [...copied.values(), ...entries],
        lostFiles: keys.filter((key) => missing.has(key)),
        deletedFiles: [...copied.keys()].filter((key) => !wanted.has(key)),
      };
    });
    if (contents) return contents;
  }
}

/** Nothing was written; `message` says what to do. */
export type BackupFailure =
  | { code: "exists" }
  | { code: "folder" }
  | { code: "other_storage"; message: string }
  | { code: "storage_away"; message: string };

/** Where it was written. Whole only when the manifest names no lost file. */
export type BackedUp = {
  manifest: Manifest;
  file: string;
  bytes: number;
  /** Of the measurement keys that its values are sealed with. */
  keyIds: readonly string[];
};

async function findStorageFailure({
  databaseUrl,
  files,
}: BackupDeps): Promise<BackupFailure | null> {
  const recorded = await withSnapshot(databaseUrl, (snapshot) =>
    snapshot.findSetting(LOCATION_ROW),
  );
  const difference = compareLocations(parseLocation(recorded), files.location);
  if (difference) return { code: "other_storage", message: difference };
  const trouble = files.location.kind === "s3" ? await files.check() : null;
  return trouble && { code: "storage_away", message: trouble.message };
}

/** `isThere`: whether a backup of before has this name. One that lacks files does not replace it. */
async function write(
  deps: BackupDeps,
  { file, isThere }: { file: string; isThere: boolean },
): Promise<BackedUp> {
  const archive = await createArchive(file);
  try {
    const createdAt = deps.clock.now().toISOString();
    const label = await archive.add(LABEL_ENTRY, toJson({ format: FORMAT, createdAt }));
    const keys = await addKeys(archive, deps.keys);
    const contents = await addContents(deps, archive);
    const { deletedFiles, dump, keyIds, lostFiles } = contents;
    const manifest: Manifest = {
      format: FORMAT,
      createdAt,
      dump,
      lostFiles,
      deletedFiles,
      entries: [label, ...keys, ...contents.entries],
      settingsKeyMark: settingsKeyFingerprint(deps.keys.secrets.settingsKey),
    };
    await archive.add(MANIFEST_ENTRY, toJson(manifest));
    const name = isThere && lostFiles.length > 0 ? incompleteNameOf(file) : file;
    return { manifest, keyIds, file: name, bytes: await archive.finish(name) };
  } finally {
    await archive.discard();
  }
}

/**
 * Writes the tables, all files that a row names (`FILE_COLUMNS`) and keys (`backupKeysOf`) of one moment into one file (ADR 0007).
 * Omits sessions, the job queue and image renditions. Writes nothing when the storage is another or unusable, unless `withoutFiles`.
 * Files that the storage has lost are listed in the manifest, and such a backup gets a name of its own instead of replacing one.
 */
export async function backUpShop(
  deps: BackupDeps,
  input: { file: string; overwrite: boolean; withoutFiles: boolean },
): Promise<Result<BackedUp, BackupFailure>> {
  const found = await stat(input.file).catch(() => null);
  if (found?.isDirectory()) return fail({ code: "folder" });
  if (found && !input.overwrite) return fail({ code: "exists" });
  const failure = input.withoutFiles ? null : await findStorageFailure(deps);
  if (failure) return fail(failure);
  deps.onBegin();
  return ok(await write(deps, { file: input.file, isThere: found !== null }));
}
