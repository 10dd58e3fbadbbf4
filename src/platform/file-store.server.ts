import { join } from "node:path";
import { AppError } from "#core/app-error.ts";
import { reportFailure } from "#db/database-outage.server.ts";
import { openFolderStore } from "./folder-store.server.ts";
import type { Logger } from "./logger.server.ts";
import { openS3Store } from "./s3-store.server.ts";
import type { FileBackend, StorageEnv, StorageTrouble } from "./storage-backend.ts";
import { describeStorageFault, findStorageAway, isMissingFile } from "./storage-fault.ts";
import type { StorageLimits } from "./storage-guard.server.ts";

// Excludes ".", ".." and hidden files.
const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;
const MAX_KEY_LENGTH = 300;
/** File systems allow 255, and a file that is being written has a suffix. */
const MAX_SEGMENT_LENGTH = 200;

/** Lower-case segments joined by "/", none starting with a dot. */
export function isStorageKey(key: string): boolean {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) return false;
  return key.split("/").every(({ length }) => length <= MAX_SEGMENT_LENGTH);
}

function describeKeys(keys: readonly string[]): string {
  const [first = "", ...others] = keys;
  return others.length === 0 ? `file ${first}` : `${keys.length} files`;
}

/**
 * The file store: DATA_DIR/uploads, or S3_BUCKET. Connects at the first call. Throws
 * AppError('storage') for an invalid key or a failing store; the cause is a StorageAway when an object store
 * failed. Calls end within the limits.
 */
export function createFileStore(
  env: StorageEnv,
  options: { limits?: Partial<StorageLimits>; logger?: Logger } = {},
): ShopFiles {
  if (!env.S3_BUCKET && env.S3_ENDPOINT) {
    throw new AppError("configuration", "Environment: S3_BUCKET: required when S3_ENDPOINT is set");
  }
  const store = env.S3_BUCKET
    ? openS3Store(env, env.S3_BUCKET, options)
    : openFolderStore(join(env.DATA_DIR, "uploads"));
  const { location } = store;

  function failed(message: string, cause: unknown): AppError {
    const error = new AppError("storage", message, { cause });
    // A full disk or a store that is away, which the request's response names.
    reportFailure(error);
    return error;
  }

  async function on<Value>(
    verb: string,
    keys: readonly string[],
    work: () => Promise<Value>,
  ): Promise<Value> {
    const wrong = keys.find((key) => !isStorageKey(key));
    if (wrong !== undefined)
      throw new AppError("storage", `Not a storage key: ${JSON.stringify(wrong)}`);
    try {
      return await work();
    } catch (cause) {
      throw failed(`Cannot ${verb} the ${describeKeys(keys)}`, cause);
    }
  }

  async function* list(prefix: string): ReturnType<FileBackend["list"]> {
    try {
      yield* store.list(prefix);
    } catch (cause) {
      throw failed(`Cannot list the files of ${prefix}`, cause);
    }
  }

  async function orMissing<Found, Missing>(
    missing: Missing,
    work: () => Promise<Found>,
  ): Promise<Found | Missing> {
    try {
      return await work();
    } catch (error) {
      if (isMissingFile(error)) return missing;
      throw error;
    }
  }

  return {
    location,
    put: (key, bytes, type) => on("write", [key], () => store.put(key, bytes, type)),
    putFile: (key, path, type) => on("write", [key], () => store.putFile(key, path, type)),
    get: (key) => on("read", [key], () => orMissing(null, () => store.get(key))),
    openRange: (key, range) =>
      on("read", [key], () => orMissing(null, () => store.openRange(key, range))),
    exists: (key) => on("look for", [key], () => orMissing(false, () => store.exists(key))),
    remove: (key) => on("remove", [key], () => store.remove(key)),
    removeMany: (keys) => on("remove", keys, () => store.removeMany(keys)),
    list,
    findTrouble: store.findTrouble,
    async check() {
      try {
        await store.check();
        return null;
      } catch (error) {
        const away = findStorageAway(error);
        const detail = error instanceof Error ? error.message : String(error);
        const fault = away?.fault ?? "other";
        return { fault, message: away?.message ?? describeStorageFault(fault, location, detail) };
      }
    },
  };
}

/** A folder or S3-compatible store. Keys never start with "/". */
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

/** The whole store of a shop. */
export type ShopFiles = LargeFileStore &
  Pick<FileBackend, "location" | "removeMany" | "list" | "findTrouble"> & {
    /** Asks the store whether it can be used; null when it can. */
    check(): Promise<StorageTrouble | null>;
  };
