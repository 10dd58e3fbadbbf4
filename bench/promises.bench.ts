import type { YearResult } from "#tests/support/promise-year.ts";
import { simulateYear } from "#tests/support/promise-year.ts";
import type { Metric } from "./support/metric.ts";

const SEEDS = [1, 2, 3];
const LOADS = [0.6, 0.8, 0.95, 1.1];
const NOISE = 0.15;
const SICKNESS = [0, 0.02];

/** The shop's texts, and none: then every promise is as early as the queue allows. */
const TEXTS = {
  processingMinDays: 1,
  processingMaxDays: 2,
  closedDays: "",
  madeToMeasureMinDays: 7,
  madeToMeasureMaxDays: 14,
};
const NO_TEXTS = {
  processingMinDays: 0,
  processingMaxDays: 0,
  closedDays: "",
  madeToMeasureMinDays: 0,
  madeToMeasureMaxDays: 0,
};

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
const sum = (years: readonly YearResult[], of: keyof YearResult) =>
  years.reduce((total, year) => total + year[of], 0);

function report(years: readonly YearResult[]) {
  const worst = Math.min(...years.map(({ fulfilled, promises }) => fulfilled / promises));
  const requested = sum(years, "requested");
  const refused = sum(years, "refused");
  return {
    worst,
    fulfilled: sum(years, "fulfilled") / sum(years, "promises"),
    refused: refused / requested,
  };
}

/** Years of orders, promises and work: promises kept, and days asked for that were refused. */
export async function measure(): Promise<Metric[]> {
  const metrics: Metric[] = [];
  for (const [name, terms] of [["texts", TEXTS] as const, ["no texts", NO_TEXTS] as const]) {
    for (const sickness of SICKNESS) {
      for (const load of LOADS) {
        const years = SEEDS.map((seed) =>
          simulateYear({ seed, load, noise: NOISE, sickness, terms }),
        );
        const { fulfilled, refused, worst } = report(years);
        console.log(
          `${name}, load ${load}, illness ${sickness}: ${sum(years, "promises")} promises, kept ${percent(fulfilled)} ` +
            `(worst year ${percent(worst)}); ${sum(years, "requested")} asked for a day: ${sum(years, "yes")} yes, ` +
            `${sum(years, "rush")} rush, refused ${percent(refused)}; longest wait ` +
            `${Math.max(...years.map((year) => year.longestWait))} days`,
        );
        if (terms === NO_TEXTS || sickness === 0) continue;
        metrics.push(
          {
            subject: `promises kept at load ${load}, percent of the worst year`,
            value: 100 * worst,
          },
          { subject: `days refused at load ${load}, percent`, value: 100 * refused },
        );
      }
    }
  }
  return metrics;
}
