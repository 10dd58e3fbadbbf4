import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { media, mediaDeletions } from "#db/schema/media.server.ts";
import { deleteMedia } from "#features/base/media/change-media.server.ts";
import { checkFiles, deleteFiles } from "#features/base/media/delete-files.server.ts";
import { prepareImage } from "#features/base/media/derive-image.server.ts";
import { UPLOAD_CHUNK_BYTES } from "#features/base/media/upload-rules.ts";
import type { ContractShop, OpenedStore } from "#tests/support/contract-shop.ts";
import { openContractShop, stores } from "#tests/support/contract-shop.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createCreditNote } from "#tests/support/tax-documents.ts";
import { uploadClient } from "#tests/support/upload-client.ts";

const DAYS_LATER = { now: () => new Date(Date.now() + 3 * 24 * 60 * 60 * 1000) };
const WARNING = 40;

const film = Buffer.concat([
  Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isomavc1", "latin1"),
  // 3,000,000 bytes of video.
  Buffer.from("\0\x2d\xc6\xc8mdat", "latin1"),
  randomBytes(3_000_000),
]);
const filmFile = { name: "film.mp4", type: "video/mp4", size: film.length };
const paint = (background: string) =>
  sharp({ create: { width: 900, height: 1_200, channels: 3, background } })
    .png()
    .toBuffer();

