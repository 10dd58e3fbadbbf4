import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type { BodyMeasurements, DraftOptions } from "#features/patterns/designs/pattern-design.ts";
import type { HemPlace } from "#features/patterns/finished/hem-places.ts";
import { HEM_PLACES, isHemPlace } from "#features/patterns/finished/hem-places.ts";
import type { StyleKind, StyleName } from "./garment-styles.ts";
import { kindOfStyle } from "./garment-styles.ts";

type SleeveTarget = {
  readonly measure: "sleeveLength";
  /** In mm of this body; null where the measurements do not say. */
  readonly goal: (body: BodyMeasurements) => number | null;
};

/** A length that the finished garment should have. Where a hem lies is decided by its place on the body (`orderedHem`). */
export type StyleTarget = { readonly measure: "hemLevel" } | SleeveTarget;

/** How a design draws a style. Without any field the design draws it anyway. */
export type StyleRule = {
  /** Set, and never changed by the solver. */
  readonly options?: DraftOptions;
  readonly target?: StyleTarget;
  /** Parts that are not cut. */
  readonly leftOut?: readonly string[];
  /** What remains to be made by hand; the style counts as made by hand until a tailor says that it is. */
  readonly byHand?: string;
};

type StyleRules = Readonly<
  Partial<Record<StyleKind, Readonly<Partial<Record<StyleName, StyleRule>>>>>
>;

const AS_DRAWN: StyleRule = {};

type Lengths = {
  readonly places?: readonly HemPlace[];
  /** Options that a length needs beside the one that is moved. */
  readonly also?: Readonly<Partial<Record<HemPlace, DraftOptions>>>;
};

/** Lengths by the hem's level on the body. */
function lengthsOf({ places = HEM_PLACES, also = {} }: Lengths) {
  const rules = places.map((hem): [StyleName, StyleRule] => {
    const options = also[hem];
    const target: StyleTarget = { measure: "hemLevel" };
    return [`length:${hem}`, options ? { target, options } : { target }];
  });
  return Object.fromEntries(rules) as Partial<Record<StyleName, StyleRule>>;
}

/** From the top of the sleeve to its end, as a share of shoulder to wrist. Three-quarter ends between elbow and wrist. */
const SLEEVE_SHARES = { short: 0.35, three_quarter: 0.77, long: 1 } as const;

const sleeveTarget = (share: number): SleeveTarget => ({
  measure: "sleeveLength",
  goal: ({ shoulderToWrist }) => (shoulderToWrist === undefined ? null : share * shoulderToWrist),
});

const LONG_OF_BODICE = sleeveTarget(SLEEVE_SHARES.long);

/** The heights in the texts of the styles. */
const HEELS = {
  "heel:flat": 0,
  "heel:low": 30,
  "heel:middle": 60,
  "heel:high": 90,
} as const satisfies Partial<Record<StyleName, number>>;

type HeelStyle = keyof typeof HEELS;

const isHeelStyle = (style: StyleName): style is HeelStyle => Object.hasOwn(HEELS, style);

/** The height of the heels that a garment is ordered for, in mm; 0 where nobody chose one. */
export function orderedHeelMm(styles: readonly StyleName[]): number {
  const heel = styles.find(isHeelStyle);
  return heel ? HEELS[heel] : 0;
}

/** The hem's level has the heel in it (`orderedHeelMm`), where the garment ends at the floor. */
const ANY_HEEL: Partial<Record<StyleName, StyleRule>> = Object.fromEntries(
  Object.keys(HEELS).map((style) => [style, AS_DRAWN]),
);

const SHIRT: StyleRules = {
  length: lengthsOf({
    places: ["standard", "hip", "seat", "cropped"],
  }),
  sleeve: {
    "sleeve:short": { options: { sleeveStyle: "short" } },
    "sleeve:long": { options: { sleeveStyle: "long" } },
  },
  collar: {
    "collar:classic": { options: { collarAngle: 85 } },
    // A wider angle sets the points back from the middle of the front.
    "collar:spread": { options: { collarAngle: 110 } },
    "collar:button_down": {
      options: { collarAngle: 85 },
      byHand: "buttonholes in the points of the collar",
    },
    // What remains of the collar is its stand.
    "collar:band": { leftOut: ["simon.collar"] },
  },
  cuff: {
    "cuff:one_button": { options: { cuffStyle: "angledBarrelCuff", cuffButtonRows: 1 } },
    "cuff:two_buttons": { options: { cuffStyle: "angledBarrelCuff", cuffButtonRows: 2 } },
    "cuff:french": { options: { cuffStyle: "straightFrenchCuff" } },
  },
  front: {
    "front:placket": { options: { buttonholePlacketStyle: "classic" } },
    "front:plain": { options: { buttonholePlacketStyle: "seamless" } },
  },
};

/**
 * FreeSewing draws this coat with two rows of buttons. Both lie on the center of the front in one row here, the edge 2.5 % of the waist
 * beside it, and the patch pocket begins where it began.
 */
const SINGLE_BREASTED: DraftOptions = {
  buttonSpacingHorizontal: 0,
  frontOverlap: 0.025,
  pocketPlacementHorizontal: 0.28,
};

const COAT: StyleRules = {
  length: lengthsOf({
    places: ["standard", "hip", "seat", "mid_thigh", "above_knee", "knee", "midi", "ankle"],
    // The patch pocket ends above the hem of a short coat.
    also: { hip: { pocketHeight: 0 }, seat: { pocketHeight: 0 } },
  }),
  lapel: { "lapel:notch": AS_DRAWN },
  closing: { "closing:double": AS_DRAWN, "closing:three": { options: SINGLE_BREASTED } },
  back: {
    "back:half_belt": AS_DRAWN,
    "back:plain": {
      leftOut: ["carlton.belt"],
      byHand: "the back and the tail in one, with a center seam and without the pleats",
    },
  },
};

