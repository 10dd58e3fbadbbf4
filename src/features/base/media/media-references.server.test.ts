import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import {
  cloths,
  madeToMeasureTerms,
  optionChoices,
  optionGroups,
} from "#db/schema/atelier.server.ts";
import { categoryImages, productImages } from "#db/schema/catalog.server.ts";
import { media, pageHeroImages } from "#db/schema/media.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { mediaSources } from "#db/schema/product-import.server.ts";
import { makers } from "#db/schema/production.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { saveSettings } from "#features/base/settings/save-settings.server.ts";
import { SECTION_NAMES, SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import type { MediaLibrary } from "#tests/support/media-library.ts";
import { openMediaLibrary } from "#tests/support/media-library.ts";
import { createOrder } from "#tests/support/orders.ts";
import { deleteMedia } from "./change-media.server.ts";
import { listMedia } from "./media-queries.server.ts";

let library: MediaLibrary;
beforeAll(async () => {
  library = await openMediaLibrary();
});
afterAll(() => library[Symbol.asyncDispose]());

const remove = (id: string, replaceWith: string | null = null) =>
  deleteMedia(library.deps, { actor: library.owner, id, replaceWith });
const anImage = () => addImage(library.db, newId());
const isThere = async (id: string) => (await library.db.$count(media, eq(media.id, id))) === 1;

async function isUnused(id: string): Promise<boolean> {
  const filter = { search: "", show: "unused", page: 1 } as const;
  const list = await listMedia(library.db, { actor: library.owner, filter });
  return list.ok && list.value.rows.some((row) => row.id === id);
}

async function inSettings(settingName: string, settingValue: Record<string, unknown>) {
  await library.db.delete(siteSettings).where(eq(siteSettings.settingName, settingName));
  await library.db.insert(siteSettings).values({ settingName, settingValue });
}

/** Columns naming media, and whether a page shows it. */
const references: Record<string, { isShown: boolean; point: (id: string) => Promise<unknown> }> = {
  "product_images.media_id": {
    isShown: true,
    async point(mediaId) {
      const productId = await addProduct(library.db, "Gown");
      await library.db.insert(productImages).values({ productId, mediaId });
    },
  },
  "category_images.media_id": {
    isShown: true,
    async point(mediaId) {
      const categoryId = await addCategory(library.db, newId());
      await library.db.insert(categoryImages).values({ categoryId, mediaId });
    },
  },
  "page_hero_images.media_id": {
    isShown: true,
    point: (mediaId) => library.db.insert(pageHeroImages).values({ pageName: newId(), mediaId }),
  },
  "option_choices.media_id": {
    isShown: true,
    async point(mediaId) {
      const termsId = newId();
      const groupId = newId();
      await library.db.insert(madeToMeasureTerms).values({ id: termsId, garment: termsId });
      await library.db
        .insert(optionGroups)
        .values({ id: groupId, termsId, name: "Lapel", position: 0 });
      await library.db
        .insert(optionChoices)
        .values({ groupId, name: "Notch", mediaId, position: 0 });
    },
  },
  "cloths.media_id": {
    isShown: true,
    point: (mediaId) => library.db.insert(cloths).values({ name: newId(), mediaId }),
  },
  "makers.media_id": {
    isShown: true,
    point: (mediaId) =>
      library.db
        .insert(makers)
        .values({ name: newId(), mediaId, weekMinutes: [480, 480, 480, 480, 480, 0, 0] }),
  },
  // Order lines keep their text; their image is no reason to keep the file.
  "order_items.media_id": {
    isShown: false,
    point: (mediaId) => createOrder(library.db, { lines: [{ mediaId }] }),
  },
  // The next import fetches it again.
  "media_sources.media_id": {
    isShown: false,
    point: (mediaId) => library.db.insert(mediaSources).values({ address: mediaId, mediaId }),
  },
};

test("every foreign key to media, and every other column that looks like one, is known here", async () => {
  const { rows } = await library.db.execute<{ location: string }>(sql`
    select distinct attrelid::regclass || '.' || attname as location
      from pg_attribute join pg_class on pg_class.oid = attrelid
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
       and (exists (select from pg_constraint
                     where contype = 'f' and confrelid = 'media'::regclass and conrelid = attrelid and attnum = any(conkey))
            or attname ~ '(^|_)(media|image|picture|photo|video|file)_id$')
     order by 1`);
  expect(rows.map(({ location }) => location)).toEqual(Object.keys(references).toSorted());
});

describe.each(Object.entries(references))("%s", (_location, { isShown, point }) => {
  test(`${isShown ? "counts" : "does not count"} as a use, and deleting never breaks it`, async () => {
    const id = await anImage();
    expect(await isUnused(id)).toBe(true);
    await point(id);
    expect(await isUnused(id)).toBe(!isShown);
    expect(await remove(id)).toMatchObject(isShown ? { ok: false, error: "in_use" } : { ok: true });
    expect(await isThere(id)).toBe(isShown);
    if (!isShown) return;
    const by = await anImage();
    expect(await remove(id, by)).toMatchObject({ ok: true });
    expect(await isUnused(by)).toBe(false);
  });
});

test("a line of an order outlives its picture", async () => {
  const mediaId = await anImage();
  await createOrder(library.db, { lines: [{ mediaId, productName: "Kept" }] });
  await remove(mediaId);
  const lines = await library.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.productName, "Kept"));
  expect(lines).toMatchObject([{ mediaId: null }]);
});

describe("settings", () => {
  test.each(["integrations", ...SECTION_NAMES])(
    "a picture that %s names anywhere, however it is written, is in use",
    async (settingName) => {
      for (const write of [
        (id: string) => ({ deep: { list: [id] } }),
        (id: string) => ({ link: `/images/${id}/800.webp` }),
        (id: string) => ({ shouted: id.toUpperCase() }),
      ]) {
        const id = await anImage();
        const by = await anImage();
        await inSettings(settingName, write(id));
        expect(await remove(id)).toEqual({ ok: false, error: "in_use" });
        expect(await isUnused(id)).toBe(false);
        expect(await remove(id, by)).toMatchObject({ ok: true });
        const [row] = await library.db
          .select()
          .from(siteSettings)
          .where(eq(siteSettings.settingName, settingName));
        expect(JSON.stringify(row?.settingValue)).toContain(by);
      }
    },
  );

  test("the social image is in use as it is saved, in capitals too, until another takes its place", async () => {
    const id = await anImage();
    const by = await anImage();
    await library.db.delete(siteSettings);
    const value = { ...SETTINGS_DEFAULTS.seo, socialImageId: id.toUpperCase() };
    const sections = { seo: { version: 0, value } };
    expect(await saveSettings(library.deps, { actor: library.owner, sections })).toMatchObject({
      ok: true,
    });
    expect(await remove(id)).toEqual({ ok: false, error: "in_use" });
    expect(await remove(id, by)).toMatchObject({ ok: true });
    const [row] = await library.db.select().from(siteSettings);
    expect(row?.settingValue).toMatchObject({ socialImageId: by });
    await saveSettings(library.deps, {
      actor: library.owner,
      sections: { seo: { version: row?.version ?? 0, value: SETTINGS_DEFAULTS.seo } },
    });
    expect(await remove(by)).toMatchObject({ ok: true });
  });
});
