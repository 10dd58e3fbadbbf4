import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  COLLECTION_SLUGS,
  COLLECTIONS,
  categoryPath,
  collectionHolds,
  isCollectionSlug,
} from "./collection.ts";

const everyCollection = Object.values(COLLECTIONS);
const holders = (categoryName: string) =>
  COLLECTION_SLUGS.filter((slug) => collectionHolds(COLLECTIONS[slug], categoryName));
const scrambleCase = (text: string, upper: readonly boolean[]) =>
  [...text]
    .map((letter, at) => (upper[at % upper.length] ? letter.toUpperCase() : letter))
    .join("");

describe("collections", () => {
  // Specification 3.12
  it("have the eight pages of the specification, each with its title", () => {
    expect(COLLECTION_SLUGS.map((slug) => COLLECTIONS[slug].title)).toEqual([
      "Business Attire",
      "Evening Elegance",
      "Smart Casual",
      "Lounge Wear",
      "Seasonal Selection",
      "Men's Accessories",
      "Women's Accessories",
      "Men's Accessories",
    ]);
    expect(isCollectionSlug("casual-luxury")).toBe(true);
    expect(isCollectionSlug("toString")).toBe(false);
    expect(isCollectionSlug(undefined)).toBe(false);
  });

  it.each([
    ["business-attire", "business, shirt, suit, blazer, formal, professional"],
    ["evening-elegance", "evening, dress, formal, elegant, gown, cocktail, party"],
    ["casual-luxury", "casual, smart, comfortable, everyday, relaxed"],
    ["seasonal-selection", "seasonal, collection, limited, special, winter, summer, spring, fall"],
    ["lounge-wear", "lounge, comfort, relax, home, pajama, sleepwear"],
    // Specification 9.33, 9.34, 9.35, 9.36, 9.37
  ] as const)("match %s by the specification's keywords", (slug, keywords) => {
    expect(COLLECTIONS[slug].keywords.join(", ")).toBe(keywords);
  });

  // Specification 2.48, 2.49
  it("have the specification's messages when empty", () => {
    const men = "No men's accessories available yet. Check back soon for our latest collection.";
    expect(everyCollection).toHaveLength(8);
    for (const { fixedGender, emptyText } of everyCollection) {
      expect(emptyText).toBe(
        fixedGender === "male" ? men : "No products available in this category yet.",
      );
    }
  });

  it("list a collection's own category in that collection alone, whatever keywords its name contains", () => {
    expect(holders("Business Attire")).toEqual(["business-attire"]);
    expect(holders("Evening Elegance")).toEqual(["evening-elegance"]);
    expect(holders(" smart casual ")).toEqual(["casual-luxury"]);
    expect(holders("Women's Accessories")).toEqual(["womens-accessories"]);
    expect(holders("Men's Accessories")).toEqual(["mens-accessories", "accessories"]);
  });

  // Specification 9.33, 9.34, 9.35, 9.36, 9.37, 9.40
  it("list any other category in every collection with a keyword of its name, in any case", () => {
    const chosen = fc.constantFrom(
      ...everyCollection.flatMap((collection) =>
        collection.keywords.map((keyword) => ({ collection, keyword })),
      ),
    );
    fc.assert(
      fc.property(
        chosen,
        fc.string(),
        fc.string(),
        fc.array(fc.boolean(), { minLength: 1 }),
        (pick, before, after, upper) => {
          const name = scrambleCase(`${before}${pick.keyword}${after}`, upper);
          fc.pre(
            !everyCollection.some(
              (one) => one.categoryName.toLowerCase() === name.trim().toLowerCase(),
            ),
          );
          return collectionHolds(pick.collection, name);
        },
      ),
    );
  });

  // Specification 9.40
  it("list a category in both collections that share its keyword", () => {
    expect(holders("Formal Nights")).toEqual(["business-attire", "evening-elegance"]);
    expect(holders("Comfortable Linen")).toEqual(["casual-luxury", "lounge-wear"]);
  });

  // Specification 7.12, 9.38, 9.39
  it("never list women's accessories on the men's page", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("Women's ", "Women ", "WOMENS "),
        fc.constantFrom("silk ", "", "gold "),
        (who, what) => {
          expect(holders(`${who}${what}Accessories`)).not.toContain("mens-accessories");
          expect(holders(`${who}${what}Accessories`)).toContain("womens-accessories");
        },
      ),
    );
    expect(holders("Men's Leather Accessories")).toEqual(["mens-accessories", "accessories"]);
    expect(holders("Men's and Women's Accessories")).toEqual([
      "mens-accessories",
      "womens-accessories",
      "accessories",
    ]);
    expect(holders("Accessories")).toEqual([]);
  });

  // Specification 2.4
  it("are the same at mens-accessories and accessories for every category name", () => {
    fc.assert(
      fc.property(
        fc.string(),
        (name) =>
          collectionHolds(COLLECTIONS["mens-accessories"], name) ===
          collectionHolds(COLLECTIONS.accessories, name),
      ),
    );
  });

  it("link a product to its own collection, or to none", () => {
    const pathOf = (name: string, slug: string | null = null) => categoryPath({ name, slug });
    expect(pathOf("Smart Casual")).toBe("/collections/casual-luxury");
    expect(pathOf("Men's Accessories")).toBe("/collections/mens-accessories");
    expect(pathOf("Lounge Wear", "lounge-wear-1a2b3c")).toBe("/collections/lounge-wear");
    expect(pathOf("Silk Kaftans", "silk-kaftans")).toBe("/collections/silk-kaftans");
    expect(pathOf("Umbrellas")).toBeNull();
  });
});
