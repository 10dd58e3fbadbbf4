import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { acceptedEncoding } from "./content-encoding.ts";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".pdf": "application/pdf",
};

const IMMUTABLE = "public, max-age=31536000, immutable";
const ONE_HOUR = "public, max-age=3600";
const SUFFIX = { br: ".br", gzip: ".gz", identity: "" } as const;

type Loaded = { bytes: Uint8Array<ArrayBuffer>; etag: string };

/** Listed once: no other file can be requested. */
export type StaticFiles = {
  has(pathname: string): boolean;
  find(request: Request, pathname: string): Promise<Response | null>;
};

function listFiles(directory: string): Set<string> {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
    return new Set(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
        .map((path) => `/${path.split(sep).join("/")}`),
    );
  } catch {
    // No build: development serves these files itself.
    return new Set();
  }
}

/** Serves an unchanging folder, precompressed where .br and .gz files exist. */
export function createStaticFiles(directory: string): StaticFiles {
  const files = listFiles(directory);
  const loaded = new Map<string, Promise<Loaded>>();

  async function read(path: string): Promise<Loaded> {
    const bytes = new Uint8Array(await readFile(join(directory, path)));
    const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
    return { bytes, etag: `"${hash}"` };
  }

  function load(path: string): Promise<Loaded> {
    const known = loaded.get(path);
    if (known) return known;
    const loading = read(path);
    loaded.set(path, loading);
    loading.catch(() => loaded.delete(path));
    return loading;
  }

  return {
    has: (pathname) => files.has(pathname),
    async find(request, pathname) {
      const path = decodeURIComponent(pathname);
      const type = TYPES[extname(path)];
      if (type === undefined || !files.has(path)) return null;
      const wanted = acceptedEncoding(request.headers.get("accept-encoding") ?? undefined);
      const encoding = files.has(path + SUFFIX[wanted]) ? wanted : "identity";
      const { bytes, etag } = await load(path + SUFFIX[encoding]);
      const headers = new Headers({
        "content-type": type,
        "cache-control": path.startsWith("/assets/") ? IMMUTABLE : ONE_HOUR,
        etag,
        vary: "accept-encoding",
      });
      if (request.headers.get("if-none-match")?.includes(etag)) {
        return new Response(null, { status: 304, headers });
      }
      headers.set("content-length", String(bytes.length));
      if (encoding !== "identity") headers.set("content-encoding", encoding);
      return new Response(request.method === "HEAD" ? null : bytes, { headers });
    },
  };
}
