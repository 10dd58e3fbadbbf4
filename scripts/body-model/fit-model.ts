/** `npm run measurements:fit`: fits the body model on the surveys' odd rows into body-model.json, reproducibly. */
import { writeFileSync } from "node:fs";
import type { BodyModel } from "#features/body/check/body-model.ts";
import { encodeModel } from "#features/body/check/decode-model.ts";
import { at } from "#features/body/check/matrix.ts";
import type { SurveyColumn } from "#features/body/check/survey-columns.ts";
import { inModelUnit, readingError, SURVEY_COLUMNS } from "#features/body/check/survey-columns.ts";
import type { CompletePerson } from "./complete-people.ts";
import { completePeople } from "./complete-people.ts";
import { fitMixture } from "./mixture.ts";
import { seededRandom } from "./random.ts";

const COMPONENTS = 8;
const ITERATIONS = 40;
/** Large: few people per component for 820 covariances; chosen by the even rows' density. */
const SHRINKAGE = 1_000;
/** Two draws count a little more than one person; the third file is small. */
const COPIES = 2;
const ROW_WEIGHT: Readonly<Record<CompletePerson["file"], number>> = {
  "measured-33": 1,
  "measured-7": 0.6,
  "measured-waist": 16,
};
const HEAVY_BMI = 35;
const HEAVY_WEIGHT = 4;
/**
 * What the mixture omits (mm): the third file has only 127 people of the fit; others have heavier tails than
 * a Gaussian.
 */
const MODEL_ERROR: Readonly<Partial<Record<SurveyColumn, number>>> = {
  waist: 18,
  shoulderGirth: 18,
  chestAboveBust: 18,
  knee: 8,
  shoulderLength: 7,
  backWidth: 8,
  aboveKnee: 4,
  chest: 8,
  neck: 5,
};

/** Heavy people are few and vary more: unweighted, they are questioned twice as often. */
function rowWeight({ file, values }: CompletePerson): number {
  const bmi = values.weight / (values.height / 1_000) ** 2;
  return ROW_WEIGHT[file] * (bmi >= HEAVY_BMI ? HEAVY_WEIGHT : 1);
}

/** Fits measured people, then widens components by a reading's error. */
export function fitBodyModel(): BodyModel {
  const people = completePeople("odd", COPIES, seededRandom(7));
  const rows = people.map((person) =>
    Float64Array.from(SURVEY_COLUMNS, (column) =>
      Math.log(inModelUnit(column, person.values[column])),
    ),
  );
  const mixture = fitMixture(rows, people.map(rowWeight), {
    components: COMPONENTS,
    iterations: ITERATIONS,
    shrinkage: SHRINKAGE,
    random: seededRandom(3),
  });
  const n = SURVEY_COLUMNS.length;
  const covariances = mixture.covariances.slice();
  mixture.weights.forEach((_, k) => {
    SURVEY_COLUMNS.forEach((column, i) => {
      const error = Math.hypot(readingError(column), MODEL_ERROR[column] ?? 0);
      const diagonal = (k * n + i) * n + i;
      const relative = error / Math.exp(at(mixture.means, k * n + i));
      covariances[diagonal] = at(covariances, diagonal) + relative ** 2;
    });
  });
  return { columns: SURVEY_COLUMNS, weights: mixture.weights, means: mixture.means, covariances };
}

const target = new URL("../../src/features/body/check/body-model.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(encodeModel(fitBodyModel()))}\n`);
