import type { PreviewImage } from "#features/catalog/products/product.ts";

/** The kinds are in display order. */
export const CHOICE_KINDS = [
  "action",
  "page",
  "setting",
  "product",
  "category",
  "order",
  "media",
] as const;

export type Choice = {
  kind: (typeof CHOICE_KINDS)[number];
  /** Unique. */
  path: string;
  label: string;
  detail?: string | undefined;
  /** Shows a price or total at the end of the line. */
  aside?: string | undefined;
  image?: PreviewImage | null | undefined;
};

export type ChoiceGroup = { title: string; choices: readonly Choice[] };
