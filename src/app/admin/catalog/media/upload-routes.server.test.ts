import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { connect } from "node:net";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import routeTable from "#app/routes.ts";
import type { AppDeps } from "#app/web/context.ts";
import { AppError } from "#core/app-error.ts";
import { media } from "#db/schema/media.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { StorageAway } from "#platform/storage-fault.ts";
import { guardedHost, routesBelow } from "#tests/support/account-host.ts";
import {
  ADMIN,
  CUSTOMER,
  cookieOf,
  createOwnerAndCustomer,
  testAuth,
  testEnv,
} from "#tests/support/identity.ts";
import type { MediaLibrary } from "#tests/support/media-library.ts";
import { openMediaLibrary } from "#tests/support/media-library.ts";
import type { ShopHost, WireResponse } from "#tests/support/shop-host.ts";
import { startShopHost } from "#tests/support/shop-host.ts";

const FRAME = "shell/admin-layout.tsx";

let library: MediaLibrary;
let host: ShopHost;
const cookies = { owner: "", customer: "" };

beforeAll(async () => {
  library = await openMediaLibrary({ mostOpen: 3 });
  const { db } = library;
  const auth = testAuth(db);
  await createOwnerAndCustomer(db, auth);
  cookies.owner = await cookieOf(auth, ADMIN);
  cookies.customer = await cookieOf(auth, CUSTOMER);
  const routes = routesBelow(await routeTable, [FRAME]).filter(({ path }) =>
    path.startsWith("/admin/uploads"),
  );
  const siteFacts = () => getSiteFacts(db);
  const deps = { ...library.deps, auth, siteFacts, env: testEnv() } as AppDeps;
  host = await startShopHost({ render: await guardedHost(routes, deps), rateLimits: "off" });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await library[Symbol.asyncDispose]();
});

const base64 = (text: string) => Buffer.from(text).toString("base64");
const film = Buffer.concat([
  Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isomavc1", "latin1"),
  // 1,500,000 bytes of video.
  Buffer.from("\0\x16\xe3\x68mdat", "latin1"),
  randomBytes(1_500_000),
]);

const request = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer | string,
): Promise<WireResponse> => {
  const standing = { "tus-resumable": "1.0.0", cookie: cookies.owner };
  return host.request(path, { method, headers: { ...standing, ...headers }, body });
};

const open = (file: { name: string; type: string; size: number }) =>
  request("POST", "/admin/uploads", {
    "upload-length": String(file.size),
    "upload-metadata": `filename ${base64(file.name)},filetype ${base64(file.type)}`,
  });

async function openFilm(): Promise<string> {
  const opened = await open({ name: "film.mp4", type: "video/mp4", size: film.length });
  expect(opened.status).toBe(201);
  return String(opened.headers.location);
}

const chunk = (path: string, offset: number, bytes: Buffer) =>
  request(
    "PATCH",
    path,
    {
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
      "content-length": String(bytes.length),
    },
    bytes,
  );

