import { expect, test } from "vitest";
import { findMeasured } from "../support/find-measured.ts";

// 813 mm are 32 in.
const saysNumber = findMeasured({ chest: 987, waist: 813 }, ["a low shoulder"]);

test.each([
  '{"chest":987}',
  '{"waist":"81.3"}',
  "Waist: 32 in",
  "Chest 98.7cm, as she said",
  "She has a low shoulder.",
])("%s says a measurement", (text) => {
  expect(saysNumber(text)).toBe(true);
});

// The last three are right at some minutes of an hour only.
test.each([
  '{"id":"0198f987-3232-7000-8000-000000000987"}',
  "token=a987b813",
  "98.75 and 32.5",
  '{"changedAt":"2026-11-28T20:32:05.987Z"}',
  "until 20:32",
  "32:05 minutes",
])("%s says none", (text) => {
  expect(saysNumber(text)).toBe(false);
});
