import { data } from "react-router";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { orStorageAway } from "#app/web/storage-away.ts";
import { readGarmentImage } from "#features/garments/production/garment-images.server.ts";
import type { Route } from "./+types/image.ts";

/** A photo of the work, for admins alone; no cache between stores it. */
export function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  return orStorageAway(async () => {
    const read = await readGarmentImage(context.get(depsContext), {
      actor: context.get(actorContext),
      garmentId: params.id,
      imageId: params.photo,
    });
    if (!read.ok) {
      if (read.error === "forbidden") return refuse();
      throw data(null, { status: 404 });
    }
    return new Response(new Uint8Array(read.value), {
      headers: { ...PRIVATE, "content-type": "image/webp" },
    });
  });
}
