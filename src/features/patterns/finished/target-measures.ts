import type { EaseRule } from "#features/body/garment-ease/garment-ease.ts";
import {
  easeRulesOf,
  followToleranceOf,
  fullBodyAllowance,
  HEM_TOLERANCE_MM,
} from "#features/body/garment-ease/garment-ease.ts";
import type { Fit } from "#features/body/measurement/fit.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type {
  BodyMeasurements,
  DraftOptions,
  MeasureName,
  PatternDesign,
  TargetGarment,
} from "#features/patterns/designs/pattern-design.ts";
import { EQUAL } from "#features/patterns/seams/seam-pair.ts";
import type { HemPlace } from "./hem-places.ts";
import { hemLevelOf } from "./hem-places.ts";

/** The body's girth that a finished measure goes around. */
const BODY_OF: Readonly<Partial<Record<MeasureName, MeasurementName>>> = {
  chest: "chest",
  waist: "waist",
  hips: "hips",
  seat: "seat",
  // At the hem the garment goes around hips and seat.
  hem: "seat",
  neck: "neck",
  sleeve: "biceps",
  wrist: "wrist",
  thigh: "upperLeg",
  knee: "knee",
};

function ruleOf(design: PatternDesign, name: MeasureName): EaseRule | null {
  const { garment, knit } = design;
  const body = BODY_OF[name];
  if (garment === null || body === undefined) return null;
  return easeRulesOf(garment, knit ? "knit" : "woven")[body] ?? null;
}

/** How far a finished measure of a design may follow a correction of another one by `correctionMm`, in mm: as the table of ease says. */
export function followToleranceIn(
  design: PatternDesign,
  name: MeasureName,
  correctionMm: number,
): number {
  return followToleranceOf(ruleOf(design, name), correctionMm);
}

/** The ease options of a design for a fit, as the table asks and the design allows: where the solver starts. */
export function easeOptionsOf(design: PatternDesign, fit: Fit): Readonly<Record<string, number>> {
  const options: Record<string, number> = {};
  for (const [name, option] of Object.entries(design.eases) as [MeasureName, string][]) {
    const share = ruleOf(design, name)?.byFit?.[fit];
    const range = design.options[option];
    if (share === undefined || range === undefined || !("from" in range)) continue;
    options[option] = Math.min(range.to, Math.max(range.from, share));
  }
  return options;
}

/** A dart takes the chest in to the waist: below a full waist the chest is at least this much of it. */
const CHEST_OF_WAIST = 1.06;

/** How much wider the chest becomes because of a full waist, in mm. */
function chestOverWaist({ chest, waist }: BodyMeasurements, chestEase = 0, waistEase = 0): number {
  if (chest === undefined || waist === undefined) return 0;
  return Math.max(0, CHEST_OF_WAIST * waist * (1 + waistEase) - chest * (1 + chestEase));
}

/** How much wider than asked the seat is where the garment falls from a belly that is wider, in mm. */
function bellyOverSeat(
  { hips = 0, seat, waist = 0 }: BodyMeasurements,
  waistEase = 0,
  seatEase = 0,
) {
  if (seat === undefined) return 0;
  return Math.max(0, Math.max(hips, waist) * (1 + waistEase) - seat * (1 + seatEase));
}

/** Lengths that were chosen, in mm of the finished garment. */
type TargetLengths = Readonly<Partial<Record<"hemLevel" | "sleeveLength", number>>>;

/** A waist that is sewn to a bodice's is as long as it. */
function joinedTarget(joinedWaistMm: number, isExact: boolean) {
  const within = isExact ? null : EQUAL.most;
  return { wanted: joinedWaistMm, under: within, over: within };
}

type Request = {
  readonly fit: Fit;
  readonly body: BodyMeasurements;
  readonly hem: HemPlace;
  /** Of the shoes that it is worn with; bodies are measured barefoot. */
  readonly heelMm?: number;
  /** These stand before the place of the hem and the sleeve's own length. */
  readonly lengths?: TargetLengths;
  /** Options that the tailor or the house chose: an ease among them is what is asked for. */
  readonly chosen: DraftOptions;
  /** Every option is chosen: nothing but the least ease is judged. */
  readonly isExact: boolean;
  /** The finished waist of the bodice that it is sewn to. */
  readonly joinedWaistMm?: number | undefined;
};

