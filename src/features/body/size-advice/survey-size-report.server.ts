import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { SIZE_CHART } from "./size-chart.ts";
import { chartRanges } from "./size-ranges.ts";
import type { SizeReport } from "./size-report.ts";
import { decodePeople, sizeReport } from "./size-report.ts";
import stored from "./survey-people.json" with { type: "json" };

export type SurveySizeReport = {
  readonly report: SizeReport;
  readonly women: number;
  readonly men: number;
};

/** Whom the shop's size chart serves among the adults of the survey, for garments of this type; about 10 ms. */
export function getSurveySizeReport(
  actor: Actor,
  garmentType: string,
): Result<SurveySizeReport, "forbidden"> {
  if (!isAdmin(actor)) return fail("forbidden");
  const people = decodePeople(stored);
  const sizes = SIZE_CHART.inches.map(({ size }) => size);
  const report = sizeReport(chartRanges(sizes, garmentType), people);
  return ok({ report, women: people.women.length, men: people.men.length });
}
