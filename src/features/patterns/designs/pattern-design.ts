import type { EasedGarment } from "#features/body/garment-ease/garment-ease.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { Design } from "#features/body/measurement/required-measurements.ts";
import type { HemLevel, HemmedGarment } from "#features/patterns/finished/hem-places.ts";
import type { Drafted } from "#features/patterns/measuring/drafted.ts";

/** FreeSewing's own units: shares (0.15 is 15 %), degrees, counts, yes or no, a name of a list. */
export type OptionValue = number | boolean | string;
export type DraftOptions = Readonly<Record<string, OptionValue>>;

/** What an option may be. Everything outside is clamped or refused before FreeSewing sees it. */
export type OptionRange =
  | { readonly kind: "share" | "degrees" | "count"; readonly from: number; readonly to: number }
  | { readonly kind: "flag" }
  | { readonly kind: "list"; readonly values: readonly string[] };

/** Millimetres, `shoulderSlope` in degrees. */
export type BodyMeasurements = Readonly<Partial<Record<MeasurementName, number>>>;

export type MeasureName =
  | ("chest" | "waist" | "hips" | "seat" | "hem" | "neck" | "sleeve" | "wrist")
  | ("thigh" | "knee" | "legHem" | "armhole" | "sleeveCap" | "capHeight" | "shoulder")
  | (
      | "shoulderWidth"
      | "backLength"
      | "frontLength"
      | "sleeveLength"
      | "outseam"
      | "inseam"
      | "rise"
      | "length"
      // Of the front or back of the garment below the natural waist, where the hem ends.
      | "hemLevel"
    );

/** Lengths that have an option of their own: where the hem lies, and how long the sleeve is. */
export type LengthName = "hemLevel" | "sleeveLength";

/** A point of a part, in the part's own coordinates: what a drawing circles. */
export type Spot = { readonly part: string; readonly x: number; readonly y: number };

/** One line of the measurement table, in millimetres. */
export type FinishedMeasure = {
  readonly name: MeasureName;
  /** Along the seam lines of the finished draft, without seam allowance. */
  readonly finished: number;
  /** Of the body; null where there is nothing to compare with. */
  readonly body: number | null;
  /** Body and the ease asked for; null without a wish. */
  readonly wanted: number | null;
  /** Below it the garment cannot be worn. */
  readonly least: number | null;
  /** It may be this much less or more than wanted; null: not judged on that side. */
  readonly under: number | null;
  readonly over: number | null;
};

/** Where a finished garment is asked to be longer, shorter, wider or closer. */
const POINTS = [
  "collar",
  "shoulder",
  "sleeve",
  "upperArm",
  "chest",
  "waist",
  "hips",
  "length",
  "thigh",
  "inseam",
];

type ChangePoint = (typeof POINTS)[number];

export const CHANGE_POINTS: ReadonlySet<string> = new Set(POINTS);

/** "Sleeve 10 mm longer": the finished measure changes by `byMm`. What else may move is said by `reachChanges`. */
export type FitChange = { readonly point: ChangePoint; readonly byMm: number };

/** Larger changes are new measurements. */
export const MAX_CHANGE_MM = 80;

/** What a correction changes. */
export type ChangeRule = {
  /** The first one that the draft has. */
  readonly measures: readonly MeasureName[];
  /** The option that changes it first. */
  readonly option: string;
  /** Measures that belong to the same change: both leg seams of longer trousers. */
  readonly moves?: readonly MeasureName[];
  /** Measures that follow the change by more than it: the hem of a longer circle. */
  readonly free?: readonly MeasureName[];
};

export type FindingCode =
  | "asked-not-reached"
  | ("too-small" | "cap-gap" | "flat-cap" | "tight-armhole" | "inverted-dart" | "side-jog")
  | ("fork-above-seat" | "seams-differ" | "dart-eats-seam" | "wider-than-cloth")
  | ("wide-underarm" | "wavy-waist" | "pocket-over-edge" | "side-spur")
  | ("narrow-underarm" | "low-crotch")
  | "shape-missed"
  | (
      | "too-little-ease"
      | "too-much-ease"
      | "hem-off"
      | "sleeve-off"
      | "level-not-measured"
      | "warned"
    )
  | ("outline-crosses" | "not-drafted" | "part-missing");

/** Why a draft is not ready. */
export type Finding = {
  readonly code: FindingCode;
  readonly measure: MeasureName | null;
  /** A sentence for the tailor. */
  readonly reason: string;
  readonly spot: Spot | null;
  /** Millimetres that are missing or too much; the solver reduces their sum. */
  readonly by: number;
};

export type DraftMeasures = {
  readonly measures: readonly FinishedMeasure[];
  readonly findings: readonly Finding[];
};

/** FreeSewing's names of what a part is cut of, in a tailor's words. */
export const MATERIAL_NAMES: Readonly<Record<string, string>> = {
  fabric: "main fabric",
  lining: "lining",
  interfacing: "interfacing",
  canvas: "canvas",
  ribbing: "ribbing",
  // Of the blazer's under collar alone.
  specialty: "under collar felt",
  // What is bought: zips, hooks, pads.
  notion: "notions",
};