const TROUSERS: StyleRules = {
  length: lengthsOf({
    places: ["standard", "cropped", "ankle", "floor"],
  }),
  heel: ANY_HEEL,
  pleats: { "pleats:none": AS_DRAWN },
  leg: { "leg:straight": AS_DRAWN },
  leg_hem: { "leg_hem:plain": AS_DRAWN },
};

const PLAIN_TROUSERS: StyleRules = {
  ...TROUSERS,
  leg: { "leg:straight": AS_DRAWN, "leg:wide": { options: { legWidth: 0.3 } } },
};

const SKIRT_PLACES = [
  "standard",
  "mid_thigh",
  "above_knee",
  "knee",
  "midi",
  "ankle",
  "floor",
] as const;

/** What each design draws of the styles. A kind that a design lacks is no question about its garment. */
const STYLE_RULES: Readonly<Partial<Record<DraftableDesign, StyleRules>>> = {
  simon: SHIRT,
  simone: SHIRT,
  teagan: {
    length: lengthsOf({
      places: ["standard", "hip", "seat", "cropped"],
    }),
    sleeve: {
      "sleeve:short": AS_DRAWN,
    },
    neckline: { "neckline:round": AS_DRAWN },
  },
  jaeger: {
    length: lengthsOf({
      places: ["standard", "hip", "seat", "cropped"],
    }),
    lapel: { "lapel:notch": AS_DRAWN },
    vents: {
      "vents:none": { options: { backVent: 0 } },
      "vents:middle": { options: { backVent: 1 } },
      "vents:sides": { options: { backVent: 2 } },
    },
  },
  carlton: COAT,
  carlita: COAT,
  charlie: TROUSERS,
  titan: PLAIN_TROUSERS,
  penelope: {
    length: lengthsOf({ places: SKIRT_PLACES }),
    heel: ANY_HEEL,
    slit: {
      "slit:none": { options: { backVent: false } },
      "slit:back": { options: { backVent: true } },
    },
  },
  sandy: {
    length: lengthsOf({ places: SKIRT_PLACES }),
    heel: ANY_HEEL,
    slit: { "slit:none": AS_DRAWN },
  },
  bibi: {
    length: lengthsOf({
      also: {
        standard: { length: "floor" },
        cropped: { length: "hips" },
        hip: { length: "hips" },
        seat: { length: "seat" },
        mid_thigh: { length: "knee" },
        above_knee: { length: "knee" },
        knee: { length: "knee" },
        midi: { length: "knee" },
        ankle: { length: "floor" },
        floor: { length: "floor" },
      },
    }),
    heel: ANY_HEEL,
    sleeve: {
      "sleeve:none": { options: { sleeves: false } },
      "sleeve:short": {
        options: { sleeves: true },
        target: sleeveTarget(SLEEVE_SHARES.short),
      },
      "sleeve:three_quarter": {
        options: { sleeves: true },
        target: sleeveTarget(SLEEVE_SHARES.three_quarter),
      },
      "sleeve:long": {
        options: { sleeves: true },
        target: sleeveTarget(SLEEVE_SHARES.long),
      },
    },
    neckline: {
      "neckline:round": AS_DRAWN,
      "neckline:v": { options: { necklineDepth: 0.55, necklineBend: 0 } },
      "neckline:boat": {
        options: { necklineWidth: 0.65, necklineDepth: 0.2, necklineBend: 0.3 },
      },
      "neckline:high": {
        options: { necklineWidth: 0.02, necklineDepth: 0.2 },
        byHand: "an opening at the back, because the head does not pass the neckline",
      },
    },
    slit: { "slit:none": AS_DRAWN },
  },
  bella: {
    sleeve: {
      "sleeve:none": { options: { bellaSleeve: false } },
      "sleeve:long": { options: { bellaSleeve: true }, target: LONG_OF_BODICE },
    },
    neckline: { "neckline:round": AS_DRAWN },
  },
  noble: { sleeve: { "sleeve:none": AS_DRAWN }, neckline: { "neckline:round": AS_DRAWN } },
};

/** Whether a style is a question about what this design draws. */
export function concernsDesign(design: DraftableDesign, style: StyleName): boolean {
  return STYLE_RULES[design]?.[kindOfStyle(style)] !== undefined;
}

/** How a design draws a style; null where it is made by hand. */
export function ruleOfStyle(design: DraftableDesign, style: StyleName): StyleRule | null {
  return STYLE_RULES[design]?.[kindOfStyle(style)]?.[style] ?? null;
}

/** Where the hem of an ordered length ends; null without one that the design draws. */
export function orderedHem(design: DraftableDesign, styles: readonly StyleName[]): HemPlace | null {
  const style = styles.find(
    (each) => kindOfStyle(each) === "length" && ruleOfStyle(design, each) !== null,
  );
  const hem = style?.slice("length:".length) ?? "";
  return isHemPlace(hem) ? hem : null;
}

export type StyleRequest = {
  /** Set and never changed by the solver. */
  readonly options: DraftOptions;
  readonly targets: readonly StyleTarget[];
  readonly leftOut: ReadonlySet<string>;
};

/** What the ordered styles ask of a design, together. */
export function styleRequestOf(
  design: DraftableDesign,
  styles: readonly StyleName[],
): StyleRequest {
  const rules = styles.flatMap((style) => ruleOfStyle(design, style) ?? []);
  return {
    options: Object.assign({}, ...rules.map(({ options }) => options)) as DraftOptions,
    targets: rules.flatMap(({ target }) => target ?? []),
    leftOut: new Set(rules.flatMap(({ leftOut }) => leftOut ?? [])),
  };
}
