export type SocialCard = {
  look: "piece" | "house";
  /** The shop's name. */
  house: string;
  /** Above the title. */
  eyebrow: string;
  title: string;
  /** A product's price or the shop's promise; "" for a collection. */
  line: string;
  /** Two letters in place of a missing image. */
  monogram: string;
  picture: { id: string; focalX: number; focalY: number } | null;
};

/** The size that messengers show large. */
export const SOCIAL_CARD_SIZE = { width: 1200, height: 630 } as const;

/** The key of the shop's own card; others are a product's id or a collection's key. */
export const HOUSE_CARD = "house";

const COLLECTION_KEY = "collection-";

/** The key of a collection's card. */
export function collectionCardKey(slug: string): string {
  return COLLECTION_KEY + slug;
}

/** The slug in a collection's key; null for other keys. */
export function collectionOfCardKey(key: string): string | null {
  return key.startsWith(COLLECTION_KEY) ? key.slice(COLLECTION_KEY.length) : null;
}
