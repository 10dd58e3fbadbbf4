import type { FileStore } from "#platform/files.server.ts";
import type { ManifestEntry } from "./manifest.ts";
import { entryOfUpload } from "./manifest.ts";
import type { ArchiveWriter } from "./write-archive.server.ts";

/** On object storage each file is a request across the network; the largest files still fit into memory together. */
const READ_AHEAD = 6;

/** Reads files in the order asked for, the next ones while one is being written. */
async function* readAhead(files: FileStore, keys: readonly string[]) {
  const reading: Promise<Buffer | null>[] = [];
  for (const [place, key] of keys.entries()) {
    for (let next = place + reading.length; reading.length < READ_AHEAD; next += 1) {
      const ahead = keys[next];
      if (ahead === undefined) break;
      const bytes = files.get(ahead);
      // It is awaited in its turn, which a failure before it may keep from coming.
      bytes.catch(() => undefined);
      reading.push(bytes);
    }
    yield { key, bytes: (await reading.shift()) ?? null };
  }
}

/** Puts stored files into an archive and notes them in `copied`; answers with those that were not there. */
export async function copyFiles(
  deps: { files: FileStore; archive: ArchiveWriter; onFile?(done: number, of: number): void },
  keys: readonly string[],
  copied: Map<string, ManifestEntry>,
): Promise<string[]> {
  const missing: string[] = [];
  let done = 0;
  for await (const { key, bytes } of readAhead(deps.files, keys)) {
    if (bytes) copied.set(key, await deps.archive.add(entryOfUpload(key), bytes));
    else missing.push(key);
    done += 1;
    deps.onFile?.(done, keys.length);
  }
  return missing;
}
