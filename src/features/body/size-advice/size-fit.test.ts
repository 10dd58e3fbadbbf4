import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawPeople, estimateMeasurements } from "#features/body/check/check-engine.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { findMySize } from "./find-my-size.ts";
import type { EstimatedBody, FitAdvice, KnownBody } from "./size-fit.ts";
import { adviseSize, nextMeasurement, sizeIndexOf } from "./size-fit.ts";
import { chanceText, fitHeadline, fitText, nextText } from "./size-fit-messages.ts";
import type { SizedFor } from "./size-ranges.ts";
import {
  chartRanges,
  decidingMeasurements,
  garmentRanges,
  largestBody,
  rangesOf,
} from "./size-ranges.ts";

const ALL = ["XS", "S", "M", "L", "XL", "XXL"];
const dress = chartRanges(ALL, "dress");

type Body = Partial<Record<MeasurementName, number>>;

const bodyOf = (body: Body) => new Map(Object.entries(body)) as KnownBody;

/** The advice that a page gives. */
function advise(sizes: readonly SizedFor[], body: Body): FitAdvice {
  const known = bodyOf(body);
  const deciding = decidingMeasurements(sizes);
  const advice = adviseSize({
    sizes,
    known,
    estimated: estimateMeasurements(known, deciding) as EstimatedBody,
    bodies: drawPeople(known, deciding, 200),
  });
  if (!advice) throw new Error("No advice");
  return advice;
}

const girth = fc.integer({ min: 500, max: 1_600 });
const body = fc.record({ chest: girth, waist: girth, seat: girth });

describe("the size of a measured body", () => {
  it("is the size that Find my size advises by the chart", () => {
    fc.assert(
      fc.property(body, ({ chest, waist, seat }) => {
        const sizeIndex = sizeIndexOf(dress, (name) => ({ chest, waist, seat })[name as "chest"]);
        const advice = findMySize({ chest, waist, hips: seat });
        const expected =
          advice?.kind === "below"
            ? -1
            : advice?.kind === "above"
              ? ALL.length
              : ALL.indexOf(advice?.size ?? "");
        expect(sizeIndex).toBe(expected);
      }),
    );
  });

  it("never shrinks when a girth grows", () => {
    fc.assert(
      fc.property(body, fc.constantFrom("chest", "waist", "seat"), fc.nat(300), (own, name, by) => {
        const sizeIndex = (of: Body) => sizeIndexOf(dress, (each) => of[each]) ?? -2;
        expect(sizeIndex({ ...own, [name]: own[name] + by })).toBeGreaterThanOrEqual(
          sizeIndex(own),
        );
      }),
    );
  });

  it("does not depend on the order in which the girths are given", () => {
    fc.assert(
      fc.property(body, (own) => {
        const reversed = Object.fromEntries(Object.entries(own).reverse());
        expect(advise(dress, reversed)).toEqual(advise(dress, own));
      }),
      { numRuns: 20 },
    );
  });

  it("names where it is tight and loose and by how much", () => {
    const advice = advise(dress, { chest: 940, waist: 790, seat: 1_100 });
    expect(advice.size).toBe("XL");
    const loose = advice.fits.filter(({ kind }) => kind === "loose");
    expect(loose.map(({ name, byMm }) => [name, byMm])).toEqual([
      ["chest", 76],
      ["waist", 70],
    ]);
    expect(advice.advisesCustom).toBe(true);
    expect(fitText(advice, "cm")).toBe(
      "It is 7.5 cm loose at the chest and 7 cm loose at the waist. L would be 3 cm tight at the seat. Custom would fit all over.",
    );
    expect(fitText(advice, "inches")).toContain("3 in loose at the chest and 2 3/4 in loose");
  });

  it("says that two sizes meet, and to take the larger one", () => {
    const advice = advise(dress, { chest: 914, waist: 762, seat: 965 });
    expect(advice).toMatchObject({ size: "M", sharedWith: "S" });
    expect(fitHeadline(advice)).toBe("Between S and M: take M");
    expect(fitText(advice, "cm")).toContain("S fits closer");
  });

  it("is Custom above and below the chart, with the nearest size and its tight place", () => {
    const large = advise(dress, { chest: 1_300, waist: 1_200, seat: 1_400 });
    expect(large).toMatchObject({
      size: null,
      nearest: "XXL",
      outside: "above",
      advisesCustom: true,
    });
    expect(fitText(large, "cm")).toMatch(
      /^XXL comes nearest, .* tight at the seat\. Custom is cut/,
    );
    expect(chanceText(large)).toBe("Nearly everyone with these answers needs Custom");
    const small = advise(dress, { chest: 700, waist: 560, seat: 760 });
    expect(small).toMatchObject({ size: null, nearest: "XS", outside: "below" });
  });
});

