import fc from "fast-check";
import { expect, test } from "vitest";
import { clothRequired } from "./cloth-required.ts";

const size = fc.integer({ min: 20, max: 800 });
const anyDraft = fc
  .array(fc.record({ width: size, height: size, cut: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((cuts) => ({
    parts: cuts.map(({ height, width }, index) => ({
      part: `p${index}`,
      title: "",
      lines: [],
      labels: [],
      notches: [],
      spots: [],
      bounds: { x: 0, y: 0, width, height },
    })),
    cutList: cuts.map(({ cut }, index) => ({
      part: `p${index}`,
      title: "",
      cuts: [{ material: "fabric", cut, onFold: false, mirrored: false }],
    })),
    areaMm2: cuts.reduce((sum, { cut, height, width }) => sum + cut * height * width, 0),
  }));

test("cloth is never shorter than the area of its cuts needs", () => {
  fc.assert(
    fc.property(anyDraft, fc.integer({ min: 900, max: 1_600 }), (draft, width) => {
      const length = clothRequired(draft, width) ?? 0;
      expect(length * width).toBeGreaterThanOrEqual(draft.areaMm2);
    }),
  );
});

test("a cut that is wider than the cloth cannot be cut from it", () => {
  const bounds = { x: 0, y: 0, width: 700, height: 300 };
  const none = { lines: [], labels: [], notches: [], spots: [] };
  const draft = {
    parts: [{ part: "back", title: "Back", bounds, ...none }],
    cutList: [
      {
        part: "back",
        title: "Back",
        cuts: [{ material: "fabric", cut: 1, onFold: true, mirrored: false }],
      },
    ],
  };
  expect(clothRequired(draft, 1_150)).toBeNull();
  expect(clothRequired(draft, 1_400)).toBe(310);
});
