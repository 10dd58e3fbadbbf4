import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AppDeps } from "#app/context.ts";
import type { Actor } from "#features/identity/actor.ts";
import { setCategoryPicture } from "#features/media/set-category-picture.server.ts";
import { setPageHero } from "#features/media/set-page-hero.server.ts";
import { readUploadTarget } from "#features/media/site-images.ts";
import { uploadPresets } from "#features/media/upload-presets.server.ts";
import type { SiteImageAnswer } from "./site-image-answer.ts";
import { presetAnswer, shownAnswer } from "./site-image-answer.ts";

type Change = { deps: AppDeps; actor: Actor; form: FormData };

/** The demo's pictures come with the shop, whether or not its catalogue was seeded. */
const readPreset = (file: string) => readFile(join("demo", "images", file));

async function choose({ deps, actor, form }: Change): Promise<SiteImageAnswer | "forbidden"> {
  const target = readUploadTarget(String(form.get("target") ?? ""));
  const mediaId = String(form.get("mediaId") ?? "");
  if (!target || target.kind === "library") return shownAnswer(null);
  const shown =
    target.kind === "hero"
      ? await setPageHero(deps, { actor, mediaId, pageName: target.pageName })
      : await setCategoryPicture(deps, { actor, mediaId, categoryId: target.categoryId });
  if (!shown.ok && shown.error === "forbidden") return "forbidden";
  return shownAnswer(shown.ok ? target.kind : null);
}

async function takePresets({ deps, actor }: Change): Promise<SiteImageAnswer | "forbidden"> {
  try {
    const outcome = await uploadPresets({ ...deps, readPreset }, { actor });
    return outcome.ok ? presetAnswer(outcome.value) : "forbidden";
  } catch (error) {
    deps.logger.error({ err: error }, "media: presets failed");
    return {
      ok: false,
      title: "Upload failed",
      words: "An error occurred while uploading preset images",
    };
  }
}

/** Carries out what a form of Site Images asks for. */
export async function changeSiteImage(change: Change): Promise<SiteImageAnswer | "forbidden"> {
  return change.form.get("intent") === "presets" ? takePresets(change) : choose(change);
}
