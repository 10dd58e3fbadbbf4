import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { setSiteImageSchema } from "#features/media/media-input.ts";
import { readUploadTarget } from "#features/media/site-images.ts";
import type { Route } from "./+types/site-images-set.ts";
import { showOnSite } from "./show-on-site.server.ts";

export function loader() {
  return onlyPost();
}

/** Shows a picture of the library on a page or a category. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, setSiteImageSchema);
  const target = asked && readUploadTarget(asked.target);
  if (!target || target.kind === "library") return writeResponse(null);
  const actor = context.get(actorContext);
  const { mediaId } = asked;
  return writeResponse(await showOnSite(context.get(depsContext), { actor, target, mediaId }));
}
