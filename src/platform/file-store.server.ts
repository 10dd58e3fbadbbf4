import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { AppError } from "#core/app-error.ts";
import { reportFailure } from "#db/database-outage.server.ts";
import type { Env } from "./env.server.ts";

type StorageEnv = Pick<
  Env,
  | "DATA_DIR"
  | "S3_BUCKET"
  | "S3_REGION"
  | "S3_ENDPOINT"
  | "S3_ACCESS_KEY_ID"
  | "S3_SECRET_ACCESS_KEY"
>;

// No segment starts with a dot, which excludes ".", ".." and hidden files.
const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;
const MAX_KEY_LENGTH = 300;

/**
 * flydrive writes in place; here a file is synced and then renamed, because an image cut off by a crash would be served
 * as immutable for a year.
 */
class WholeFileDriver extends FSDriver {
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    await this.#appear(key, (draft) => writeSynced(draft, contents));
  }

  async putFile(key: string, path: string): Promise<void> {
    await this.#appear(key, async (draft) => {
      await copyFile(path, draft);
      await sync(draft);
    });
  }

  async #appear(key: string, write: (draft: string) => Promise<void>): Promise<void> {
    const target = join(String(this.options.location), key);
    const draft = `${target}.${randomUUID()}.part`;
    await mkdir(dirname(target), { recursive: true });
    try {
      await write(draft);
      await rename(draft, target);
    } catch (error) {
      // A full disk, which the request's response names.
      reportFailure(error);
      await rm(draft, { force: true });
      throw error;
    }
  }
}

async function writeSynced(draft: string, contents: string | Uint8Array): Promise<void> {
  const file = await open(draft, "wx");
  try {
    await file.writeFile(contents);
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

type Range = { start: number; end: number };

/** A disk, plus what flydrive lacks: whole files and ranges. */
type Opened = {
  disk: Disk;
  putFile(key: string, path: string, contentType: string): Promise<void>;
  readRange(key: string, range: Range): Promise<Readable>;
};

function openFolder(env: StorageEnv): Promise<Opened> {
  const location = join(env.DATA_DIR, "uploads");
  const driver = new WholeFileDriver({ location, visibility: "private" });
  return Promise.resolve({
    disk: new Disk(driver),
    putFile: (key, path) => driver.putFile(key, path),
    async readRange(key, range) {
      const path = join(location, key);
      await stat(path); // A missing file fails before the response starts.
      return createReadStream(path, range);
    },
  });
}

function credentials(env: StorageEnv) {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId && secretAccessKey) return { credentials: { accessKeyId, secretAccessKey } };
  if (!accessKeyId && !secretAccessKey) return {}; // The machine's own role has the credentials.
  throw new AppError(
    "configuration",
    "Environment: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: both or neither",
  );
}

function s3Opener(env: StorageEnv, bucket: string): () => Promise<Opened> {
  const access = credentials(env);
  return async () => {
    // The SDK takes a quarter of a second to load.
    const [{ S3Driver }, { GetObjectCommand, PutObjectCommand, S3Client }] = await Promise.all([
      import("flydrive/drivers/s3"),
      import("@aws-sdk/client-s3"),
    ]);
    const client = new S3Client({
      ...access,
      region: env.S3_REGION ?? "us-east-1",
      ...(env.S3_ENDPOINT ? { endpoint: env.S3_ENDPOINT, forcePathStyle: true } : {}),
      // Many S3-compatible stores support neither ACLs nor the SDK's newer checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
    const driver = new S3Driver({ client, bucket, visibility: "private", supportsACL: false });
    return {
      disk: new Disk(driver),
      async putFile(key, path, contentType) {
        const { size } = await stat(path);
        const Body = createReadStream(path);
        const file = { Bucket: bucket, Key: key, Body, ContentLength: size };
        await client.send(new PutObjectCommand({ ...file, ContentType: contentType }));
      },
      async readRange(key, { start, end }) {
        const Range = `bytes=${start}-${end}`;
        const response = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: key, Range }),
        );
        return response.Body as Readable;
      },
    };
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

/** Lower-case segments joined by "/", none starting with a dot. */
export function isStorageKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && KEY.test(key);
}

/**
 * The shop's file store: DATA_DIR/uploads, or S3_BUCKET on an S3-compatible server (architecture.md, files). Connects
 * at the first call. Throws AppError('storage') for an invalid key or a failing store.
 */
export function createFileStore(env: StorageEnv): LargeFileStore {
  if (!env.S3_BUCKET && env.S3_ENDPOINT) {
    throw new AppError("configuration", "Environment: S3_BUCKET: required when S3_ENDPOINT is set");
  }
  const open = env.S3_BUCKET ? s3Opener(env, env.S3_BUCKET) : () => openFolder(env);
  let opened: Promise<Opened> | undefined;

  async function on<Value>(
    verb: string,
    key: string,
    work: (disk: Disk, store: Opened) => Promise<Value>,
  ): Promise<Value> {
    if (!isStorageKey(key))
      throw new AppError("storage", `Not a storage key: ${JSON.stringify(key)}`);
    opened ??= open();
    try {
      const store = await opened;
      return await work(store.disk, store);
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
    putFile: (key, path, contentType) =>
      on("write", key, (_disk, store) => store.putFile(key, path, contentType)),
    openRange: (key, range) =>
      on("read", key, async (_disk, store) => {
        try {
          return Readable.toWeb(await store.readRange(key, range)) as ReadableStream<Uint8Array>;
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
  };
}

/** A folder or an S3-compatible store (architecture.md, files). Keys use "/" and never start with it. */
export type FileStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null when nothing is stored under the key. */
  get(key: string): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
};

/** Streams files that are too large for memory. */
export type LargeFileStore = FileStore & {
  putFile(key: string, path: string, contentType: string): Promise<void>;
  /** Bytes `start` to `end`, inclusive; null when nothing is stored under the key. */
  openRange(
    key: string,
    range: { start: number; end: number },
  ): Promise<ReadableStream<Uint8Array> | null>;
};
