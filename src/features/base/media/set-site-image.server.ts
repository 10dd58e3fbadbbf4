import { and, eq, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation, ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { categoryImages, productCategories } from "#db/schema/catalog.server.ts";
import { media, pageHeroImages } from "#db/schema/media.server.ts";
import type { Change } from "#features/base/audit/record-change.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { ingestImage } from "./ingest-image.server.ts";
import { findHeroPage, PRESET_IMAGES } from "./site-images.ts";

type Deps = {
  db: Database;
  content: CacheInvalidation;
  files: FileStore;
  jobs: JobQueue;
  readPreset(file: string): Promise<Uint8Array>;
};

export type PresetOutcome = {
  done: readonly string[];
  failed: readonly { categoryName: string; reason: string }[];
};

const PRESET = "preset";

async function findCategory(db: Queryable, name: string): Promise<string | null> {
  const [row] = await db
    .select({ id: productCategories.id })
    .from(productCategories)
    .where(sql`lower(${productCategories.name}) = ${name.toLowerCase()}`);
  return row?.id ?? null;
}

/** Repeating makes no copy. */
async function findOrIngest(deps: Deps, file: string): Promise<string | null> {
  const [stored] = await deps.db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.mediaCategory, PRESET), eq(media.name, file)))
    .limit(1);
  if (stored) return stored.id;
  const ingested = await ingestImage(deps, {
    name: file,
    bytes: await deps.readPreset(file),
    mediaCategory: PRESET,
  });
  return ingested.ok ? ingested.value.id : null;
}

async function linkPreset(
  deps: Deps,
  actor: Admin,
  { categoryName, file }: (typeof PRESET_IMAGES)[number],
): Promise<string | null> {
  const categoryId = await findCategory(deps.db, categoryName);
  if (!categoryId) return "Category not found";
  const mediaId = await findOrIngest(deps, file);
  if (!mediaId) return "Failed to upload image";
  const work = async (tx: Transaction) => {
    const change = await assignCategoryImage(tx, { categoryId, mediaId });
    if (!change) return fail("Category not found");
    await recordChanges(tx, actor, [change]);
    return ok(null);
  };
  const linked = await changeContent(deps, work, () => ["layout"]);
  return linked.ok ? null : linked.error;
}

/** Gives four system categories their bundled images (specification 7); failures do not stop others. */
export const uploadPresets = asAdmin(
  async (deps: Deps, input: { actor: Admin }): Promise<Result<PresetOutcome>> => {
    const { actor } = input;
    const done: string[] = [];
    const failed: { categoryName: string; reason: string }[] = [];
    for (const preset of PRESET_IMAGES) {
      const { categoryName } = preset;
      const reason = await linkPreset(deps, actor, preset);
      if (reason) failed.push({ categoryName, reason });
      else done.push(categoryName);
    }
    return ok({ done, failed });
  },
);

/**
 * Sets a page's hero from the next request (decision D8). The previous stays in the library; a video or
 * unknown image changes nothing.
 */
export const setPageHero = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; pageName: string; mediaId: string },
  ): Promise<Result<{ mediaId: string }, "not_found">> => {
    const { actor, mediaId } = input;
    const page = findHeroPage(input.pageName);
    if (!page || !isId(mediaId)) return fail("not_found");
    const { pageName } = page;
    const work = async (tx: Transaction): Promise<Result<{ mediaId: string }, "not_found">> => {
      const [image] = await tx
        .select({ name: media.name })
        .from(media)
        .where(and(eq(media.id, mediaId), eq(media.type, "image")))
        .for("key share");
      if (!image) return fail("not_found");
      const [before] = await tx
        .select({ mediaId: pageHeroImages.mediaId })
        .from(pageHeroImages)
        .where(eq(pageHeroImages.pageName, pageName))
        .for("update");
      await tx
        .insert(pageHeroImages)
        .values({ pageName, mediaId })
        .onConflictDoUpdate({
          target: pageHeroImages.pageName,
          set: { mediaId, updatedAt: new Date() },
        });
      const change = { action: "changed", subject: "hero picture", subjectId: pageName } as const;
      await recordChanges(tx, actor, [
        { ...change, before: before ?? null, after: { mediaId, name: image.name } },
      ]);
      return ok({ mediaId });
    };
    return changeContent(deps, work, () => ["layout"]);
  },
);

type Pair = { categoryId: string; mediaId: string };

/** Null when either is missing. */
async function assignCategoryImage(
  tx: Transaction,
  { categoryId, mediaId }: Pair,
): Promise<Change | null> {
  const [image] = await tx
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.id, mediaId), eq(media.type, "image")))
    .for("key share");
  const [category] = await tx
    .select({ name: productCategories.name })
    .from(productCategories)
    .where(eq(productCategories.id, categoryId))
    .for("key share");
  if (!image || !category) return null;
  const [before] = await tx
    .select({ mediaId: categoryImages.mediaId })
    .from(categoryImages)
    .where(eq(categoryImages.categoryId, categoryId))
    .for("update");
  const updatedAt = new Date();
  await tx
    .insert(categoryImages)
    .values({ categoryId, mediaId })
    .onConflictDoUpdate({ target: categoryImages.categoryId, set: { mediaId, updatedAt } });
  const after = { category: category.name, mediaId, name: image.name };
  const change = { action: "changed", subject: "category picture", subjectId: categoryId } as const;
  return { ...change, before: before ? { category: category.name, ...before } : null, after };
}

/** Sets a category's image from the next request (decision D8). */
export const setCategoryImage = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin } & Pair,
  ): Promise<Result<{ mediaId: string }, "not_found">> => {
    const { actor, categoryId, mediaId } = input;
    if (!isId(categoryId) || !isId(mediaId)) return fail("not_found");
    const work = async (tx: Transaction): Promise<Result<{ mediaId: string }, "not_found">> => {
      const change = await assignCategoryImage(tx, { categoryId, mediaId });
      if (!change) return fail("not_found");
      await recordChanges(tx, actor, [change]);
      return ok({ mediaId });
    };
    return changeContent(deps, work, () => ["layout"]);
  },
);
