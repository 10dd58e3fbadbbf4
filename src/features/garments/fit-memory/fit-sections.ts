import { garmentTypeName } from "#core/garment-type-name.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import type { FitPoint } from "./fit-points.ts";
import { POINTS } from "./fit-points.ts";

/** Components of a garment that has several, as customers and tailors tell them apart. */
export const FIT_COMPONENTS = [
  "jacket",
  "waistcoat",
  "pants",
  "shirt",
  "top",
  "outerwear",
  "bodice",
  "skirt",
  "dress",
  "accessory",
  "other",
] as const;

/** Named as the garment type whose points and tolerances it has. */
export type FitComponent = (typeof FIT_COMPONENTS)[number];

/** What is no garment type of its own, or one without a name. */
const OTHER_TITLES: Readonly<Partial<Record<FitComponent, string>>> = {
  bodice: "Bodice",
  other: "Garment",
};

/** What a component is called for customers and tailors. */
export const fitComponentTitle = (component: FitComponent) =>
  OTHER_TITLES[component] ?? garmentTypeName(component).name;

const OF_COMPONENT: Readonly<Record<ComponentName, FitComponent>> = {
  shirt: "shirt",
  dartedShirt: "shirt",
  tShirt: "top",
  jacket: "jacket",
  waistcoat: "waistcoat",
  chinos: "pants",
  trousers: "pants",
  wideTrousers: "pants",
  pencilSkirt: "skirt",
  flaredSkirt: "skirt",
  circleSkirt: "skirt",
  columnGown: "dress",
  bodice: "bodice",
  coat: "outerwear",
  plainCoat: "outerwear",
  dartedCoat: "outerwear",
  tie: "accessory",
  bowTie: "accessory",
  blazerByHand: "jacket",
  slipByHand: "dress",
  shirtDressByHand: "dress",
  gownByHand: "dress",
  otherByHand: "other",
};

/** What a component of the pattern table is called where its fit is measured, reported and corrected. */
export function fitComponentOf(component: ComponentName): FitComponent {
  return OF_COMPONENT[component];
}

/** A point of a garment; of one with several components, such as a suit, also which of them. */
export type LocatedPoint = {
  readonly point: FitPoint;
  readonly component?: FitComponent | undefined;
};

/** Identifies a point within its garment: "sleeve", "pants-waist". Part of field names and keys. */
export function pointKey({ component, point }: LocatedPoint): string {
  return component ? `${component}-${point}` : point;
}

/** "Waist", "Pants, waist". */
export function pointLabel({ component, point }: LocatedPoint): string {
  const { label } = POINTS[point];
  return component ? `${fitComponentTitle(component)}, ${label.toLowerCase()}` : label;
}

/** "Sleeves", "Jacket, sleeves". */
export function pointSubject({ component, point }: LocatedPoint): string {
  const { plural } = POINTS[point];
  return component ? `${fitComponentTitle(component)}, ${plural.toLowerCase()}` : plural;
}

/** What of a garment is measured and asked about together. */
export type FitSection = {
  /** Undefined for a garment of one component. */
  readonly component?: FitComponent | undefined;
  /** "" for a garment of one component. */
  readonly title: string;
  /** Whose tolerances apply. */
  readonly garmentType: string;
  /** What quality control measures, from top to bottom. */
  readonly points: readonly LocatedPoint[];
  /** Those of the points that a customer reports: each has an option in a design of the garment, or a tailor draws the whole pattern. */
  readonly reported: readonly LocatedPoint[];
};

/** Points of a section that no design moves: the tailor corrects them by hand. */
export function handPointsOf({ points, reported }: FitSection): readonly LocatedPoint[] {
  return points.filter((each) => !reported.includes(each));
}
