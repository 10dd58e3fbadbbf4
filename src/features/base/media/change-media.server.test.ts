import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import {
  categoryImages,
  contentVersion,
  productCategories,
  productImages,
  products,
} from "#db/schema/catalog.server.ts";
import { media, pageHeroImages } from "#db/schema/media.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import type { MediaLibrary } from "#tests/support/media-library.ts";
import { openMediaLibrary } from "#tests/support/media-library.ts";
import { deleteMedia, describeMedia, focusMedia } from "./change-media.server.ts";
import { deleteFiles } from "./delete-files.server.ts";
import { ingestImage } from "./ingest-image.server.ts";
import {
  findMediaItem,
  listCategoryCards,
  listHeroCards,
  listMedia,
} from "./media-queries.server.ts";
import { setCategoryImage, setPageHero, uploadPresets } from "./set-site-image.server.ts";

let library: MediaLibrary;
beforeAll(async () => {
  library = await openMediaLibrary();
});
afterAll(() => library[Symbol.asyncDispose]());

const version = async () => (await library.db.select().from(contentVersion))[0]?.version ?? 0;
const changesOf = (id: string) =>
  library.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.createdAt);

async function anImage(name = "gown.png") {
  const bytes = await sharp({
    create: { width: 40, height: 50, channels: 3, background: "#9a5b25" },
  })
    .png()
    .toBuffer();
  const ingested = await ingestImage(library.deps, { name, bytes });
  if (!ingested.ok) throw new Error(ingested.error);
  return ingested.value;
}

async function aProduct(name: string, mediaId: string, deletedAt: Date | null = null) {
  const [row] = await library.db
    .insert(products)
    .values({ name, slug: newId(), deletedAt })
    .returning();
  await library.db
    .insert(productImages)
    .values({ productId: row?.id ?? "", mediaId, primaryImage: true });
  return row?.id ?? "";
}

async function aCategory(name: string, isSystem = false) {
  const [row] = await library.db.insert(productCategories).values({ name, isSystem }).returning();
  return row?.id ?? "";
}

const actor = () => library.owner;

describe("describing a media item", () => {
  test("keeps one tidy line, tells the words before, and shows at the next request", async () => {
    const { id } = await anImage();
    const before = await version();
    const first = await describeMedia(library.deps, {
      actor: actor(),
      id,
      altText: "  A red\n gown ",
    });
    expect(first).toEqual({ ok: true, value: { before: "", after: "A red gown" } });
    expect(await version()).toBe(before + 1);
    expect(await changesOf(id)).toMatchObject([
      { action: "described", before: { altText: "" }, after: { altText: "A red gown" } },
    ]);
  });
});

describe("a focal point", () => {
  test("is kept within the picture, and every crop hears of it", async () => {
    const { id } = await anImage();
    const before = await version();
    const focused = await focusMedia(library.deps, { actor: actor(), id, x: 0.123_456, y: 7 });
    expect(focused).toEqual({
      ok: true,
      value: { before: { x: 0.5, y: 0.5 }, after: { x: 0.123, y: 1 } },
    });
    expect(await version()).toBe(before + 1);
    await setPageHero(library.deps, { actor: actor(), pageName: "about", mediaId: id });
    const { about } = await findHeroes(library.db, ["about"]);
    expect([about?.focalX, about?.focalY]).toEqual([expect.closeTo(0.123, 5), 1]);
  });
});

