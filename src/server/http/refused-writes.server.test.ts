import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ContentChange } from "#core/content-tag.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { contentVersion, productCategories } from "#db/schema/catalog.server.ts";
import { pageHeroImages } from "#db/schema/media.server.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import {
  deleteMedia,
  describeMedia,
  focusMedia,
} from "#features/base/media/change-media.server.ts";
import { setCategoryImage, setPageHero } from "#features/base/media/set-site-image.server.ts";
import { restoreSettingsVersion } from "#features/base/settings/restore-settings-version.server.ts";
import { saveSettings } from "#features/base/settings/save-settings.server.ts";
import { saveFinishedMeasurements } from "#features/body/size-advice/finished-measurements.server.ts";
import { createCategory } from "#features/catalog/categories/create-category.server.ts";
import { deleteCategory } from "#features/catalog/categories/delete-category.server.ts";
import { restoreCategoryVersion } from "#features/catalog/categories/restore-category-version.server.ts";
import { updateCategory } from "#features/catalog/categories/update-category.server.ts";
import { changeProducts } from "#features/catalog/editing/change-products.server.ts";
import { deleteProducts } from "#features/catalog/editing/delete-products.server.ts";
import { duplicateProduct } from "#features/catalog/editing/duplicate-product.server.ts";
import { emptyProductForm, productFormInput } from "#features/catalog/editing/product-form.ts";
import { restoreProductVersion } from "#features/catalog/editing/restore-product-version.server.ts";
import { restoreProducts } from "#features/catalog/editing/restore-products.server.ts";
import { saveProduct } from "#features/catalog/editing/save-product.server.ts";
import { receiveStock } from "#features/catalog/inventory/change-stock.server.ts";
import { attachImages } from "#features/catalog/product-import/fetch-waiting-images.server.ts";
import { undoNextBatch } from "#features/catalog/product-import/undo-import.server.ts";
import { writeBatch } from "#features/catalog/product-import/write-batch.server.ts";
import { findPublishObstacle } from "#features/garments/options/undescribed-choices.server.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import type { MediaLibrary } from "#tests/support/media-library.ts";
import { openMediaLibrary } from "#tests/support/media-library.ts";
import { listPublicWrites } from "#tests/support/owner-steps/public-writes.ts";

let library: MediaLibrary;
const settled: ContentChange[] = [];
const there = { category: "", product: "", hero: "", entry: newId() };

beforeAll(async () => {
  library = await openMediaLibrary();
  const { db } = library;
  there.category = await addCategory(db, "Kaftans");
  there.product = await addProduct(db, "Gown", { categoryId: there.category });
  there.hero = await addImage(db, "hero");
  await db.insert(pageHeroImages).values({ pageName: "home", mediaId: there.hero });
  const subject = { subject: "product", subjectId: there.product, after: null };
  const before = { inStock: false };
  const entry = { id: there.entry, actorName: "Rosa", action: "changed", ...subject, before };
  await db.insert(auditLog).values(entry);
});
afterAll(() => library[Symbol.asyncDispose]());

const draft = () =>
  productFormInput.parse({
    ...emptyProductForm(),
    name: "Gown",
    // A refused save must not leave a row.
    categoryId: "Smart Casual",
    images: [{ mediaId: newId(), altText: "", primary: true }],
  });
const stale = (id: string) => ({ id, version: 7 });

type Deps = MediaLibrary["deps"];
type Refuse = (deps: Deps, actor: MediaLibrary["owner"]) => Promise<Result<unknown, unknown>>;

