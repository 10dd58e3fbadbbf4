import type { PatternPart } from "#features/garments/order-patterns/pattern-content.ts";

type Label = PatternPart["labels"][number];

/** Figtree's digits are this wide for each pixel of the text's size. */
const WIDTH_OF_CHARACTER = 0.58;

/** A label is measured as circles along its text, in CSS pixels of the screen. */
function circlesOf({ angle, text, x, y }: Label, scale: number, sizePx: number) {
  const radians = (angle * Math.PI) / 180;
  const along = { x: Math.cos(radians), y: Math.sin(radians) };
  const across = { x: Math.sin(radians), y: -Math.cos(radians) };
  const width = text.length * WIDTH_OF_CHARACTER * sizePx;
  const count = Math.max(2, Math.ceil(width / (sizePx / 2)));
  return Array.from({ length: count }, (_, index) => {
    const at = width * (index / (count - 1) - 0.5);
    // The text stands on its point.
    return {
      x: x * scale + along.x * at + across.x * sizePx * 0.35,
      y: y * scale + along.y * at + across.y * sizePx * 0.35,
    };
  });
}

/** A name counts as longer than each dimension. */
function lengthOf({ text }: Label): number {
  const length = Number.parseFloat(text);
  return Number.isNaN(length) ? Number.POSITIVE_INFINITY : length;
}

/**
 * The labels that can be read at this scale (CSS pixels for each millimeter), in their own order: of those that would overlap,
 * the longest dimension stays.
 */
export function listReadableLabels(
  labels: readonly Label[],
  scale: number,
  sizePx: number,
): readonly Label[] {
  const readable: { label: Label; circles: ReturnType<typeof circlesOf> }[] = [];
  for (const label of labels.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    const circles = circlesOf(label, scale, sizePx);
    const overlaps = readable.some((other) =>
      other.circles.some((a) => circles.some((b) => Math.hypot(a.x - b.x, a.y - b.y) < sizePx)),
    );
    if (!overlaps) readable.push({ label, circles });
  }
  const shown = new Set(readable.map(({ label }) => label));
  return labels.filter((label) => shown.has(label));
}
