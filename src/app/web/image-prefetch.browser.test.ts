import { afterEach, beforeEach, expect, test, vi } from "vitest";

let images: ControlledImage[] = [];

/** As in Chromium, `decode()` stays pending when the source is removed. */
class ControlledImage {
  sizes = "";
  fetchPriority = "auto";
  currentSrc = "";
  #source = "";
  #decoding = Promise.withResolvers<void>();
  constructor() {
    images.push(this);
  }
  get srcset() {
    return this.#source;
  }
  set srcset(value: string) {
    this.#source = value;
    this.currentSrc = value;
  }
  set src(_value: string) {}
  decode() {
    return this.#decoding.promise;
  }
  arrive() {
    this.#decoding.resolve();
  }
  fail() {
    this.#decoding.reject(new Error("not an image"));
  }
}

const imageOf = (name: string) => ({
  id: name,
  page: `/product/${name}`,
  srcSet: `/images/${name}/480.avif`,
  sizes: "100vw",
});
const open = () => images.filter(({ srcset }) => srcset !== "").map(({ srcset }) => srcset);
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Reloads the module, because it caches images. */
const load = () => import("./image-prefetch.browser.ts");

beforeEach(() => {
  images = [];
  vi.resetModules();
  vi.stubGlobal("location", { href: "http://shop.test/shop" });
  vi.stubGlobal("Image", ControlledImage);
});
afterEach(() => vi.unstubAllGlobals());

test("at most two images are prefetched at a time, with low priority", async () => {
  const { prefetchImage } = await load();
  for (const name of ["gown", "coat", "scarf"]) void prefetchImage(imageOf(name), false);
  await settle();
  expect(open()).toEqual(["/images/gown/480.avif", "/images/coat/480.avif"]);
  expect(images.map(({ fetchPriority }) => fetchPriority)).toEqual(["low", "low"]);
  images[0]?.arrive();
  await settle();
  expect(open()).toContain("/images/scarf/480.avif");
});

test("the image of a link that is pointed at replaces the oldest request", async () => {
  const { prefetchImage } = await load();
  for (const name of ["gown", "coat"]) void prefetchImage(imageOf(name), false);
  await settle();
  void prefetchImage(imageOf("scarf"), true);
  await settle();
  expect(open()).toEqual(["/images/coat/480.avif", "/images/scarf/480.avif"]);
});

test("a navigation aborts the images of other pages, and none starts until it ends", async () => {
  const { prefetchImage, pauseImages, resumeImages } = await load();
  const gown = prefetchImage(imageOf("gown"), false);
  void prefetchImage(imageOf("coat"), false);
  const waiting = prefetchImage(imageOf("scarf"), false);
  await settle();
  pauseImages("/product/coat");
  await settle();
  expect(open()).toEqual(["/images/coat/480.avif"]);
  expect(await gown).toBe(0);
  expect(await waiting).toBe(0);
  expect(await prefetchImage(imageOf("shawl"), true)).toBe(0);
  expect(open()).toEqual(["/images/coat/480.avif"]);
  resumeImages();
  void prefetchImage(imageOf("gown"), true);
  await settle();
  expect(open()).toContain("/images/gown/480.avif");
});

test("an image is requested once, and again after it failed", async () => {
  const { prefetchImage } = await load();
  const first = prefetchImage(imageOf("gown"), false);
  void prefetchImage(imageOf("gown"), true);
  await settle();
  expect(images).toHaveLength(1);
  images[0]?.arrive();
  await first;
  await prefetchImage(imageOf("gown"), true);
  expect(images).toHaveLength(1);
  const failing = prefetchImage(imageOf("coat"), false);
  images[1]?.fail();
  expect(await failing).toBe(0);
  void prefetchImage(imageOf("coat"), false);
  await settle();
  expect(images).toHaveLength(3);
});
