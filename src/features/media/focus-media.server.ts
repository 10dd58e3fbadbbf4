import { and, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { media } from "#db/schema/media.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { focalShare } from "./media-item.ts";

/** A point of a picture, 0 to 1 from the left and the top. */
export type FocalPoint = { x: number; y: number };

/** Sets the point of a picture that every crop in the shop keeps in view; gives back the point before, for Undo. */
export async function focusMedia(
  deps: { db: Database; content: CacheInvalidation },
  input: { actor: Actor; id: string } & FocalPoint,
): Promise<Result<{ before: FocalPoint; after: FocalPoint }, "forbidden" | "not_found">> {
  const { actor, id } = input;
  if (!isAdmin(actor)) return fail("forbidden");
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
}
