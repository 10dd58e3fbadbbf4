import type { FileHandle } from "node:fs/promises";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { newId } from "#core/ids.ts";

/** A body on the disk. Its file has no name any more, so nothing of it is left after a crash. */
export type StoredBody = {
  /** Reads it from its beginning; once. */
  stream(): ReadableStream<Uint8Array>;
  /** Frees the disk; after it nothing can be read. */
  close(): Promise<void>;
};

async function openUnnamed(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, `${newId()}.body`);
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

/**
 * Writes a body to the disk as it arrives. Null when it is longer than `limitBytes`. Throws when the client leaves before the end,
 * and the error of a disk without room.
 */
export async function storeBody(
  body: ReadableStream<Uint8Array> | null,
  { directory, limitBytes }: { directory: string; limitBytes: number },
): Promise<StoredBody | null> {
  const file = await openUnnamed(directory);
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      if (length + chunk.byteLength > limitBytes) {
        await file.close();
        return null;
      }
      await file.write(chunk, 0, chunk.byteLength, length);
      length += chunk.byteLength;
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    stream() {
      const read = file.createReadStream({ start: 0, autoClose: false });
      return Readable.toWeb(read) as ReadableStream<Uint8Array>;
    },
    close: () => file.close(),
  };
}