async function arrived(path: string): Promise<number> {
  const response = await request("HEAD", path);
  expect([response.status, response.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  return Number(response.headers["upload-offset"]);
}

const finish = (path: string, target = "library") =>
  request(
    "POST",
    `${path}/finish`,
    { "content-type": "application/x-www-form-urlencoded" },
    `target=${target}`,
  );

/** Of an upload that may still be arriving. */
const receivedBytes = async (path: string) =>
  (await stat(join(library.incoming, basename(path)))).size;

/** Sends half of a chunk, and closes the connection once some of it has arrived. */
async function cutInTheMiddle(path: string, offset: number, bytes: Buffer): Promise<void> {
  const head = [
    `PATCH ${path} HTTP/1.1`,
    "host: shop.test",
    "tus-resumable: 1.0.0",
    `cookie: ${cookies.owner}`,
    `upload-offset: ${offset}`,
    "content-type: application/offset+octet-stream",
    `content-length: ${bytes.length}`,
    "\r\n",
  ].join("\r\n");
  const socket = connect(host.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(head);
  socket.write(bytes.subarray(0, bytes.length / 2));
  await expect.poll(() => receivedBytes(path)).toBeGreaterThan(offset);
  const closed = once(socket, "close");
  socket.destroy();
  await closed;
}

const CHUNK = 512 * 1024;

describe("an upload", () => {
  // Specification 2.134, 3.15, 5.22
  test("goes on where it stopped when the connection was cut, and arrives byte for byte", async () => {
    const path = await openFilm();
    expect((await chunk(path, 0, film.subarray(0, CHUNK))).status).toBe(204);
    await cutInTheMiddle(path, CHUNK, film.subarray(CHUNK, 2 * CHUNK));
    await expect.poll(() => arrived(path)).toBeGreaterThan(CHUNK);
    let offset = await arrived(path);
    expect(offset).toBeLessThan(2 * CHUNK);
    while (offset < film.length) {
      const response = await chunk(path, offset, film.subarray(offset, offset + CHUNK));
      expect(response.status).toBe(204);
      offset = Number(response.headers["upload-offset"]);
    }
    const finished = await finish(path);
    expect(finished.status).toBe(200);
    const { id } = JSON.parse(finished.body.toString());
    const row = (await library.db.select().from(media)).find((each) => each.id === id);
    expect(row).toMatchObject({ type: "video", mimeType: "video/mp4", byteSize: film.length });
    const stored = await library.files.get(row?.storageKey ?? "");
    expect(stored?.equals(film)).toBe(true);
  });

  test("whose storage is away gets words and stays, and is finished when the storage is back", async () => {
    const path = await openFilm();
    for (let offset = 0; offset < film.length; offset += CHUNK) {
      await chunk(path, offset, film.subarray(offset, offset + CHUNK));
    }
    const { putFile } = library.files;
    library.files.putFile = () => {
      const cause = new StorageAway("silent", "The bucket does not respond");
      return Promise.reject(new AppError("storage", "Cannot write", { cause }));
    };
    const refused = await finish(path);
    library.files.putFile = putFile;
    expect(refused.status).toBe(503);
    expect(refused.headers["retry-after"]).toBe("5");
    const { ok, text } = JSON.parse(refused.body.toString());
    expect({ ok, text }).toMatchObject({ ok: false, text: expect.stringMatching(/storage/) });
    expect((await finish(path)).status).toBe(200);
  });

  // Specification 7.35
  test("asked to finish twice gives the same item, and nothing of it lies about", async () => {
    const path = await openFilm();
    for (let offset = 0; offset < film.length; offset += CHUNK) {
      await chunk(path, offset, film.subarray(offset, offset + CHUNK));
    }
    const before = await library.db.$count(media);
    const responses = await Promise.all([finish(path), finish(path)]);
    responses.push(await finish(path));
    expect(new Set(responses.map((response) => response.body.toString())).size).toBe(1);
    expect(await library.db.$count(media)).toBe(before + 1);
    expect((await request("HEAD", path)).status).toBe(404);
  });

  test.each([
    ["a broken multipart body", "multipart/form-data; boundary=x", "--x\r\nContent-Disp"],
    ["JSON", "application/json", "{}"],
    ["multipart without a boundary", "multipart/form-data; boundary=", "x"],
  ])("asked to finish with %s is refused with a message and stays", async (_, type, body) => {
    const path = await openFilm();
    const finished = await request("POST", `${path}/finish`, { "content-type": type }, body);
    expect(finished.status).toBe(400);
    expect(finished.body.toString()).toContain("did not arrive whole");
    expect((await request("DELETE", path)).status).toBe(204);
  });

  test.each(["nonsense", "%F0%9F%A7%B5", "%2F", "-1"])(
    "with the malformed id %s is not found",
    async (id) => {
      expect((await finish(`/admin/uploads/${id}`)).status).toBe(404);
    },
  );

  test("is not taken in before it is whole, and a piece in the wrong place is refused", async () => {
    const path = await openFilm();
    await chunk(path, 0, film.subarray(0, CHUNK));
    expect((await chunk(path, 0, film.subarray(0, CHUNK))).status).toBe(409);
    const early = await finish(path);
    expect(early.status).toBe(422);
    expect(JSON.parse(early.body.toString())).toMatchObject({ failure: "unfinished" });
    expect((await request("DELETE", path)).status).toBe(204);
  });

  test("takes no more bytes than were announced", async () => {
    const opened = await open({ name: "a.png", type: "image/png", size: 10 });
    const path = String(opened.headers.location);
    const response = await chunk(path, 0, Buffer.alloc(11));
    expect(response.status).toBe(413);
    expect(await arrived(path)).toBe(0);
    await request("DELETE", path);
  });

  test.each([
    [
      "a program",
      { name: "a.exe", type: "application/x-msdownload", size: 10 },
      "File type must be",
    ],
    [
      "nothing",
      { name: "a.png", type: "image/png", size: 0 },
      "File is smaller than 1 bytes (it is empty)",
    ],
    [
      "11 MB of picture",
      { name: "a.png", type: "image/png", size: 11_000_000 },
      "File is larger than 10485760 bytes",
    ],
  ])("of %s is refused before a byte is sent", async (_what, file, message) => {
    const response = await open(file);
    expect(response.status).toBe(422);
    expect(response.body.toString()).toContain(message);
  });

  test("of a gigabyte is refused, and so is one too many at once", async () => {
    expect((await open({ name: "a.mp4", type: "video/mp4", size: 2 ** 30 })).status).toBe(413);
    const paths = [await openFilm(), await openFilm(), await openFilm()];
    const fourth = await open({ name: "film.mp4", type: "video/mp4", size: film.length });
    expect([fourth.status, fourth.body.toString()]).toEqual([429, "Too many files"]);
    for (const path of paths) await request("DELETE", path);
  });

  test("without progress for a day is removed, others stay", async () => {
    const path = await openFilm();
    expect(await library.uploads.sweep(new Date(Date.now() - 60_000))).toBe(0);
    expect(await library.uploads.sweep(new Date(Date.now() + 60_000))).toBe(1);
    expect((await request("HEAD", path)).status).toBe(404);
    const late = await finish(path);
    expect(JSON.parse(late.body.toString())).toMatchObject({ failure: "gone" });
  });
});

describe.each(["a visitor", "a customer"])("%s", (who) => {
  const cookie = () => (who === "a customer" ? cookies.customer : "");

  test("can neither open, ask for, add to, finish nor remove an upload", async () => {
    const path = await openFilm();
    const asVisitor = { cookie: cookie() };
    const type = { "content-type": "application/offset+octet-stream" };
    const tries = [
      request("POST", "/admin/uploads", { ...asVisitor, "upload-length": "10" }),
      request("HEAD", path, asVisitor),
      request("PATCH", path, { ...asVisitor, ...type, "upload-offset": "0" }, "harm"),
      request("POST", `${path}/finish`, asVisitor),
      request("DELETE", path, asVisitor),
    ];
    for (const response of await Promise.all(tries)) {
      expect(response.status).toBe(302);
      expect(response.headers.location).toMatch(/^\/login/);
    }
    expect(await arrived(path)).toBe(0);
    await request("DELETE", path);
  });
});
