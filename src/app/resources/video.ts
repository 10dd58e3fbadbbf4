import { depsContext } from "#app/web/context.ts";
import { orStorageAway } from "#app/web/storage-away.ts";
import { findVideo } from "#features/base/media/media-queries.server.ts";
import { parseVideoFile, readByteRange } from "#features/base/media/upload-rules.ts";
import type { Route } from "./+types/video.ts";

function notFound(): Response {
  return new Response("Not Found", {
    status: 404,
    headers: { "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" },
  });
}

/** Supports ranges. A URL's bytes never change, so caches may store them. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return orStorageAway(() => serve(args));
}

async function serve({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const { db, files } = context.get(depsContext);
  const requested = parseVideoFile(params.file);
  const video = requested && (await findVideo(db, requested));
  if (!video) return notFound();
  const { byteSize, storageKey, mimeType } = video;
  const range = readByteRange(request.headers.get("range"), byteSize);
  const headers = new Headers({
    "accept-ranges": "bytes",
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": mimeType,
  });
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${byteSize}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: byteSize - 1 };
  headers.set("content-length", String(end - start + 1));
  if (range) headers.set("content-range", `bytes ${start}-${end}/${byteSize}`);
  const body = request.method === "HEAD" ? null : await files.openRange(storageKey, { start, end });
  if (request.method !== "HEAD" && !body) return notFound();
  return new Response(body, { status: range ? 206 : 200, headers });
}
