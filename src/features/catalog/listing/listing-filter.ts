import type { Gender } from "../product.ts";

/** What a shopper can choose in the shop's filter (specification 2). */
export type ShopGender = "all" | "female" | "male";

/** Reads the shop's filter from an address; anything unknown is All. */
export function parseShopGender(text: string | null): ShopGender {
  return text === "female" || text === "male" ? text : "all";
}

/** Reads a collection's Female/Male toggle from an address; female is the default (specification 9). */
export function parseToggleGender(text: string | null): "female" | "male" {
  return text === "male" ? "male" : "female";
}

/** The genders a choice shows: the chosen one and unisex; null when everything is shown (specification 7). */
export function gendersShown(choice: ShopGender): readonly Gender[] | null {
  return choice === "all" ? null : [choice, "unisex"];
}

/** The six filters of the catalog and the garment type each stands for (specification 2, decision S4). */
export const CATALOG_FILTERS = [
  { slug: "suits", label: "Suits", garmentType: "suit" },
  { slug: "dresses", label: "Dresses", garmentType: "dress" },
  { slug: "outerwear", label: "Outerwear", garmentType: "outerwear" },
  { slug: "jackets", label: "Jackets", garmentType: "jacket" },
  { slug: "pants", label: "Pants", garmentType: "pants" },
  { slug: "shirts", label: "Shirts", garmentType: "shirt" },
] as const;

/** A catalog filter in an address; `null` is All. */
export type CatalogFilter = (typeof CATALOG_FILTERS)[number]["slug"] | null;

/** Reads the catalog's filter from an address; anything unknown is All. */
export function parseCatalogFilter(text: string | null): CatalogFilter {
  return CATALOG_FILTERS.find((filter) => filter.slug === text)?.slug ?? null;
}

/** The garment types a catalog filter shows; All shows those of the six filters (decision S4). */
export function garmentTypesShown(filter: CatalogFilter): readonly string[] {
  return CATALOG_FILTERS.filter((entry) => filter === null || entry.slug === filter).map(
    (entry) => entry.garmentType,
  );
}

/** The catalog's word for a garment type ("Suits"), or null when no filter stands for it. */
export function garmentTypeLabel(garmentType: string): string | null {
  return CATALOG_FILTERS.find((filter) => filter.garmentType === garmentType)?.label ?? null;
}
