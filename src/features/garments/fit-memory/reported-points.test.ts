import { describe, expect, test } from "vitest";
import { patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import { COMPONENT_NAMES, designsOfComponent } from "#features/patterns/designs/pattern-table.ts";
import { fitComponentOf, handPointsOf, pointKey } from "./fit-sections.ts";
import { fitSectionsOf, hasSleeves } from "./reported-points.ts";

const keysOf = (garmentType: string, components: readonly ComponentName[]) =>
  fitSectionsOf(garmentType, components).map((section) => {
    return {
      reported: section.reported.map(pointKey),
      byHand: handPointsOf(section).map(pointKey),
    };
  });

describe.each(COMPONENT_NAMES)("the fit of a %s", (component) => {
  test("is reported at the points that a design moves, and at all of one that is drawn by hand", () => {
    const [section] = fitSectionsOf(fitComponentOf(component), [component]);
    const designs = designsOfComponent(component).map(patternDesignOf);
    for (const { point } of section?.points ?? []) {
      const isReported = section?.reported.some((each) => each.point === point) ?? false;
      const isMoved = designs.some(({ requested }) => requested[point] !== undefined);
      expect(isReported, point).toBe(designs.length === 0 || isMoved);
    }
  });
});

test("of a wide skirt the hips are corrected by hand, of every other garment nothing", () => {
  expect(keysOf("skirt", ["circleSkirt"])).toEqual([
    { reported: ["waist", "length"], byHand: ["hips"] },
  ]);
  const wide: readonly string[] = ["circleSkirt", "flaredSkirt"];
  const drafted = COMPONENT_NAMES.filter((name) => !wide.includes(name));
  const withHandPoints = drafted.filter((name) =>
    keysOf(fitComponentOf(name), [name]).some(
      ({ byHand }) => byHand.length > 0 && fitComponentOf(name) !== "accessory",
    ),
  );
  expect(withHandPoints).toEqual([]);
});

test("of a suit each component has its own points, named with it", () => {
  expect(keysOf("suit", ["jacket", "chinos"])).toEqual([
    {
      reported: [
        "jacket-shoulder",
        "jacket-sleeve",
        "jacket-upperArm",
        "jacket-chest",
        "jacket-waist",
        "jacket-hips",
        "jacket-length",
      ],
      byHand: [],
    },
    {
      reported: ["pants-waist", "pants-hips", "pants-thigh", "pants-inseam", "pants-length"],
      byHand: [],
    },
  ]);
});

test("a garment without sleeves has no point of the arm, whatever it is made of", () => {
  const pointsOf = (garmentType: string, components: readonly ComponentName[]) =>
    fitSectionsOf(garmentType, components, false).flatMap(({ points, reported }) =>
      [...points, ...reported].map(({ point }) => point),
    );
  for (const name of COMPONENT_NAMES) {
    const points = pointsOf(fitComponentOf(name), [name]);
    expect(points.filter((point) => point === "sleeve" || point === "upperArm")).toEqual([]);
  }
  expect(pointsOf("dress", ["columnGown"])).toEqual(
    expect.arrayContaining(["shoulder", "chest", "waist", "hips", "length"]),
  );
});

test("sleeves are asked about unless none were ordered, or a torso was measured without its arm", () => {
  const torso = { hpsToWaistBack: {}, chest: {} };
  expect(hasSleeves([], {})).toBe(true);
  expect(hasSleeves(["sleeve:none"], {})).toBe(false);
  expect(hasSleeves(["sleeve:short"], { ...torso, biceps: {} })).toBe(true);
  expect(hasSleeves([], torso)).toBe(false);
  expect(hasSleeves([], { ...torso, biceps: {} })).toBe(true);
  expect(hasSleeves([], { waist: {}, seat: {} })).toBe(true);
});
