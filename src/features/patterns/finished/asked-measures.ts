import type { EaseRule } from "#features/body/garment-ease/garment-ease.ts";
import { easeRulesOf, HEM_TOLERANCE_MM } from "#features/body/garment-ease/garment-ease.ts";
import type { Fit } from "#features/body/measurement/fit.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type {
  BodyMeasurements,
  DraftOptions,
  MeasureName,
  OptionValue,
  PatternDesign,
} from "#features/patterns/designs/pattern-design.ts";
import type { HemLevel, HemPlace } from "./hem-places.ts";
import { hemLevelOf } from "./hem-places.ts";

/** What one finished measure should be, in mm. `under` and `over` null: it is not judged on that side. */
export type AskedMeasure = {
  /** Below it the garment cannot be worn. */
  readonly least: number;
  /** Body and the ease asked for; null where the cut decides. */
  readonly wanted: number | null;
  readonly under: number | null;
  readonly over: number | null;
};

/** What a finished garment should measure on one body. */
export type AskedGarment = {
  /** Null where the table of ease has no rule. */
  readonly girth: (name: MeasureName, bodyMm: number) => AskedMeasure | null;
  /** The hem below the waist; null for a garment without a place of its hem, or when nothing tells the height of the body. */
  readonly hem: HemLevel | null;
  /** How far hem and sleeves may lie off their place, in mm. */
  readonly lengthTolerance: number;
  /** An option as it was asked for, and not where the solver has moved it. */
  readonly option: (name: string) => OptionValue | undefined;
};

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

/** The ease options of a design for a fit, as the table asks and the design allows: where the solver starts. */
export function easeOptionsOf(design: PatternDesign, fit: Fit): Readonly<Record<string, number>> {
  const options: Record<string, number> = {};
  for (const [name, option] of Object.entries(design.eases) as [MeasureName, string][]) {
    const share = ruleOf(design, name)?.asked?.[fit];
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

type Request = {
  readonly fit: Fit;
  readonly body: BodyMeasurements;
  readonly hem: HemPlace;
  /** Options that the tailor or the house chose: an ease among them is what is asked for. */
  readonly chosen: DraftOptions;
  /** Every option is chosen: nothing but the least ease is judged. */
  readonly isExact: boolean;
};

/**
 * What a finished garment should measure on a body: the table's ease of the fit, or the ease that was chosen instead of it, and the
 * place of the hem. The asked ease never follows from an option that the solver moves.
 */
export function askedGarmentOf(design: PatternDesign, request: Request): AskedGarment {
  const { body, chosen, fit, isExact } = request;
  const hem = design.hem === null ? null : hemLevelOf(design.hem, request.hem, body);
  const shareOf = (name: MeasureName): number | undefined => {
    const option = design.eases[name];
    const own = option === undefined ? undefined : chosen[option];
    return typeof own === "number" ? own : ruleOf(design, name)?.asked?.[fit];
  };
  const fullWaist = chestOverWaist(body, shareOf("chest"), shareOf("waist"));
  return {
    girth: (name, bodyMm) => {
      const rule = ruleOf(design, name);
      if (!rule) return null;
      const share = shareOf(name);
      const more = name === "chest" ? fullWaist : 0;
      const isJudged = !isExact && share !== undefined && name !== "hem";
      return {
        least: bodyMm * (1 + rule.least),
        wanted: share === undefined || name === "hem" ? null : bodyMm * (1 + share),
        under: isJudged ? rule.under : null,
        over: isJudged && rule.over !== null ? rule.over + more : null,
      };
    },
    hem,
    lengthTolerance: isExact ? Number.POSITIVE_INFINITY : HEM_TOLERANCE_MM,
    option: (name) => chosen[name] ?? design.defaults[name],
  };
}

/**
 * The body that a design is drafted from. FreeSewing's tops hang their length and their lowest girth on the hips, 12 cm below the
 * waist of its models; the hip bone of a tape lies 6 cm below it. A design that says so is drafted with its hips at a share of the
 * way from the waist to the seat, with the girth that the body has there. Without a measured seat it is drafted from the hip bone.
 */
export function draftedBodyOf(design: PatternDesign, body: BodyMeasurements): BodyMeasurements {
  const { waist, hips, seat, waistToHips, waistToSeat } = body;
  const share = design.hipsOnTheWayToSeat;
  if (share === undefined || seat === undefined || waistToSeat === undefined) return body;
  if (hips === undefined || waist === undefined || waistToHips === undefined) return body;
  const level = Math.round(share * waistToSeat);
  if (level <= waistToHips) return body;
  const part = (level - waistToHips) / (waistToSeat - waistToHips);
  return { ...body, waistToHips: level, hips: Math.round(hips + part * (seat - hips)) };
}
