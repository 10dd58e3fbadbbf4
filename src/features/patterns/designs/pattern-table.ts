import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { Design } from "#features/body/measurement/required-measurements.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import { kindOfStyle } from "#features/patterns/styles/garment-styles.ts";
import type { DraftableDesign } from "./all-designs.ts";
import { isDraftableDesign } from "./all-designs.ts";
import type { ClothStretch } from "./cloth-needs.ts";
import { isClothSuited } from "./cloth-needs.ts";

/** One component that a tailor cuts: a suit has a jacket and trousers. */
type ComponentEntry = {
  readonly title: string;
  /** Tried in this order until one fits the body; empty when a tailor drafts it by hand. */
  readonly designs: readonly Design[];
  /** For the tailor: why it is drafted by hand, or what the draft leaves to do. "" for nothing. */
  readonly note: string;
  /** How it is drawn whatever is ordered; an ordered style of the same kind stands before it. */
  readonly styles?: readonly StyleName[];
};

const BY_HAND_BLAZER = "No design drafts a women's blazer: the tailor drafts it by hand.";
const BY_HAND_GOWN =
  "No design joins a woven bodice to a skirt: the tailor drafts it by hand. The bodice alone is in the table.";
const NO_DESIGN = "No design of the table draws this garment: the tailor drafts it by hand.";

/**
 * The pattern table: what the shop can make, and what drafts it. Its order is that of a garment: upper components before lower ones, and
 * what another one is sewn to before it. Pages, files, drawings and lists of a garment follow it (`inGarmentOrder`).
 */
export const PATTERN_COMPONENTS = {
  coat: { title: "Coat, straight", designs: ["carlton"], note: "" },
  plainCoat: {
    title: "Coat with a plain back",
    designs: ["carlton"],
    note: "",
    styles: ["back:plain"],
  },
  dartedCoat: { title: "Coat with bust darts", designs: ["carlita"], note: "" },
  jacket: { title: "Blazer, straight", designs: ["jaeger"], note: "" },
  blazerByHand: { title: "Blazer for a bust", designs: [], note: BY_HAND_BLAZER },
  waistcoat: { title: "Waistcoat", designs: ["wahid"], note: "" },
  shirt: { title: "Shirt, straight", designs: ["simon"], note: "" },
  dartedShirt: { title: "Shirt with bust darts", designs: ["simone"], note: "" },
  tShirt: { title: "T-shirt", designs: ["teagan"], note: "" },
  columnGown: { title: "Column gown", designs: ["bibi"], note: "" },
  gownByHand: { title: "Gown with a joined skirt", designs: [], note: BY_HAND_GOWN },
  slipByHand: {
    title: "Slip dress",
    designs: [],
    note: "No design is cut on the bias: the tailor drafts it by hand.",
  },
  shirtDressByHand: {
    title: "Shirt dress with a joined skirt",
    designs: [],
    note: BY_HAND_GOWN,
  },
  bodice: {
    title: "Woven bodice",
    designs: ["bella", "noble"],
    note: "The tailor joins the bodice to its skirt by hand.",
  },
  pencilSkirt: { title: "Pencil skirt", designs: ["penelope"], note: "" },
  flaredSkirt: { title: "Flared skirt", designs: ["sandy"], note: "" },
  circleSkirt: { title: "Circle skirt", designs: ["sandy"], note: "" },
  chinos: { title: "Pants with a fly", designs: ["charlie", "titan"], note: "" },
  trousers: { title: "Pants, plain", designs: ["titan", "charlie"], note: "" },
  wideTrousers: {
    title: "Pants, wide leg",
    designs: ["titan"],
    note: "",
    styles: ["leg:wide"],
  },
  tie: { title: "Tie", designs: ["trayvon"], note: "" },
  bowTie: { title: "Bow tie", designs: ["benjamin"], note: "" },
  otherByHand: { title: "Another garment", designs: [], note: NO_DESIGN },
} as const satisfies Record<string, ComponentEntry>;

export type ComponentName = keyof typeof PATTERN_COMPONENTS;

export const COMPONENT_NAMES = Object.keys(PATTERN_COMPONENTS) as readonly ComponentName[];

/** Where a component stands in the order of a garment; external text that names none stands last. */
export function componentIndex(component: string): number {
  return isComponentName(component) ? COMPONENT_NAMES.indexOf(component) : COMPONENT_NAMES.length;
}

/** Components in the order of a garment, each once. */
export function inGarmentOrder(components: readonly ComponentName[]): readonly ComponentName[] {
  return COMPONENT_NAMES.filter((name) => components.includes(name));
}

/** Whether external text names a component of the table. */
export function isComponentName(text: string): text is ComponentName {
  return Object.hasOwn(PATTERN_COMPONENTS, text);
}

/** The designs that the shop drafts a component with, in the order in which they are tried; none when it is drafted by hand. */
export function designsOfComponent(component: ComponentName): readonly DraftableDesign[] {
  return PATTERN_COMPONENTS[component].designs.filter((design) => isDraftableDesign(design));
}

