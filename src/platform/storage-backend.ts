import type { Env } from "./env.server.ts";
import type { StorageFault, StorageLocation } from "./storage-fault.ts";

export type StorageEnv = Pick<
  Env,
  | "DATA_DIR"
  | "S3_BUCKET"
  | "S3_REGION"
  | "S3_ENDPOINT"
  | "S3_ACCESS_KEY_ID"
  | "S3_SECRET_ACCESS_KEY"
>;

/** `changedAt` by the clock of the store. */
export type StoredFile = { key: string; bytes: number; changedAt: Date };

/** `message` is a sentence for the owner. */
export type StorageTrouble = { fault: StorageFault; message: string };

/** One kind of store; `isMissingFile` tells a missing file. */
export type FileBackend = {
  readonly location: StorageLocation;
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  putFile(key: string, path: string, contentType: string): Promise<void>;
  get(key: string): Promise<Buffer>;
  openRange(
    key: string,
    range: { start: number; end: number },
  ): Promise<ReadableStream<Uint8Array>>;
  exists(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Together where the store can, else at once; missing ones are no error. */
  removeMany(keys: readonly string[]): Promise<void>;
  /** The files whose keys begin with the prefix, which ends in "/". */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Throws when the store cannot be used. */
  check(): Promise<void>;
  /** Why the store is left alone and since when; null while it works. Makes no call. */
  findTrouble(): (StorageTrouble & { since: Date }) | null;
};
