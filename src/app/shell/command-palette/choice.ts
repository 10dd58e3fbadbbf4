import type { PreviewImage } from "#features/catalog/product.ts";

/** Kinds of choices, in display order. */
export const CHOICE_KINDS = [
  "action",
  "page",
  "setting",
  "product",
  "category",
  "order",
  "media",
] as const;

/** A destination or an action. */
export type Choice = {
  kind: (typeof CHOICE_KINDS)[number];
  /** Where it leads; unique. */
  path: string;
  label: string;
  detail?: string | undefined;
  /** At the end of the line: a price, a total. */
  aside?: string | undefined;
  image?: PreviewImage | null | undefined;
};

export type ChoiceGroup = { title: string; choices: readonly Choice[] };
