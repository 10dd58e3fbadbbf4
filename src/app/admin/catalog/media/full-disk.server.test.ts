import { randomBytes } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import routeTable from "#app/routes.ts";
import type { AppDeps } from "#app/web/context.ts";
import { media } from "#db/schema/media.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { smallDisk } from "#tests/durability/small-disk.ts";
import { guardedHost, routesBelow } from "#tests/support/account-host.ts";
import {
  ADMIN,
  cookieOf,
  createOwnerAndCustomer,
  testAuth,
  testEnv,
} from "#tests/support/identity.ts";
import { openMediaLibrary } from "#tests/support/media-library.ts";
import type { WireResponse } from "#tests/support/shop-host.ts";
import { startShopHost } from "#tests/support/shop-host.ts";

const CHUNK = 512 * 1024;
const film = Buffer.concat([
  Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isomavc1", "latin1"),
  Buffer.from("\0\x16\xe3\x68mdat", "latin1"),
  randomBytes(1_500_000),
]);

/** Fills a disk up to this many bytes; returns how to free them. */
async function fill(folder: string, bytes: number): Promise<() => Promise<void>> {
  const path = join(folder, "filler");
  await writeFile(path, Buffer.alloc(bytes));
  return () => rm(path);
}

const isRefused = ({ status, headers, body }: WireResponse) => {
  expect(status, String(body)).toBe(503);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(String(body)).toMatch(/nothing can be ordered or sent for a moment/);
};

test("an upload that meets a full disk is refused with a message, goes on once there is room, and is stored whole or not at all", async (context) => {
  await using library = await openMediaLibrary();
  const disk = smallDisk(library.incoming, 2);
  const store = join(library.folder, "uploads");
  const storeDisk = smallDisk(store, 2);
  if (!disk || !storeDisk) return context.skip("mounting is not permitted here");
  try {
    const auth = testAuth(library.db);
    await createOwnerAndCustomer(library.db, auth);
    const cookie = await cookieOf(auth, ADMIN);
    const routes = routesBelow(await routeTable, ["shell/admin-layout.tsx"]).filter(({ path }) =>
      path.startsWith("/admin/uploads"),
    );
    const siteFacts = () => getSiteFacts(library.db);
    const deps = { ...library.deps, auth, siteFacts, env: testEnv() } as AppDeps;
    await using host = await startShopHost({
      render: await guardedHost(routes, deps),
      rateLimits: "off",
    });
    const send = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
      host.request(path, {
        method,
        headers: { "tus-resumable": "1.0.0", cookie, ...headers },
        body,
      });
    const metadata = `filename ${Buffer.from("film.mp4").toString("base64")},filetype ${Buffer.from("video/mp4").toString("base64")}`;
    const opened = await send("POST", "/admin/uploads", {
      "upload-length": String(film.length),
      "upload-metadata": metadata,
    });
    expect(opened.status).toBe(201);
    const path = String(opened.headers.location);
    const chunk = (offset: number) =>
      send(
        "PATCH",
        path,
        { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
        film.subarray(offset, offset + CHUNK),
      );
    const arrived = async () => Number((await send("HEAD", path, {})).headers["upload-offset"]);
    const finish = () =>
      send(
        "POST",
        `${path}/finish`,
        { "content-type": "application/x-www-form-urlencoded" },
        Buffer.from("target=library"),
      );

    const free = await fill(library.incoming, 1_800_000);
    isRefused(await chunk(0));
    const received = await arrived();
    expect(received).toBeLessThan(film.length);
    await free();
    for (let offset = received; offset < film.length; offset = await arrived()) {
      expect((await chunk(offset)).status).toBe(204);
    }
    expect(await arrived()).toBe(film.length);

    const freeStore = await fill(store, 1_000_000);
    const unstored = await finish();
    expect(unstored.status).toBe(503);
    expect(Number(unstored.headers["retry-after"])).toBeGreaterThan(0);
    expect(JSON.parse(String(unstored.body))).toMatchObject({
      ok: false,
      text: expect.stringMatching(/disk of the shop is full.*goes on by itself/),
    });
    expect(await library.db.$count(media)).toBe(0);
    const files = await readdir(store, { recursive: true });
    expect(files.filter((name) => /\.(mp4|part)$/.test(name))).toEqual([]);
    expect(await arrived()).toBe(film.length);
    await freeStore();
    expect((await finish()).status).toBe(200);
    const [row] = await library.db.select().from(media);
    expect(row).toMatchObject({ type: "video", byteSize: film.length });
  } finally {
    disk.unmount();
    storeDisk.unmount();
  }
});
