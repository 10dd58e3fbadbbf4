import type { GARMENT_TYPES } from "#features/catalog/admin/product-form.ts";
import type { Gender } from "#features/catalog/product.ts";

/** What a foreign file tells of a product in its own words. */
export type SourceProductText = { type: string; tags: string; title: string };

type GarmentType = (typeof GARMENT_TYPES)[number];

const GENDER_WORDS = {
  female: /\b(?:wom[ae]n'?s?|lad(?:y|ies)'?s?|female|girls?)\b/i,
  male: /\b(?:m[ae]n'?s?|gentlem[ae]n'?s?|male|boys?)\b/i,
};

/** Who a piece is probably for; null when nothing says so. Both at once is unisex. */
export function guessGender({ type, tags, title }: SourceProductText): Gender | null {
  for (const text of [tags, type, title]) {
    if (/\bunisex\b/i.test(text)) return "unisex";
    const [female, male] = [GENDER_WORDS.female.test(text), GENDER_WORDS.male.test(text)];
    if (female && male) return "unisex";
    if (female) return "female";
    if (male) return "male";
  }
  return null;
}

/** Words that name a garment; the last one in a title says what it is: a "shirt dress" is a dress. */
const GARMENT_WORDS: readonly [GarmentType, RegExp][] = [
  ["suit", /\b(?:suits?|tuxedos?)\b/gi],
  ["dress", /\b(?:dress(?:es)?|gowns?|kaftans?|jumpsuits?)\b/gi],
  ["outerwear", /\b(?:coats?|overcoats?|parkas?|trench(?:es)?|capes?|outerwear)\b/gi],
  ["jacket", /\b(?:jackets?|blazers?|waistcoats?|vests?)\b/gi],
  ["pants", /\b(?:pants?|trousers?|jeans|chinos?|shorts|leggings)\b/gi],
  ["shirt", /\b(?:shirts?|blouses?)\b/gi],
  ["skirt", /\bskirts?\b/gi],
  [
    "top",
    /\b(?:tops?|tees?|t-shirts?|tanks?|sweaters?|jumpers?|pullovers?|hoodies?|cardigans?|polos?)\b/gi,
  ],
  ["loungewear", /\b(?:robes?|pyjamas?|pajamas?|loungewear)\b/gi],
  [
    "accessory",
    /\b(?:bags?|belts?|scar(?:f|ves)|hats?|caps?|ties?|jewell?e?ry|necklaces?|earrings?|bracelets?|rings?|watch(?:es)?|gloves?|shoes?|sneakers?|high[- ]tops?|boots?|sandals?|wallets?|sunglasses|accessor(?:y|ies))\b/gi,
  ],
];

/** What a piece probably is; null when no word says so. */
export function guessGarmentType({ type, tags, title }: SourceProductText): GarmentType | null {
  for (const text of [type, title, tags]) {
    const ends = GARMENT_WORDS.flatMap(([garment, words]) =>
      [...text.matchAll(words)].map((match) => ({
        garment,
        end: match.index + match[0].length,
        length: match[0].length,
      })),
    );
    // "High tops" are shoes: of two words that end together the longer one counts.
    const [last] = ends.sort((a, b) => b.end - a.end || b.length - a.length);
    if (last) return last.garment;
  }
  return null;
}

/** The category that a type or tag names, else the accessories of a gender; null when the file tells none. */
export function guessCategory(
  told: SourceProductText,
  piece: { gender: Gender; garmentType: string },
  categories: readonly string[],
): string | null {
  const named = [told.type, ...told.tags.split(",")].map((each) => each.trim().toLowerCase());
  const match = categories.find((name) => named.includes(name.toLowerCase()));
  if (match) return match;
  if (piece.garmentType !== "accessory") return null;
  return piece.gender === "male" ? "Men's Accessories" : "Women's Accessories";
}
