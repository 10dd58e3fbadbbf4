import { z } from "zod";
import { showOnSite } from "#app/admin/catalog/site-images/site-images-actions.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { readFormData } from "#app/web/form.server.ts";
import { readFields } from "#app/web/form-fields.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { orStorageAway } from "#app/web/storage-away.ts";
import { isId } from "#core/ids.ts";
import { finishUpload } from "#features/base/media/finish-upload.server.ts";
import { mediaCategoryOf, readUploadTarget } from "#features/base/media/site-images.ts";
import type { UploadFailure } from "#features/base/media/upload-rules.ts";
import { uploadFailureMessage } from "#features/base/media/upload-rules.ts";
import { isFullDisk } from "#platform/storage-fault.ts";
import type { Route } from "./+types/finish-upload.ts";

export type FinishUploadResult =
  | { ok: true; id: string; name: string }
  | {
      ok: false;
      failure: UploadFailure | "no_target" | "storage_away" | "disk_full";
      text: string;
    };

const NO_TARGET = {
  ok: false,
  failure: "no_target",
  text: "The image is in the media library, but its intended use no longer exists",
} as const satisfies FinishUploadResult;

const STORAGE_AWAY = {
  ok: false,
  failure: "storage_away",
  text: "The file storage does not respond. The file has arrived and is stored here for a day: it goes on by itself",
} as const satisfies FinishUploadResult;

const DISK_FULL = {
  ok: false,
  failure: "disk_full",
  text: "The disk of the shop is full. The file has arrived and is stored here for a day: it goes on by itself when there is room",
} as const satisfies FinishUploadResult;

/** Adds a complete upload to the library and shows it at its target. Idempotent, for retries. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  try {
    return await orStorageAway(() => finish(args), STORAGE_AWAY);
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    args.context.get(depsContext).logger.error({ err: error }, "media: the disk is full");
    return Response.json(DISK_FULL, { status: 503 });
  }
}

async function finish({ request, context, params }: Route.ActionArgs): Promise<Response> {
  if (!isId(params.id)) return new Response("Not Found", { status: 404 });
  const form = await readFormData(request);
  const { target: submitted } = readFields(form, z.object({ target: z.string().catch("library") }));
  const target = readUploadTarget(submitted);
  if (!target) return Response.json(NO_TARGET, { status: 422 });
  const kinds = target.kind === "library" ? "images and videos" : "images";
  const actor = context.get(actorContext);
  const ingested = await finishUpload(context.get(depsContext), {
    actor,
    uploadId: params.id,
    kinds,
    mediaCategory: mediaCategoryOf(target),
  });
  if (!ingested.ok) {
    if (ingested.error === "forbidden") return refuse();
    const failure = ingested.error;
    const result: FinishUploadResult = {
      ok: false,
      failure,
      text: uploadFailureMessage(failure, { kinds }),
    };
    return Response.json(result, { status: 422 });
  }
  const { id, name } = ingested.value;
  const deps = context.get(depsContext);
  const shown =
    target.kind === "library" || (await showOnSite(deps, { actor, target, mediaId: id })).ok;
  const outcome: FinishUploadResult = shown ? { ok: true, id, name } : NO_TARGET;
  return Response.json(outcome, { status: shown ? 200 : 422 });
}
