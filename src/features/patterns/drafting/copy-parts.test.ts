import * as freeSewing from "@freesewing/core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { DRAFTABLE_DESIGNS, patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { FreeSewingCore } from "./copy-parts.ts";
import { copyPartsInLinearTime } from "./copy-parts.ts";
import type { FreeSewingPart } from "./freesewing.server.ts";
import { loadDesign } from "./freesewing.server.ts";

/** A measured person of median build; mm, degrees. */
const BODY: Readonly<Record<string, number>> = {
  chest: 946,
  neck: 356,
  highBust: 886,
  underbust: 797,
  bustSpan: 175,
  waist: 766,
  waistBack: 377,
  hips: 847,
  seat: 1005,
  seatBack: 552,
  hpsToWaistBack: 405,
  hpsToWaistFront: 411,
  hpsToBust: 244,
  ankle: 215,
  biceps: 300,
  crossSeam: 700,
  crossSeamFront: 330,
  crotchDepth: 244,
  heel: 305,
  inseam: 760,
  knee: 370,
  shoulderSlope: 15,
  shoulderToElbow: 310,
  shoulderToShoulder: 400,
  shoulderToWrist: 560,
  upperLeg: 600,
  waistToArmpit: 165,
  waistToFloor: 1000,
  waistToHips: 57,
  waistToKnee: 560,
  waistToSeat: 205,
  waistToUpperLeg: 240,
  wrist: 152,
};

// FreeSewing prints the day on each part.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T14:00:00Z") });
});
afterAll(() => {
  vi.useRealTimers();
});

const core = freeSewing as FreeSewingCore;
const { __inject } = core.Part.prototype;
const { clone } = core.Attributes.prototype;

function copyAsFreeSewingDoes(): void {
  core.Part.prototype.__inject = __inject;
  core.Attributes.prototype.clone = clone;
}

/** Points, lines, notches and logs of every part, and which lines end in which points. */
async function everythingOf(design: DraftableDesign) {
  const { create } = await loadDesign(design);
  const options = patternDesignOf(design).defaults;
  const measurements = { ...BODY };
  const pattern = create({ measurements, options, sa: 10, paperless: true }).draft();
  const parts = Object.entries(pattern.parts[0] ?? {}).map(([name, part]) => {
    const { hidden, paths, points, snippets } = part as FreeSewingPart;
    const nameOf = new Map<unknown, string>();
    for (const [key, point] of Object.entries(points)) nameOf.set(point, key);
    const ends = Object.values(paths).map(({ ops }) =>
      ops.map(({ to, cp1, cp2 }) => [to, cp1, cp2].map((at) => at && nameOf.get(at))),
    );
    return { name, hidden, paths, points, snippets, ends };
  });
  return JSON.stringify({ parts, logs: pattern.getLogs().sets.map(({ warn }) => warn) });
}

it.each(DRAFTABLE_DESIGNS)(
  "%s is drawn the same when parts are copied in linear time",
  async (design) => {
    await loadDesign(design);
    copyAsFreeSewingDoes();
    const own = await everythingOf(design);
    copyPartsInLinearTime(core);
    expect(await everythingOf(design)).toBe(own);
  },
);
