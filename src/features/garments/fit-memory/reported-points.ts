import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { isMeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { isOfArm } from "#features/body/measurement/required-measurements.ts";
import { patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import { designsOfComponent } from "#features/patterns/designs/pattern-table.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import type { FitPoint } from "./fit-points.ts";
import { fitPointsOf, POINTS } from "./fit-points.ts";
import type { FitSection, LocatedPoint } from "./fit-sections.ts";
import { fitComponentOf, fitComponentTitle } from "./fit-sections.ts";

/** Whether a correction of the point can change the next pattern. A pattern that is drawn by hand follows every correction. */
function canBeCorrected(components: readonly ComponentName[], point: FitPoint): boolean {
  const designs = components.flatMap(designsOfComponent);
  return (
    designs.length === 0 ||
    designs.some((design) => patternDesignOf(design).requested[point] !== undefined)
  );
}

const isPointOfArm = (point: FitPoint) => {
  const { measurement } = POINTS[point];
  return measurement !== null && isOfArm(measurement);
};

/** Measured for everything that hangs from the shoulders. */
const OF_TORSO: MeasurementName = "hpsToWaistBack";

/**
 * Whether the sleeves of a garment are measured and asked about: not where it was ordered without, nor where it was cut from a torso
 * without an arm. `measurements` are those of its contract; empty once they were removed.
 */
export function hasSleeves(
  styles: readonly StyleName[],
  measurements: Readonly<Partial<Record<MeasurementName, unknown>>>,
): boolean {
  if (styles.includes("sleeve:none")) return false;
  const names = Object.keys(measurements).filter(isMeasurementName);
  return !names.includes(OF_TORSO) || names.some(isOfArm);
}

type Sewn = { readonly components: readonly ComponentName[]; readonly isWithSleeves: boolean };

function sectionOf(
  { component, garmentType, title }: Pick<FitSection, "component" | "garmentType" | "title">,
  { components, isWithSleeves }: Sewn,
): FitSection {
  const points = fitPointsOf(garmentType)
    .filter((point) => isWithSleeves || !isPointOfArm(point))
    .map((point): LocatedPoint => (component === undefined ? { point } : { component, point }));
  const reported = points.filter(({ point }) => canBeCorrected(components, point));
  return { component, title, garmentType, points, reported };
}

/**
 * The sections of a garment: one, or one for each of its components, in the order in which they are listed. One without sleeves
 * (`hasSleeves`) has no point of the arm.
 */
export function fitSectionsOf(
  garmentType: string,
  components: readonly ComponentName[],
  isWithSleeves = true,
): readonly FitSection[] {
  const kinds = [...new Set(components.map(fitComponentOf))];
  if (kinds.length < 2) {
    return [sectionOf({ garmentType, title: "" }, { components, isWithSleeves })];
  }
  return kinds.map((component) => {
    const own = components.filter((each) => fitComponentOf(each) === component);
    const title = fitComponentTitle(component);
    return sectionOf(
      { component, title, garmentType: component },
      { components: own, isWithSleeves },
    );
  });
}
