/** Addresses of the eight collection pages (specification 2); mens-accessories and accessories show the same screen. */
export const COLLECTION_SLUGS = [
  "business-attire",
  "evening-elegance",
  "casual-luxury",
  "lounge-wear",
  "seasonal-selection",
  "mens-accessories",
  "womens-accessories",
  "accessories",
] as const;

/** The last part of a collection page's address. */
export type CollectionSlug = (typeof COLLECTION_SLUGS)[number];

/** A storefront page that selects products; `categoryName` is the category whose products are its own. */
export type Collection = {
  slug: CollectionSlug;
  title: string;
  categoryName: string;
  /** Words that a category's name may contain to belong here; empty where a rule of its own decides (accessories). */
  keywords: readonly string[];
  /** The screen's fixed gender, or null when it offers the Female/Male toggle. */
  fixedGender: "female" | "male" | null;
  introduction: string;
  emptyText: string;
};

const emptyCategory = "No products available in this category yet.";

const menAccessories = {
  title: "Men's Accessories",
  categoryName: "Men's Accessories",
  keywords: [],
  fixedGender: "male",
  introduction: "Ties, knots, leather and straw: the small things a suit is remembered by.",
  emptyText: "No men's accessories available yet. Check back soon for our latest collection.",
} as const;

/** The collections by address, with titles and keywords of specification 2 and 9. */
export const COLLECTIONS: Readonly<Record<CollectionSlug, Collection>> = {
  "business-attire": {
    slug: "business-attire",
    title: "Business Attire",
    categoryName: "Business Attire",
    keywords: ["business", "shirt", "suit", "blazer", "formal", "professional"],
    fixedGender: null,
    introduction:
      "Worsted, crepe and poplin, cut close and built to be worn on every day that matters.",
    emptyText: emptyCategory,
  },
  "evening-elegance": {
    slug: "evening-elegance",
    title: "Evening Elegance",
    categoryName: "Evening Elegance",
    keywords: ["evening", "dress", "formal", "elegant", "gown", "cocktail", "party"],
    fixedGender: null,
    introduction:
      "Satin, velvet and taffeta for the hours after dark, made to move and to be remembered.",
    emptyText: emptyCategory,
  },
  "casual-luxury": {
    slug: "casual-luxury",
    title: "Smart Casual",
    categoryName: "Smart Casual",
    keywords: ["casual", "smart", "comfortable", "everyday", "relaxed"],
    fixedGender: null,
    introduction: "Linen, twill and heavy jersey, at ease on the seawall and at the table.",
    emptyText: emptyCategory,
  },
  "lounge-wear": {
    slug: "lounge-wear",
    title: "Lounge Wear",
    categoryName: "Lounge Wear",
    keywords: ["lounge", "comfort", "relax", "home", "pajama", "sleepwear"],
    fixedGender: null,
    introduction: "Washed silk and soft cotton for slow mornings and long verandas.",
    emptyText: emptyCategory,
  },
  "seasonal-selection": {
    slug: "seasonal-selection",
    title: "Seasonal Selection",
    categoryName: "Seasonal Selection",
    keywords: [
      "seasonal",
      "collection",
      "limited",
      "special",
      "winter",
      "summer",
      "spring",
      "fall",
    ],
    fixedGender: null,
    introduction: "Rain, harvest, cricket and carnival: a few pieces for the season at hand.",
    emptyText: emptyCategory,
  },
  "mens-accessories": { slug: "mens-accessories", ...menAccessories },
  "womens-accessories": {
    slug: "womens-accessories",
    title: "Women's Accessories",
    categoryName: "Women's Accessories",
    keywords: [],
    fixedGender: "female",
    introduction: "Printed silk, filigree and soft leather, finished by hand.",
    emptyText: emptyCategory,
  },
  accessories: { slug: "accessories", ...menAccessories },
};

/** Whether a text from an address names a collection. */
export function isCollectionSlug(text: string | undefined): text is CollectionSlug {
  return COLLECTION_SLUGS.some((slug) => slug === text);
}

const ownCategories = new Set(
  Object.values(COLLECTIONS).map((collection) => collection.categoryName.toLowerCase()),
);

/** "women" contains "men", so it is taken out before the men's rule looks (specification 9, decision S14). */
function matchesAccessories(gender: "female" | "male", name: string): boolean {
  if (!name.includes("accessori")) return false;
  return gender === "female"
    ? name.includes("women")
    : name.replaceAll("women", "").includes("men");
}

/**
 * Whether products of the named category belong to a collection (decision S14): a category that is some collection's own
 * belongs there and nowhere else; any other goes by the keywords of specification 9, in any case, and may belong to several.
 */
export function collectionHolds(collection: Collection, categoryName: string): boolean {
  const name = categoryName.trim().toLowerCase();
  if (ownCategories.has(name)) return name === collection.categoryName.toLowerCase();
  if (collection.fixedGender) return matchesAccessories(collection.fixedGender, name);
  return collection.keywords.some((keyword) => name.includes(keyword));
}

/** Where a product of the named category lives: the first collection that holds it, or null (the breadcrumb of a product page). */
export function collectionPathOf(categoryName: string): string | null {
  const home = COLLECTION_SLUGS.find((slug) => collectionHolds(COLLECTIONS[slug], categoryName));
  return home ? `/collections/${home}` : null;
}

/** Products shown in place of an empty collection (specification 9: the first 8 of the gender). */
export const FALLBACK_COUNT = 8;
