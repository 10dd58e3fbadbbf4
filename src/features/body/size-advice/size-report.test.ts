import { expect, it } from "vitest";
import { visitor } from "#features/base/identity/actor.ts";
import { chartRanges } from "./size-ranges.ts";
import { sizeReport } from "./size-report.ts";
import { getSurveySizeReport } from "./survey-size-report.server.ts";

const sizes = chartRanges(["S", "M"], "dress");
const person = (chest: number, waist: number, seat: number) => ({ chest, waist, seat });
const small = person(880, 730, 930);
const medium = person(940, 790, 990);

it("counts women and men equally, however many there are", () => {
  const report = sizeReport(sizes, { women: [small, small, small, medium], men: [medium] });
  expect(report.sizes.map(({ size, wear }) => [size, wear.women, wear.men, wear.all])).toEqual([
    ["S", 0.75, 0, 0.375],
    ["M", 0.25, 1, 0.625],
  ]);
  expect(report.wellServed.all).toBe(1);
});

it("names the place where the largest size is too tight, and who is below the smallest", () => {
  const report = sizeReport(sizes, {
    women: [person(940, 790, 1_200), person(700, 600, 760)],
    men: [medium, medium],
  });
  expect(report.above).toEqual({ women: 0.5, men: 0, all: 0.25 });
  expect(report.below.women).toBe(0.5);
  expect(report.tooTight[0]).toMatchObject({ name: "seat", share: { women: 0.5, men: 0 } });
});

it("does not count a size as fitting that is loose somewhere", () => {
  const report = sizeReport(sizes, { women: [person(940, 730, 990)], men: [medium] });
  expect(report.sizes[1]).toMatchObject({ wear: { women: 1 }, fits: { women: 0, men: 1 } });
});

it("finds that two in five women have a seat above the chart, and is for admins only", () => {
  const admin = { role: "admin", userId: "1", name: "Rosa", email: "rosa@example.org" } as const;
  const found = getSurveySizeReport(admin, "dress");
  if (!found.ok) throw new Error(found.error);
  const { men, report, women } = found.value;
  expect([women, men]).toEqual([2_111, 2_041]);
  const seat = report.tooTight.find(({ name }) => name === "seat");
  expect(seat?.share.women).toBeCloseTo(0.27, 1);
  const total = report.sizes.reduce((sum, { wear }) => sum + wear.all, 0);
  expect(total + report.above.all + report.below.all).toBeCloseTo(1);
  expect(getSurveySizeReport(visitor, "dress")).toEqual({ ok: false, error: "forbidden" });
});