/** The styles of a component beside those that were ordered, which stand before them. */
export function stylesOfComponent(
  component: ComponentName,
  ordered: readonly StyleName[],
): readonly StyleName[] {
  const { styles = [] }: ComponentEntry = PATTERN_COMPONENTS[component];
  const decided = new Set(ordered.map(kindOfStyle));
  return [...ordered, ...styles.filter((style) => !decided.has(kindOfStyle(style)))];
}

/** Skirts that are sewn to a woven bodice of the same garment at the waist. */
const JOINED_SKIRTS: readonly ComponentName[] = ["pencilSkirt", "flaredSkirt", "circleSkirt"];

/** The component whose waist a component is sewn to; null for one that has a waistband of its own. */
export function joinedTo(
  component: ComponentName,
  components: readonly ComponentName[],
): ComponentName | null {
  return JOINED_SKIRTS.includes(component) && components.includes("bodice") ? "bodice" : null;
}

/** The components in the order in which they are drafted: one that is sewn to another comes after it. */
export function inDraftingOrder(components: readonly ComponentName[]): readonly ComponentName[] {
  const isJoined = (component: ComponentName) => joinedTo(component, components) !== null;
  return [...components.filter((each) => !isJoined(each)), ...components.filter(isJoined)];
}

type Cut = "female" | "male" | "unisex";

const SAME = (...components: readonly ComponentName[]): Record<Cut, readonly ComponentName[]> => ({
  female: components,
  male: components,
  unisex: components,
});

/** The components of each garment type, by the body that the product is cut for (specification 2, garment types). */
const OF_GARMENT: Readonly<Record<string, Readonly<Record<Cut, readonly ComponentName[]>>>> = {
  shirt: { female: ["dartedShirt"], male: ["shirt"], unisex: ["shirt"] },
  top: SAME("tShirt"),
  jacket: { female: ["blazerByHand"], male: ["jacket"], unisex: ["jacket"] },
  waistcoat: SAME("waistcoat"),
  outerwear: { female: ["dartedCoat"], male: ["coat"], unisex: ["coat"] },
  pants: { female: ["trousers"], male: ["chinos"], unisex: ["trousers"] },
  skirt: SAME("pencilSkirt"),
  suit: {
    female: ["blazerByHand", "trousers"],
    male: ["jacket", "chinos"],
    unisex: ["jacket", "chinos"],
  },
  dress: SAME("columnGown"),
};

/** The product as the catalog describes it, and the owner's own entry; null without one. */
export type MappedProduct = {
  readonly garmentType: string;
  readonly gender: string;
  readonly components: readonly string[] | null;
};

/** The components that a product is made of, in the order of the table: the owner's entry, else its garment type's. Never empty: an unknown garment is drafted by hand. */
export function componentsOfProduct(product: MappedProduct): readonly ComponentName[] {
  const own = (product.components ?? []).filter(isComponentName);
  if (own.length > 0) return inGarmentOrder(own);
  const cut = product.gender === "female" || product.gender === "male" ? product.gender : "unisex";
  return OF_GARMENT[product.garmentType]?.[cut] ?? ["otherByHand"];
}

/** What a component is made of instead where the cloth stretches too little for every design of it. */
const OF_WOVEN_CLOTH: Readonly<Partial<Record<ComponentName, readonly ComponentName[]>>> = {
  columnGown: ["bodice", "pencilSkirt"],
};

/**
 * The components of a garment in its cloth: a column gown of woven cloth is a bodice and a skirt, which have darts and an opening. A
 * cloth without a stretch entered changes nothing.
 */
export function componentsInCloth(
  components: readonly ComponentName[],
  stretches: readonly ClothStretch[],
): readonly ComponentName[] {
  const inCloth = components.flatMap((component): readonly ComponentName[] => {
    const ofWoven = OF_WOVEN_CLOTH[component];
    const isSuited = (design: DraftableDesign) => isClothSuited(design, stretches) !== "no";
    return !ofWoven || designsOfComponent(component).some(isSuited) ? [component] : ofWoven;
  });
  return inGarmentOrder(inCloth);
}

/**
 * The designs that any component of a product may be drafted with in any cloth, each once: what its order is measured for.
 */
export function designsOfProduct(product: MappedProduct): readonly DraftableDesign[] {
  const components = componentsOfProduct(product).flatMap((component) => [
    component,
    ...(OF_WOVEN_CLOTH[component] ?? []),
  ]);
  return [...new Set(components.flatMap(designsOfComponent))];
}

/**
 * What an order of this product holds at least, in the order of measuring, as long as its owner asks for no list of her own. A
 * draft, a bench or a test that judges ready patterns starts from these and no others.
 */
export function measurementsOfOrder(product: MappedProduct): readonly MeasurementName[] {
  return measurementSetOf(product.garmentType, designsOfProduct(product))?.required ?? [];
}
