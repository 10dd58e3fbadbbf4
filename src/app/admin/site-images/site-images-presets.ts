import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { uploadPresetsSchema } from "#features/media/media-input.ts";
import { uploadPresets } from "#features/media/upload-presets.server.ts";
import type { Route } from "./+types/site-images-presets.ts";
import { readPreset } from "./read-preset.server.ts";

export function loader() {
  return onlyPost();
}

/** Gives four system categories their bundled pictures. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, uploadPresetsSchema);
  const actor = context.get(actorContext);
  const deps = { ...context.get(depsContext), readPreset };
  return writeResponse(asked && (await uploadPresets(deps, { actor })));
}
