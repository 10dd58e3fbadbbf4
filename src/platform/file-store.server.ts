import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { AppError } from "#core/app-error.ts";
import type { Env } from "./env.server.ts";
import type { FileStore } from "./files.server.ts";

type StorageEnv = Pick<
  Env,
  | "DATA_DIR"
  | "S3_BUCKET"
  | "S3_REGION"
  | "S3_ENDPOINT"
  | "S3_ACCESS_KEY_ID"
  | "S3_SECRET_ACCESS_KEY"
>;

// No segment may start with a dot, so neither "." nor ".." nor a hidden file can be named.
const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;
const MAX_KEY_LENGTH = 300;

/**
 * flydrive's disk driver writes in place; here a file appears whole or not at all and is on the disk before it is spoken of,
 * because a picture cut off by a crash would be served as immutable for a year.
 */
class WholeFileDriver extends FSDriver {
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const target = join(String(this.options.location), key);
    const draft = `${target}.${randomUUID()}.part`;
    await mkdir(dirname(target), { recursive: true });
    try {
      const file = await open(draft, "wx");
      try {
        await file.writeFile(contents);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }
}

function openFolder(env: StorageEnv): Promise<Disk> {
  const location = join(env.DATA_DIR, "uploads");
  return Promise.resolve(new Disk(new WholeFileDriver({ location, visibility: "private" })));
}

function credentials(env: StorageEnv) {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId && secretAccessKey) return { credentials: { accessKeyId, secretAccessKey } };
  if (!accessKeyId && !secretAccessKey) return {}; // the machine's own role
  throw new AppError(
    "configuration",
    "Environment: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: both or neither",
  );
}

function s3Opener(env: StorageEnv, bucket: string): () => Promise<Disk> {
  const access = credentials(env);
  return async () => {
    // The SDK takes a quarter of a second to load, so only shops that use it pay for it.
    const { S3Driver } = await import("flydrive/drivers/s3");
    return new Disk(
      new S3Driver({
        ...access,
        bucket,
        region: env.S3_REGION ?? "us-east-1",
        ...(env.S3_ENDPOINT ? { endpoint: env.S3_ENDPOINT, forcePathStyle: true } : {}),
        visibility: "private",
        // Many S3-compatible stores know neither ACLs nor the SDK's newer checksums.
        supportsACL: false,
        requestChecksumCalculation: "WHEN_REQUIRED",
        responseChecksumValidation: "WHEN_REQUIRED",
      }),
    );
  };
}

function isMissing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && cause.code === "ENOENT") return true;
    if (cause.name === "NoSuchKey" || cause.name === "NotFound") return true;
  }
  return false;
}

function storageError(verb: string, key: string, cause: unknown): AppError {
  return new AppError("storage", `Cannot ${verb} the file ${key}`, { cause });
}

/** Whether a text can be a storage key: lower-case segments joined by '/', none of them hidden or pointing upwards. */
export function isStorageKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && KEY.test(key);
}

/**
 * The shop's file store: DATA_DIR/uploads, or the bucket S3_BUCKET of any S3-compatible server (architecture.md, files). Nothing is
 * touched until the first call; a bad key or a store that fails throws AppError('storage').
 */
export function createFileStore(env: StorageEnv): FileStore {
  if (!env.S3_BUCKET && env.S3_ENDPOINT) {
    throw new AppError("configuration", "Environment: S3_BUCKET: required when S3_ENDPOINT is set");
  }
  const open = env.S3_BUCKET ? s3Opener(env, env.S3_BUCKET) : () => openFolder(env);
  let opened: Promise<Disk> | undefined;

  async function on<Value>(
    verb: string,
    key: string,
    work: (disk: Disk) => Promise<Value>,
  ): Promise<Value> {
    if (!isStorageKey(key))
      throw new AppError("storage", `Not a storage key: ${JSON.stringify(key)}`);
    opened ??= open();
    try {
      return await work(await opened);
    } catch (error) {
      throw storageError(verb, key, error);
    }
  }

  return {
    put: (key, bytes, contentType) =>
      on("write", key, (disk) => disk.put(key, bytes, { contentType })),
    get: (key) =>
      on("read", key, async (disk) => {
        try {
          const bytes = await disk.getBytes(key);
          return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    remove: (key) => on("remove", key, (disk) => disk.delete(key)),
    exists: (key) => on("look for", key, (disk) => disk.exists(key)),
  };
}
