import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { AppDeps } from "#app/web/context.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { listDeletedMedia } from "#features/base/media/delete-files.server.ts";
import {
  MAX_VIDEO_BYTES,
  uploadFailureMessage,
  validateUpload,
} from "#features/base/media/upload-rules.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { ShopFiles } from "#platform/file-store.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { createResumableUploads } from "#platform/resumable-uploads.server.ts";
import { createTestDatabase } from "./database.ts";
import { temporaryFiles } from "./files.ts";
import { createCustomer, inSession } from "./sessions.ts";

const kinds = "images and videos";

/** `await using` removes it; `files` takes the place of a folder, and stays. */
export async function openMediaLibrary(
  limits: {
    mostOpen?: number;
    mostOpenBytes?: number;
    files?: ShopFiles;
    refuse?: () => null;
  } = {},
) {
  const database = await createTestDatabase();
  const { folder, files: inFolder } = await temporaryFiles();
  const files = limits.files ?? inFolder;
  const incoming = join(folder, "incoming");
  const uploads = createResumableUploads({
    directory: incoming,
    path: "/admin/uploads",
    mostOpen: limits.mostOpen ?? 100,
    mostOpenBytes: limits.mostOpenBytes ?? 2 ** 31,
    mostBytesEach: MAX_VIDEO_BYTES,
    refuse(file) {
      if (limits.refuse) return limits.refuse();
      const failure = validateUpload(file, kinds);
      return failure && uploadFailureMessage(failure, { type: file.type, kinds });
    },
  });
  const email = "keeper@example.com";
  const userId = await createCustomer(database.db, { email, role: "admin" });
  const person = { role: "admin", userId, name: "Rosa", email } as const;
  const owner: Actor = await inSession(database.db, person, systemClock.now());
  const sent: string[] = [];
  const deps = {
    db: database.db,
    files,
    deletedMedia: () => listDeletedMedia(database.db),
    uploads,
    jobs: { send: async (name: string) => void sent.push(name) },
    content: { settle: async () => undefined },
    clock: systemClock,
    publicUrl: "https://shop.example",
    logger: createLogger("silent"),
  } as Pick<
    AppDeps,
    | "db"
    | "files"
    | "deletedMedia"
    | "uploads"
    | "jobs"
    | "content"
    | "clock"
    | "logger"
    | "publicUrl"
  >;
  return {
    ...deps,
    deps,
    database,
    owner,
    folder,
    incoming,
    sent,
    async [Symbol.asyncDispose]() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type MediaLibrary = Awaited<ReturnType<typeof openMediaLibrary>>;

const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");

/** The request by which tus-js-client opens an upload. */
function openingRequest(
  file: { name: string; type: string; size: number },
  headers: Record<string, string> = {},
): Request {
  return new Request("http://shop.test/admin/uploads", {
    method: "POST",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-length": String(file.size),
      "upload-metadata": `filename ${base64(file.name)},filetype ${base64(file.type)}`,
      ...headers,
    },
  });
}

function chunkRequest(path: string, offset: number, bytes: Uint8Array): Request {
  return new Request(`http://shop.test${path}`, {
    method: "PATCH",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
      "content-length": String(bytes.byteLength),
    },
    body: Buffer.from(bytes),
  });
}

/** Returns the id or the refusal. */
export async function sendWhole(
  suite: MediaLibrary,
  file: { name: string; type: string; bytes: Uint8Array },
): Promise<{ id: string } | { text: string; status: number }> {
  const { name, type, bytes } = file;
  const opened = await suite.uploads.handle(openingRequest({ name, type, size: bytes.byteLength }));
  if (opened.status !== 201) return { text: await opened.text(), status: opened.status };
  const path = opened.headers.get("location") ?? "";
  const CHUNK = 512 * 1024;
  for (let offset = 0; offset < bytes.byteLength; offset += CHUNK) {
    const product = bytes.subarray(offset, offset + CHUNK);
    const response = await suite.uploads.handle(chunkRequest(path, offset, product));
    if (response.status !== 204) return { text: await response.text(), status: response.status };
  }
  return { id: path.slice(path.lastIndexOf("/") + 1) };
}
