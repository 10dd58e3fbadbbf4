import { RouterContextProvider } from "react-router";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { AppError } from "#core/app-error.ts";
import { newId } from "#core/ids.ts";
import { media } from "#db/schema/media.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { StorageAway } from "#platform/storage-fault.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { loader } from "./image.ts";

const id = newId();
const stored = new Map<string, Buffer>();
let isAway = false;
const deleted = new Set<string>();
const files: FileStore = {
  put: async (key, bytes) => void stored.set(key, Buffer.from(bytes)),
  get: async (key) => {
    if (isAway) {
      const cause = new StorageAway("silent", "The bucket does not respond");
      throw new AppError("storage", `Cannot read ${key}`, { cause });
    }
    return stored.get(key) ?? null;
  },
  remove: async (key) => void stored.delete(key),
  exists: async (key) => stored.has(key),
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const bytes = await sharp({
    create: { width: 1000, height: 500, channels: 3, background: "#9a5b25" },
  })
    .webp()
    .toBuffer();
  stored.set("media/hero.webp", bytes);
  await database.db.insert(media).values({
    id,
    name: "hero.webp",
    storageKey: "media/hero.webp",
    mimeType: "image/webp",
    byteSize: bytes.length,
    width: 1000,
    height: 500,
  });
});
afterAll(() => database.close());

function request(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const context = new RouterContextProvider();
  // The route reads only these dependencies.
  const deletedMedia = async () => deleted;
  const deps = { db: database.db, files, deletedMedia, logger: createLogger("silent") };
  context.set(depsContext, deps as Pick<AppDeps, "db" | "deletedMedia" | "logger"> as AppDeps);
  const url = new URL(path, "http://shop.test");
  const [, , imageId = "", file = ""] = url.pathname.split("/");
  return loader({
    request: new Request(url, { headers }),
    url,
    params: { id: decodeURIComponent(imageId), file: decodeURIComponent(file) },
    context,
    pattern: "/images/:id/:file",
  });
}

describe("/images/{id}/{width}.{format}", () => {
  it.each([
    ["640.avif", "image/avif", 640],
    ["640.webp", "image/webp", 640],
    ["1200.jpg", "image/jpeg", 1000],
    // Specification 9.7
  ])("answers %s with the picture, for good", async (file, type, width) => {
    const response = await request(`/images/${id}/${file}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    expect((await sharp(bytes).metadata()).width).toBe(width);
  });

  it("answers 304 without a body to a browser that has it", async () => {
    const etag = (await request(`/images/${id}/320.webp`)).headers.get("etag") ?? "";
    const again = await request(`/images/${id}/320.webp`, {
      "if-none-match": `"other", W/${etag}`,
    });
    expect(again.status).toBe(304);
    expect(again.headers.get("etag")).toBe(etag);
    expect(await again.text()).toBe("");
  });

  it.each([
    `/images/${newId()}/640.avif`,
    "/images/not-an-id/640.avif",
    `/images/${id}/641.avif`,
    `/images/${id}/640.png`,
    `/images/${id}/640.avif%2f..%2f..`,
    `/images/..%2f..%2fetc/640.avif`,
    `/images/${id}/%00`,
  ])("answers 404 to %s and lets nobody keep that", async (path) => {
    const response = await request(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("answers 404 from the moment its image is deleted, though its files are stored", async () => {
    const path = `/images/${id}/640.avif`;
    expect((await request(path)).status).toBe(200);
    deleted.add(id);
    const response = await request(path);
    deleted.clear();
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("answers 503 with Retry-After while the storage is away, and lets nobody keep that", async () => {
    isAway = true;
    const response = await request(`/images/${id}/640.avif`);
    isAway = false;
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});
