import fc from "fast-check";
import { expect, test } from "vitest";
import { simon } from "#features/patterns/designs/shirts.ts";
import { targetGarmentOf } from "#features/patterns/finished/target-measures.ts";
import { DraftReport } from "./draft-report.ts";
import { Drafted } from "./drafted.ts";
import type { DraftPoint, Polyline } from "./drafted-part.ts";
import {
  findDartBesideCorner,
  findNarrowUnderarm,
  findPocketBelowHem,
  findPocketOverSide,
  findSideJog,
  findSideSpur,
  findWideUnderarm,
} from "./shape-rules.ts";

/** A report on one part that has nothing but points. */
function reportOn(points: Readonly<Record<string, DraftPoint>> = {}): DraftReport {
  const drafted = new Drafted({ part: { hidden: false, points, paths: {} } });
  const request = {
    fit: "regular",
    body: {},
    hem: "standard",
    chosen: {},
    isExact: false,
  } as const;
  const target = targetGarmentOf(simon, request);
  return new DraftReport(simon, { target, drafted, body: {}, options: {} });
}

const found = (report: DraftReport) => report.findings.map(({ code, by }) => ({ code, by }));
const length = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** Down a side with a level step in its middle. */
const stepped = (step: number, slope: number): Polyline => [
  { x: 200, y: 0 },
  { x: 200 + slope * 150, y: 150 },
  { x: 200 + slope * 150 + step, y: 150 },
  { x: 200 + slope * 300 + step, y: 300 },
];

test("a side seam may lean, and may step out by 10 mm at most", () => {
  fc.assert(
    fc.property(length(0, 9.9), length(-0.9, 0.9), (step, slope) => {
      const report = reportOn();
      findSideJog(report, "part", stepped(step, slope));
      expect(found(report)).toEqual([]);
    }),
  );
});

test("a longer step is found, and is worse the longer it is", () => {
  fc.assert(
    fc.property(length(11, 200), length(-0.9, 0.9), (step, slope) => {
      const report = reportOn();
      findSideJog(report, "part", stepped(step, slope));
      expect(found(report)).toEqual([{ code: "side-jog", by: expect.closeTo(step - 10, 6) }]);
    }),
  );
});

test("a side seam that runs below the hem and back is found, and is worse the longer its spur is", () => {
  fc.assert(
    fc.property(length(0, 60), length(-0.9, 0.9), (spur, slope) => {
      fc.pre(Math.abs(spur - 1) > 0.1);
      const hips = { x: 200 + slope * 300, y: 300 };
      const hem = { x: hips.x, y: hips.y - spur };
      const report = reportOn();
      findSideSpur(report, "part", [{ x: 200, y: 0 }, hips, hem]);
      const spurs = spur > 1 ? [{ code: "side-spur", by: expect.closeTo(spur - 1, 6) }] : [];
      expect(found(report)).toEqual(spurs);
    }),
  );
});

test("an underarm wider than 160 mm is found, on either side of the center", () => {
  fc.assert(
    fc.property(length(0, 400), fc.constantFrom(-1, 1), (width, side) => {
      fc.pre(Math.abs(width - 160) > 0.1);
      const armholePitch = { x: side * 180, y: 100 };
      const report = reportOn({ armholePitch, armhole: { x: side * (180 + width), y: 220 } });
      findWideUnderarm(report, "part");
      expect(report.findings).toHaveLength(width > 160 ? 1 : 0);
    }),
  );
});

test("an armhole that does not reach 6 mm under the arm is found, and is worse the less it does", () => {
  fc.assert(
    fc.property(length(-40, 40), (width) => {
      fc.pre(Math.abs(width - 6) > 0.1);
      const report = reportOn({
        armholePitch: { x: 180, y: 100 },
        armhole: { x: 180 + width, y: 220 },
      });
      findNarrowUnderarm(report, "part");
      const narrow = { code: "narrow-underarm", by: expect.closeTo(6 - width, 6) };
      expect(found(report)).toEqual(width < 6 ? [narrow] : []);
    }),
  );
});

test("a pocket ends 10 mm inside the side seam and above the hem, or it is found", () => {
  fc.assert(
    fc.property(length(-100, 100), (inside) => {
      fc.pre(Math.abs(inside - 10) > 0.1);
      const report = reportOn({ corner: { x: 200 - inside, y: 100 } });
      const side = [
        { x: 200, y: 0 },
        { x: 200, y: 500 },
      ];
      findPocketOverSide(report, { part: "part", side, corners: ["corner"] });
      findPocketBelowHem(report, { part: "part", corner: "corner", hemY: 100 + inside });
      expect(report.findings).toHaveLength(inside < 10 ? 2 : 0);
    }),
  );
});

test("a dart needs side seam on both sides", () => {
  fc.assert(
    fc.property(length(1, 60), length(1, 60), (above, below) => {
      const least = Math.min(above, below);
      fc.pre(Math.abs(least - 15) > 0.1);
      const report = reportOn({
        armhole: { x: 0, y: 0 },
        upper: { x: 0, y: above },
        lower: { x: 0, y: above + 40 },
        hem: { x: 0, y: above + 40 + below },
      });
      const rests = [["armhole", "upper"] as const, ["lower", "hem"] as const];
      findDartBesideCorner(report, { part: "part", rests, leastMm: 15, at: "upper" });
      expect(report.findings).toHaveLength(least < 15 ? 1 : 0);
    }),
  );
});
