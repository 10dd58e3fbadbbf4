import { describe, expect, test } from "vitest";
import { CHART_MEASURES, formatSizeRange, SIZE_CHART } from "./size-chart.ts";

const asText = (unit: "inches" | "cm") =>
  SIZE_CHART[unit].map(
    (row) =>
      `${row.size} ${CHART_MEASURES.map(({ measure }) => formatSizeRange(row[measure])).join(" / ")}`,
  );

describe("the size chart", () => {
  // Specification 2.53, 9.42, 9.43, 9.44, 9.45, 9.46
  test("in inches is the one of specification 9 and continues to XXL, chest / waist / hips / inseam", () => {
    expect(asText("inches")).toEqual([
      "XS 32-34 / 26-28 / 34-36 / 30-32",
      "S 34-36 / 28-30 / 36-38 / 30-32",
      "M 36-38 / 30-32 / 38-40 / 32-34",
      "L 38-40 / 32-34 / 40-42 / 32-34",
      "XL 40-42 / 34-36 / 42-44 / 32-34",
      "XXL 42-44 / 36-38 / 44-46 / 32-34",
    ]);
  });

  // Specification 2.53, 9.47, 9.48, 9.49, 9.50, 9.51
  test("in centimeters is the one of specification 9 and continues to XXL", () => {
    expect(asText("cm")).toEqual([
      "XS 81-86 / 66-71 / 86-91 / 76-81",
      "S 86-91 / 71-76 / 91-97 / 76-81",
      "M 91-97 / 76-81 / 97-102 / 81-86",
      "L 97-102 / 81-86 / 102-107 / 81-86",
      "XL 102-107 / 86-91 / 107-112 / 81-86",
      "XXL 107-112 / 91-97 / 112-117 / 81-86",
    ]);
  });

  test("has every centimeter within half an inch of its inches", () => {
    for (const [index, inches] of SIZE_CHART.inches.entries()) {
      for (const { measure } of CHART_MEASURES) {
        const cm = SIZE_CHART.cm[index]?.[measure];
        for (const end of ["from", "to"] as const) {
          expect(Math.abs((cm?.[end] ?? 0) - inches[measure][end] * 2.54)).toBeLessThan(1.27);
        }
      }
    }
  });
});
