import { refuse } from "#app/web/require-admin.server.ts";
import type { CategoryCard, HeroCard } from "#features/media/media-queries.server.ts";
import { listCategoryCards, listHeroCards } from "#features/media/media-queries.server.ts";
import { findHeroPage } from "#features/media/site-images.ts";
import type { TabRequest } from "../dashboard/tab-request.server.ts";

/** What the Site Images tab shows; `categories` and `heroes` are null when they could not be loaded. */
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

/** Loads the Site Images tab: the categories' cards, or with part=heroes the pages' heroes. */
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
