import { bodyGirthAboveWaist } from "#features/patterns/measuring/body-girth.ts";
import { DraftReport } from "#features/patterns/measuring/draft-report.ts";
import type { Drafted } from "#features/patterns/measuring/drafted.ts";
import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import {
  distance,
  sectionOf,
  sliceAt,
  widthAt,
} from "#features/patterns/measuring/drafted-part.ts";
import { requireArmhole } from "#features/patterns/measuring/measure-sleeve.ts";
import { seamLength, seamLine } from "#features/patterns/measuring/seam-lengths.ts";
import { findSideJog, findWideUnderarm } from "#features/patterns/measuring/shape-rules.ts";
import type { DraftMeasures, MeasuringInput, PatternDesign } from "./pattern-design.ts";
import { count, degrees, oneOf, share } from "./pattern-design.ts";

const FRONT = "wahid.front";
const BACK = "wahid.back";
const INSIDE_MM = 0.5;

const turned =
  (around: DraftPoint, angle: number) =>
  ({ x, y }: DraftPoint): DraftPoint => {
    const dx = x - around.x;
    const dy = y - around.y;
    const sin = Math.sin(angle);
    const cos = Math.cos(angle);
    return { x: around.x + dx * cos - dy * sin, y: around.y + dx * sin + dy * cos };
  };

type StraightSide = { readonly side: Polyline; readonly armholeY: number };

/** The side of the front as it lies when the dart below the chest is sewn: the design turns it around the dart's tip. */
function straightSide(drafted: Drafted): StraightSide {
  const at = (name: string) => drafted.point(FRONT, name);
  const tip = at("dartTop");
  const dart = at("dartWaistRight");
  const waist = at("waist");
  const straight = turned(tip, -Math.atan2(waist.y - dart.y, waist.x - dart.x));
  const line = sectionOf(drafted.line(FRONT), [tip, waist, at("armhole")]).map(straight);
  const armholeY = straight(at("armhole")).y;
  return { side: [...line, { x: tip.x, y: armholeY }], armholeY };
}

/** The width from the center front to the side seam at a level, with the dart sewn. */
function frontWidth(drafted: Drafted, side: Polyline, y: number): number {
  const tip = drafted.point(FRONT, "dartTop");
  const toDart = Math.min(...sliceAt(drafted.line(FRONT), y).map(({ to }) => to));
  return (y > tip.y ? toDart : tip.x) + widthAt(side, y);
}

function measureWaistcoat(input: MeasuringInput): DraftMeasures {
  const report = new DraftReport(wahid, input);
  const { drafted, body } = report;
  const front = (name: string) => drafted.point(FRONT, name);
  const back = (name: string) => drafted.point(BACK, name);
  const behind = (y: number) => widthAt(drafted.line(BACK), y, 0);
  const { side, armholeY } = straightSide(drafted);
  const bust = body.hpsToBust ?? 0;
  const inFront = frontWidth(drafted, side, Math.max(bust, armholeY + INSIDE_MM));
  const chestY = Math.max(bust, back("armhole").y + INSIDE_MM);
  const chest = inFront + behind(chestY);
  const spot = report.spot(FRONT, "armhole");
  report.girth("chest", { finished: 2 * chest, body: body.chest, spot });
  const waist =
    front("dartWaistLeft").x +
    distance(front("dartWaistRight"), front("waist")) +
    behind(back("cbWaist").y - INSIDE_MM);
  const atWaist = report.spot(FRONT, "waist");
  report.girth("waist", { finished: 2 * waist, body: body.waist, spot: atWaist });
  const waistY = back("cbWaist").y;
  report.tightLevel({
    from: Math.max(chestY, armholeY + INSIDE_MM) - waistY,
    to: 0,
    bodyAt: (level) => bodyGirthAboveWaist(body, level / (chestY - waistY)),
    garmentAt: (level) => 2 * (frontWidth(drafted, side, waistY + level) + behind(waistY + level)),
    measureAt: () => "waist",
    spotAt: (level) => ({ part: FRONT, x: front("waist").x, y: waistY + level }),
  });
  const hips =
    front("dartHipLeft").x +
    distance(front("dartHipRight"), front("hips")) +
    behind(back("cbHips").y - INSIDE_MM);
  report.girth("hips", { finished: 2 * hips, body: body.hips, spot: report.spot(FRONT, "hips") });
  const armhole = [FRONT, BACK].reduce(
    (sum, part) => sum + seamLength(drafted, part, ["armhole", null, "shoulder"]),
    0,
  );
  requireArmhole(report, armhole, spot);
  report.record("shoulder", distance(back("neck"), back("shoulder")));
  report.record("backLength", back("cbHem").y - back("cbNeck").y);
  report.hem(back("cbHem").y - back("cbWaist").y, report.spot(BACK, "cbHem"));
  for (const part of [FRONT, BACK]) {
    findSideJog(report, part, seamLine(drafted, part, ["armhole", null, "hips"]));
    findWideUnderarm(report, part);
  }
  report.outlines([FRONT, BACK]);
  return report.done();
}

export const wahid: PatternDesign = {
  design: "wahid",
  title: "Waistcoat",
  garment: "waistcoat",
  hem: "waistcoat",
  chestFollowsWaist: true,
  knit: false,
  options: {
    chestEase: share(0.01, 0.1),
    waistEase: share(0.02, 0.15),
    hipsEase: share(0.02, 0.15),
    lengthBonus: share(0, 0.08),
    armholeDepth: share(-0.1, 0.5),
    shoulderInset: share(0, 0.2),
    neckInset: share(0, 0.1),
    frontInset: share(0.1, 0.2),
    backInset: share(0.1, 0.2),
    necklineDrop: share(0.35, 0.85),
    frontScyeDart: degrees(0, 12),
    backScyeDart: degrees(0, 6),
    centerBackDart: share(0, 0.05),
    frontStyle: oneOf("classic", "rounded"),
    hemStyle: oneOf("classic", "rounded", "square"),
    pocketLocation: share(0.25, 0.55),
    pocketWidth: share(0.08, 0.15),
    buttons: count(4, 12),
  },
  defaults: {
    lengthBonus: 0.02,
    armholeDepth: 0.02,
    shoulderInset: 0.1,
    frontScyeDart: 6,
    frontStyle: "classic",
  },
  eases: { chest: "chestEase", waist: "waistEase", hips: "hipsEase" },
  lengths: { hemLevel: "lengthBonus" },
  // A body without a waist has no back dart: the girths are measured without it.
  readWarnings: [/noBackDart/],
  cuts: {},
  levers: [
    { option: "chestEase", step: 0.01, cures: ["chest", "wide-underarm"] },
    { option: "waistEase", step: 0.01, cures: ["waist", "chest"] },
    { option: "hipsEase", step: 0.01, cures: ["hips"] },
    { option: "armholeDepth", step: 0.03, cures: ["tight-armhole"] },
    { option: "frontScyeDart", step: -1, cures: ["outline-crosses", "chest"] },
  ],
  requested: {
    shoulder: { measures: ["shoulder"], option: "shoulderInset" },
    chest: { measures: ["chest"], option: "chestEase" },
    waist: { measures: ["waist"], option: "waistEase" },
    hips: { measures: ["hips"], option: "hipsEase" },
    length: { measures: ["backLength"], option: "lengthBonus", moves: ["hemLevel"] },
  },
  adjusters: ["chestEase", "waistEase", "hipsEase", "lengthBonus", "shoulderInset", "armholeDepth"],
  measure: measureWaistcoat,
};
