import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** Files that take longest: one of them begun last would keep one worker busy and the others idle. */
const LONGEST = ["order-storm", "restore", "shop-start", "backup"].map(
  (name) => `/tests/durability/${name}.test.ts`,
);

function rank({ moduleId }: TestSpecification): number {
  const found = LONGEST.findIndex((file) => moduleId.endsWith(file));
  return found === -1 ? LONGEST.length : found;
}

/** Begins with the files that are known to take longest; a clean clone has no earlier run to tell them by. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
