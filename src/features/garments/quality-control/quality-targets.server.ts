import type { Queryable } from "#db/client.server.ts";
import type { SewingTolerance } from "#features/body/garment-ease/garment-ease.ts";
import { easedGarmentOf, sewingToleranceOf } from "#features/body/garment-ease/garment-ease.ts";
import type { AppliedCorrection } from "#features/garments/fit-memory/correction.ts";
import type { FitPoint } from "#features/garments/fit-memory/fit-points.ts";
import { POINTS } from "#features/garments/fit-memory/fit-points.ts";
import type { FitSection, LocatedPoint } from "#features/garments/fit-memory/fit-sections.ts";
import { fitComponentOf } from "#features/garments/fit-memory/fit-sections.ts";
import { fitSectionsOf, hasSleeves } from "#features/garments/fit-memory/reported-points.ts";
import type { Garment } from "#features/garments/garment/garment.ts";
import { isDraftable } from "#features/garments/order-patterns/draft-component.server.ts";
import type { PatternContent } from "#features/garments/order-patterns/pattern-content.ts";
import { findLineGarment } from "#features/garments/order-patterns/pattern-line.server.ts";
import {
  findApprovedPatterns,
  patternColumn,
} from "#features/garments/order-patterns/stored-patterns.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { MeasureName } from "#features/patterns/designs/pattern-design.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import type { SecretBox } from "#platform/secrets.server.ts";

type ReadDeps = { db: Queryable; measurementBox: SecretBox };

/** The measures of a pattern that a finished point is compared with; the first one that the draft has. */
const MEASURES_OF_POINT: Readonly<Record<FitPoint, readonly MeasureName[]>> = {
  collar: ["neck"],
  shoulder: ["shoulder"],
  sleeve: ["sleeveLength"],
  upperArm: ["sleeve"],
  chest: ["chest"],
  waist: ["waist"],
  hips: ["seat", "hips"],
  length: ["backLength", "length", "outseam"],
  thigh: ["thigh"],
  inseam: ["inseam"],
};

/** What a point should measure by the approved pattern, in whole mm, and how far it may be off. */
export type QualityTarget = LocatedPoint &
  SewingTolerance & {
    /** Of the approved draft; null where it is drawn by hand or does not have the point. */
    target: number | null;
    /** Of the body that it was drafted to; null where nothing of the body compares with it. */
    body: number | null;
  };

export type QualitySection = FitSection & { readonly targets: readonly QualityTarget[] };

type ApprovedPattern = {
  readonly component: ComponentName;
  readonly content: Pick<PatternContent, "design" | "measures">;
};
type OpenedPattern = ApprovedPattern & { readonly content: PatternContent };

async function openApproved(
  { db, measurementBox }: ReadDeps,
  orderItemId: string,
): Promise<readonly OpenedPattern[]> {
  const rows = await findApprovedPatterns(db, orderItemId);
  return rows.flatMap((row) => {
    const content = patternColumn.open(measurementBox, row);
    return content ? [{ component: row.component, content }] : [];
  });
}

const whole = (mm: number | null | undefined): number | null =>
  mm === null || mm === undefined ? null : Math.round(mm);

function measureAt({ design, measures }: ApprovedPattern["content"], point: FitPoint) {
  if (!isDraftable(design)) return null;
  // A correction of the point moves the same measure that quality control reads.
  const names = patternDesignOf(design).requested[point]?.measures ?? MEASURES_OF_POINT[point];
  const name = names.find((each) => measures.some((measure) => measure.name === each));
  return measures.find((measure) => measure.name === name) ?? null;
}

type QualitySource = {
  readonly approved: readonly ApprovedPattern[];
  readonly specification: Pick<FitSpecification, "measurements"> | null;
};

function targetAt(
  { component, garmentType }: FitSection,
  point: FitPoint,
  { approved, specification }: QualitySource,
): QualityTarget {
  const pattern = approved.find(
    (each) => component === undefined || fitComponentOf(each.component) === component,
  );
  const measure = pattern ? measureAt(pattern.content, point) : null;
  const name = POINTS[point].measurement;
  const own = name ? specification?.measurements[name]?.value : undefined;
  return {
    ...(component && { component }),
    ...sewingToleranceOf(easedGarmentOf(garmentType), point),
    point,
    target: whole(measure?.finished),
    body: measure ? whole(measure.body) : whole(own),
  };
}

/** What a section of a garment should measure by its approved drafts, in whole mm; points that no draft has are without a target. */
export function targetsOfSection(section: FitSection, source: QualitySource): QualitySection {
  return {
    ...section,
    targets: section.points.map(({ point }) => targetAt(section, point, source)),
  };
}

/**
 * What a finished garment should measure: the finished measures of the approved drafts, component by component. A garment whose
 * pattern is drawn by hand has no targets. Does not check who asks.
 */
export async function findQualitySections(
  deps: ReadDeps,
  garment: Pick<Garment, "garmentType" | "isPatternByHand" | "orderItemId">,
  specification: FitSpecification | null,
): Promise<QualitySection[]> {
  const { garmentType, isPatternByHand, orderItemId } = garment;
  const { components, styles } = await findLineGarment(deps.db, orderItemId);
  const approved = isPatternByHand ? [] : await openApproved(deps, orderItemId);
  const isWithSleeves = hasSleeves(styles, specification?.measurements ?? {});
  return fitSectionsOf(garmentType, components, isWithSleeves).map((section) =>
    targetsOfSection(section, { approved, specification }),
  );
}

/**
 * The corrections of a contract that the garment was cut with: without those that its approved draft could not reach and left out.
 * Does not check who asks.
 */
export async function findCutCorrections(
  deps: ReadDeps,
  garment: Pick<Garment, "isPatternByHand" | "orderItemId">,
  { corrections = [] }: Pick<FitSpecification, "corrections">,
): Promise<readonly AppliedCorrection[]> {
  if (corrections.length === 0 || garment.isPatternByHand) return corrections;
  const approved = await openApproved(deps, garment.orderItemId);
  const isLeftOut = ({ component, point }: AppliedCorrection) => {
    const drafts = approved.filter(
      (each) => component === undefined || fitComponentOf(each.component) === component,
    );
    const results = drafts.flatMap(({ content }) =>
      content.changes.filter((change) => change.point === point),
    );
    return results.length > 0 && results.every(({ reached }) => !reached);
  };
  return corrections.filter((each) => !isLeftOut(each));
}
