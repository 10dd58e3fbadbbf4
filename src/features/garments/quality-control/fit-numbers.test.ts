import { expect, test } from "vitest";
import { easeText, fitNumbersOf, reportText, sewnText } from "./fit-numbers.ts";
import type { CheckedPoint } from "./quality-check.ts";

const sleeve: CheckedPoint = {
  point: "sleeve",
  component: "jacket",
  target: 635,
  body: 610,
  measured: 632,
  over: 6,
  under: 6,
};

const texts = (...input: Parameters<typeof fitNumbersOf>) =>
  fitNumbersOf(...input).map((each) => [sewnText(each), easeText(each), reportText(each)]);

test("what was sewn, drawn and reported are three numbers, each of its own point and component", () => {
  const reports = [
    { point: "sleeve" as const, component: "jacket" as const, mm: 10 },
    { point: "waist" as const, component: "pants" as const, mm: -5 },
  ];
  expect(texts([sleeve], reports)).toEqual([
    ["0.3 cm too short", "2.5 cm more than the body", "1 cm too long"],
    ["–", "–", "0.5 cm too tight"],
  ]);
});

test("a report that does not name a point says that it is right; without a report nobody said so", () => {
  const exact = { ...sleeve, measured: 635, target: 635, body: 635 };
  expect(texts([exact], [])).toEqual([["As the pattern", "As the body", "Right"]]);
  expect(texts([exact], null)).toEqual([["As the pattern", "As the body", "–"]]);
});

test("checks without a pattern, or of before, have neither sewn nor drawn numbers", () => {
  const { over: _over, under: _under, ...before } = sleeve;
  expect(texts([{ ...sleeve, target: null }, before], null)).toEqual([
    ["–", "–", "–"],
    ["–", "–", "–"],
  ]);
});
