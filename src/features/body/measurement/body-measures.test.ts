import { describe, expect, test } from "vitest";
import { measureProblemMessage } from "#features/body/size-advice/size-advice-messages.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import type { MeasureEntries } from "./body-measures.ts";
import { entryIn, entryText, measuresOfGarment, readMeasures } from "./body-measures.ts";

const ALL = measuresOfGarment(null);

function entries(unit: ChartUnit, texts: Partial<Record<keyof MeasureEntries, string>>) {
  const entry = (text = "") => ({ text, unit });
  return {
    chest: entry(texts.chest),
    waist: entry(texts.waist),
    hips: entry(texts.hips),
    inseam: entry(texts.inseam),
  };
}

describe("reading body measurements", () => {
  test("leaves out what was not measured", () => {
    expect(readMeasures(entries("inches", { chest: "34 1/2", hips: "37" }), ALL)).toEqual({
      measures: { chest: 876, hips: 940 },
      problems: {},
    });
  });

  test("requires a girth when only the inside leg or nothing was given", () => {
    for (const given of [{}, { inseam: "31" }]) {
      const { problems } = readMeasures(entries("inches", given), ALL);
      expect(problems).toEqual({ chest: { code: "missing" } });
    }
    const { problems } = readMeasures(entries("cm", {}), measuresOfGarment("skirt"));
    expect(problems).toEqual({ waist: { code: "missing" } });
  });

  test("notices a chest of 38 that cannot be centimeters, and one of 96 that cannot be inches", () => {
    const small = readMeasures(entries("cm", { chest: "38" }), ALL).problems.chest;
    expect(small).toEqual({ code: "other-unit", meant: "inches" });
    const large = readMeasures(entries("inches", { chest: "96" }), ALL).problems.chest;
    expect(large).toEqual({ code: "other-unit", meant: "cm" });
    expect(small && measureProblemMessage("chest", small, { text: "38", unit: "cm" })).toBe(
      "38 cm is not likely for a chest. Did you mean 38 inches?",
    );
  });

  test("reports the limits when a number is impossible in both units", () => {
    const problem = readMeasures(entries("inches", { waist: "4" }), ALL).problems.waist;
    expect(problem && measureProblemMessage("waist", problem, { text: "4", unit: "inches" })).toBe(
      "We expect between 20 and 70 in here. If your tape says so, write to us: we cut for everyone.",
    );
  });

  test("reads no field that the garment does not need", () => {
    const given = entries("cm", { chest: "what", waist: "70", hips: "95" });
    expect(readMeasures(given, measuresOfGarment("pants"))).toEqual({
      measures: { waist: 700, hips: 950 },
      problems: {},
    });
  });
});

describe("switching the unit of a filled field", () => {
  test("shows the other unit and returns to the same text", () => {
    const entry = { text: "34½", unit: "inches" } as const;
    expect(entryText("chest", entry, "cm")).toBe("87.6");
    expect(entryText("chest", entry, "inches")).toBe("34½");
  });

  test("keeps a number that was plainly meant in the unit now shown", () => {
    const entry = { text: "38", unit: "cm" } as const;
    expect(entryText("chest", entry, "inches")).toBe("38");
    expect(entryIn("chest", entry, "inches")).toEqual({ text: "38", unit: "inches" });
  });

  test("keeps a text that is not a number", () => {
    expect(entryText("chest", { text: "wide", unit: "cm" }, "inches")).toBe("wide");
  });
});
