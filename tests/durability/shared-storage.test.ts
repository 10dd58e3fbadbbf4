import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { choosePort } from "#server/start/listen.server.ts";
import type { ObjectStore } from "#tests/support/object-store.ts";
import { startObjectStore } from "#tests/support/object-store.ts";
import { privateAuthority } from "#tests/support/self-signed.ts";
import { OWNER } from "#tests/support/shop/owner-account.ts";
import type { WireResponse } from "#tests/support/shop-host.ts";
import { sendRequest } from "#tests/support/shop-host.ts";
import { startTemporaryCluster } from "#tests/support/temporary-cluster.ts";
import { uploadClient } from "#tests/support/upload-client.ts";
import { shopUrlOf } from "../support/shop/shop-process.ts";
import { shopSuite } from "./shop-suite.ts";

let store: ObjectStore;
let cluster: Awaited<ReturnType<typeof startTemporaryCluster>>;

beforeEach(async () => {
  store = await startObjectStore();
  cluster = await startTemporaryCluster();
});
afterEach(async () => {
  await cluster.close();
  await store[Symbol.asyncDispose]();
});
// Declared last and so ended first: no shop writes into a storage that is gone.
const first = shopSuite();
const second = shopSuite();

const bucket = () => {
  const { S3_ACCESS_KEY_ID, S3_BUCKET, S3_ENDPOINT, S3_SECRET_ACCESS_KEY } = store.env;
  return { S3_ACCESS_KEY_ID, S3_BUCKET, S3_ENDPOINT, S3_SECRET_ACCESS_KEY };
};

const PUBLIC_URL = "http://shop.test";
const host = new URL(PUBLIC_URL).host;

const formHeaders = { "content-type": "application/x-www-form-urlencoded", origin: PUBLIC_URL };

/** A page without what differs each time it is rendered. */
const textOf = ({ body }: WireResponse) => body.toString().replace(/nonce="[^"]*"/g, "");

function clientOf(port: number) {
  const request = (path: string, options: Parameters<typeof sendRequest>[2] = {}) =>
    sendRequest(port, path, { ...options, headers: { host, ...(options.headers as object) } });
  return {
    request,
    get: (path: string) => request(path),
    async signIn() {
      const body = new URLSearchParams(OWNER).toString();
      const entered = await request("/login", { method: "POST", headers: formHeaders, body });
      const cookies = entered.headers["set-cookie"] ?? [];
      return cookies.map((each) => each.split(";")[0]).join("; ");
    },
  };
}

const pathsIn = (sitemap: string) =>
  [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);

/** One picture of each item in small, which takes the least time to make. */
const imagesIn = (pages: readonly string[]) =>
  [
    ...new Set(
      pages.flatMap((page) =>
        [...page.matchAll(/\/images\/([\da-f-]{36})\//g)].map(([, id]) => id),
      ),
    ),
  ].map((id) => `/images/${id}/160.avif`);

/** A shop whose files are in the bucket; several share its database. */
async function open(suite: typeof first) {
  const port = await choosePort(0, "127.0.0.1");
  const settings = {
    ...bucket(),
    DATABASE_URL: cluster.urlOf("postgres"),
    PUBLIC_URL,
    PORT: String(port),
    AUTH_SECRET: "a".repeat(32),
    SETTINGS_KEY: "b".repeat(32),
    MEASUREMENT_KEY: "c".repeat(32),
    ADMIN_USERNAME: OWNER.username,
    ADMIN_PASSWORD: OWNER.password,
  };
  await shopUrlOf(suite.start(settings));
  return clientOf(port);
}

const drawSquare = () =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: "#25659a" } })
    .png()
    .toBuffer();

