/** Object storage: a folder on disk or any S3-compatible store (architecture.md, files). Keys use '/' and never start with it. */
export type FileStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes, or null when nothing is stored under the key. */
  get(key: string): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
};

/** A file store that also moves files too large for memory. */
export type LargeFileStore = FileStore & {
  /** Stores a copy of a file of this machine. */
  putFile(key: string, path: string, contentType: string): Promise<void>;
  /** Bytes `start` to `end`, both among them, as a stream; null when nothing is stored under the key. */
  openRange(
    key: string,
    range: { start: number; end: number },
  ): Promise<ReadableStream<Uint8Array> | null>;
};
