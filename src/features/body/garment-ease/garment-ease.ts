import type { Fit } from "#features/body/measurement/fit.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";

/** What a finished girth measures beside the body's. */
export type EaseRule = {
  /** A share of the body. With less the garment cannot be worn; negative where a knit stretches. */
  readonly least: number;
  /** A share of the body for each fit; null where the cut decides and only `least` counts. */
  readonly byFit: Readonly<Record<Fit, number>> | null;
  /** A pattern may measure this much less or more than the body and the asked ease, in mm; null: hangs loose, without an upper limit. */
  readonly under: number;
  readonly over: number | null;
};

export type GarmentCloth = "woven" | "knit";

/** Garments with a table of ease, as the catalog names them; a bodice is cut without its skirt. */
export type EasedGarment =
  | ("shirt" | "top" | "jacket" | "waistcoat" | "outerwear")
  | ("pants" | "skirt" | "dress" | "bodice");

type GarmentRules = Readonly<Partial<Record<MeasurementName, EaseRule>>>;

type Limits = { readonly under: number; readonly over: number | null };

/** Around the trunk a pattern is right within a centimetre of what was asked for, and 15 mm above it. */
const AROUND: Limits = { under: 10, over: 15 };
/** Around neck, arm and wrist half a centimetre is felt. */
const SMALL: Limits = { under: 5, over: 10 };
/** A straight side seam falls from the widest level past the others. */
const HANGS: Limits = { under: 10, over: null };

function rule(
  least: number,
  [close, regular, easy]: readonly [number, number, number],
  { under, over }: Limits,
): EaseRule {
  return { least, byFit: { close, regular, easy }, under, over };
}

/** A girth that follows from the others and has a least ease alone. */
const follows = (least: number): EaseRule => ({ least, byFit: null, under: 0, over: null });

/**
 * The least wearing ease and the ease of each fit, as shares of the body. The fits follow FreeSewing's defaults (Simon, Teagan,
 * Jaeger, Wahid, Carlton, Titan, Penelope, Bibi, Bella) with a closer and an easier one beside them; the least is what breathing,
 * sitting and reaching need in cloth that does not stretch.
 */
const GARMENT_EASE: Readonly<
  Record<EasedGarment, { readonly woven: GarmentRules; readonly knit: GarmentRules | null }>
