import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { uploadPresetsSchema } from "#features/media/media-input.ts";
import { uploadPresets } from "#features/media/upload-presets.server.ts";
import type { Route } from "./+types/site-images-presets.ts";

/** The bytes of a bundled picture: the demo's pictures come with the shop, whether or not its catalogue was seeded. */
function readPreset(file: string): Promise<Uint8Array> {
  return readFile(join("demo", "images", file));
}

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
