/** The collections have these slugs (specification 2). mens-accessories and accessories show the same page. */
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

export type CollectionSlug = (typeof COLLECTION_SLUGS)[number];

/** `categoryName` is the page's own category. */
export type Collection = {
  slug: CollectionSlug;
  title: string;
  categoryName: string;
  /** Parts of category names; empty where `matchesAccessories` decides. */
  keywords: readonly string[];
  /** Null when the page has the Female/Male toggle. */
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

/** Each collection has its title, text and categories (specification 2 and 9). */
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

/** The text is from a URL. */
export function isCollectionSlug(text: string | undefined): text is CollectionSlug {
  return COLLECTION_SLUGS.some((slug) => slug === text);
}

const ownCategories = new Set(
  Object.values(COLLECTIONS).map((collection) => collection.categoryName.toLowerCase()),
);

/** "women" contains "men" (specification 9, decision S14). */
function matchesAccessories(gender: "female" | "male", name: string): boolean {
  if (!name.includes("accessori")) return false;
  return gender === "female"
    ? name.includes("women")
    : name.replaceAll("women", "").includes("men");
}

/**
 * Whether a category belongs to a collection (decision S14): a collection's own only there; others by keyword
 * (specification 9), possibly several times.
 */
export function collectionHolds(collection: Collection, categoryName: string): boolean {
  const name = categoryName.trim().toLowerCase();
  if (ownCategories.has(name)) return name === collection.categoryName.toLowerCase();
  if (collection.fixedGender) return matchesAccessories(collection.fixedGender, name);
  return collection.keywords.some((keyword) => name.includes(keyword));
}

/**
 * Chooses a category's page: the collection of its name, else a custom category's, else the first collection holding
 * it, else null.
 */
export function categoryPath(category: { name: string; slug: string | null }): string | null {
  const name = category.name.trim().toLowerCase();
  const own = COLLECTION_SLUGS.find(
    (slug) => COLLECTIONS[slug].categoryName.toLowerCase() === name,
  );
  if (own) return `/collections/${own}`;
  return category.slug ? `/collections/${category.slug}` : collectionPathOf(category.name);
}

function collectionPathOf(categoryName: string): string | null {
  const home = COLLECTION_SLUGS.find((slug) => collectionHolds(COLLECTIONS[slug], categoryName));
  return home ? `/collections/${home}` : null;
}

/** A collection without products shows this many others (specification 9). */
export const FALLBACK_COUNT = 8;
