import { createReadStream } from "node:fs";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";

/** One file of an archive. */
export type ArchiveEntry = { name: string; bytes: Buffer };

/** Far above the largest picture and the largest piece of a table: an archive with larger files is none of ours. */
const LARGEST_ENTRY_BYTES = 256_000_000;

/** The bytes were read and are no archive, or not a whole one. */
export class DamagedArchive extends Error {}

const isSystemError = (error: unknown) =>
  typeof (error as NodeJS.ErrnoException).syscall === "string";

async function readBody(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Gives the files of an archive one after the other, to its very end. Throws DamagedArchive for whatever is not a whole compressed tar
 * file, and the system's own error when the file cannot be read.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry, void, void> {
  const { readable, writable } = createTarDecoder({ strict: true });
  const stopped = new AbortController();
  const read = pipeline(createReadStream(file), createGunzip(), Writable.fromWeb(writable), {
    signal: stopped.signal,
  });
  // Awaited at the end; until then its failure also ends the entries.
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
