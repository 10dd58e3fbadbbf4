/** What a shared link's picture shows: a piece or a collection beside its name, or the house's own scene beside its own. */
export type SocialCard = {
  look: "piece" | "house";
  /** The name of the house. */
  house: string;
  /** A word or two above the title. */
  eyebrow: string;
  title: string;
  /** The price of a piece, the promise of the house; nothing for a collection. */
  line: string;
  /** Two letters in place of a picture that is not there. */
  monogram: string;
  picture: { id: string; focalX: number; focalY: number } | null;
};

/** The size that every messenger shows large. */
export const SOCIAL_CARD_SIZE = { width: 1200, height: 630 } as const;

/** The key of the house's own card; the others have their product's id or a collection's key. */
export const HOUSE_CARD = "house";

const COLLECTION_KEY = "collection-";

/** The key of a collection's card. */
export function collectionCardKey(slug: string): string {
  return COLLECTION_KEY + slug;
}

/** The slug in a collection's key; null for every other key. */
export function collectionOfCardKey(key: string): string | null {
  return key.startsWith(COLLECTION_KEY) ? key.slice(COLLECTION_KEY.length) : null;
}
