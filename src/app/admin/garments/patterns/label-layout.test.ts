import fc from "fast-check";
import { expect, test } from "vitest";
import { listReadableLabels } from "./label-layout.ts";

const label = fc.record({
  text: fc.integer({ min: 1, max: 9_999 }).map((length) => `${length / 100}cm`),
  x: fc.integer({ min: 0, max: 600 }),
  y: fc.integer({ min: 0, max: 900 }),
  angle: fc.constantFrom(0, 90, -90, 12.5),
});

const SIZE_PX = 12;

test("a label is left out only for a longer one that it would overlap", () => {
  const scales = fc.double({ min: 0.2, max: 4, noNaN: true });
  const property = fc.property(fc.array(label, { maxLength: 40 }), scales, (labels, scale) => {
    const shown = listReadableLabels(labels, scale, SIZE_PX);
    expect(labels.filter((each) => shown.includes(each))).toEqual(shown);
    for (const hidden of labels.filter((each) => !shown.includes(each))) {
      const longer = shown.filter(
        (each) => Number.parseFloat(each.text) >= Number.parseFloat(hidden.text),
      );
      const isPushedOut = longer.some(
        (each) => listReadableLabels([each, hidden], scale, SIZE_PX).length === 1,
      );
      expect(isPushedOut).toBe(true);
    }
  });
  fc.assert(property);
});

test("labels beside each other stay, and those on one another come back with the zoom", () => {
  const at = (text: string, x: number, y: number) => ({ text, x, y, angle: 0 });
  const labels = [at("12.5cm", 0, 0), at("8cm", 10, 2), at("30cm", 0, 60)];
  expect(listReadableLabels(labels, 0.5, SIZE_PX).map(({ text }) => text)).toEqual([
    "12.5cm",
    "30cm",
  ]);
  expect(listReadableLabels(labels, 8, SIZE_PX)).toEqual(labels);
});
