import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { ReceiveChunk } from "#db/dump/dump.server.ts";
import type { UnknownStep } from "#db/migrate.server.ts";
import { splitHistory } from "#db/migrate.server.ts";
import { createCopiedKeys } from "#db/stored-files.server.ts";
import { isStorageKey } from "#platform/file-store.server.ts";
import type { ArchiveEntry, Manifest, ManifestEntry } from "./archive.server.ts";
import {
  DamagedArchive,
  entryOfUpload,
  FORMAT,
  LABEL_ENTRY,
  labelSchema,
  MANIFEST_ENTRY,
  manifestSchema,
  readArchive,
  readEntryName,
  SECRETS_ENTRY,
  secretsSchema,
} from "./archive.server.ts";
import type { KeysInBackup } from "./restore-keys.server.ts";
import { createKeysReader } from "./restore-keys.server.ts";

/** Why a file cannot be restored. */
export type BackupFault =
  | { code: "unreadable"; reason: string }
  | { code: "not_a_backup" }
  | { code: "damaged" }
  /** Unknown format or tables. */
  | { code: UnknownStep };

/** A backup that is whole, and what it says about keys. */
type InspectedBackup = { manifest: Manifest; keys: KeysInBackup };

/**
 * Reads a whole backup and compares every byte with its manifest, and its files with its rows: `lostFiles` has every file that a row names
 * and that is not in it. Read-only.
 */
export async function checkBackup(file: string): Promise<Result<Manifest, BackupFault>> {
  const inspected = await inspectBackup(file);
  return inspected.ok ? ok(inspected.value.manifest) : inspected;
}

/** Checks a backup as `checkBackup` does, and says which keys it has and which its values need. */
export async function inspectBackup(file: string): Promise<Result<InspectedBackup, BackupFault>> {
  let begun = false;
  try {
    return await readThrough(file, () => {
      begun = true;
    });
  } catch (error) {
    if (error instanceof DamagedArchive) return fail({ code: begun ? "damaged" : "not_a_backup" });
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return fail({ code: "unreadable", reason: code });
  }
}

async function readThrough(
  file: string,
  onLabel: () => void,
): Promise<Result<InspectedBackup, BackupFault>> {
  const entriesRead: ManifestEntry[] = [];
  const fileKeys = createCopiedKeys();
  const keys = createKeysReader();
  let last: ArchiveEntry | undefined;
  for await (const entry of readArchive(file)) {
    if (entriesRead.length === 0) {
      const label = labelSchema.safeParse(entry.name === LABEL_ENTRY ? readJson(entry) : null);
      if (!label.success) return fail({ code: "not_a_backup" });
      if (label.data.format > FORMAT) return fail({ code: "newer" });
      onLabel();
    }
    keys.read(entry);
    const sha256 = createHash("sha256").update(entry.bytes).digest("hex");
    entriesRead.push({ name: entry.name, bytes: entry.bytes.byteLength, sha256 });
    const named = readEntryName(entry.name);
    if (named.kind === "table") fileKeys.receive(named.table, entry.bytes);
    last = entry;
  }
  const manifest = validate(last, entriesRead.slice(0, -1), fileKeys);
  if (!manifest.ok) return manifest;
  return ok({ manifest: manifest.value, keys: keys.found() });
}

type CopiedKeys = ReturnType<typeof createCopiedKeys>;

function validate(
  last: ArchiveEntry | undefined,
  entriesRead: ManifestEntry[],
  keys: CopiedKeys,
): Result<Manifest, BackupFault> {
  if (!last) return fail({ code: "not_a_backup" });
  if (last.name !== MANIFEST_ENTRY) return fail({ code: "damaged" });
  const parsed = manifestSchema.safeParse(readJson(last));
  if (!parsed.success) return fail({ code: "damaged" });
  const { entries, dump } = parsed.data;
  if (!isDeepStrictEqual(entries, entriesRead)) return fail({ code: "damaged" });
  if (!entries.every((entry) => isExpected(entry, dump))) return fail({ code: "damaged" });
  const history = splitHistory(dump.schema);
  if (!history.ok) return fail({ code: history.error });
  return ok({ ...parsed.data, lostFiles: listLostFiles(parsed.data, keys) });
}

function readJson(entry: ArchiveEntry): unknown {
  try {
    return JSON.parse(entry.bytes.toString("utf8"));
  } catch {
    return null;
  }
}

/** The chunk's name must match its table. */
function isExpected({ name }: ManifestEntry, dump: Manifest["dump"]): boolean {
  const entry = readEntryName(name);
  if (entry.kind === "upload") return isStorageKey(entry.key);
  if (entry.kind === "table") return dump.tables.some((table) => table.name === entry.table);
  return true;
}

/** The files that the rows of a backup name and that are not in it; older versions did not list all of them. */
function listLostFiles({ dump, entries }: Manifest, keys: CopiedKeys): string[] {
  const names = new Set(entries.map(({ name }) => name));
  return keys.list(dump.tables).filter((key) => !names.has(entryOfUpload(key)));
}

/** The keys that lie open in a backup; null when they were in the environment or are sealed by a passphrase. */
export async function readBackupSecrets(file: string) {
  for await (const { name, bytes } of readArchive(file)) {
    if (name === SECRETS_ENTRY) return secretsSchema.parse(JSON.parse(bytes.toString("utf8")));
    if (readEntryName(name).kind !== "other") return null;
  }
  return null;
}

/** Hands over the files and the rows of a backup in the order of the archive. */
export async function unpackBackup(
  file: string,
  to: { file(key: string, bytes: Buffer): Promise<void>; chunk: ReceiveChunk },
): Promise<void> {
  for await (const { name, bytes } of readArchive(file)) {
    const entry = readEntryName(name);
    if (entry.kind === "upload") await to.file(entry.key, bytes);
    if (entry.kind === "table") await to.chunk(entry.table, bytes);
  }
}
