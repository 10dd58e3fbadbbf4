import { describe, expect, it } from "vitest";
import { Drafted } from "#features/patterns/measuring/drafted.ts";
import type { DraftedParts, DraftPoint } from "#features/patterns/measuring/drafted-part.ts";
import { edge, lowered, pair, truedAt } from "./seam-pair.ts";
import { trueSeams } from "./true-seams.ts";
import { findUnevenSeams, walkPair } from "./walk-seams.ts";

type Corners = Readonly<Record<string, readonly [x: number, y: number]>>;

/** A part whose outline joins its points in order. */
function partOf(corners: Corners) {
  const points: Record<string, DraftPoint> = {};
  for (const [name, [x, y]] of Object.entries(corners)) points[name] = { x, y };
  const [first, ...others] = Object.values(points);
  const seam = {
    hidden: false,
    ops: [
      { type: "move", ...(first && { to: first }) },
      ...others.map((to) => ({ type: "line", to })),
      { type: "close" },
    ],
  };
  return { hidden: false, points, paths: { seam } };
}

/** Two panels of which the second one has a side of the given length. */
const panels = (length: number): DraftedParts => ({
  front: partOf({ top: [0, 0], hem: [0, 400], center: [200, 400], neck: [200, 0] }),
  back: partOf({ top: [0, 0], hem: [0, length], center: [200, 400], neck: [200, 0] }),
});

const front = edge("front", "top", "hem");
const back = edge("back", "top", "hem");
const trued = pair("Side seam", [front, back], { trued: [truedAt("other", back, "to")] });

describe("seams that meet", () => {
  it("are left alone within 2 mm", () => {
    const parts = panels(401.9);
    expect(trueSeams(parts, [trued])).toEqual([]);
    expect(findUnevenSeams(new Drafted(parts), [trued])).toEqual([]);
  });

  it.each([375.5, 392, 408, 424])("are trued along their own line from %d mm", (length) => {
    const parts = panels(length);
    const [moved] = trueSeams(parts, [trued]);
    expect(moved).toMatchObject({ seam: "Side seam", part: "back", point: "hem" });
    expect(moved?.byMm).toBeCloseTo(400 - length, 0);
    const { one, other } = walkPair(new Drafted(parts), trued);
    expect(other).toBeCloseTo(one, 1);
    expect(parts.back?.points.hem?.x).toBeCloseTo(0, 6);
    expect(findUnevenSeams(new Drafted(parts), [trued])).toEqual([]);
  });

  it("are a finding with the place and the missing length when they differ by more than a tailor trues", () => {
    const parts = panels(360);
    expect(trueSeams(parts, [trued])).toEqual([]);
    const [finding] = findUnevenSeams(new Drafted(parts), [trued]);
    expect(finding).toMatchObject({
      code: "seams-differ",
      reason: "Side seam: one side is 40.0 mm longer than the other and cannot be sewn to it.",
      spot: { part: "front", x: 0, y: 400 },
    });
    expect(finding?.by).toBeCloseTo(38, 3);
  });

  it("share the difference where both ends move", () => {
    const parts = panels(390);
    const both = [
      truedAt("one", front, "to", { share: 0.5 }),
      truedAt("other", back, "to", { share: 0.5 }),
    ];
    const moved = trueSeams(parts, [pair("Side seam", [front, back], { trued: both })]);
    expect(moved.map(({ byMm }) => byMm)).toEqual([-5, 5]);
  });

  it.each([390, 410])("lower the shorter hem and never raise one, at %d mm", (length) => {
    const parts = panels(length);
    const moved = trueSeams(parts, [
      pair("Side seam", [front, back], { trued: lowered(front, back) }),
    ]);
    expect(moved).toMatchObject([{ part: length < 400 ? "back" : "front", byMm: 10 }]);
  });

  it("keep a declared ease", () => {
    const parts = panels(392);
    const eased = pair("Shoulder", [front, back], { ease: { least: -2, most: 10 } });
    expect(trueSeams(parts, [eased])).toEqual([]);
    expect(findUnevenSeams(new Drafted(parts), [eased])).toEqual([]);
  });
});
