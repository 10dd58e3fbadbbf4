import { and, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { media, pageHeroImages } from "#db/schema/media.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { findHeroPage } from "./site-images.ts";

/**
 * Shows a picture of the library as a page's hero, from the next request on (decision D8). The picture it replaces stays in the
 * library; a film or an unknown picture changes nothing.
 */
export async function setPageHero(
  deps: { db: Database; content: CacheInvalidation },
  input: { actor: Actor; pageName: string; mediaId: string },
): Promise<Result<{ mediaId: string }, "forbidden" | "not_found">> {
  const { actor, mediaId } = input;
  const page = findHeroPage(input.pageName);
  if (!isAdmin(actor)) return fail("forbidden");
  if (!page || !isId(mediaId)) return fail("not_found");
  const { pageName } = page;
  return changeContent(deps, async (tx) => {
    const [picture] = await tx
      .select({ name: media.name })
      .from(media)
      .where(and(eq(media.id, mediaId), eq(media.type, "image")))
      .for("key share");
    if (!picture) return fail("not_found");
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
      { ...change, before: before ?? null, after: { mediaId, name: picture.name } },
    ]);
    return ok({ mediaId });
  });
}
