import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import { formatLongDay } from "#core/business-days.ts";
import { formatNumber } from "#core/format-number.ts";
import { dumpSchema } from "#db/dump/dump.server.ts";
import { syncFolder } from "#db/embedded/cluster.server.ts";

const counted = (count: number, one: string, more: string) =>
  `${formatNumber(count)} ${count === 1 ? one : more}`;

export function describeMoment(manifest: Manifest): string {
  const moment = new Date(manifest.createdAt).toISOString();
  return `${formatLongDay(moment.slice(0, 10))} at ${moment.slice(11, 16)} UTC`;
}

export function describeContents(manifest: Manifest): string {
  const { products, orders, accounts, pictures: images } = countContents(manifest);
  return [
    counted(products, "product", "products"),
    counted(orders, "order", "orders"),
    counted(accounts, "account", "accounts"),
    counted(images, "picture", "pictures"),
  ].join(", ");
}

export function describeSize(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export type ArchiveEntry = { name: string; bytes: Buffer };

/** Far above the largest image or table chunk. */
const LARGEST_ENTRY_BYTES = 256_000_000;

export class DamagedArchive extends Error {}

const isSystemError = (error: unknown) =>
  typeof (error as NodeJS.ErrnoException).syscall === "string";

async function readBody(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * The files of an archive in order. Throws DamagedArchive unless it is a complete compressed tar file, or the
 * system's read error.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry, void, void> {
  const { readable, writable } = createTarDecoder({ strict: true });
  const stopped = new AbortController();
  const read = pipeline(createReadStream(file), createGunzip(), Writable.fromWeb(writable), {
    signal: stopped.signal,
  });
  // Awaited at the end.
  read.catch(() => undefined);
  try {
    for await (const { header, body } of readable) {
      if (header.type !== "file" || header.size > LARGEST_ENTRY_BYTES) {
        throw new DamagedArchive(`Unexpected entry ${header.name}`);
      }
      yield { name: header.name, bytes: await readBody(body) };
    }
    await read;
  } catch (error) {
    if (error instanceof DamagedArchive) throw error;
    const cause = await read.then(
      () => error,
      (reason: unknown) => reason,
    );
    throw isSystemError(cause) ? cause : new DamagedArchive("Not a whole archive", { cause });
  } finally {
    stopped.abort();
  }
}

/** The file gets its name once complete. */
export type ArchiveWriter = {
  /** Returns the file's manifest entry. */
  add(name: string, bytes: Buffer): Promise<ManifestEntry>;
  /** Syncs the file and gives it this name in the same folder; returns its size. */
  finish(name: string): Promise<number>;
  /** Deletes the partial file; harmless after `finish`. */
  discard(): Promise<void>;
};

/** Images are already compressed. */
const GZIP_LEVEL = 4;

const reasons: Record<string, string> = {
  ENOENT: "its folder does not exist",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "that disk can only be read",
  ENOSPC: "there is no room left on that disk",
  EDQUOT: "there is no room left on that disk",
  EFBIG: "that disk takes no file of this size",
};

function explain(file: string, cause: unknown): unknown {
  const reason = reasons[(cause as NodeJS.ErrnoException).code ?? ""];
  return reason
    ? new AppError("configuration", `The backup cannot be written to ${file}: ${reason}.`, {
        cause,
      })
    : cause;
}

export const draftOf = (file: string) => `${file}.unfinished`;

const ENDING = ".tar.gz";

/** The name of a backup that lacks files, beside a whole one of before that it must not replace. */
export function incompleteNameOf(file: string): string {
  return file.endsWith(ENDING)
    ? `${file.slice(0, -ENDING.length)}.incomplete${ENDING}`
    : `${file}.incomplete`;
}

/** Starts an archive beside its final name, owner-only. Throws AppError('configuration'). */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  const draft = draftOf(file);
  await rm(draft, { force: true });
  const handle = await open(draft, "wx", 0o600).catch((cause) => {
    throw explain(file, cause);
  });
  const { readable, controller } = createTarPacker();
  const target = handle.createWriteStream({ flush: true });
  const written = pipeline(readable, createGzip({ level: GZIP_LEVEL }), target);
  // Reported to add and finish.
  written.catch(() => undefined);
  const mtime = new Date();

  async function orExplain<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (cause) {
      // More precise than the packer's error.
      throw explain(file, await written.then(() => cause).catch((reason) => reason));
    }
  }

  return {
    add: (name, bytes) =>
      orExplain(async () => {
        const entry = controller.add({ name, size: bytes.byteLength, mtime, mode: 0o600 });
        const writer = entry.getWriter();
        await writer.write(bytes);
        await writer.close();
        const sha256 = createHash("sha256").update(bytes).digest("hex");
        return { name, bytes: bytes.byteLength, sha256 };
      }),
    finish: (name) =>
      orExplain(async () => {
        controller.finalize();
        await written;
        await rename(draft, name);
        await syncFolder(dirname(name));
        return target.bytesWritten;
      }),
    async discard() {
      controller.error(new Error("The archive was given up"));
      await written.catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

/** Raised when older versions cannot read the format. */
export const FORMAT = 1;

/** First, to identify a backup early. */
export const LABEL_ENTRY = "demerara-atelier-backup.json";

/** Last; without it the backup is incomplete. */
export const MANIFEST_ENTRY = "manifest.json";

/** An embedded shop's keys decrypt its settings. */
export const SECRETS_ENTRY = "secrets.json";

/** All keys of the shop, sealed by the passphrase of the backup. */
export const SEALED_KEYS_ENTRY = "keys.sealed.json";

const UPLOADS = "uploads/";
const DATABASE = "database/";

export const labelSchema = z.object({ format: z.number().int().positive() });

const entrySchema = z.object({
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type ManifestEntry = z.infer<typeof entrySchema>;

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  dump: dumpSchema,
  entries: z.array(entrySchema),
  /** Referenced by the tables but lost. */
  lostFiles: z.array(z.string()),
  /** Deleted during the backup; not restored. */
  deletedFiles: z.array(z.string()),
  /** Identifies the settings key without revealing it. */
  settingsKeyMark: z.string(),
});

export type Manifest = z.infer<typeof manifestSchema>;

export const secretsSchema = z.object({
  authSecret: z.string(),
  settingsKey: z.string(),
  oldAuthSecrets: z.array(z.string()).default([]),
  oldSettingsKeys: z.array(z.string()).default([]),
});

export const entryOfUpload = (key: string) => UPLOADS + key;

/** Chunks are read in the order written. */
export const entryOfTable = (table: string, index: number) =>
  `${DATABASE}${table}/${String(index).padStart(5, "0")}.copy`;

type EntryKind =
  | { kind: "upload"; key: string }
  | { kind: "table"; table: string }
  | { kind: "other" };

export function readEntryName(name: string): EntryKind {
  if (name.startsWith(UPLOADS)) return { kind: "upload", key: name.slice(UPLOADS.length) };
  const table = new RegExp(`^${DATABASE}([a-z0-9_]+)/\\d+\\.copy$`).exec(name)?.[1];
  return table === undefined ? { kind: "other" } : { kind: "table", table };
}

function countContents(manifest: Manifest) {
  const rowsOf = (table: string) =>
    manifest.dump.tables.find(({ name }) => name === table)?.rows ?? 0;
  return {
    products: rowsOf("products"),
    orders: rowsOf("orders"),
    accounts: rowsOf("profiles"),
    pictures:
      manifest.entries.filter(({ name }) => name.startsWith(UPLOADS)).length -
      manifest.deletedFiles.length,
  };
}