/** A cut list line. `onFold`: the drawn half is laid on the fold. */
export type Cut = {
  readonly material: string;
  readonly cut: number;
  readonly onFold: boolean;
  readonly mirrored: boolean;
};

/** What the solver may change, its step, and the findings it can cure. */
export type Lever = {
  readonly kind?: "option" | "measurement";
  /** Name of the option, or of the measurement that the design is drafted from instead of the body's own. */
  readonly option: string;
  readonly step: number;
  /** Of an option that is no number. */
  readonly to?: OptionValue;
  /** A measurement is corrected by at most this many millimetres; the tailor sees it. */
  readonly limit?: number;
  readonly cures: readonly (FindingCode | MeasureName)[];
};

/** What one finished measure should be, in mm. `under` and `over` null: it is not judged on that side. */
type TargetMeasure = {
  /** Below it the garment cannot be worn. */
  readonly least: number;
  /** Body and the ease asked for; null where the cut decides. */
  readonly wanted: number | null;
  readonly under: number | null;
  readonly over: number | null;
};

/** What a finished garment should measure on one body. */
export type TargetGarment = {
  /** Null where the table of ease has no rule. */
  readonly girth: (name: MeasureName, bodyMm: number) => TargetMeasure | null;
  /** The hem below the waist; null for a garment without a place of its hem, or when nothing tells the height of the body. */
  readonly hem: HemLevel | null;
  /** Of the sleeve in mm, where one was chosen. */
  readonly sleeveLength: number | null;
  /** The finished waist of the bodice that it is sewn to, in mm: its own is equal, and it has no waistband. Null without a bodice. */
  readonly joinedWaistMm: number | null;
  /** How far hem and sleeves may lie off their place, in mm. */
  readonly lengthTolerance: number;
  /** An option as it was asked for, and not where the solver has moved it. */
  readonly option: (name: string) => OptionValue | undefined;
};

export type MeasuringInput = {
  readonly drafted: Drafted;
  readonly body: BodyMeasurements;
  readonly options: DraftOptions;
  /** What the finished garment should measure on this body. */
  readonly target: TargetGarment;
};

/** Everything the shop knows about one of FreeSewing's designs. */
export type PatternDesign = {
  readonly design: Design;
  readonly title: string;
  /** Whose table of ease it is made to; null without girths. */
  readonly garment: EasedGarment | null;
  /** Whose hem it has; null without a place on the body. */
  readonly hem: HemmedGarment | null;
  /** Where its hips lie on the way from waist to seat; the hip bone without it. */
  readonly hipsOnTheWayToSeat?: number;
  /** It tapers from the chest to the waist and cannot widen: a full waist makes the chest wider. */
  readonly chestFollowsWaist?: true;
  /** A knit stretches: its girths may be smaller than the body. */
  readonly knit: boolean;
  /** The tailor and the solver may set these and no others. */
  readonly options: Readonly<Record<string, OptionRange>>;
  /** Set in every draft, before the ease of the fit. */
  readonly defaults: DraftOptions;
  /** Of a skirt that is sewn to a bodice, whose waist it is drafted from: set instead of what fit and house ask of its waist. */
  readonly joined?: DraftOptions;
  /** The option that is the ease of a girth, as a share of the body. */
  readonly eases: Readonly<Partial<Record<MeasureName, string>>>;
  /** The option that moves a length: set before the girths are solved, and never changed by solving them. */
  readonly lengths: Readonly<Partial<Record<LengthName, string>>>;
  /** Parts whose cut list FreeSewing has wrong. */
  readonly cuts: Readonly<Record<string, readonly Cut[]>>;
  /** A sentence for the tailor about a part that FreeSewing draws incompletely; printed below its cut list. */
  readonly notes?: Readonly<Record<string, string>>;
  readonly levers: readonly Lever[];
  /** What FreeSewing may say in its log of a sound draft, because a rule of this design measures it or it does not matter. */
  readonly readWarnings?: readonly RegExp[];
  /** Options from which the solver starts again when the asked ones lead nowhere. */
  readonly starts?: readonly DraftOptions[];
  readonly requested: Readonly<Partial<Record<ChangePoint, ChangeRule>>>;
  /** Options that a correction may change in small steps, so that the rest of the garment stays as it is. */
  readonly adjusters: readonly string[];
  /** Options that a correction may change beside these, and the solver never. */
  readonly correctors?: readonly string[];
  /** Options that the solver moves beside these: they change the shape, and no correction should. */
  readonly shapers?: readonly string[];
  readonly measure: (input: MeasuringInput) => DraftMeasures;
};

export const share = (from: number, to: number): OptionRange => ({ kind: "share", from, to });
export const degrees = (from: number, to: number): OptionRange => ({ kind: "degrees", from, to });
export const count = (from: number, to: number): OptionRange => ({ kind: "count", from, to });
export const flag: OptionRange = { kind: "flag" };
export const oneOf = (...values: readonly string[]): OptionRange => ({ kind: "list", values });
