import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** The slowest files start first, so that no worker idles at the end. */
const LONGEST = ["order-storm", "restore", "shop-start", "backup"].map(
  (name) => `/tests/durability/${name}.test.ts`,
);

function rank({ moduleId }: TestSpecification): number {
  const found = LONGEST.findIndex((file) => moduleId.endsWith(file));
  return found === -1 ? LONGEST.length : found;
}

/** Starts with the slowest files; a clean clone has no earlier times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
