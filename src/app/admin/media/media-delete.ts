import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { deleteMedia } from "#features/media/delete-media.server.ts";
import { deleteMediaSchema } from "#features/media/media-input.ts";
import type { Route } from "./+types/media-delete.ts";

export function loader() {
  return onlyPost();
}

/** Deletes a media item. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, deleteMediaSchema);
  const actor = context.get(actorContext);
  return writeResponse(asked && (await deleteMedia(context.get(depsContext), { actor, ...asked })));
}
