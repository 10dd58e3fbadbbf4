import { and, eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { productCategories } from "#db/schema/catalog.server.ts";
import { media } from "#db/schema/media.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { FileStore } from "#platform/files.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import { ingestImage } from "./ingest-image.server.ts";
import { assignCategoryImage } from "./set-category-image.server.ts";
import { PRESET_IMAGES } from "./site-images.ts";

type Deps = {
  db: Database;
  content: CacheInvalidation;
  files: FileStore;
  jobs: JobQueue;
  /** The bytes of a bundled picture. */
  readPreset(file: string): Promise<Uint8Array>;
};

/** How the presets went: categories that have theirs now, and those that failed with the reason. */
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

/** The preset in the library: the one taken in before, so that pressing the button again makes no second copy. */
async function findOrTakeIn(deps: Deps, file: string): Promise<string | null> {
  const [kept] = await deps.db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.mediaCategory, PRESET), eq(media.name, file)))
    .limit(1);
  if (kept) return kept.id;
  const taken = await ingestImage(deps, {
    name: file,
    bytes: await deps.readPreset(file),
    mediaCategory: PRESET,
  });
  return taken.ok ? taken.value.id : null;
}

async function linkPreset(
  deps: Deps,
  actor: Extract<Actor, { role: "admin" }>,
  { categoryName, file }: (typeof PRESET_IMAGES)[number],
): Promise<string | null> {
  const categoryId = await findCategory(deps.db, categoryName);
  if (!categoryId) return "Category not found";
  const mediaId = await findOrTakeIn(deps, file);
  if (!mediaId) return "Failed to upload image";
  const linked = await changeContent(deps, async (tx) => {
    const change = await assignCategoryImage(tx, { categoryId, mediaId });
    if (!change) return fail("Category not found");
    await recordChanges(tx, actor, [change]);
    return ok(null);
  });
  return linked.ok ? null : linked.error;
}

/** Gives the four system categories of specification 7 their bundled pictures; one that fails does not hold up the others. */
export async function uploadPresets(
  deps: Deps,
  input: { actor: Actor },
): Promise<Result<PresetOutcome, "forbidden">> {
  const { actor } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const done: string[] = [];
  const failed: { categoryName: string; reason: string }[] = [];
  for (const preset of PRESET_IMAGES) {
    const { categoryName } = preset;
    const reason = await linkPreset(deps, actor, preset);
    if (reason) failed.push({ categoryName, reason });
    else done.push(categoryName);
  }
  return ok({ done, failed });
}