describe.each(stores)("the shop's files on %s", { timeout: 120_000 }, (_name, open) => {
  let store: OpenedStore;
  let shop: ContractShop;
  let client: ReturnType<typeof uploadClient>;
  beforeAll(async () => {
    store = await open();
    shop = await openContractShop(store.files);
    client = uploadClient(shop);
  });
  afterEach(() => {
    shop.logged.length = 0;
  });
  afterAll(async () => {
    await shop[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });

  const stored = async () => {
    const keys: string[] = [];
    for (const prefix of ["media/", "derived/"]) {
      for await (const { key } of shop.files.list(prefix)) keys.push(key);
    }
    return keys;
  };
  const visit = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    shop.host.request(path, { method, headers });
  const remove = async (id: string) => {
    expect(await deleteMedia(shop.deps, { actor: shop.owner, id })).toMatchObject({ ok: true });
    await deleteFiles(shop.deps);
  };
  const troubles = () => shop.logged.filter(({ level }) => level >= WARNING);

  // Specification 5.22, 7.34, 7.35, 9.7
  test("an image arrives, is shown in every size and leaves nothing behind when it is deleted", async () => {
    const sent = await client.send({
      name: "gown.png",
      type: "image/png",
      bytes: await paint("#9a5b25"),
    });
    expect(sent).toMatchObject({ status: 200, ok: true });
    await prepareImage(shop.deps, { mediaId: sent.id });
    for (const [file, type] of [
      ["320.avif", "image/avif"],
      ["640.webp", "image/webp"],
      ["1200.jpg", "image/jpeg"],
    ] as const) {
      const image = await visit(`/images/${sent.id}/${file}`);
      expect([image.status, image.headers["content-type"]]).toEqual([200, type]);
      const again = await visit(`/images/${sent.id}/${file}`);
      expect(again.body.equals(image.body)).toBe(true);
      const { etag = "" } = image.headers;
      expect((await visit(`/images/${sent.id}/${file}`, { "if-none-match": etag })).status).toBe(
        304,
      );
    }
    expect((await stored()).length).toBeGreaterThan(6);
    await remove(sent.id);
    expect((await visit(`/images/${sent.id}/320.avif`)).status).toBe(404);
    expect(await stored()).toEqual([]);
    expect(await shop.db.$count(mediaDeletions)).toBe(0);
    expect(troubles()).toEqual([]);
  });

  test("a film arrives byte for byte and is played from any position", async () => {
    const sent = await client.send({ ...filmFile, bytes: film });
    expect(sent).toMatchObject({ status: 200, ok: true });
    const path = `/videos/${sent.id}.mp4`;
    expect((await visit(path)).body.equals(film)).toBe(true);
    const head = await visit(path, {}, "HEAD");
    expect([head.status, head.headers["content-length"], head.body.length]).toEqual([
      200,
      String(film.length),
      0,
    ]);
    const last = film.length - 1;
    for (const [range, start, end] of [
      ["bytes=0-1", 0, 1],
      ["bytes=1000-1999", 1_000, 1_999],
      [`bytes=${last - 9}-`, last - 9, last],
      ["bytes=-500", last - 499, last],
      [`bytes=${last}-${last + 100}`, last, last],
    ] as const) {
      const part = await visit(path, { range });
      expect([part.status, part.headers["content-range"]]).toEqual([
        206,
        `bytes ${start}-${end}/${film.length}`,
      ]);
      expect(part.body.equals(film.subarray(start, end + 1))).toBe(true);
    }
    const behind = await visit(path, { range: `bytes=${film.length}-` });
    expect([behind.status, behind.headers["content-range"]]).toEqual([
      416,
      `bytes */${film.length}`,
    ]);
    await remove(sent.id);
    expect((await visit(path)).status).toBe(404);
    expect(await stored()).toEqual([]);
    expect(troubles()).toEqual([]);
  });

  test("what is refused leaves nothing stored", async () => {
    const bytes = Buffer.from("<script>alert(1)</script>".padEnd(2_000));
    for (const [name, type] of [
      ["a.png", "image/png"],
      ["a.mp4", "video/mp4"],
    ] as const) {
      expect(await client.send({ name, type, bytes })).toMatchObject({ status: 422, ok: false });
    }
    expect(await stored()).toEqual([]);
    expect(troubles()).toEqual([]);
  });

  test("a file that somebody removed is named, and its address is not found", async () => {
    const sent = await client.send({
      name: "lost.png",
      type: "image/png",
      bytes: await paint("#25659a"),
    });
    const moving = await client.send({ ...filmFile, bytes: film });
    const rows = await shop.db.select().from(media);
    const keys = rows.map(({ storageKey }) => storageKey).sort();
    await shop.files.put("media/orphan.webp", Buffer.from("x"), "image/webp");
    await shop.files.removeMany(keys);
    const report = await checkFiles({ ...shop.deps, clock: DAYS_LATER }, { removeOrphans: true });
    expect(report.missing).toEqual({ count: 2, keys });
    expect(report.orphans).toMatchObject({ count: 1, keys: ["media/orphan.webp"] });
    expect((await visit(`/images/${sent.id}/320.avif`)).status).toBe(404);
    expect((await visit(`/videos/${moving.id}.mp4`)).status).toBe(404);
    await remove(sent.id);
    await remove(moving.id);
    expect(await stored()).toEqual([]);
  });

  test("documents are complete", async () => {
    const orderId = await createOrder(shop.db, { status: "completed" });
    const note = await createCreditNote(shop.db, orderId);
    for (const path of ["invoice.pdf", "packing-slip.pdf", `documents/${note}`]) {
      const document = await visit(`/admin/orders/${orderId}/${path}`, { cookie: shop.cookie });
      expect([document.status, document.headers["content-type"]]).toEqual([200, "application/pdf"]);
      expect(document.headers["content-length"]).toBe(String(document.body.length));
      expect(document.body.subarray(0, 5).toString()).toBe("%PDF-");
      expect(document.body.subarray(-6).toString()).toContain("%%EOF");
    }
    expect(troubles()).toEqual([]);
  });

  describe("an upload that its visitor cancels is no error", () => {
    const CHUNK = film.subarray(0, UPLOAD_CHUNK_BYTES);
    const requests = (method: string) => shop.logged.filter((line) => line.method === method);

    /** Sends half of a chunk on a connection that stays open. */
    async function sendHalf(path: string) {
      const socket = connect(shop.host.port, "127.0.0.1");
      await once(socket, "connect");
      socket.on("error", () => undefined);
      socket.write(client.chunkHead(path, 0, CHUNK.length));
      await new Promise((sent) => socket.write(CHUNK.subarray(0, CHUNK.length / 2), sent));
      return socket;
    }

    test("when the connection is closed and the upload deleted", async () => {
      const path = await client.open(filmFile);
      const socket = await sendHalf(path);
      socket.destroy();
      expect((await client.request("DELETE", path)).status).toBe(204);
      await expect.poll(() => requests("PATCH").length).toBe(1);
      expect((await client.request("HEAD", path)).status).toBe(404);
      expect(troubles()).toEqual([]);
    });

    test("when it is deleted while a chunk arrives", async () => {
      const path = await client.open(filmFile);
      const socket = await sendHalf(path);
      expect((await client.request("DELETE", path)).status).toBe(204);
      socket.end(CHUNK.subarray(CHUNK.length / 2));
      const [response] = await once(socket, "data");
      expect(response.toString()).toMatch(/^HTTP\/1.1 (204|404) /);
      expect((await client.request("HEAD", path)).status).toBe(404);
      expect(troubles()).toEqual([]);
    });

    test.each([
      ["a film", "putFile", () => ({ ...filmFile, bytes: film })],
      [
        "an image",
        "put",
        async () => ({ name: "a.png", type: "image/png", bytes: await paint("#659a25") }),
      ],
    ] as const)("when %s is deleted while the shop stores it", async (_what, method, read) => {
      const path = await client.arrive(await read());
      const store = shop.files[method];
      const held = async (...input: Parameters<typeof store>) => {
        expect((await client.request("DELETE", path)).status).toBe(204);
        return Reflect.apply(store, shop.files, input);
      };
      Object.assign(shop.files, { [method]: held });
      const finished = await client.finish(path);
      Object.assign(shop.files, { [method]: store });
      expect(finished.status).toBe(422);
      expect(JSON.parse(finished.body.toString())).toMatchObject({ ok: false, failure: "gone" });
      expect(await stored()).toEqual([]);
      expect(await shop.db.$count(media)).toBe(0);
      expect(troubles()).toEqual([]);
    });

    test("when another request removes its last part meanwhile", async () => {
      const path = await client.open(filmFile);
      await rm(join(shop.incoming, `${path.split("/").at(-1)}.json`));
      expect((await client.request("DELETE", path)).status).toBe(410);
      expect(troubles()).toEqual([]);
    });

    test("when it is gone before the next request", async () => {
      const path = await client.open(filmFile);
      await client.request("DELETE", path);
      expect((await client.chunk(path, 0, CHUNK)).status).toBe(404);
      expect((await client.request("DELETE", path)).status).toBe(404);
      expect((await client.finish(path)).status).toBe(422);
      expect(troubles()).toEqual([]);
    });
  });
});
