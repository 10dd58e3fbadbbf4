/** What a shared link's picture shows: a piece beside its name and price, or the house's own scene under its name. */
export type SocialCard = {
  look: "piece" | "house";
  /** The name of the house. */
  house: string;
  /** A word or two above the title. */
  eyebrow: string;
  title: string;
  /** The price of a piece, the promise of the house. */
  line: string;
  /** Two letters in place of a picture that is not there. */
  monogram: string;
  picture: { id: string; focalX: number; focalY: number } | null;
};

/** The size that every messenger shows large. */
export const SOCIAL_CARD_SIZE = { width: 1200, height: 630 } as const;

/** The key of the house's own card; the others have their product's id. */
export const HOUSE_CARD = "house";