test("two processes on two ports with one bucket and one database show every page and picture", async () => {
  const shops = [await open(first), await open(second)] as const;
  const [one, other] = shops;
  const both = (path: string) => Promise.all([one.get(path), other.get(path)]);

  const parts = pathsIn((await one.get("/sitemap.xml")).body.toString());
  const sitemaps = await Promise.all(parts.map((part) => one.get(part)));
  const paths = sitemaps.flatMap(({ body }) => pathsIn(body.toString()));
  expect(paths.length).toBeGreaterThan(50);
  const pages: string[] = [];
  for (const path of paths) {
    const [here, there] = await both(path);
    expect([here.status, there.status], path).toEqual([200, 200]);
    const page = textOf(here);
    expect(textOf(there) === page, path).toBe(true);
    pages.push(page);
  }
  const images = imagesIn(pages);
  expect(images.length).toBeGreaterThan(100);
  for (const [index, path] of images.entries()) {
    // Each process makes half of them and finds the others in the bucket.
    const [maker, finder] = index % 2 ? [one, other] : [other, one];
    const made = await maker.get(path);
    const found = await finder.get(path);
    expect([made.status, found.status, made.headers["content-type"]], path).toEqual([
      200,
      200,
      "image/avif",
    ]);
    expect(found.body.equals(made.body), path).toBe(true);
  }

  const cookie = await one.signIn();
  const bytes = await drawSquare();
  const sent = await uploadClient({ cookie, host: one }).send({
    name: "new.png",
    type: "image/png",
    bytes,
  });
  expect(sent).toMatchObject({ status: 200 });
  const [here, there] = await both(`/images/${sent.id}/160.avif`);
  expect([here.status, there.status]).toEqual([200, 200]);
  expect(there.body.equals(here.body)).toBe(true);
  const form = new URLSearchParams({ intent: "delete-media", id: sent.id });
  const deleted = await other.request("/admin?tab=media", {
    method: "POST",
    body: form.toString(),
    headers: { ...formHeaders, cookie },
  });
  expect(deleted.status).toBe(303);
  const gone = await both(`/images/${sent.id}/160.avif`);
  expect(gone.map(({ status }) => status)).toEqual([404, 404]);
}, 240_000);

test("the end of an upload says that the storage is away, and succeeds when it is back", async () => {
  const shop = await open(first);
  const uploads = uploadClient({ cookie: await shop.signIn(), host: shop });
  const bytes = await drawSquare();
  const path = await uploads.arrive({ name: "new.png", type: "image/png", bytes });
  await store.network.refuse();
  const refused = await uploads.finish(path);
  expect(refused.status).toBe(503);
  expect(refused.headers["retry-after"]).toMatch(/^\d+$/);
  expect(JSON.parse(refused.body.toString())).toMatchObject({
    failure: "storage_away",
    text: expect.stringContaining("The file storage does not respond. The file has arrived"),
  });
  await store.network.heal();
  const isStored = async () => (await uploads.finish(path)).status;
  await expect.poll(isStored, { interval: 500 }).toBe(200);
});

test("a storage with a private authority's certificate is used with NODE_EXTRA_CA_CERTS, and without it the start says why", async () => {
  const { authority, server } = privateAuthority("localhost");
  const secure = createServer(server, (socket) => {
    const inner = connect(Number(new URL(store.env.S3_ENDPOINT).port), "127.0.0.1");
    socket.pipe(inner).pipe(socket);
    socket.on("error", () => inner.destroy());
    inner.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  const { port } = secure.address() as AddressInfo;
  const endpoint = { ...bucket(), S3_ENDPOINT: `https://localhost:${port}` };
  const { code, stderr } = await first.start(endpoint).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toMatch(
    /The bucket shop at https:\/\/localhost:\d+ has a certificate that this machine does not trust.*NODE_EXTRA_CA_CERTS/,
  );

  const file = join(store.env.DATA_DIR, "..", "authority.pem");
  writeFileSync(file, authority);
  const shop = first.start({ ...endpoint, NODE_EXTRA_CA_CERTS: file });
  const address = await shopUrlOf(shop);
  const home = await (await fetch(address)).text();
  const [image = ""] = imagesIn([home]);
  const shown = await fetch(address + image);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/avif"]);
  secure.close();
});
