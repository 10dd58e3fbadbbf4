import { z } from "zod";
import { estimateMeasurements } from "#features/body/check/check-engine.ts";
import { FITS } from "#features/body/measurement/fit.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import {
  isMeasurementName,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import type { Design, MeasurementSet } from "#features/body/measurement/required-measurements.ts";
import { DESIGN_MEASUREMENTS } from "#features/body/measurement/required-measurements.ts";
import { correctionsForDraft } from "#features/garments/fit-memory/correction.ts";
import { fitComponentOf } from "#features/garments/fit-memory/fit-sections.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import type { FitChange } from "#features/patterns/designs/pattern-design.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";

const optionValue = z.union([z.number(), z.boolean(), z.string()]);

const point = { x: z.number(), y: z.number() };

const measureSchema = z.object({
  name: z.string(),
  label: z.string(),
  finished: z.number(),
  body: z.number().nullable(),
  easeAsked: z.number().nullable(),
  least: z.number().nullable(),
});

const findingSchema = z.object({
  code: z.string(),
  measure: z.string().nullable(),
  reason: z.string(),
  spot: z.object({ part: z.string(), ...point }).nullable(),
});

const cutSchema = z.object({
  material: z.string(),
  cut: z.number(),
  onFold: z.boolean(),
  mirrored: z.boolean(),
});

const partSchema = z.object({
  part: z.string(),
  title: z.string(),
  bounds: z.object({ ...point, width: z.number(), height: z.number() }),
  lines: z.array(z.object({ kind: z.string(), d: z.string() })),
  labels: z.array(z.object({ text: z.string(), ...point, angle: z.number() })),
  notches: z.array(z.object(point)),
  spots: z.array(z.object({ number: z.number(), ...point })),
});

/** One part for the screen, in mm of its own coordinates. */
export type PatternPart = z.infer<typeof partSchema>;

/** What a tailor may change of a draft. Options are FreeSewing's: shares, degrees, counts, yes or no, names. */
const draftChoicesSchema = z.object({
  fit: z.enum(FITS),
  /** Chosen by the tailor; the solver leaves them alone. */
  options: z.record(z.string(), optionValue),
  /** Eases that the tailor asks for, as shares of the body by option: of the finished garment, not what the option is set to. */
  eases: z.record(z.string(), z.number()).optional(),
  /** mm; 0 draws the seam lines only. */
  seamAllowance: z.number().min(0).max(50),
  /** Alterations in mm that the tailor chose instead of those of the stated shape; absent without. */
  shape: z.record(z.string(), z.number()).optional(),
});

export type DraftChoices = z.infer<typeof draftChoicesSchema>;

/** The sealed part of a draft. Everything in mm; `measurements` and `estimated` are named as the shop names them. */
export const patternContentSchema = draftChoicesSchema.extend({
  measurements: z.record(z.string(), z.number()),
  /** Names among `measurements` that nobody measured. */
  estimated: z.array(z.string()),
  /** Why nothing is drawn, or what is left to do by hand; "" for nothing. */
  note: z.string(),
  design: z.string().nullable(),
  title: z.string(),
  /** Every option that the draft was made with. */
  solved: z.record(z.string(), optionValue),
  corrections: z.array(
    z.object({ measurement: z.string(), body: z.number(), drafted: z.number() }),
  ),
  measures: z.array(measureSchema),
  /** Asked for after earlier garments; `changedMm` is measured on the finished draft. */
  changes: z.array(
    z.object({
      point: z.string(),
      byMm: z.number(),
      changedMm: z.number(),
      reached: z.boolean(),
    }),
  ),
  /** What these moved beside themselves, in mm; contents of earlier versions have none. */
  followed: z.array(z.object({ measure: z.string(), byMm: z.number() })).optional(),
  findings: z.array(findingSchema),
  /** The stated shape of the body that is not average, and what became of it; contents of earlier versions have none. */
  shapeStates: z
    .array(
      z.object({
        label: z.string(),
        outcome: z.enum(["drafted", "by_hand", "none"]),
        note: z.string(),
      }),
    )
    .optional(),
  /** Every alteration in mm that the draft was made with. */
  shapeAmounts: z.record(z.string(), z.number()).optional(),
  /** What the alterations changed, measured on the finished draft. */
  shaped: z
    .array(z.object({ measure: z.string(), byMm: z.number(), changedMm: z.number() }))
    .optional(),
  parts: z.array(partSchema),
  cutList: z.array(
    z.object({
      part: z.string(),
      title: z.string(),
      cuts: z.array(cutSchema),
      /** What the tailor adds or draws by hand; contents of earlier versions have none. */
      note: z.string().optional(),
      /** Cloth for a part that is drawn by hand; contents of earlier versions have none. */
      allowed: z
        .array(
          z.union([
            z.object({ like: z.string() }),
            z.object({ acrossMm: z.number(), alongMm: z.number() }),
          ]),
        )
        .optional(),
    }),
  ),
  width: z.number(),
  height: z.number(),
  /** The drawing for paper at true scale, compressed once it is stored. */
  svg: z.string(),
});

