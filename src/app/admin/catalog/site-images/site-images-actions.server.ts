import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TabRequest } from "#app/components/admin/tab-request.server.ts";
import type { SubjectActions } from "#app/web/admin-action.server.ts";
import { adminAction } from "#app/web/admin-action.server.ts";
import type { AppDeps } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { fail, ok } from "#core/result.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { setSiteImageInput, uploadPresetsInput } from "#features/base/media/media-input.ts";
import type { CategoryCard, HeroCard } from "#features/base/media/media-queries.server.ts";
import { listCategoryCards, listHeroCards } from "#features/base/media/media-queries.server.ts";
import {
  setCategoryImage,
  setPageHero,
  uploadPresets,
} from "#features/base/media/set-site-image.server.ts";
import type { UploadTarget } from "#features/base/media/site-images.ts";
import { findHeroPage, readUploadTarget } from "#features/base/media/site-images.ts";
import { presetMessage, SHOWN_MESSAGES, siteImageRefusal } from "./site-image-messages.ts";

/** Demo images are always part of the shop, seeded or not. */
function readPreset(file: string): Promise<Uint8Array> {
  return readFile(join("demo", "images", file));
}

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

/** `categories` and `heroes` are null when loading failed. */
export type SiteImagesContent =
  | { part: "categories"; categories: readonly CategoryCard[] | null }
  | { part: "heroes"; pageName: HeroCard["pageName"]; heroes: readonly HeroCard[] | null };

async function readOrNull<Value>({ deps }: TabRequest, read: () => Promise<Value>) {
  try {
    return await read();
  } catch (error) {
    deps.logger.error({ err: error }, "admin: site images not loaded");
    return null;
  }
}

/** Loads the category cards, or with part=heroes the page heroes. */
export async function loadSiteImages(request: TabRequest): Promise<SiteImagesContent> {
  const { deps, actor, params } = request;
  if (params.get("part") !== "heroes") {
    const cards = await readOrNull(request, () => listCategoryCards(deps.db, { actor }));
    if (cards && !cards.ok) return refuse();
    return { part: "categories", categories: cards?.value ?? null };
  }
  const pageName = findHeroPage(params.get("page"))?.pageName ?? "home";
  const heroes = await readOrNull(request, () => listHeroCards(deps.db, { actor }));
  if (heroes && !heroes.ok) return refuse();
  return { part: "heroes", pageName, heroes: heroes?.value ?? null };
}

export type SiteImageLocation = Exclude<UploadTarget, { kind: "library" }>;

export function showOnSite(
  deps: AppDeps,
  input: { actor: Actor; target: SiteImageLocation; mediaId: string },
) {
  const { actor, target, mediaId } = input;
  return target.kind === "hero"
    ? setPageHero(deps, { actor, mediaId, pageName: target.pageName })
    : setCategoryImage(deps, { actor, mediaId, categoryId: target.categoryId });
}