describe("deleting", () => {
  test("a picture that a page shows is refused, and the library tells all those places", async () => {
    const { id } = await anImage();
    const productId = await aProduct("Kaieteur Gown", id);
    const categoryId = await aCategory("Gowns in use");
    await library.db.insert(categoryImages).values({ categoryId, mediaId: id });
    await setPageHero(library.deps, { actor: actor(), pageName: "shop", mediaId: id });
    await library.db
      .insert(siteSettings)
      .values({ settingName: "seo", settingValue: { image: id } });
    const refused = await deleteMedia(library.deps, { actor: actor(), id });
    expect(refused).toEqual({ ok: false, error: "in_use" });
    const shown = await findMediaItem(library.db, { actor: actor(), id });
    expect(shown.ok && shown.value?.uses).toMatchObject([
      { kind: "product", label: "Kaieteur Gown", to: `/admin/products/edit/${productId}` },
      { kind: "category", label: "Gowns in use" },
      { kind: "hero", label: "Shop" },
      { kind: "settings", label: "seo" },
    ]);
    expect(await library.db.$count(media, eq(media.id, id))).toBe(1);
  });

  // Specification 7.36
  test("with another picture in its place changes every place at once, and the files go", async () => {
    const old = await anImage("old.png");
    const next = await anImage("next.png");
    const productId = await aProduct("Regent Shirt", old.id);
    await setPageHero(library.deps, { actor: actor(), pageName: "contact", mediaId: old.id });
    await library.db
      .insert(siteSettings)
      .values({ settingName: "social", settingValue: { image: old.id } });
    const input = { actor: actor(), id: old.id, replaceWith: next.id };
    expect(await deleteMedia(library.deps, input)).toEqual({
      ok: true,
      value: { name: "old.png" },
    });
    const [image] = await library.db
      .select()
      .from(productImages)
      .where(eq(productImages.productId, productId));
    expect(image?.mediaId).toBe(next.id);
    const shown = await findMediaItem(library.db, { actor: actor(), id: next.id });
    expect(shown.ok && shown.value?.uses.map((use) => use.kind)).toEqual([
      "product",
      "hero",
      "settings",
    ]);
    expect(library.sent).toContain("delete-files");
    expect(await deleteFiles(library.deps)).toBeGreaterThan(0);
    expect(await library.files.exists(old.storageKey)).toBe(false);
    expect((await changesOf(old.id)).at(-1)).toMatchObject({
      action: "deleted",
      before: {
        name: "old.png",
        shownIn: ["product: Regent Shirt", "hero: Contact", "settings: social"],
      },
      after: { replacedWith: next.id },
    });
  });

  test("a picture that only a deleted product had goes without a word", async () => {
    const { id } = await anImage();
    await aProduct("Long gone", id, new Date("2026-01-01"));
    expect(await deleteMedia(library.deps, { actor: actor(), id })).toMatchObject({ ok: true });
  });

  test("with a replacement that is not there changes nothing", async () => {
    const { id } = await anImage();
    await aProduct("Cricket Blazer", id);
    const result = await deleteMedia(library.deps, { actor: actor(), id, replaceWith: newId() });
    expect(result).toEqual({ ok: false, error: "no_replacement" });
    expect(await library.db.$count(media, eq(media.id, id))).toBe(1);
  });
});

