import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { productImages, products } from "#db/schema/catalog.server.ts";
import { media } from "#db/schema/media.server.ts";
import { productPendingImages } from "#db/schema/product-import.server.ts";
import { createImageSource } from "#platform/image-source.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { checked, importDeps, imported, newestImport } from "#tests/support/product-imports.ts";
import { advanceImport } from "./advance-import.server.ts";
import { fetchWaitingImages } from "./fetch-waiting-images.server.ts";
import { undoImport } from "./undo-import.server.ts";
import {
  forgetWaitingImages,
  listWaitingHosts,
  requestWaitingImages,
} from "./waiting-images.server.ts";

const bench = adminSuite();
const HOST = "cdn.rupununi-goods.example";
const never = { isStopping: () => false };

const leatherGoods = () =>
  readFile(
    join(import.meta.dirname, "../../../../tests/fixtures/shopify/leather-goods.csv"),
    "utf8",
  );

/** Another shop's image host; `missing` is a 404. */
async function farAway(missing: string | null = null) {
  const bytes = await sharp({
    create: { width: 40, height: 50, channels: 3, background: "#20382D" },
  })
    .png()
    .toBuffer();
  const requested: string[] = [];
  const network = {
    resolve: async () => ["93.184.215.14"],
    async open(url: URL) {
      requested.push(url.pathname);
      const status = url.pathname === missing ? 404 : 200;
      const body = (async function* () {
        yield bytes;
      })();
      return { status, location: null, length: bytes.length, body, close: () => undefined };
    },
  };
  const stored = new Map<string, Uint8Array>();
  const files = {
    put: async (key: string, value: Uint8Array) => void stored.set(key, value),
    get: async () => null,
    remove: async () => undefined,
    exists: async () => false,
  };
  const images = createImageSource([], { bytes: 1_000_000, ms: 10_000 }, network);
  return { requested, deps: importDeps(bench.db, { files, imageSource: images }) };
}

const shownFor = async (slug: string) =>
  bench.db
    .select({ alt: productImages.altText, primary: productImages.primaryImage })
    .from(productImages)
    .innerJoin(products, eq(products.id, productImages.productId))
    .where(eq(products.slug, slug))
    .orderBy(asc(productImages.position));

test("images of a host that is not allowed wait, and one request fetches them into their places", async () => {
  const { requested, deps } = await farAway();
  await imported(deps, bench.actor, await leatherGoods());
  expect(requested).toEqual([]);
  const hosts = await listWaitingHosts(bench.db, { actor: bench.actor });
  expect(hosts).toMatchObject({
    ok: true,
    value: [
      { host: HOST, images: 4, products: 2, isFetching: false },
      { host: "images.lethem-smithy.example", images: 1 },
    ],
  });
  const asking = { actor: bench.actor, host: HOST };
  expect(await requestWaitingImages(deps, asking)).toEqual({ ok: true, value: null });
  await fetchWaitingImages(deps, { host: HOST, ...never });
  expect(await shownFor("rupununi-belt")).toEqual([
    { alt: "The belt from the front", primary: true },
    { alt: "The buckle", primary: false },
    { alt: "The back", primary: false },
  ]);
  expect(requested).toHaveLength(4);
  expect(await bench.db.$count(productPendingImages)).toBe(1);
  // An undo still reverts the whole import.
  expect((await checked(deps, bench.actor, await leatherGoods())).verdicts).toMatchObject({
    changed: 0,
    new: 0,
  });
});

test("an image that cannot be fetched keeps waiting with its reason, and can be requested again", async () => {
  const first = await farAway("/files/belt-buckle.jpg");
  await imported(first.deps, bench.actor, await leatherGoods());
  const asking = { actor: bench.actor, host: HOST };
  await requestWaitingImages(first.deps, asking);
  await fetchWaitingImages(first.deps, { host: HOST, ...never });
  expect((await shownFor("rupununi-belt")).map(({ alt }) => alt)).toEqual([
    "The belt from the front",
    "The back",
  ]);
  const [left] = await bench.db
    .select()
    .from(productPendingImages)
    .where(eq(productPendingImages.host, HOST));
  expect(left).toMatchObject({ problem: "The picture's host answered 404", position: 1 });
  const second = await farAway();
  await requestWaitingImages(second.deps, asking);
  await fetchWaitingImages(second.deps, { host: HOST, ...never });
  expect((await shownFor("rupununi-belt")).map(({ alt }) => alt)).toEqual([
    "The belt from the front",
    "The buckle",
    "The back",
  ]);
});

test("an import whose images were fetched since can be undone, and the images stay in the library", async () => {
  const { deps } = await farAway();
  const { id } = await imported(deps, bench.actor, await leatherGoods());
  await requestWaitingImages(deps, { actor: bench.actor, host: HOST });
  await fetchWaitingImages(deps, { host: HOST, ...never });
  await undoImport(deps, { actor: bench.actor, id });
  await advanceImport(deps, { importId: id, ...never });
  expect((await newestImport(bench.db, bench.actor)).outcomes).toMatchObject({ undone: 3 });
  expect(await bench.db.$count(media)).toBe(4);
});

test("only an admin sees, requests or gives up waiting images", async () => {
  const { deps } = await farAway();
  await imported(deps, bench.actor, await leatherGoods());
  for (const actor of bench.strangers) {
    const refused = { ok: false, error: "forbidden" };
    expect(await listWaitingHosts(bench.db, { actor })).toEqual(refused);
    expect(await requestWaitingImages(deps, { actor, host: HOST })).toEqual(refused);
    expect(await forgetWaitingImages(deps, { actor, host: HOST })).toEqual(refused);
  }
  expect(await forgetWaitingImages(deps, { actor: bench.actor, host: HOST })).toMatchObject({
    ok: true,
  });
  expect(await bench.db.$count(productPendingImages)).toBe(1);
});