/**
 * What a finished garment should measure on a body: the table's ease of the fit, or the ease that was chosen instead of it, and the
 * place of the hem. The asked ease never follows from an option that the solver moves.
 */
export function targetGarmentOf(design: PatternDesign, request: Request): TargetGarment {
  const { body, chosen, fit, heelMm, isExact, joinedWaistMm, lengths = {} } = request;
  const own = design.hem === null ? null : hemLevelOf(design.hem, request.hem, body, heelMm);
  const hem = lengths.hemLevel === undefined ? own : { mm: lengths.hemLevel, estimated: [] };
  const shareOf = (name: MeasureName): number | undefined => {
    const option = design.eases[name];
    const own = option === undefined ? undefined : chosen[option];
    return typeof own === "number" ? own : ruleOf(design, name)?.byFit?.[fit];
  };
  const fullWaist = design.chestFollowsWaist
    ? chestOverWaist(body, shareOf("chest"), shareOf("waist"))
    : 0;
  const belly = bellyOverSeat(body, shareOf("waist"), shareOf("seat"));
  const wider: Readonly<Partial<Record<MeasureName, number>>> = { chest: fullWaist, seat: belly };
  const limitsOf = (name: MeasureName, bodyMm: number, { over, under }: EaseRule) => {
    if (isExact) return { under: null, over: null };
    const isFull = name === "chest" || name === "waist";
    const more = wider[name] ?? 0;
    return {
      under: under + (isFull ? fullBodyAllowance(bodyMm) : 0),
      over: over === null ? null : over + more,
    };
  };
  return {
    girth: (name, bodyMm) => {
      const rule = ruleOf(design, name);
      if (!rule) return null;
      const least = bodyMm * (1 + rule.least);
      if (name === "waist" && joinedWaistMm !== undefined) {
        return { least, ...joinedTarget(joinedWaistMm, isExact) };
      }
      // The hem goes around hips and seat, which are judged at their own levels.
      const share = name === "hem" ? undefined : shareOf(name);
      if (share === undefined) return { least, wanted: null, under: null, over: null };
      return { least, wanted: bodyMm * (1 + share), ...limitsOf(name, bodyMm, rule) };
    },
    hem,
    sleeveLength: lengths.sleeveLength ?? null,
    joinedWaistMm: joinedWaistMm ?? null,
    lengthTolerance: isExact ? Number.POSITIVE_INFINITY : HEM_TOLERANCE_MM,
    option: (name) => chosen[name] ?? design.defaults[name],
  };
}

/** The body with another waist, divided between front and back as its own is. */
function withWaist(body: BodyMeasurements, waist: number): BodyMeasurements {
  const { waist: own, waistBack } = body;
  if (own === undefined || waistBack === undefined) return { ...body, waist };
  return { ...body, waist, waistBack: (waistBack / own) * waist };
}

/**
 * The body that a design is drafted from. FreeSewing's tops hang their length and their lowest girth on the hips, 12 cm below the
 * waist of its models; the hip bone of a tape lies 6 cm below it. A design that says so is drafted with its hips at a share of the
 * way from the waist to the seat, with the girth that the body has there; higher for a hem above it. Without a measured seat it is
 * drafted from the hip bone. A skirt that is sewn to a bodice is drafted from the bodice's waist.
 */
export function draftedBodyOf(
  design: PatternDesign,
  body: BodyMeasurements,
  { hem, joinedWaistMm }: Pick<TargetGarment, "hem" | "joinedWaistMm">,
): BodyMeasurements {
  if (design.joined && joinedWaistMm !== null) return withWaist(body, joinedWaistMm);
  const hemMm = hem?.mm ?? null;
  const { hips, hpsToWaistBack, seat, waistToHips, waistToSeat } = body;
  const share = design.hipsOnTheWayToSeat;
  if (share === undefined || seat === undefined || waistToSeat === undefined) return body;
  if (hips === undefined || waistToHips === undefined) return body;
  let level = Math.round(share * waistToSeat);
  if (hemMm !== null && hpsToWaistBack !== undefined && hemMm < level) {
    const longer = 1 + Number(design.defaults.lengthBonus ?? 0);
    level = Math.round((hpsToWaistBack + hemMm) / longer - hpsToWaistBack);
  }
  if (level <= waistToHips) return body;
  const part = (level - waistToHips) / (waistToSeat - waistToHips);
  return { ...body, waistToHips: level, hips: Math.round(hips + part * (seat - hips)) };
}
