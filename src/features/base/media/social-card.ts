export type SocialCard = {
  look: "product" | "house";
  house: string;
  eyebrow: string;
  title: string;
  /** A product's price or the shop's promise; "" for collections. */
  line: string;
  /** Two letters stand in place of a missing image. */
  monogram: string;
  cardImage: { id: string; focalX: number; focalY: number } | null;
};

/** Messengers show this size large. */
export const SOCIAL_CARD_SIZE = { width: 1200, height: 630 } as const;

/** Other keys are a product's id or a collection's key. */
export const HOUSE_CARD = "house";

const COLLECTION_KEY = "collection-";

export function collectionCardKey(slug: string): string {
  return COLLECTION_KEY + slug;
}

/** Returns a collection key's slug, or null. */
export function collectionOfCardKey(key: string): string | null {
  return key.startsWith(COLLECTION_KEY) ? key.slice(COLLECTION_KEY.length) : null;
}
