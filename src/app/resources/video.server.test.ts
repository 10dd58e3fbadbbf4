import { createHash, randomBytes } from "node:crypto";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { newId } from "#core/ids.ts";
import { media } from "#db/schema/media.server.ts";
import type { MediaLibrary } from "#tests/support/media-library.ts";
import { openMediaLibrary } from "#tests/support/media-library.ts";
import { routeBuild } from "#tests/support/route-build.ts";
import type { ShopHost } from "#tests/support/shop-host.ts";
import { startShopHost } from "#tests/support/shop-host.ts";

const id = newId();
const film = randomBytes(300_000);
let library: MediaLibrary;
let host: ShopHost;

beforeAll(async () => {
  library = await openMediaLibrary();
  const storageKey = `media/${id}.mp4`;
  await library.files.put(storageKey, film, "video/mp4");
  const facts = { type: "video", mimeType: "video/mp4", byteSize: film.length };
  await library.db.insert(media).values({ id, name: "film.mp4", storageKey, ...facts });
  const route = { id: "video", path: "videos/:file", module: await import("./video.ts") };
  const handle = createRequestHandler(routeBuild({ video: route }), "production");
  host = await startShopHost({
    render(request) {
      const context = new RouterContextProvider();
      context.set(depsContext, library.deps as AppDeps);
      return handle(request, context);
    },
  });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await library[Symbol.asyncDispose]();
});

const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("a film is given whole, as a film and nothing else", async () => {
  const response = await host.request(`/videos/${id}.mp4`);
  expect(response.status).toBe(200);
  expect(hash(response.body)).toBe(hash(film));
  expect(response.headers).toMatchObject({
    "content-type": "video/mp4",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
    "cache-control": "public, max-age=31536000, immutable",
  });
});

test("a player gets the range it requests, and one beyond the end gets the size", async () => {
  const range = { range: "bytes=1000-1999" };
  const part = await host.request(`/videos/${id}.mp4`, { headers: range });
  expect([part.status, part.headers["content-range"]]).toEqual([206, "bytes 1000-1999/300000"]);
  expect(hash(part.body)).toBe(hash(film.subarray(1000, 2000)));
  const behind = await host.request(`/videos/${id}.mp4`, { headers: { range: "bytes=300000-" } });
  expect([behind.status, behind.headers["content-range"]]).toEqual([416, "bytes */300000"]);
});

test.each([`/videos/${id}.webm`, `/videos/${id}.html`, `/videos/${newId()}.mp4`, "/videos/x.mp4"])(
  "%s is not there",
  async (path) => {
    const response = await host.request(path);
    expect([response.status, response.headers["cache-control"]]).toEqual([404, "no-store"]);
  },
);
