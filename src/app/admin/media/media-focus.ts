import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { focusMedia } from "#features/media/focus-media.server.ts";
import { focusMediaSchema } from "#features/media/media-input.ts";
import type { Route } from "./+types/media-focus.ts";

export function loader() {
  return onlyPost();
}

/** Sets the focal point of a picture. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, focusMediaSchema);
  const actor = context.get(actorContext);
  return writeResponse(asked && (await focusMedia(context.get(depsContext), { actor, ...asked })));
}
