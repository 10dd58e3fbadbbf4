import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { createReadStream } from "node:fs";
import {
  access,
  constants,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { FileBackend } from "./storage-backend.ts";
import { isMissingFile } from "./storage-fault.ts";

async function writeSynced(draft: string, contents: Uint8Array): Promise<void> {
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

/** Synced, then renamed: a torn image would be served as immutable for a year. */
async function appear(target: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${target}.${randomUUID()}.part`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await write(draft);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** A folder is no file: on an object store it does not exist. */
async function statFile(path: string): Promise<Stats> {
  const found = await stat(path);
  if (found.isFile()) return found;
  throw Object.assign(new Error("Not a file"), { code: "EISDIR" });
}

async function* listFolder(folder: string, prefix: string): ReturnType<FileBackend["list"]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissingFile(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const key = prefix + entry.name;
    if (entry.isDirectory()) yield* listFolder(path, `${key}/`);
    else {
      // Removed meanwhile.
      const found = await stat(path).catch(() => null);
      if (found) yield { key, bytes: found.size, changedAt: found.mtime };
    }
  }
}

/** Files in a folder, created with the first file. */
export function openFolderStore(folder: string): FileBackend {
  const pathOf = (key: string) => join(folder, key);
  async function remove(key: string): Promise<void> {
    try {
      await unlink(pathOf(key));
    } catch (error) {
      if (!isMissingFile(error)) throw error;
    }
  }
  return {
    location: { kind: "disk" },
    put: (key, bytes) => appear(pathOf(key), (draft) => writeSynced(draft, bytes)),
    putFile: (key, path) =>
      appear(pathOf(key), async (draft) => {
        await copyFile(path, draft);
        await sync(draft);
      }),
    get: (key) => readFile(pathOf(key)),
    async openRange(key, range) {
      const path = pathOf(key);
      // What cannot be read fails before the response starts.
      const { size } = await statFile(path);
      if (range.start >= size) throw new RangeError(`The file has ${size} bytes`);
      return Readable.toWeb(createReadStream(path, range)) as ReadableStream<Uint8Array>;
    },
    remove,
    async removeMany(keys) {
      for (const key of keys) await remove(key);
    },
    async exists(key) {
      await statFile(pathOf(key));
      return true;
    },
    list: (prefix) => listFolder(pathOf(prefix), prefix),
    async check() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
    findTrouble: () => null,
  };
}
