import { z } from "zod";
import type { ImageResult } from "#app/components/production/image-queue.browser.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { readFormData } from "#app/web/form.server.ts";
import { buttonText, readFields } from "#app/web/form-fields.ts";
import { addGarmentImage } from "#features/garments/production/garment-images.server.ts";
import { imageMessages } from "#features/garments/production/image-messages.ts";
import type { Route } from "./+types/image-sync.ts";

const IMAGE_FIELD = "photo";

const sentFields = z.object({
  [IMAGE_FIELD]: z.instanceof(File).nullable().catch(null),
  caption: buttonText,
  deviceEventId: z.uuid().nullable().catch(null),
  happenedAt: z.iso.datetime().nullable().catch(null),
});

const respond = (result: ImageResult, status: number) =>
  Response.json(result, { status, headers: PRIVATE });

/** Requires a device that sends a photo. */
export function loader() {
  return Response.json({ error: { code: "method" } }, { status: 405, headers: PRIVATE });
}

/** Stores one photo that a tablet took, perhaps without a network; sending it again adds nothing. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const fields = readFields(await readFormData(request), sentFields);
  const { [IMAGE_FIELD]: image, caption, deviceEventId, happenedAt } = fields;
  const added = await addGarmentImage(deps, {
    actor: context.get(actorContext),
    garmentId: params.id,
    caption,
    deviceEventId,
    happenedAt: happenedAt === null ? null : new Date(happenedAt),
    bytes: image && new Uint8Array(await image.arrayBuffer()),
  });
  if (added.ok) return respond({ ok: true }, 200);
  switch (added.error) {
    case "forbidden":
      return respond({ ok: false, message: "Please sign in again." }, 401);
    case "not_found":
      return respond({ ok: false, message: "This garment is not there any more." }, 404);
    default:
      return respond({ ok: false, message: imageMessages[added.error] }, 422);
  }
}
