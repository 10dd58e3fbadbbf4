import type { PreviewImage } from "#features/catalog/product.ts";

/** Kinds of what can be chosen, in the order in which they are offered. */
export const CHOICE_KINDS = [
  "action",
  "page",
  "setting",
  "product",
  "category",
  "order",
  "media",
] as const;

/** One place to go, or one thing to begin. */
export type Choice = {
  kind: (typeof CHOICE_KINDS)[number];
  /** Where it leads; tells it from all others. */
  path: string;
  label: string;
  /** More about it, in a quieter voice. */
  detail?: string | undefined;
  /** What stands at the end of its line: a price, a total. */
  aside?: string | undefined;
  picture?: PreviewImage | null | undefined;
};

/** What is offered under one heading. */
export type ChoiceGroup = { title: string; choices: readonly Choice[] };
