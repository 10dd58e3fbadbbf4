import { patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import { designsOfComponent } from "#features/patterns/designs/pattern-table.ts";
import type { FitPoint } from "./fit-points.ts";
import { fitPointsOf } from "./fit-points.ts";
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

function sectionOf(
  { component, garmentType, title }: Pick<FitSection, "component" | "garmentType" | "title">,
  components: readonly ComponentName[],
): FitSection {
  const points = fitPointsOf(garmentType).map(
    (point): LocatedPoint => (component === undefined ? { point } : { component, point }),
  );
  const reported = points.filter(({ point }) => canBeCorrected(components, point));
  return { component, title, garmentType, points, reported };
}

/** The sections of a garment: one, or one for each of its components, in the order in which they are listed. */
export function fitSectionsOf(
  garmentType: string,
  components: readonly ComponentName[],
): readonly FitSection[] {
  const kinds = [...new Set(components.map(fitComponentOf))];
  if (kinds.length < 2) return [sectionOf({ garmentType, title: "" }, components)];
  return kinds.map((component) => {
    const own = components.filter((each) => fitComponentOf(each) === component);
    const title = fitComponentTitle(component);
    return sectionOf({ component, title, garmentType: component }, own);
  });
}
