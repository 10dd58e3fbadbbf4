import { expect, test } from "vitest";
import { formatMeasure, inTapeOrder, measureName } from "./measure-messages.ts";

test("a measurement has its display name and format", () => {
  expect(measureName("shoulderToElbow")).toBe("Shoulder to elbow");
  expect(formatMeasure("chest", 914, "cm")).toBe("91.4 cm");
  expect(formatMeasure("chest", 914, "inches")).toBe("36 in");
  expect(formatMeasure("shoulderSlope", 13, "cm")).toBe("13°");
});

test("measurements are listed in a fixed order", () => {
  const measures = { shoulderSlope: 13, hips: 985, ankle: 240, chest: 920 };
  expect(inTapeOrder(measures).map(([measure]) => measure)).toEqual([
    "chest",
    "hips",
    "ankle",
    "shoulderSlope",
  ]);
});
