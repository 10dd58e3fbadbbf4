import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BodyMeasures } from "#features/body/measurement/body-measures.ts";
import { GIRTHS, PLAUSIBLE_MM } from "#features/body/measurement/body-measures.ts";
import { formatLength, parseLength } from "#features/body/measurement/length-text.ts";
import type { SizeAdvice } from "./find-my-size.ts";
import { findMySize } from "./find-my-size.ts";
import { sizeAdviceMessages } from "./size-advice-messages.ts";
import type { ChartMeasure, ChartUnit } from "./size-chart.ts";
import { CHART_MEASURES, CHART_UNITS, SIZE_CHART } from "./size-chart.ts";
import { SIZE_SPANS } from "./size-ranges.ts";

const MM = { inches: 25.4, cm: 10 };

function advise(measures: BodyMeasures): SizeAdvice {
  const advice = findMySize(measures);
  if (!advice) throw new Error("no girth given");
  return advice;
}

function inInches(chest: number, waist?: number, hips?: number, inseam?: number): BodyMeasures {
  const mm = (value: number | undefined) =>
    value === undefined ? undefined : Math.round(value * 25.4);
  const given = { chest: mm(chest), waist: mm(waist), hips: mm(hips), inseam: mm(inseam) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const plausible = (measure: ChartMeasure) =>
  fc.option(fc.integer({ min: PLAUSIBLE_MM[measure].from, max: PLAUSIBLE_MM[measure].to }), {
    nil: undefined,
    freq: 4,
  });

/** Half of them near the chart's boundaries. */
const anyBody = fc
  .record({
    chest: plausible("chest"),
    waist: plausible("waist"),
    hips: plausible("hips"),
    inseam: plausible("inseam"),
  })
  .map(
    (body): BodyMeasures =>
      Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
  )
  .filter((body) => GIRTHS.some((measure) => body[measure] !== undefined));

const onChart = (measure: ChartMeasure) =>
  fc.integer({
    min: (SIZE_SPANS[0]?.span[measure].from ?? 0) - 30,
    max: (SIZE_SPANS.at(-1)?.span[measure].to ?? 0) + 30,
  });

const chartBody: fc.Arbitrary<BodyMeasures> = fc.record({
  chest: onChart("chest"),
  waist: onChart("waist"),
  hips: onChart("hips"),
  inseam: onChart("inseam"),
});

const bodies = fc.oneof(anyBody, chartBody);
const indexOf = ({ size }: { size: string }) => SIZE_SPANS.findIndex((row) => row.size === size);
const girths = (advice: SizeAdvice) => advice.fits.filter((fit) => fit.measure !== "inseam");

describe("finding a size by example:", () => {
  test("every middle of a row is that row's size", () => {
    for (const unit of CHART_UNITS) {
      for (const row of SIZE_CHART[unit]) {
        const middle = Object.fromEntries(
          CHART_MEASURES.map(({ measure }) => [
            measure,
            Math.round(((row[measure].from + row[measure].to) / 2) * MM[unit]),
          ]),
        );
        expect(advise(middle)).toMatchObject({
          kind: "fits",
          size: row.size,
          advisesCustom: false,
        });
      }
    }
  });

  test("34 inches of chest are XS and S, and the advice names both and picks one", () => {
    const advice = advise(inInches(34));
    expect(advice).toMatchObject({ kind: "between", size: "S", other: { size: "XS" } });
    const text = sizeAdviceMessages(advice, "inches");
    expect(text.headline).toBe("Between XS and S: take S");
    expect(text.because).toContain("share an end point");
    expect(text.because).toContain("Take XS if you like your clothes close.");
    expect(text.lines[0]?.text).toBe("Where S (34-36 in) and XS meet.");
  });

  test("a boundary value of one measure alone does not affect the others", () => {
    expect(advise(inInches(34, 27, 35))).toMatchObject({ kind: "fits", size: "XS" });
    expect(advise(inInches(34, 29, 37))).toMatchObject({ kind: "fits", size: "S" });
  });

  test("measurements of several sizes get the smallest that is tight nowhere, with what is loose and by how much", () => {
    const advice = advise(inInches(37, 31, 41));
    expect(advice).toMatchObject({ kind: "spread", size: "L", other: { size: "M" } });
    expect(sizeAdviceMessages(advice, "inches").because).toBe(
      "You are between sizes: your measures belong to more than one. L is the smallest that is tight nowhere; it would be about 1 in too loose at the chest and about 1 in at the waist, and a seam can be taken in. M would be about 1 in too tight at the hips, and there is little cloth to let out.",
    );
    expect(sizeAdviceMessages(advice, "cm").lines.map(({ text }) => text)).toEqual([
      "L (97-102 cm) is about 2.5 cm too loose.",
      "L (81-86 cm) is about 2.5 cm too loose.",
      "Inside L (102-107 cm).",
    ]);
  });

  test("measurements more than a size apart lead to Custom", () => {
    const advice = advise(inInches(33, 27, 43));
    expect(advice).toMatchObject({ kind: "spread", size: "XL", advisesCustom: true });
    expect(sizeAdviceMessages(advice, "inches").headline).toBe("Custom, or XL at the nearest");
  });

  test("measurements outside the chart lead to Custom or a message to us", () => {
    const above = sizeAdviceMessages(advise(inInches(46, 39, 48)), "inches");
    expect(above.headline).toBe("You are beyond our chart");
    expect(above.because).toBe(
      "XXL is our largest standard size, and it would be about 2 in too tight at the chest, about 1 in at the waist and about 2 in at the hips. Choose Custom, which is cut to your own measures, or ask us.",
    );
    expect(sizeAdviceMessages(advise(inInches(30, 24, 32)), "inches").headline).toBe(
      "You are below our chart",
    );
  });

  test("a leg longer than the size's leads to Custom, and a shorter one to a hem", () => {
    expect(advise(inInches(37, 31, 39, 36))).toMatchObject({ size: "M", advisesCustom: true });
    const short = advise(inInches(37, 31, 39, 30));
    expect(short).toMatchObject({ kind: "fits", size: "M", advisesCustom: false });
    expect(sizeAdviceMessages(short, "inches").lines.at(-1)?.text).toBe(
      "M (32-34 in) is about 2 in too long: the hem can be taken up.",
    );
  });

  test("without a girth there is no advice", () => {
    expect(findMySize({})).toBeNull();
    expect(findMySize({ inseam: 780 })).toBeNull();
  });
});

describe("finding a size for every plausible body:", () => {
  test("the advised size is tight nowhere, unless the body is outside the chart", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const advice = advise(body);
        const isTight = girths(advice).some(({ fit }) => fit === "tight");
        expect(isTight).toBe(advice.kind === "above");
      }),
    );
  });

  test("every smaller size is tight somewhere, or is the second of two that fit", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const advice = advise(body);
        const smaller = SIZE_SPANS.slice(0, indexOf(advice)).filter(({ span }) =>
          GIRTHS.every((measure) => (body[measure] ?? 0) <= span[measure].to),
        );
        const expected = advice.kind === "between" ? [advice.other?.size] : [];
        expect(smaller.map(({ size }) => size)).toEqual(expected);
      }),
    );
  });

  test("a larger measurement never gives a smaller size", () => {
    fc.assert(
      fc.property(bodies, fc.constantFrom(...GIRTHS), fc.nat(120), (body, measure, growth) => {
        const value = body[measure];
        if (value === undefined) return;
        const grown = { ...body, [measure]: value + growth };
        expect(indexOf(advise(grown))).toBeGreaterThanOrEqual(indexOf(advise(body)));
      }),
    );
  });

  test("the inside leg never changes the size", () => {
    fc.assert(
      fc.property(bodies, fc.integer({ min: 500, max: 1050 }), (body, inseam) => {
        const { kind, size } = advise(body);
        expect(advise({ ...body, inseam })).toMatchObject({ kind, size });
      }),
    );
  });

  test("a measurement within a row of the chart, in either unit, fits that size", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHART_UNITS),
        fc.constantFrom(...GIRTHS),
        fc.integer({ min: 200, max: 1900 }),
        (unit, measure, mm) => {
          const value = mm / MM[unit];
          const rows = SIZE_CHART[unit].filter(
            (row) => value >= row[measure].from && value <= row[measure].to,
          );
          const advice = findMySize({ [measure]: mm });
          for (const { size } of rows) expect([advice?.size, advice?.other?.size]).toContain(size);
        },
      ),
    );
  });

  test("the same body gets the same size in inches and centimeters", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 160, max: 560 }),
        fc.integer({ min: 160, max: 560 }),
        (a, b) => {
          const read = (text: string, unit: ChartUnit) => {
            const length = parseLength(text, unit);
            if (!length.ok) throw new Error(text);
            return length.value;
          };
          const [chest, waist] = [a, b].map((eighths) => Math.round((eighths * 25.4) / 8));
          const [byInches, byCm] = CHART_UNITS.map((unit) =>
            findMySize({
              chest: read(formatLength(chest ?? 0, unit), unit),
              waist: read(formatLength(waist ?? 0, unit), unit),
            }),
          );
          expect(byInches).toEqual(byCm);
        },
      ),
    );
  });

  test("every advice has a size, a reason and a line for every measurement, in both units", () => {
    fc.assert(
      fc.property(bodies, fc.constantFrom(...CHART_UNITS), (body, unit) => {
        const advice = advise(body);
        const message = sizeAdviceMessages(advice, unit);
        expect(`${message.headline} ${message.because}`).toContain(advice.size);
        expect(message.lines.map(({ measure }) => measure)).toEqual(
          CHART_MEASURES.map(({ measure }) => measure).filter((each) => body[each] !== undefined),
        );
        const all = [message.headline, message.because, ...message.lines.map((line) => line.text)];
        for (const text of all) {
          expect(text).toMatch(/[a-zA-Z)][.]?$/);
          expect(text).not.toMatch(/undefined|null|NaN|-\d+ (in|cm) too|\b0 (in|cm)\b/);
        }
        if (["above", "below"].includes(advice.kind)) expect(message.because).toContain("Custom");
        for (const { fit, byMm } of advice.fits) expect(byMm > 0).toBe(fit !== "inside");
      }),
    );
  });
});
