/** The pages with an editable hero (specification 2 and 9), in the order of the selector. */
export const HERO_PAGES = [
  { pageName: "home", label: "Home", path: "/" },
  { pageName: "shop", label: "Shop", path: "/shop" },
  { pageName: "about", label: "About", path: "/about" },
  { pageName: "contact", label: "Contact", path: "/contact" },
  { pageName: "catalog", label: "Catalog", path: "/catalog" },
] as const;

export type OwnHeroPage = (typeof HERO_PAGES)[number]["pageName"];

export function findHeroPage(name: string | null): (typeof HERO_PAGES)[number] | null {
  return HERO_PAGES.find((page) => page.pageName === name) ?? null;
}

/** The categories with a bundled image in demo/images (specification 7). */
export const PRESET_IMAGES = [
  { categoryName: "Business Attire", file: "category-business-attire.webp" },
  { categoryName: "Evening Elegance", file: "category-evening-elegance.webp" },
  { categoryName: "Smart Casual", file: "category-smart-casual.webp" },
  { categoryName: "Seasonal Selection", file: "category-seasonal-selection.webp" },
] as const;

export type UploadTarget =
  | { kind: "library" }
  | { kind: "hero"; pageName: OwnHeroPage }
  | { kind: "category"; categoryId: string };

/** Reads a form's target: "library", "hero:shop", "category:{id}", or null. */
export function readUploadTarget(text: string): UploadTarget | null {
  if (text === "library") return { kind: "library" };
  const [kind, name = ""] = text.split(":", 2);
  if (kind === "category" && name !== "") return { kind, categoryId: name };
  const page = kind === "hero" ? findHeroPage(name) : null;
  return page && { kind: "hero", pageName: page.pageName };
}

export function uploadTargetText(target: UploadTarget): string {
  if (target.kind === "library") return "library";
  return target.kind === "hero" ? `hero:${target.pageName}` : `category:${target.categoryId}`;
}

/** Names an upload's media_category: 'general' in the library (specification 3), else the folder (7). */
export function mediaCategoryOf(target: UploadTarget): string {
  return { library: "general", hero: "hero-images", category: "category-images" }[target.kind];
}
