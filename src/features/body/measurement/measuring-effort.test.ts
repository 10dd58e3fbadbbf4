import { expect, test } from "vitest";
import { withoutGiven } from "./capture-steps.ts";
import { ANY_GARMENT_MINUTES, effortText, minutesOfGarment } from "./measuring-effort.ts";
import { MEASURED_GARMENTS, measurementSetOf, readingsNeeded } from "./required-measurements.ts";

test("the minutes of a garment grow with its readings, second ones too", () => {
  for (const garment of MEASURED_GARMENTS) {
    const taped = withoutGiven(measurementSetOf(garment)?.required ?? []);
    const readings = taped.reduce((sum, name) => sum + readingsNeeded(name), 0);
    expect(Math.abs(minutesOfGarment(garment) - readings / 2)).toBeLessThanOrEqual(0.5);
  }
  expect(minutesOfGarment("suit")).toBeGreaterThan(minutesOfGarment("skirt"));
  expect(ANY_GARMENT_MINUTES).toMatch(/^\d+ to \d+ minutes$/);
});

test("a page says how many measurements there are and how long they take", () => {
  expect(effortText(measurementSetOf("skirt")?.required ?? [])).toBe(
    "8 measurements, about 6 minutes",
  );
  expect(effortText(measurementSetOf("dress")?.required ?? [])).toBe(
    "24 measurements, about 16 minutes",
  );
  expect(effortText(measurementSetOf("sleeveless-dress")?.required ?? [])).toBe(
    "21 measurements, about 14 minutes",
  );
  expect(effortText(["waist"])).toBe("1 measurement, about 5 minutes");
  expect(effortText(["waist", "seat"], "more")).toBe("2 more, about 5 minutes");
});
