import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { splitHistory } from "#db/dump/load-dump.server.ts";
import { isStorageKey } from "#platform/file-store.server.ts";
import type { Manifest, ManifestEntry } from "./manifest.ts";
import {
  FORMAT,
  LABEL_ENTRY,
  labelSchema,
  MANIFEST_ENTRY,
  manifestSchema,
  readEntryName,
} from "./manifest.ts";
import type { ArchiveEntry } from "./read-archive.server.ts";
import { DamagedArchive, readArchive } from "./read-archive.server.ts";

/** Why a file cannot be restored. */
export type BackupFault =
  | { code: "unreadable"; reason: string }
  | { code: "not_a_backup" }
  | { code: "damaged" }
  /** Written by a shop whose format or tables this one does not know. */
  | { code: "newer" };

function readJson(entry: ArchiveEntry): unknown {
  try {
    return JSON.parse(entry.bytes.toString("utf8"));
  } catch {
    return null;
  }
}

/** Where a piece lies must be where the shop itself would put it. */
function isExpected({ name }: ManifestEntry, dump: Manifest["dump"]): boolean {
  const entry = readEntryName(name);
  if (entry.kind === "upload") return isStorageKey(entry.key);
  if (entry.kind === "table") return dump.tables.some((table) => table.name === entry.table);
  return true;
}

function judge(
  last: ArchiveEntry | undefined,
  seen: ManifestEntry[],
): Result<Manifest, BackupFault> {
  if (!last) return fail({ code: "not_a_backup" });
  if (last.name !== MANIFEST_ENTRY) return fail({ code: "damaged" });
  const parsed = manifestSchema.safeParse(readJson(last));
  if (!parsed.success) return fail({ code: "damaged" });
  const { entries, dump } = parsed.data;
  if (!isDeepStrictEqual(entries, seen)) return fail({ code: "damaged" });
  if (!entries.every((entry) => isExpected(entry, dump))) return fail({ code: "damaged" });
  if (!splitHistory(dump.schema)) return fail({ code: "newer" });
  return ok(parsed.data);
}

async function readThrough(
  file: string,
  onLabel: () => void,
): Promise<Result<Manifest, BackupFault>> {
  const seen: ManifestEntry[] = [];
  let last: ArchiveEntry | undefined;
  for await (const entry of readArchive(file)) {
    if (seen.length === 0) {
      const label = labelSchema.safeParse(entry.name === LABEL_ENTRY ? readJson(entry) : null);
      if (!label.success) return fail({ code: "not_a_backup" });
      if (label.data.format > FORMAT) return fail({ code: "newer" });
      onLabel();
    }
    const sha256 = createHash("sha256").update(entry.bytes).digest("hex");
    seen.push({ name: entry.name, bytes: entry.bytes.byteLength, sha256 });
    last = entry;
  }
  return judge(last, seen.slice(0, -1));
}

/** Reads a backup from end to end, compares every byte with its manifest and changes nothing. */
export async function checkBackup(file: string): Promise<Result<Manifest, BackupFault>> {
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
