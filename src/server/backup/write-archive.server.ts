import { createHash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { AppError } from "#core/app-error.ts";
import { syncFolder } from "#db/embedded/sync-folder.server.ts";
import type { ManifestEntry } from "./manifest.ts";

/** A tar file that is being written, compressed; it appears under its name when it is whole. */
export type ArchiveWriter = {
  /** Adds one file and answers with what a manifest says about it. */
  add(name: string, bytes: Buffer): Promise<ManifestEntry>;
  /** Puts everything on the disk and gives the file its name; answers with its size. */
  finish(): Promise<number>;
  /** Removes what was written; harmless after `finish`. */
  discard(): Promise<void>;
};

/** Most of a backup is pictures, which are compressed already: a higher level costs seconds and saves nothing. */
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

/** Where a file lies until it is whole. */
export const draftOf = (file: string) => `${file}.unfinished`;

/** Begins an archive beside its later name, readable by its owner alone. Throws AppError('configuration') with the reason in words. */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  const draft = draftOf(file);
  await rm(draft, { force: true });
  const handle = await open(draft, "wx", 0o600).catch((cause) => {
    throw explain(file, cause);
  });
  const { readable, controller } = createTarPacker();
  const target = handle.createWriteStream({ flush: true });
  const written = pipeline(readable, createGzip({ level: GZIP_LEVEL }), target);
  // Whoever adds or finishes hears of it.
  written.catch(() => undefined);
  const mtime = new Date();

  async function orExplain<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (cause) {
      // A packer that was cancelled knows less than what cancelled it.
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
    finish: () =>
      orExplain(async () => {
        controller.finalize();
        await written;
        await rename(draft, file);
        await syncFolder(dirname(file));
        return target.bytesWritten;
      }),
    async discard() {
      controller.error(new Error("The archive was given up"));
      await written.catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}