export type PatternContent = z.infer<typeof patternContentSchema>;

const LEGS: ReadonlySet<ComponentName> = new Set(["chinos", "trousers", "wideTrousers"]);
const POINTS_OF_LEGS: ReadonlySet<string> = new Set(["waist", "hips", "thigh", "inseam"]);

/**
 * What the corrections of the contract change in one component of the line, in mm of the finished garment, each point once. A
 * correction that names no component, reported before suits were asked for it, is one of the trousers at waist, hips, thighs and
 * legs, else one of everything else.
 */
export function changesOfComponent(
  { corrections }: Pick<FitSpecification, "corrections">,
  { component, components }: { component: ComponentName; components: readonly ComponentName[] },
): readonly FitChange[] {
  const isSuit = components.length > 1 && components.some((each) => LEGS.has(each));
  const isUnnamedOfThis = (where: string) =>
    !isSuit || POINTS_OF_LEGS.has(where) === LEGS.has(component);
  const changes = correctionsForDraft(corrections).filter((change) =>
    change.component === undefined
      ? isUnnamedOfThis(change.point)
      : change.component === fitComponentOf(component),
  );
  // A named correction is newer than an unnamed one.
  const byPoint = new Map<string, FitChange>();
  for (const { byMm, component: named, point: where } of changes) {
    if (named !== undefined || !byPoint.has(where)) byPoint.set(where, { point: where, byMm });
  }
  return [...byPoint.values()];
}

export type DraftBody = {
  /** mm and degrees. */
  readonly measurements: Readonly<Record<string, number>>;
  /** What a design needs and nobody measured, estimated from the rest. */
  readonly estimated: readonly MeasurementName[];
};

/**
 * The body of an ordered garment for these designs. What they need and the specification lacks is estimated from the survey's
 * bodies; a name that no survey has stays missing, so that the draft refuses it.
 */
export function bodyOfSpecification(
  specification: Pick<FitSpecification, "measurements">,
  designs: readonly Design[],
): DraftBody {
  const measurements: Record<string, number> = {};
  for (const [name, { value }] of Object.entries(specification.measurements)) {
    if (isMeasurementName(name)) measurements[name] = value;
  }
  const missing = designs
    .flatMap((design) => (DESIGN_MEASUREMENTS[design] satisfies MeasurementSet).required)
    .filter((name, index, all) => !(name in measurements) && all.indexOf(name) === index);
  if (missing.length === 0) return { measurements, estimated: [] };
  const estimates = estimateMeasurements(new Map(Object.entries(measurements)), missing);
  const estimated: MeasurementName[] = [];
  for (const [name, { value }] of estimates) {
    if (!isMeasurementName(name)) continue;
    measurements[name] = Math.round(value);
    estimated.push(name);
  }
  return { measurements, estimated };
}

/** "Shoulder to wrist and Wrist are estimated": a tailor measures before the cloth is cut. */
export function estimateNote(estimated: readonly string[]): string {
  if (estimated.length === 0) return "";
  const labels = estimated.map((name) =>
    isMeasurementName(name) ? MEASUREMENTS[name].label : name,
  );
  const list = new Intl.ListFormat("en-US").format(labels);
  return `${list} ${labels.length === 1 ? "is" : "are"} estimated from the other measurements. Measure before the cloth is cut.`;
}
