import { and, eq, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation, ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { media, mediaDeletions } from "#db/schema/media.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { MediaRow } from "./ingest-image.server.ts";
import { cleanAltText, focalShare } from "./media-item.ts";
import { findMediaUses } from "./media-queries.server.ts";

type Deps = { db: Database; content: CacheInvalidation; jobs: JobQueue };
type Input = { actor: Admin; id: string; replaceWith?: string | null };

type DeleteFailure = "not_found" | "no_replacement" | "in_use";

async function replaceEverywhere(tx: Transaction, id: string, by: string): Promise<void> {
  for (const table of [sql`product_images`, sql`option_choices`]) {
    await tx.execute(sql`update ${table} set media_id = ${by} where media_id = ${id}`);
  }
  for (const table of [sql`category_images`, sql`page_hero_images`, sql`cloths`, sql`makers`]) {
    await tx.execute(
      sql`update ${table} set media_id = ${by}, updated_at = now() where media_id = ${id}`,
    );
  }
  await tx.execute(sql`
    update site_settings set setting_value = regexp_replace(setting_value::text, ${id}::text, ${by}::text, 'gi')::jsonb,
           version = version + 1
     where strpos(lower(setting_value::text), lower(${id}::text)) > 0`);
}

async function findReplacement(tx: Transaction, input: Input): Promise<string | null> {
  const { replaceWith, id } = input;
  if (!replaceWith || !isId(replaceWith) || replaceWith === id) return null;
  const [row] = await tx.select({ type: media.type }).from(media).where(eq(media.id, replaceWith));
  return row?.type === "image" ? replaceWith : null;
}

/** The image leaves deleted products and old orders' lines. */
async function letGoOfThePast(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`delete from product_images where media_id = ${id}`);
  await tx.execute(sql`update order_items set media_id = null where media_id = ${id}`);
}

async function deleteRow(tx: Transaction, input: Input): Promise<Result<MediaRow, DeleteFailure>> {
  const { actor, id } = input;
  const [row] = await tx.select().from(media).where(eq(media.id, id)).for("update");
  if (!row) return fail("not_found");
  const uses = (await findMediaUses(tx, [id])).get(id) ?? [];
  const by = await findReplacement(tx, input);
  if (input.replaceWith && !by) return fail("no_replacement");
  if (uses.length > 0 && !by) return fail("in_use");
  if (by) await replaceEverywhere(tx, id, by);
  await letGoOfThePast(tx, id);
  await tx.delete(media).where(eq(media.id, id));
  const { storageKey, type, width } = row;
  await tx.insert(mediaDeletions).values({ id, storageKey, type, width });
  const { storageKey: _file, createdAt: _created, updatedAt: _updated, ...stored } = row;
  const shownIn = uses.map(({ kind, label }) => `${kind}: ${label}`);
  const before = { ...stored, shownIn };
  const change = { action: "deleted", subject: "media", subjectId: id, before } as const;
  await recordChanges(tx, actor, [{ ...change, after: by ? { replacedWith: by } : null }]);
  return ok(row);
}

/**
 * Deletes a media item: no process serves it after the commit; a job removes its files. One in use needs a
 * replacement, applied in the transaction.
 */
export const deleteMedia = asAdmin(
  async (deps: Deps, input: Input): Promise<Result<{ name: string }, DeleteFailure>> => {
    if (!isId(input.id)) return fail("not_found");
    const deleted = await changeContent(deps, async (tx) => {
      const done = await deleteRow(tx, input);
      if (done.ok) await deps.jobs.send("delete-files", {}, tx);
      return done;
    });
    return deleted.ok ? ok({ name: deleted.value.name }) : deleted;
  },
);

/** Sets alt text; returns the previous for Undo. */
export const describeMedia = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; id: string; altText: string },
  ): Promise<Result<{ before: string; after: string }, "not_found">> => {
    const { actor, id } = input;
    if (!isId(id)) return fail("not_found");
    const altText = cleanAltText(input.altText);
    return changeContent(deps, async (tx) => {
      const [row] = await tx
        .select({ name: media.name, altText: media.altText })
        .from(media)
        .where(eq(media.id, id))
        .for("update");
      if (!row) return fail("not_found");
      if (row.altText !== altText) {
        await tx.update(media).set({ altText }).where(eq(media.id, id));
        const change = {
          action: "described",
          subject: "media",
          subjectId: id,
          before: row,
        } as const;
        await recordChanges(tx, actor, [{ ...change, after: { ...row, altText } }]);
      }
      return ok({ before: row.altText, after: altText });
    });
  },
);

type FocalPoint = { x: number; y: number };

/** Sets a focal point, 0 to 1 from left and top; returns the previous for Undo. */
export const focusMedia = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; id: string } & FocalPoint,
  ): Promise<Result<{ before: FocalPoint; after: FocalPoint }, "not_found">> => {
    const { actor, id } = input;
    if (!isId(id)) return fail("not_found");
    const after = { x: focalShare(input.x), y: focalShare(input.y) };
    return changeContent(deps, async (tx) => {
      const [row] = await tx
        .select({ name: media.name, focalX: media.focalX, focalY: media.focalY })
        .from(media)
        .where(and(eq(media.id, id), eq(media.type, "image")))
        .for("update");
      if (!row) return fail("not_found");
      const next = { name: row.name, focalX: after.x, focalY: after.y };
      await tx.update(media).set({ focalX: after.x, focalY: after.y }).where(eq(media.id, id));
      await recordChanges(tx, actor, [
        { action: "focused", subject: "media", subjectId: id, before: row, after: next },
      ]);
      return ok({ before: { x: focalShare(row.focalX), y: focalShare(row.focalY) }, after });
    });
  },
);