/** Each refused only after reading the database. */
const writes: Record<string, Refuse> = {
  "editing/save-product": (deps, actor) =>
    saveProduct(deps, { actor, version: null, draft: draft() }),
  "editing/change-products": (deps, actor) =>
    changeProducts(deps, {
      actor,
      changes: [{ ...stale(there.product), change: { inStock: false } }],
    }),
  "editing/delete-products": (deps, actor) =>
    deleteProducts(deps, { actor, products: [stale(there.product)] }),
  "editing/restore-products": (deps, actor) =>
    restoreProducts(deps, { actor, products: [stale(there.product)] }),
  "editing/duplicate-product": (deps, actor) =>
    duplicateProduct(deps, { actor, productId: newId() }),
  "categories/create-category": (deps, actor) =>
    createCategory(deps, { actor, category: { name: "KAFTANS", description: "" } }),
  "categories/update-category": (deps, actor) => {
    const category = { name: "Robes", description: "" };
    return updateCategory(deps, { actor, version: stale(there.category), category });
  },
  "categories/delete-category": (deps, actor) =>
    deleteCategory(deps, { actor, category: stale(there.category) }),
  "editing/restore-product-version": (deps, actor) =>
    restoreProductVersion(
      { ...deps, findPublishObstacle },
      { actor, entryId: there.entry, version: 7 },
    ),
  "categories/restore-category-version": (deps, actor) =>
    restoreCategoryVersion(deps, { actor, entryId: newId(), version: 1 }),
  "media/describe-media": (deps, actor) => describeMedia(deps, { actor, id: newId(), altText: "" }),
  "media/focus-media": (deps, actor) => focusMedia(deps, { actor, id: newId(), x: 0, y: 0 }),
  "media/delete-media": (deps, actor) => deleteMedia(deps, { actor, id: there.hero }),
  "media/set-page-hero": (deps, actor) =>
    setPageHero(deps, { actor, pageName: "home", mediaId: newId() }),
  "media/set-category-image": (deps, actor) =>
    setCategoryImage(deps, { actor, categoryId: there.category, mediaId: newId() }),
  "product-import/try-batch": async (deps, actor) => {
    if (!isAdmin(actor)) return fail("forbidden");
    const batch = { importId: newId(), actor, lines: [], notes: [], problems: new Map() };
    return (await writeBatch({ ...deps, findPublishObstacle }, batch)) ? ok(null) : fail("over");
  },
  "product-import/attach-images": async (deps, actor) =>
    isAdmin(actor) ? attachImages(deps, actor, newId(), []) : fail("forbidden"),
  "product-import/undo-next-batch": async (deps, actor) => {
    if (!isAdmin(actor)) return fail("forbidden");
    const undone = await undoNextBatch(
      { ...deps, logger: pino({ level: "silent" }) },
      { importId: newId(), actor },
    );
    return undone ? ok(null) : fail("over");
  },
  "settings/save-settings": (deps, actor) =>
    saveSettings(deps, {
      actor,
      sections: { announcement: { version: 3, value: { text: "Closed" } } },
    }),
  "settings/restore-settings-version": (deps, actor) =>
    restoreSettingsVersion(deps, { actor, entryId: newId(), version: 1 }),
  "inventory/change-stock": (deps, actor) =>
    receiveStock(deps, { actor, sku: "NO-SUCH", quantity: 3, note: "" }),
  "size-advice/save-finished-measurements": (deps, actor) =>
    saveFinishedMeasurements(deps, { actor, id: there.product, version: "stale", measures: {} }),
};

const OF_SEVERAL = "media/link-preset";

test("every write that changes what the public sees has its line here", () => {
  expect(listPublicWrites()).toEqual([...Object.keys(writes), OF_SEVERAL].toSorted());
});

async function storedOf() {
  const [row] = await library.db.select().from(contentVersion);
  return {
    version: row?.version,
    entries: await library.db.$count(auditLog),
    categories: await library.db.$count(productCategories),
    settled: settled.length,
  };
}

test.each(Object.keys(writes))(
  "a refused write leaves the content version and every cached page alone: %s",
  async (name) => {
    const content = { settle: async (change: ContentChange) => void settled.push(change) };
    const before = await storedOf();
    const refused = await writes[name]?.({ ...library.deps, content }, library.owner);
    expect(refused?.ok).toBe(false);
    expect(await storedOf()).toEqual(before);
  },
);
