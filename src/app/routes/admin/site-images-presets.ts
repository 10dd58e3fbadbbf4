import { answerWrite, onlyPost, readWrite } from "#app/admin/answer-write.server.ts";
import { readPreset } from "#app/admin/site-images/read-preset.server.ts";
import { actorContext, depsContext } from "#app/context.ts";
import { uploadPresetsSchema } from "#features/media/media-input.ts";
import { uploadPresets } from "#features/media/upload-presets.server.ts";
import type { Route } from "./+types/site-images-presets.ts";

export function loader() {
  return onlyPost();
}

/** Gives four system categories their bundled pictures. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, uploadPresetsSchema);
  const actor = context.get(actorContext);
  const deps = { ...context.get(depsContext), readPreset };
  return answerWrite(asked && (await uploadPresets(deps, { actor })));
}
