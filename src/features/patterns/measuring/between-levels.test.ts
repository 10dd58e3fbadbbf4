import fc from "fast-check";
import { expect, test } from "vitest";
import type { BetweenLevels } from "./between-levels.ts";
import { findTightLevel } from "./between-levels.ts";

const spotAt = (level: number) => ({ part: "front", x: 0, y: level });

/** A body of 900 mm whose belly swells by `belly` in the middle of the way from waist to seat. */
const around = (belly: number, garment: number): BetweenLevels => ({
  from: 0,
  to: 200,
  bodyAt: (level) => 900 + belly * (1 - Math.abs(level - 100) / 100),
  garmentAt: () => garment,
  measureAt: () => "seat",
  spotAt,
});

test("a garment that is wider than the body at every level has no finding", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 1, max: 100 }),
      (belly, ease) => {
        expect(findTightLevel(around(belly, 900 + belly + ease), (girth) => girth)).toBeNull();
      },
    ),
  );
});

test("a belly between two measured levels is found where it is widest", () => {
  const found = findTightLevel(around(60, 920), (girth) => girth);
  expect(found).toMatchObject({ code: "too-small", measure: "seat", by: 40 });
  expect(found?.reason).toBe(
    "The garment is 40 mm narrower than the body needs, 100 mm below the waist.",
  );
  expect(found?.spot?.y).toBe(100);
});

test("a garment that is narrow within 2 cm is found there", () => {
  const narrow = (level: number) => 910 - 3 * Math.max(0, 9 - Math.abs(level - 110));
  const found = findTightLevel({ ...around(0, 0), garmentAt: narrow }, (girth) => girth);
  expect(found).toMatchObject({ code: "too-small", by: 17, spot: { y: 110 } });
});

test("a level that nobody measured is no finding", () => {
  const unknown = { ...around(60, 100), bodyAt: () => undefined };
  expect(findTightLevel(unknown, (girth) => girth)).toBeNull();
});
