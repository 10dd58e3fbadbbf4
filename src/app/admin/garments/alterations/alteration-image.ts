import { data } from "react-router";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuseWithoutAtelier } from "#app/web/require-admin.server.ts";
import { orStorageAway } from "#app/web/storage-away.ts";
import { openImageAsStaff } from "#features/garments/alterations/fit-images.server.ts";
import type { Route } from "./+types/alteration-image.ts";

/** A customer's photo, for the atelier alone; no cache between stores it. */
export function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  return orStorageAway(async () => {
    const read = await openImageAsStaff(context.get(depsContext), {
      actor: context.get(actorContext),
      imageId: params.image,
    });
    if (!read.ok) {
      if (read.error === "forbidden") return refuseWithoutAtelier();
      throw data(null, { status: 404 });
    }
    return new Response(new Uint8Array(read.value), {
      headers: { ...PRIVATE, "content-type": "image/webp" },
    });
  });
}
