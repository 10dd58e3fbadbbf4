import { createHash } from "node:crypto";
import { relative } from "node:path";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** So that no worker idles at the end. */
const MAX_LENGTH = ["order-storm", "restore", "shop-start", "backup"].map(
  (name) => `/tests/durability/${name}.test.ts`,
);

function rank({ moduleId }: TestSpecification): number {
  const found = MAX_LENGTH.findIndex((file) => moduleId.endsWith(file));
  return found === -1 ? MAX_LENGTH.length : found;
}

/** A clean clone has no times. With a seed (`TEST_SEED`) the order of files follows from the seed alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed, shuffle } = this.ctx.config.sequence;
    if (shuffle) {
      // Projects one after another: a worker serves one of them.
      const keyOf = ({ moduleId, project }: TestSpecification) =>
        project.name +
        createHash("sha256")
          .update(`${seed} ${relative(".", moduleId)}`)
          .digest("hex");
      return files.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
    }
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
