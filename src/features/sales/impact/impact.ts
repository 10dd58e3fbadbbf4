import type { MoneyAmount } from "#core/money-amount.ts";

/** What New Dawn's makers and donors have done so far; every number is counted from stored work and payments. */
export type ImpactTotals = {
  /** Makers of New Dawn who have worked on a garment. */
  makers: number;
  minutes: number;
  /** Finished garments that they worked on. */
  garments: number;
  /** Donations that were not returned whole. */
  donations: number;
  /** What is left of them, one amount for each currency, the largest first. */
  donated: readonly MoneyAmount[];
};

/** Somebody who worked on garments of a product or on one garment and agreed that customers read her name. */
export type MakerOfGarment = {
  id: string;
  name: string;
  about: string;
  imageId: string | null;
  isNewDawn: boolean;
  minutes: number;
};

/** Cloth in a finished garment. */
export type GarmentMaterial = { name: string; composition: string; origin: string };

/** What the label of a finished garment says to anyone who scans it: nothing about its owner. */
export type GarmentLabel = {
  productId: string | null;
  productName: string;
  /** In Georgetown; null while it is being made. */
  finishedAt: Date | null;
  isRemake: boolean;
  makers: readonly MakerOfGarment[];
  /** How many more people worked on it, whose names are not shown. */
  unnamed: number;
  materials: readonly GarmentMaterial[];
  /** Of all who worked on it. */
  minutes: number;
};

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** Minutes as people say them: "14 hours", "1 hour", "40 minutes". Half an hour and more is a full hour. */
export function formatWork(minutes: number): string {
  return minutes < 60 ? plural(minutes, "minute") : plural(Math.round(minutes / 60), "hour");
}

const COUNTS = ["no", "one", "two", "three", "four", "five"];

/** "Rosa", "Rosa and Asha", "Rosa, Asha and one other maker", "two makers"; "" for nobody. */
export function nameMakers(makers: readonly { name: string }[], unnamed = 0): string {
  const other = makers.length > 0 ? "other " : "";
  const rest = `${COUNTS[unnamed] ?? unnamed} ${other}maker${unnamed === 1 ? "" : "s"}`;
  const names = [...makers.map(({ name }) => name), ...(unnamed > 0 ? [rest] : [])];
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** "navy worsted twill, 100 % wool, woven in Italy". */
export function describeMaterial({ composition, name, origin }: GarmentMaterial): string {
  return [name, composition, origin && `from ${origin}`].filter(Boolean).join(", ");
}

/** The page behind a label's QR code. */
export const garmentLabelPath = (token: string) => `/made/${token}`;
