import { eq } from "drizzle-orm";
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
import { cleanAltText } from "./media-item.ts";

/** Writes what a media item shows, for those who do not see it; gives back the words that stood there before, for Undo. */
export async function describeMedia(
  deps: { db: Database; content: CacheInvalidation },
  input: { actor: Actor; id: string; altText: string },
): Promise<Result<{ before: string; after: string }, "forbidden" | "not_found">> {
  const { actor, id } = input;
  if (!isAdmin(actor)) return fail("forbidden");
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
      const change = { action: "described", subject: "media", subjectId: id, before: row } as const;
      await recordChanges(tx, actor, [{ ...change, after: { ...row, altText } }]);
    }
    return ok({ before: row.altText, after: altText });
  });
}