> = {
  shirt: {
    woven: {
      chest: rule(0.06, [0.1, 0.15, 0.22], AROUND),
      waist: rule(0.05, [0.1, 0.15, 0.22], HANGS),
      hips: rule(0.03, [0.07, 0.1, 0.15], HANGS),
      seat: rule(0.03, [0.07, 0.1, 0.15], HANGS),
      neck: rule(0.01, [0.02, 0.02, 0.03], SMALL),
      biceps: rule(0.08, [0.12, 0.15, 0.22], { under: 10, over: 25 }),
      wrist: rule(0.1, [0.2, 0.2, 0.25], SMALL),
    },
    knit: null,
  },
  top: {
    woven: {
      chest: rule(0.06, [0.1, 0.14, 0.2], AROUND),
      waist: rule(0.05, [0.1, 0.15, 0.22], HANGS),
      hips: rule(0.03, [0.07, 0.1, 0.15], HANGS),
      seat: rule(0.03, [0.07, 0.1, 0.15], HANGS),
      biceps: rule(0.08, [0.12, 0.15, 0.22], { under: 10, over: null }),
    },
    knit: {
      chest: rule(0.02, [0.07, 0.12, 0.18], AROUND),
      waist: rule(0.02, [0.07, 0.12, 0.18], HANGS),
      hips: rule(0.01, [0.05, 0.09, 0.14], HANGS),
      seat: rule(0.01, [0.05, 0.09, 0.14], HANGS),
      biceps: rule(0.02, [0.08, 0.12, 0.18], { under: 10, over: null }),
    },
  },
  jacket: {
    woven: {
      chest: rule(0.05, [0.07, 0.09, 0.13], AROUND),
      waist: rule(0.05, [0.1, 0.13, 0.17], HANGS),
      hips: rule(0.03, [0.06, 0.09, 0.12], HANGS),
      seat: rule(0.03, [0.06, 0.09, 0.12], HANGS),
      biceps: rule(0.08, [0.14, 0.18, 0.23], { under: 10, over: 30 }),
      wrist: follows(0.15),
    },
    knit: null,
  },
  waistcoat: {
    woven: {
      chest: rule(0.02, [0.03, 0.05, 0.08], AROUND),
      waist: rule(0.03, [0.05, 0.08, 0.12], AROUND),
      hips: rule(0.03, [0.05, 0.08, 0.12], HANGS),
    },
    knit: null,
  },
  outerwear: {
    woven: {
      chest: rule(0.06, [0.09, 0.11, 0.15], AROUND),
      waist: rule(0.06, [0.12, 0.14, 0.18], HANGS),
      hips: rule(0.04, [0.09, 0.12, 0.16], HANGS),
      seat: rule(0.04, [0.09, 0.12, 0.16], HANGS),
      biceps: rule(0.1, [0.18, 0.2, 0.26], { under: 12, over: 35 }),
      wrist: follows(0.2),
    },
    knit: null,
  },
  pants: {
    woven: {
      waist: rule(0, [0.01, 0.02, 0.03], AROUND),
      hips: follows(0),
      seat: rule(0.015, [0.025, 0.045, 0.075], AROUND),
      upperLeg: follows(0.02),
      knee: follows(0.02),
    },
    knit: null,
  },
  skirt: {
    woven: {
      waist: rule(0, [0.01, 0.015, 0.02], AROUND),
      hips: follows(0.005),
      seat: rule(0.005, [0.01, 0.025, 0.05], HANGS),
    },
    knit: null,
  },
  dress: {
    woven: {
      chest: rule(0.04, [0.07, 0.1, 0.14], AROUND),
      waist: rule(0.02, [0.04, 0.06, 0.1], AROUND),
      hips: rule(0.02, [0.03, 0.05, 0.1], HANGS),
      seat: rule(0.02, [0.03, 0.05, 0.1], HANGS),
      biceps: rule(0.08, [0.12, 0.15, 0.2], { under: 10, over: null }),
    },
    knit: {
      chest: rule(-0.02, [0.01, 0.02, 0.06], AROUND),
      waist: rule(-0.02, [0.02, 0.05, 0.1], HANGS),
      hips: rule(-0.02, [0.02, 0.05, 0.1], HANGS),
      seat: rule(-0.02, [0.01, 0.02, 0.06], HANGS),
      biceps: rule(-0.02, [0.03, 0.05, 0.1], { under: 10, over: null }),
    },
  },
  bodice: {
    woven: {
      chest: rule(0.04, [0.07, 0.1, 0.14], AROUND),
      waist: rule(0.01, [0.03, 0.05, 0.09], AROUND),
      neck: follows(0),
      biceps: rule(0.08, [0.12, 0.15, 0.2], { under: 10, over: null }),
      wrist: follows(0.1),
    },
    knit: null,
  },
};

/** Ease grows with chest and waist up to this girth, in mm; beyond it cloth gathers below the arm. */
const FULL_BODY_MM = 1_200;
const LESS_BEYOND = 0.25;

/** How much less than asked chest or waist of a full body may have, in mm, beside their tolerance. */
export function fullBodyAllowance(girthMm: number): number {
  return LESS_BEYOND * Math.max(0, girthMm - FULL_BODY_MM);
}

/** The rules of a garment in a cloth, by the body's measurement. A garment without a table in knit has that of woven cloth. */
export function easeRulesOf(garment: EasedGarment, cloth: GarmentCloth): GarmentRules {
  const { knit, woven } = GARMENT_EASE[garment];
  return cloth === "knit" ? (knit ?? woven) : woven;
}

/** The least ease of a girth or a garment without a rule of its own. */
const OTHER_LEAST: Readonly<Partial<Record<MeasurementName, number>>> = {
  chest: 0.08,
  waist: 0.04,
  hips: 0.04,
  seat: 0.04,
  highBust: 0.06,
  underbust: 0.03,
  neck: 0.03,
  biceps: 0.12,
  wrist: 0.15,
  upperLeg: 0.05,
  knee: 0.05,
  ankle: 0.15,
};

/** How a fit differs from the regular one where the table has no rule, as a share of the body. */
const FIT_STEP = 0.03;

/** T-shirts are cut from knits; everything else of an unknown cloth counts as woven. */
const usualCloth = (garment: EasedGarment | null): GarmentCloth =>
  garment === "top" ? "knit" : "woven";

