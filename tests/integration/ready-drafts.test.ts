import { afterAll, expect, test } from "vitest";
import { DRAFTABLE_DESIGNS } from "#features/patterns/designs/all-designs.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { loadDesigns } from "../../bench/pattern-drafts/check-draft.ts";
import { faultsOfReady, peopleOf } from "../../bench/pattern-drafts/compare.ts";
import { shopSolver } from "../../bench/pattern-drafts/shop-drafts.ts";

const patterns = createPatternPool({ givesWay: false });
afterAll(() => patterns.stop());

const GROUPS = ["derived", "tape", "heavy derived"] as const;
const FITS = ["close", "easy"] as const;

test.each(DRAFTABLE_DESIGNS)(
  "no ready %s fails the measuring that the shop knows nothing of",
  async (design) => {
    await loadDesigns([design]);
    for (const group of GROUPS) {
      for (const [index, person] of peopleOf(design, group, FITS.length).entries()) {
        const solved = await shopSolver(patterns, FITS[index])([design], person);
        const faults = solved.status === "ready" ? faultsOfReady(person, solved) : [];
        expect(faults, person.id).toEqual([]);
        expect(solved.status === "ready" || solved.reasons.length > 0, person.id).toBe(true);
      }
    }
  },
);

test("a draft whose drawing differs from the measured seam line is noticed", async () => {
  await loadDesigns(["teagan"]);
  const [person] = peopleOf("teagan", "tape", 1);
  if (!person) throw new Error("Nobody is in the sample.");
  const solved = await shopSolver(patterns)(["teagan"], person);
  expect(faultsOfReady(person, solved)).toEqual([]);
  const moved = solved.seams.map(({ part, d }) => ({ part, d: d.replace(/^M(-?\d+)/, "M1$1") }));
  expect(faultsOfReady(person, { ...solved, seams: moved })).toContain(
    "teagan.back is drawn otherwise",
  );
});
