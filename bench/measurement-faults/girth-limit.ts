import type { BodyModel } from "#features/body/check/body-model.ts";
import { conditionals, marginalize } from "#features/body/check/body-model.ts";
import { asReading, shopColumn } from "#features/body/check/measurement-columns.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { GarmentName } from "#features/body/measurement/required-measurements.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import type { CompletePerson } from "../../scripts/body-model/complete-people.ts";
import { shopReadingsOf } from "../../scripts/body-model/shop-profile.ts";

const ERROR_MM = 100;
const READ_TWICE: readonly string[] = ["highBust", "chest", "waist", "seat"];

export type GirthLimit = {
  /** The median standard deviation of the girth given all other measurements, in mm. */
  readonly spreadMm: number;
  /** Of errors of 10 cm in both readings, the share whose distance from the expected value is greater than that of all but `questioned` correct ones. */
  readonly noticed: number;
};

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

/**
 * What the other measurements of a garment can say at best about one girth that is wrong in both readings: nothing but this girth is
 * ever questioned, and the threshold is taken from the very people who are judged. A check of everything stays below it.
 */
export function girthLimit(
  model: BodyModel,
  people: readonly CompletePerson[],
  { garment, girth }: { garment: GarmentName; girth: MeasurementName },
  questioned: number,
  random: () => number,
): GirthLimit {
  const names = (measurementSetOf(garment)?.required ?? []).filter((name) => shopColumn(name));
  const columns = names.flatMap((name) => shopColumn(name) ?? []);
  const subset = marginalize(model, columns);
  const index = names.indexOf(girth);
  const correct: number[] = [];
  const wrong: number[] = [];
  const spreads: number[] = [];
  for (const person of people) {
    const first = shopReadingsOf(person, random);
    const second = shopReadingsOf(person, random);
    if (names.some((name) => first[name] === undefined)) continue;
    const distance = (error: number): number => {
      const logs = Float64Array.from(columns, (column, at) => {
        const name = names[at] ?? "";
        const own = first[name] ?? 0;
        const mean = READ_TWICE.includes(name) ? (own + (second[name] ?? own)) / 2 : own;
        return Math.log(asReading(column, at === index ? mean + error : mean));
      });
      const own = conditionals(subset, logs)[index];
      if (!own) return Number.NaN;
      if (error === 0) spreads.push(Math.exp(own.mean) * own.spread);
      return Math.abs(((logs[index] ?? 0) - own.mean) / own.spread);
    };
    correct.push(distance(0));
    wrong.push(distance(random() < 0.5 ? ERROR_MM : -ERROR_MM));
  }
  const threshold = quantile(
    correct.toSorted((a, b) => a - b),
    1 - questioned,
  );
  return {
    spreadMm: quantile(
      spreads.toSorted((a, b) => a - b),
      0.5,
    ),
    noticed: wrong.filter((each) => each > threshold).length / Math.max(1, wrong.length),
  };
}
