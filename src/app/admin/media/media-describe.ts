import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { describeMedia } from "#features/media/describe-media.server.ts";
import { describeMediaSchema } from "#features/media/media-input.ts";
import type { Route } from "./+types/media-describe.ts";

export function loader() {
  return onlyPost();
}

/** Writes the alt text of a media item. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, describeMediaSchema);
  const actor = context.get(actorContext);
  return writeResponse(
    asked && (await describeMedia(context.get(depsContext), { actor, ...asked })),
  );
}
