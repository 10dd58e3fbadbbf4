import { expect, test } from "vitest";
import type { Box } from "./toast-position.ts";
import { findFreePosition } from "./toast-position.ts";

const phone = { width: 390, height: 844 };
const toast: Box = { left: 8, top: 8, width: 318, height: 64 };
const row = (top: number, height = 44): Box => ({ left: 0, top, width: 390, height });

test("a toast stays where it would be when it hides nothing", () => {
  expect(findFreePosition(toast, phone, [row(400)])).toEqual({ left: 8, top: 8 });
});

test("a toast moves to the nearest place where it hides no control", () => {
  const { top } = findFreePosition(toast, phone, [row(0, 72), row(780, 64)]);
  expect(top).toBeGreaterThanOrEqual(72);
  expect(top).toBeLessThan(90);
});

test("a toast at the bottom moves above a bar with the next button", () => {
  const wide = { width: 1_440, height: 900 };
  const atBottom = { left: 24, top: 812, width: 384, height: 64 };
  const bar = { left: 0, top: 820, width: 1_440, height: 80 };
  const { left, top } = findFreePosition(atBottom, wide, [bar]);
  expect(left).toBe(24);
  expect(top + 64).toBeLessThanOrEqual(820);
});

test("where every position hides something, a large image is hidden in part rather than a button", () => {
  const images = [row(0, 400), row(444, 400)];
  const { top } = findFreePosition(toast, phone, [...images, row(400, 44)]);
  expect(top + 64 <= 400 || top >= 444).toBe(true);
});

test("a toast moves off a text beside which there is room", () => {
  const wide = { width: 1_440, height: 900 };
  const atBottom = { left: 24, top: 812, width: 384, height: 64 };
  const clause = { left: 40, top: 700, width: 800, height: 180, isText: true };
  const { left, top } = findFreePosition(atBottom, wide, [clause]);
  expect(left >= 840 || top + 64 <= 700).toBe(true);
});

test("a toast stays beside its corner where the whole window is text", () => {
  const texts = Array.from({ length: 40 }, (_, index) => ({
    ...row(index * 22, 22),
    isText: true,
  }));
  const { left, top } = findFreePosition(toast, phone, texts);
  expect(left).toBe(8);
  expect(top).toBeLessThan(40);
});
