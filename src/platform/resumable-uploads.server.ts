import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Server } from "@tus/server";
import { isId, newId } from "#core/ids.ts";
import { reportFailure } from "#db/database-outage.server.ts";

type Options = {
  /** Created with the first upload. */
  directory: string;
  /** Such as "/admin/uploads". */
  path: string;
  mostOpen: number;
  mostOpenBytes: number;
  mostBytesEach: number;
  /** Null to accept a file, else the reason. */
  refuse(file: { name: string; size: number; type: string }): string | null;
};

type Metadata = Record<string, string | null> | undefined;

const refusal = (status_code: number, body: string) => ({ status_code, body });

const described = (metadata: Metadata) => ({
  name: metadata?.filename ?? "",
  type: metadata?.filetype ?? "",
});

/** Keyed by id, with the last change. The library's own notes end in .json. */
async function listParts(directory: string) {
  const names = await readdir(directory).catch(() => []);
  const found = await Promise.all(
    names.filter(isId).map(async (id) => {
      const part = await stat(join(directory, id)).catch(() => null);
      return part && { id, touchedAt: part.mtime };
    }),
  );
  return found.filter((part) => part !== null);
}

/** Loaded with the first upload. */
async function openServer(options: Options) {
  const [{ Server }, { FileStore }] = await Promise.all([
    import("@tus/server"),
    import("@tus/file-store"),
  ]);
  await mkdir(options.directory, { recursive: true });
  const store = new FileStore({ directory: options.directory });
  const server: Server = new Server({
    path: options.path,
    datastore: store,
    relativeLocation: true,
    maxSize: options.mostBytesEach,
    // Pages of other sites cannot read the responses.
    allowedOrigins: () => false,
    namingFunction: () => newId(),
    // The library responds itself, so nothing throws.
    async onResponseError(request, error) {
      // A request of a visitor who cancels may meet another one that removes the upload.
      const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
      const isKnown = "status_code" in error && error.status_code < 500;
      if (!isKnown && isId(id) && !(await stat(join(options.directory, id)).catch(() => null))) {
        return refusal(410, "The upload was cancelled");
      }
      reportFailure(error);
    },
    async onUploadCreate(_request, upload) {
      if (upload.size === undefined) throw refusal(400, "The size must be known");
      const message = options.refuse({ ...described(upload.metadata), size: upload.size });
      if (message) throw refusal(422, message);
      const ids = (await listParts(options.directory)).map((part) => part.id);
      const parts = await Promise.all(ids.map((id) => store.getUpload(id).catch(() => null)));
      const announced = parts.reduce((sum, part) => sum + (part?.size ?? 0), upload.size);
      if (parts.length >= options.mostOpen || announced > options.mostOpenBytes) {
        throw refusal(429, "Too many files");
      }
      return {};
    },
  });
  return { server, store };
}

/** Resumable uploads (ADR 0012), limited in number, size and age. Loads nothing before the first call. */
export function createResumableUploads(options: Options): ResumableUploads {
  let opened: ReturnType<typeof openServer> | undefined;
  const open = () => {
    opened ??= openServer(options);
    return opened;
  };
  const removePart = async (id: string) => {
    await rm(join(options.directory, id), { force: true });
    await rm(join(options.directory, `${id}.json`), { force: true });
  };

  return {
    async handle(request) {
      return (await open()).server.handleWeb(request);
    },
    async find(id): Promise<IncomingFile | null> {
      if (!isId(id)) return null;
      const path = join(options.directory, id);
      const { store } = await open();
      const upload = await store.getUpload(id).catch(() => null);
      if (upload?.size === undefined) return null;
      const { size, offset, metadata } = upload;
      return { id, path, size, received: offset, ...described(metadata) };
    },
    async remove(id) {
      if (isId(id)) await removePart(id);
    },
    async sweep(untouchedSince) {
      const parts = await listParts(options.directory);
      const old = parts.filter((part) => part.touchedAt < untouchedSince);
      for (const part of old) await removePart(part.id);
      return old.length;
    },
  };
}

/** Arriving, or complete and not yet imported. */
export type IncomingFile = {
  id: string;
  /** On this machine. */
  path: string;
  /** From the browser; untrusted. */
  name: string;
  type: string;
  /** Bytes announced and bytes received. */
  size: number;
  received: number;
};

/** Uploads that survive a dropped connection (ADR 0012): tus on DATA_DIR. */
export type ResumableUploads = {
  /** One tus request, authorised by the caller. */
  handle(request: Request): Promise<Response>;
  find(id: string): Promise<IncomingFile | null>;
  /** Idempotent. */
  remove(id: string): Promise<void>;
  /** Deletes uploads unchanged since then; returns how many. */
  sweep(untouchedSince: Date): Promise<number>;
};