describe("site images", () => {
  // Specification 7.26
  test("a page's hero is replaced, the old picture stays in the library", async () => {
    const first = await anImage();
    const second = await anImage();
    for (const { id } of [first, second]) {
      const set = await setPageHero(library.deps, {
        actor: actor(),
        pageName: "home",
        mediaId: id,
      });
      expect(set.ok).toBe(true);
    }
    const heroes = await listHeroCards(library.db, { actor: actor() });
    expect(heroes.ok && heroes.value[0]).toMatchObject({
      label: "Home",
      image: { id: second.id },
    });
    expect(await library.db.$count(media, eq(media.id, first.id))).toBe(1);
    expect((await changesOf("home")).at(-1)).toMatchObject({
      before: { mediaId: first.id },
      after: { mediaId: second.id },
    });
  });

  test("a page that has no hero of the owner's choosing, and a film, change nothing", async () => {
    const { id } = await anImage();
    const film = newId();
    await library.db.insert(media).values({
      id: film,
      name: "film.mp4",
      type: "video",
      storageKey: `media/${film}.mp4`,
      mimeType: "video/mp4",
      byteSize: 10,
    });
    const before = await library.db.$count(pageHeroImages);
    for (const [pageName, mediaId] of [
      ["new-dawn", id],
      ["catalog", film],
      ["catalog", "x"],
    ] as const) {
      const result = await setPageHero(library.deps, { actor: actor(), pageName, mediaId });
      expect(result).toEqual({ ok: false, error: "not_found" });
    }
    expect(await library.db.$count(pageHeroImages)).toBe(before);
  });

  // Specification 7.23, 7.39, 8.28, 9.17
  test("the presets go to the four system categories, one that is missing is told of, and twice makes no copies", async () => {
    for (const name of ["Business Attire", "evening elegance", "Smart Casual"])
      await aCategory(name, true);
    const bytes = await sharp({ create: { width: 4, height: 5, channels: 3, background: "#fff" } })
      .webp()
      .toBuffer();
    const deps = { ...library.deps, readPreset: async () => bytes };
    const outcome = await uploadPresets(deps, { actor: actor() });
    expect(outcome).toEqual({
      ok: true,
      value: {
        done: ["Business Attire", "Evening Elegance", "Smart Casual"],
        failed: [{ categoryName: "Seasonal Selection", reason: "Category not found" }],
      },
    });
    const count = await library.db.$count(media);
    await uploadPresets(deps, { actor: actor() });
    expect(await library.db.$count(media)).toBe(count);
    const cards = await listCategoryCards(library.db, { actor: actor() });
    expect(cards.ok && cards.value[0]).toMatchObject({
      name: "Business Attire",
      image: { name: "category-business-attire.webp" },
    });
  });
});

// Specification 7.34
test("the library is searched by name and alt text, shown by type, and told what nothing shows", async () => {
  const used = await anImage("100%_linen.png");
  const plain = await anImage("1000 linen.png");
  await aProduct("Linen Suit", used.id);
  await describeMedia(library.deps, { actor: actor(), id: plain.id, altText: "Folded cloth" });
  const find = async (search: string, show: "all" | "image" | "video" | "unused" = "all") => {
    const list = await listMedia(library.db, { actor: actor(), filter: { search, show, page: 1 } });
    return list.ok ? list.value.rows.map((row) => row.name) : null;
  };
  expect(await find("100%_l")).toEqual(["100%_linen.png"]);
  expect(await find("LINEN")).toEqual(["1000 linen.png", "100%_linen.png"]);
  expect(await find("folded")).toEqual(["1000 linen.png"]);
  expect(await find("linen", "unused")).toEqual(["1000 linen.png"]);
  expect(await find("linen", "video")).toEqual([]);
  const beyond = await listMedia(library.db, {
    actor: actor(),
    filter: { search: "linen", show: "all", page: 9 },
  });
  expect(beyond).toMatchObject({ ok: true, value: { page: 1, pageCount: 1, total: 2 } });
});

test("nobody but an admin reads or changes anything", async () => {
  const { id } = await anImage();
  const nobody = { actor: visitor };
  const results = await Promise.all([
    listMedia(library.db, { ...nobody, filter: { search: "", show: "all", page: 1 } }),
    findMediaItem(library.db, { ...nobody, id }),
    listCategoryCards(library.db, nobody),
    listHeroCards(library.db, nobody),
    describeMedia(library.deps, { ...nobody, id, altText: "x" }),
    focusMedia(library.deps, { ...nobody, id, x: 0, y: 0 }),
    setPageHero(library.deps, { ...nobody, pageName: "home", mediaId: id }),
    setCategoryImage(library.deps, { ...nobody, categoryId: newId(), mediaId: id }),
    uploadPresets({ ...library.deps, readPreset: async () => Buffer.alloc(0) }, nobody),
  ]);
  for (const response of results) expect(response).toEqual({ ok: false, error: "forbidden" });
  const deleted = await deleteMedia(library.deps, { ...nobody, id });
  expect(deleted).toEqual({ ok: false, error: "forbidden" });
});