describe("the size of an estimated body", () => {
  it("never shrinks when the weight grows", () => {
    const sizeIndex = (weight: number) => {
      const { outside, size } = advise(dress, { height: 1_680, weight });
      return size === null ? (outside === "below" ? -1 : ALL.length) : ALL.indexOf(size);
    };
    const places = [45, 52, 58, 64, 70, 76, 82, 90, 100, 115].map((kg) => sizeIndex(kg * 1_000));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(places).size).toBeGreaterThan(4);
  });

  it("has chances that add up to one, and grows surer with every girth", () => {
    const first = advise(dress, { height: 1_680, weight: 62_000 });
    const last = advise(dress, {
      height: 1_680,
      weight: 62_000,
      chest: 890,
      waist: 735,
      seat: 940,
    });
    for (const { chances } of [first, last]) {
      expect(chances.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1);
    }
    expect(first.chance).toBeLessThan(0.8);
    expect(last.chance).toBeGreaterThan(0.9);
    expect(last.fits.every(({ plusMinus }) => plusMinus === null)).toBe(true);
  });

  it("is not named after one answer, with what a page would like to know next and why", () => {
    const first = advise(dress, { height: 1_680 });
    expect(first.isNamed).toBe(false);
    expect(fitHeadline(first)).toBe("Not certain yet");
    expect(nextText(first, "weight")).toBe(
      "The weight is what we would like to know next: it says most of what can be said without a tape.",
    );
    const second = advise(dress, { height: 1_680, weight: 60_000 });
    expect(second.isNamed).toBe(false);
    expect(fitHeadline(second)).toBe("Not certain yet: S or M");
    expect(nextText(second, "waist")).toBe(
      "The waist is what we would like to know next: it tells S and M apart best.",
    );
    expect(nextText(second, null)).toMatch(/^These answers fit S and M about equally well\./);
    expect(advise(dress, { height: 1_680, weight: 62_000, chest: 940 }).isNamed).toBe(true);
  });

  it("does not call an estimate tight that is nearer than its own uncertainty", () => {
    const advice = advise(dress, { height: 1_680, weight: 62_000 });
    for (const { byMm, kind, plusMinus } of advice.fits) {
      if (kind === "inside" || plusMinus === null) continue;
      expect(fitText(advice, "cm").includes(`${byMm / 10} cm`)).toBe(byMm > plusMinus);
    }
    expect(chanceText({ chance: 0.68, size: "M" })).toBe(
      "7 in 10 people with these answers wear M",
    );
  });

  it("asks next for a girth that decides, and for nothing when all are known", () => {
    const known = bodyOf({ height: 1_680, weight: 62_000 });
    const bodies = drawPeople(known, ["chest", "waist", "seat"], 200);
    expect(decidingMeasurements(dress)).toContain(nextMeasurement(dress, known, bodies));
    const all = bodyOf({ chest: 900, waist: 740, seat: 960 });
    expect(nextMeasurement(dress, all, bodies)).toBeNull();
  });

  it("asks for the measurement in which the two likeliest sizes differ", () => {
    const sizes: SizedFor[] = [
      { size: "M", ranges: { chest: { from: 800, to: 900 }, waist: { from: 600, to: 1_000 } } },
      { size: "L", ranges: { chest: { from: 900, to: 1_000 }, waist: { from: 600, to: 1_000 } } },
    ];
    const bodies = new Map([
      ["chest", [850, 860, 870, 950, 960, 970]],
      ["waist", [700, 720, 740, 710, 730, 750]],
    ]);
    expect(nextMeasurement(sizes, new Map(), bodies)).toBe("chest");
  });
});

describe("garment measurements", () => {
  const garments = {
    S: { chest: 1_000, shoulderToWrist: 600 },
    M: { chest: 1_050, shoulderToWrist: 610 },
    L: { chest: 1_100 },
  };

  it("fit bodies that leave the least ease; a size begins where the smaller one is tight", () => {
    const [small, medium] = garmentRanges(["S", "M", "L"], garments, "shirt");
    expect(small?.ranges.chest?.to).toBe(largestBody("chest", 1_000, "shirt"));
    expect(largestBody("chest", 1_120, "shirt")).toBe(1_000);
    expect(medium?.ranges.chest?.from).toBe(small?.ranges.chest?.to);
    expect(medium?.ranges.shoulderToWrist).toEqual({ from: 595, to: 625 });
  });

  it("replace the chart once every size has a girth, so that no size is hidden", () => {
    const product = { sizes: ["S", "M", "L"], garmentType: "shirt" };
    expect(rangesOf({ ...product, garments }).source).toBe("garment");
    const { L: _unmeasured, ...partly } = garments;
    expect(rangesOf({ ...product, garments: partly })).toEqual(
      rangesOf({ ...product, garments: null }),
    );
    expect(rangesOf({ ...product, garments: { S: { inseam: 760 } } }).source).toBe("chart");
    expect(rangesOf({ ...product, garments: null }).sizes.map(({ size }) => size)).toEqual([
      "S",
      "M",
      "L",
    ]);
  });

  it("advise by the garment, and say that a sleeve is short", () => {
    const { sizes } = rangesOf({ sizes: ["S", "M", "L"], garmentType: "shirt", garments });
    const advice = advise(sizes, { chest: 920, shoulderToWrist: 650 });
    expect(advice.size).toBe("M");
    expect(fitText(advice, "cm")).toContain("2.5 cm short at the sleeve");
    expect(advice.advisesCustom).toBe(true);
  });
});
