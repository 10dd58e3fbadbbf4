import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SubjectActions } from "#app/web/admin-action.server.ts";
import { adminAction } from "#app/web/admin-action.server.ts";
import { fail, ok } from "#core/result.ts";
import { setSiteImageInput, uploadPresetsInput } from "#features/media/media-input.ts";
import { uploadPresets } from "#features/media/set-site-image.server.ts";
import { readUploadTarget } from "#features/media/site-images.ts";
import { showOnSite } from "./show-on-site.server.ts";
import { presetMessage, SHOWN_MESSAGES, siteImageRefusal } from "./site-image-messages.ts";

/** The bytes of a bundled picture: the demo's pictures come with the shop, whether or not its catalogue was seeded. */
function readPreset(file: string): Promise<Uint8Array> {
  return readFile(join("demo", "images", file));
}

/** What the Site Images tab can do beside uploading. */
export const siteImagesActions: SubjectActions = {
  refusal: siteImageRefusal,
  actions: {
    "set-site-image": adminAction({
      schema: setSiteImageInput,
      async run({ target: text, mediaId }, { deps, actor }) {
        const target = readUploadTarget(text);
        if (!target || target.kind === "library") return fail("invalid");
        const shown = await showOnSite(deps, { actor, target, mediaId });
        return shown.ok ? ok(target.kind) : shown;
      },
      done: (kind) => ({
        notice: { kind: "success", title: "Image uploaded", description: SHOWN_MESSAGES[kind] },
      }),
    }),
    "upload-preset-images": adminAction({
      schema: uploadPresetsInput,
      run: (_, { deps, actor }) => uploadPresets({ ...deps, readPreset }, { actor }),
      done: (outcome) => ({ notice: presetMessage(outcome) }),
    }),
  },
};
