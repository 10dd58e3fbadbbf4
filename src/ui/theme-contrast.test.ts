import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// WCAG 2.2, 1.4.11: what tells a field, its state or the focus differs from its ground by 3:1.

const theme = readFileSync(new URL("theme.css", import.meta.url), "utf8");

const GROUNDS = ["white", "paper", "cloth"] as const;

function hexOf(name: string): string {
  const hex = new RegExp(`--color-${name}: #([0-9a-f]{6});`).exec(theme)?.[1];
  if (!hex) throw new Error(`theme.css has no color ${name}`);
  return hex;
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(hexOf(one)), luminance(hexOf(other))].sort(
    (a, b) => b - a,
  );
  return (light + 0.05) / (dark + 0.05);
}

test.each([
  ["the frame of a field", "edge", GROUNDS],
  ["the frame of a field with an error", "hibiscus", GROUNDS],
  ["the ring of the focus and the frame of a chosen color", "demerara", GROUNDS],
  ["the ring of the focus on dark ground", "paper", ["forest"]],
  ["a ticked box and the ground of a button", "forest", GROUNDS],
  ["the tick of a ticked box", "white", ["forest"]],
  ["the ground of a chosen tile", "ink", GROUNDS],
  ["the knob of a switch", "edge", ["white"]],
  ["the icon of a success", "success", GROUNDS],
  ["the icon of a warning", "warning", GROUNDS],
] as const)("%s is seen", (_what, color, grounds) => {
  for (const ground of grounds) expect(contrast(color, ground)).toBeGreaterThanOrEqual(3);
});
