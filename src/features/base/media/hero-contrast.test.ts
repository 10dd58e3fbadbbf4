import fc from "fast-check";
import { expect, test } from "vitest";
import {
  heroTreatment,
  MIN_HERO_CONTRAST,
  TONE_COLUMNS,
  TONE_ROWS,
  toneContrast,
  veiled,
} from "./hero-contrast.ts";

const CELLS = TONE_COLUMNS * TONE_ROWS;
const grid = (toneAt: (column: number) => number) =>
  Array.from({ length: CELLS }, (_, cell) => {
    const tone = toneAt(cell % TONE_COLUMNS);
    return [tone, tone];
  }).flat();
const panorama = { width: 2400, height: 1100, focalX: 0.5, focalY: 0.5 };

test("a headline over any image of one tone has enough contrast for small text too", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), (tone) => {
      const found = heroTreatment({ ...panorama, tones: grid(() => tone) });
      const [letters, ground] = found.text === "dark" ? [25, 245] : [245, 25];
      for (const veil of [found.narrowVeil, found.wideVeil]) {
        const contrast = toneContrast(veiled(tone, veil, ground), letters);
        expect(contrast).toBeGreaterThanOrEqual(MIN_HERO_CONTRAST);
      }
    }),
  );
});

test("a light image needs no veil for dark text, and a dark one none for light text", () => {
  expect(heroTreatment({ ...panorama, tones: grid(() => 230) })).toEqual({
    text: "dark",
    narrowVeil: 0,
    wideVeil: 0,
  });
  expect(heroTreatment({ ...panorama, tones: grid(() => 40) })).toEqual({
    text: "light",
    narrowVeil: 0,
    wideVeil: 0,
  });
});

test("what lies beside the text does not matter, and the focal point moves what lies under it", () => {
  const wide = { width: 3200, height: 900, focalY: 0.5 };
  const tones = grid((column) => (column < TONE_COLUMNS / 2 ? 235 : 20));
  expect(heroTreatment({ ...wide, focalX: 0, tones }).wideVeil).toBe(0);
  expect(heroTreatment({ ...wide, focalX: 1, tones }).wideVeil).toBeGreaterThan(0);
});

test("beside an image smaller than the page, text stays dark on the page's own ground", () => {
  const small = { width: 700, height: 400, focalX: 0.5, focalY: 0.5 };
  expect(heroTreatment({ ...small, tones: grid(() => 10) }).text).toBe("dark");
});

test("an image that is not measured gets the strongest veil", () => {
  expect(heroTreatment({ ...panorama, tones: null })).toEqual({
    text: "dark",
    narrowVeil: 1,
    wideVeil: 1,
  });
});
