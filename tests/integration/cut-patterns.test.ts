import { afterAll, describe, expect, test } from "vitest";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { DRAFTABLE_DESIGNS } from "#features/patterns/designs/all-designs.ts";
import { draftGarment } from "#features/patterns/drafting/draft-garment.server.ts";
import type { GarmentDraft } from "#features/patterns/drafting/garment-draft.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { cutShapes } from "#features/patterns/nesting/cut-shapes.ts";
import { nestShapes } from "#features/patterns/nesting/nest.ts";
import { outlineOf } from "#features/patterns/outlines/part-outline.ts";
import { writeDxf } from "#features/patterns/printing/pattern-dxf.ts";
import { peopleOf } from "../../bench/pattern-drafts/compare.ts";
import { readDxf } from "../support/dxf-reader.ts";
import { coveredBy, distanceOutside, overlapOf } from "../support/nest-overlap.ts";
import { bestOfTenRivals } from "../support/nest-rivals.ts";

const patterns = createPatternPool({ givesWay: false });
afterAll(() => patterns.stop());

/** Three people of a survey and one heavy person. */
async function makeDrafts(design: DraftableDesign): Promise<readonly GarmentDraft[]> {
  const people = [...peopleOf(design, "tape", 3), ...peopleOf(design, "heavy tape", 1)];
  const drafts: GarmentDraft[] = [];
  for (const { measurements } of people) {
    const drafted = await draftGarment(
      { patterns },
      { designs: [design], measurements, fit: "regular" },
    );
    if (drafted.ok && drafted.value.parts.length > 0) drafts.push(drafted.value);
  }
  expect(drafts.length).toBeGreaterThan(1);
  return drafts;
}

const made = new Map<DraftableDesign, Promise<readonly GarmentDraft[]>>();

/** Both tests of a design read the same drafts, which are made once. */
function draftsOf(design: DraftableDesign): Promise<readonly GarmentDraft[]> {
  const known = made.get(design) ?? makeDrafts(design);
  made.set(design, known);
  return known;
}

function dxfOf({ cutList, parts, title }: GarmentDraft): string {
  return writeDxf({
    styleName: title,
    size: "made to measure",
    parts: parts.map((part) => ({
      outline: outlineOf(part),
      cuts: cutList.find((entry) => entry.part === part.part)?.cuts ?? [],
    })),
  });
}

const pointsOf = (points: readonly [number, number][] = []) => points.map(([x, y]) => ({ x, y }));

describe.each(DRAFTABLE_DESIGNS)("%s", (design) => {
  test("is read back from DXF with a block for each part: one grain line, and a cut line that holds every sew line", async () => {
    for (const draft of await draftsOf(design)) {
      const { blocks, inserted } = readDxf(dxfOf(draft));
      expect(blocks).toHaveLength(draft.parts.length);
      expect(inserted).toEqual(blocks.map(({ name }) => name));
      expect(new Set(inserted).size).toBe(inserted.length);
      for (const { lines, name, polylines } of blocks) {
        const cuts = polylines.filter(({ layer }) => layer === 1);
        expect([name, cuts.map(({ isClosed }) => isClosed)]).toEqual([name, [true]]);
        const cut = pointsOf(cuts[0]?.points);
        const sewn = polylines.filter(({ layer }) => layer === 14);
        expect(sewn.length).toBeGreaterThan(0);
        expect([name, lines.filter(({ layer }) => layer === 7)]).toEqual([
          name,
          [expect.anything()],
        ]);
        const outside = sewn
          .flatMap(({ points }) => pointsOf(points))
          .filter((point) => distanceOutside(cut, point) > 0.6);
        expect([name, outside]).toEqual([name, []]);
      }
    }
  });

  test("lies on its cloth without an overlap, within 5 % of the best of ten rivals that share no code with it", async () => {
    for (const draft of await draftsOf(design)) {
      const shapes = cutShapes(draft);
      const cloth = { widthMm: 1_500, isOneWay: design === "carlita" };
      const nest = nestShapes(shapes, cloth);
      // A circle skirt may be wider than every cloth of the house.
      if (!nest) expect(Math.max(...shapes.map(({ widthMm }) => widthMm))).toBeGreaterThan(1_500);
      if (!nest) continue;
      expect(overlapOf(coveredBy(nest))).toEqual([]);
      // No rival counts the ends of the cloth; its squares and the columns of the nest are 5 mm.
      expect(nest.lengthMm - 20).toBeLessThanOrEqual(1.05 * bestOfTenRivals(shapes, cloth, 1) + 5);
    }
  });
});