const usualRule = (garment: EasedGarment | null, name: MeasurementName) =>
  garment === null ? undefined : easeRulesOf(garment, usualCloth(garment))[name];

/** The ease of a fit, as a share of the body. */
export function easeOfFit(garment: EasedGarment | null, name: MeasurementName, fit: Fit): number {
  const own = usualRule(garment, name);
  if (own?.byFit) return own.byFit[fit];
  const least = own?.least ?? OTHER_LEAST[name] ?? 0;
  return least + { close: 0, regular: FIT_STEP, easy: 2 * FIT_STEP }[fit];
}

/** With less ease a garment in stock is tight for the body that its size is made for: the regular ease less half of a size's step, never less than the least. */
export function tightEaseOf(garment: EasedGarment | null, name: MeasurementName): number {
  const least = usualRule(garment, name)?.least ?? OTHER_LEAST[name] ?? 0;
  return Math.max(least, easeOfFit(garment, name, "regular") - FIT_STEP);
}

/** The table that a garment type of the catalog is made to; null without one. The trousers of a suit are pants. */
export function easedGarmentOf(garmentType: string): EasedGarment | null {
  if (garmentType === "suit") return "jacket";
  if (garmentType === "loungewear") return "top";
  return Object.hasOwn(GARMENT_EASE, garmentType) ? (garmentType as EasedGarment) : null;
}

/** How much more or less than its pattern a sewn garment may measure, in mm; girths all around. */
export type SewingTolerance = { readonly over: number; readonly under: number };

/** Where a garment is measured once it is sewn. */
export type SewnPoint =
  | ("collar" | "shoulder" | "sleeve" | "upperArm" | "chest")
  | ("waist" | "hips" | "length" | "thigh" | "inseam");

const QUARTER_INCH_MM = 6;
const HALF_INCH_MM = 13;

const FLAT: SewingTolerance = { over: QUARTER_INCH_MM, under: QUARTER_INCH_MM };
const ROUND: SewingTolerance = { over: HALF_INCH_MM, under: HALF_INCH_MM };

/**
 * Proper Cloth publishes for shirts: chest, waist, shoulder and sleeve 1/4 in flat, so 1/2 in around, and the collar 1/4 in over
 * and 1/8 in under. The other points are the house's own and follow them.
 */
const SEWING_TOLERANCES: Readonly<Record<SewnPoint, SewingTolerance>> = {
  collar: { over: QUARTER_INCH_MM, under: 3 },
  shoulder: FLAT,
  sleeve: FLAT,
  upperArm: ROUND,
  chest: ROUND,
  waist: ROUND,
  hips: ROUND,
  length: ROUND,
  thigh: ROUND,
  inseam: FLAT,
};

/** The house's own: a waistband carries the garment, and a skirt's hem is seen against the leg. */
const SEWING_OF: Readonly<
  Partial<Record<EasedGarment, Readonly<Partial<Record<SewnPoint, SewingTolerance>>>>>
> = {
  pants: { waist: FLAT, thigh: FLAT, length: FLAT },
  skirt: { waist: FLAT },
  jacket: { length: FLAT },
  waistcoat: { length: FLAT },
};

/** How exactly a garment is sewn to its pattern at a point. */
export function sewingToleranceOf(garment: EasedGarment | null, point: SewnPoint): SewingTolerance {
  const own = garment === null ? undefined : SEWING_OF[garment]?.[point];
  return own ?? SEWING_TOLERANCES[point];
}

/**
 * What a correction does not ask for stays where it is within this distance, in mm, where the table has no tolerance for it: lengths,
 * armholes and girths that follow from others.
 */
const STEADY_MM = 3;

/**
 * How far a finished measure may follow the correction of another one, in mm: a girth as far as the table lets it be under its asked
 * ease and never further than the correction itself, everything else 3 mm. Null: the table has no rule for it.
 */
export function followToleranceOf(rule: EaseRule | null, correctionMm: number): number {
  return Math.max(STEADY_MM, Math.min(rule?.under ?? 0, Math.abs(correctionMm)));
}

/** A hem lies where it should within this distance, in mm; the same for the end of a sleeve. */
export const HEM_TOLERANCE_MM = 8;
