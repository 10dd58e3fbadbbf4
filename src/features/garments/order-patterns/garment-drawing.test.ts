import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsOf } from "./drawn-lines.ts";
import { DRAWING_WIDTH, simplifyDrawing } from "./garment-drawing.ts";
import type { PatternPart } from "./pattern-content.ts";

const square = (size: number, part = "back"): PatternPart => ({
  part,
  title: part,
  bounds: { x: -90, y: -90, width: size + 180, height: size + 180 },
  lines: [
    { kind: "seam", d: `M-5 -5L${size - 5} -5L${size - 5} ${2 * size - 5}C1 1 2 2 -5 -5Z` },
    { kind: "dimension", d: `M-80 0L-80 ${size}` },
    { kind: "allowance", d: `M-15 -15L${size + 5} -15Z` },
  ],
  labels: [{ text: "98.3 cm", x: 0, y: 0, angle: 0 }],
  notches: [],
  spots: [],
});

describe("the customer's drawing", () => {
  test("has outlines only: no dimension, no seam allowance and no number", () => {
    const drawing = simplifyDrawing("Shirt", [square(300)]);
    expect(drawing?.parts).toHaveLength(1);
    expect(drawing?.parts[0]?.lines.map(({ kind }) => kind)).toEqual(["seam"]);
    expect(JSON.stringify(drawing)).not.toContain("98.3");
  });

  test("of a garment of twice the size is the same, so that its size cannot be measured", () => {
    const doubled = (part: PatternPart): PatternPart => ({
      ...part,
      lines: part.lines.map(({ d, kind }) => {
        return { kind, d: d.replaceAll(/-?\d+/g, (number) => String(2 * Number(number))) };
      }),
    });
    const parts = [square(200), square(120, "sleeve"), square(60, "cuff")];
    expect(simplifyDrawing("Shirt", parts.map(doubled))).toEqual(simplifyDrawing("Shirt", parts));
  });

  test("holds every part within its frame", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 20, max: 1_200 }), { minLength: 1 }), (sizes) => {
        const parts = sizes.map((size, index) => square(size, `part ${index}`));
        const drawing = simplifyDrawing("Gown", parts);
        const bounds = boundsOf((drawing?.parts ?? []).flatMap(({ lines }) => lines));
        expect(drawing?.parts).toHaveLength(sizes.length);
        expect(bounds?.x).toBeGreaterThanOrEqual(-0.1);
        expect((bounds?.x ?? 0) + (bounds?.width ?? 0)).toBeLessThanOrEqual(DRAWING_WIDTH + 0.2);
        expect((bounds?.y ?? 0) + (bounds?.height ?? 0)).toBeLessThanOrEqual(
          (drawing?.height ?? 0) + 0.2,
        );
      }),
    );
  });

  test("is none when nothing was drafted", () => {
    expect(simplifyDrawing("Blazer", [])).toBeNull();
  });
});
