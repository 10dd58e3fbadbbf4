import type { AppDeps } from "#app/web/context.ts";
import type { Actor } from "#features/identity/actor.ts";
import { setCategoryImage, setPageHero } from "#features/media/set-site-image.server.ts";
import type { UploadTarget } from "#features/media/site-images.ts";

/** A place of the site that shows a picture. */
export type SiteImageLocation = Exclude<UploadTarget, { kind: "library" }>;

/** Shows a picture of the library on a page or a category. */
export function showOnSite(
  deps: AppDeps,
  input: { actor: Actor; target: SiteImageLocation; mediaId: string },
) {
  const { actor, target, mediaId } = input;
  return target.kind === "hero"
    ? setPageHero(deps, { actor, mediaId, pageName: target.pageName })
    : setCategoryImage(deps, { actor, mediaId, categoryId: target.categoryId });
}
