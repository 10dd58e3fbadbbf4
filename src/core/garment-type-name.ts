/** What a garment type is called, alone and in a sentence. */
type GarmentTypeName = {
  readonly name: string;
  /** Of several, as the filters of the catalog say it. */
  readonly plural: string;
  /** With its article: "a suit", "a pair of pants". */
  readonly phrase: string;
};

const GARMENT_TYPES: Readonly<Record<string, GarmentTypeName>> = {
  suit: { name: "Suit", plural: "Suits", phrase: "a suit" },
  dress: { name: "Dress", plural: "Dresses", phrase: "a dress" },
  // Of a dress, and measured without the arm (`MEASURED_GARMENTS`).
  "sleeveless-dress": {
    name: "Sleeveless dress",
    plural: "Sleeveless dresses",
    phrase: "a sleeveless dress",
  },
  outerwear: { name: "Outerwear", plural: "Outerwear", phrase: "a piece of outerwear" },
  jacket: { name: "Jacket", plural: "Jackets", phrase: "a jacket" },
  waistcoat: { name: "Waistcoat", plural: "Waistcoats", phrase: "a waistcoat" },
  pants: { name: "Pants", plural: "Pants", phrase: "a pair of pants" },
  shirt: { name: "Shirt", plural: "Shirts", phrase: "a shirt" },
  skirt: { name: "Skirt", plural: "Skirts", phrase: "a skirt" },
  top: { name: "Top", plural: "Tops", phrase: "a top" },
  loungewear: { name: "Loungewear", plural: "Loungewear", phrase: "a piece of loungewear" },
  accessory: { name: "Accessory", plural: "Accessories", phrase: "an accessory" },
  other: { name: "Other", plural: "Others", phrase: "a garment" },
};

const UNKNOWN: GarmentTypeName = { name: "Garment", plural: "Garments", phrase: "a garment" };

/**
 * The one name of a garment type on every page, email and document; its plural is the specification's filter of the catalog. A type that
 * the shop does not know is a garment.
 */
export function garmentTypeName(garmentType: string): GarmentTypeName {
  return (Object.hasOwn(GARMENT_TYPES, garmentType) && GARMENT_TYPES[garmentType]) || UNKNOWN;
}
