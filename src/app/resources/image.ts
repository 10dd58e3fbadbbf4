import { depsContext } from "#app/web/context.ts";
import { orStorageAway } from "#app/web/storage-away.ts";
import { deriveImage, imageContentType } from "#features/base/media/derive-image.server.ts";
import { parseImageFile } from "#features/base/media/image-url.ts";
import type { Route } from "./+types/image.ts";

// Raise it when image processing changes, so that revalidating caches load the new bytes.
const RECIPE = 1;

function notFound(): Response {
  return new Response("Not Found", {
    status: 404,
    headers: { "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" },
  });
}

function isKnownTo(request: Request, etag: string): boolean {
  const tags = request.headers.get("if-none-match")?.split(",") ?? [];
  return tags.some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** A URL's bytes never change, so caches store them forever. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return orStorageAway(() => serve(args));
}

async function serve({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const rendition = parseImageFile(params.file);
  if (!rendition) return notFound();
  const image = await deriveImage(context.get(depsContext), { id: params.id, ...rendition });
  if (!image.ok) return notFound();

  const etag = `"${params.id.toLowerCase()}-${rendition.width}-${rendition.format}-${RECIPE}"`;
  const headers = {
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": imageContentType(rendition.format),
    etag,
  };
  if (isKnownTo(request, etag)) return new Response(null, { status: 304, headers });
  const body = new Uint8Array(image.value);
  return new Response(body, {
    headers: { ...headers, "content-length": String(body.byteLength) },
  });
}
