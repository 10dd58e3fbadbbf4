import { expect, test } from "vitest";
import { peopleOf } from "../../../../bench/pattern-drafts/compare.ts";
import { MIN_ARMHOLE, WIDE_ARM } from "./measure-sleeve.ts";

test.each(["bibi", "simon"])(
  "the arm that is assumed for %s without sleeves is wider than that of 95 of 100 measured people, and passes its armhole",
  (design) => {
    const shares = peopleOf(design, "derived", 400).map(
      ({ measurements }) => measurements.biceps / measurements.chest,
    );
    expect(shares.length).toBeGreaterThanOrEqual(400);
    const isWider = (limit: number) => shares.filter((share) => share > limit).length;
    expect(isWider(WIDE_ARM) / shares.length).toBeLessThan(0.05);
    expect(isWider(WIDE_ARM * MIN_ARMHOLE)).toBeLessThanOrEqual(1);
  },
);
