import { drawPeople, estimateMeasurements } from "#features/body/check/check-engine.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { adviseSize, nextMeasurement, sizeIndexOf } from "#features/body/size-advice/size-fit.ts";
import type { SizedFor } from "#features/body/size-advice/size-ranges.ts";
import { chartRanges, decidingMeasurements } from "#features/body/size-advice/size-ranges.ts";
import type { CompletePerson } from "../scripts/body-model/complete-people.ts";
import { completePeople } from "../scripts/body-model/complete-people.ts";
import { readingsOf } from "../scripts/body-model/faults.ts";
import { seededRandom } from "../scripts/body-model/random.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";

const SIZES = ["XS", "S", "M", "L", "XL", "XXL"];
const GARMENTS = ["top", "skirt", "dress"] as const;
const MAX_QUESTIONS = 5;
/** The places of the shares after two to four answers, which have a budget. */
const WITH_BUDGET = [1, 4] as const;
const PEOPLE_DRAWN = 300;
/** Enough for a percent. */
const STEP = 4;
const COLUMNS = ["height", "weight", "chest", "waist", "seat"] as const;

type Tally = { count: number; right: number; near: number; promised: number };
type Responses = Map<MeasurementName, number>;

/** A person's answers with the error of a careful reading, in the shop's unit. */
function responsesOf(person: CompletePerson, random: () => number): Responses {
  const readings = readingsOf(person, COLUMNS, random);
  return new Map(
    COLUMNS.map((name) => [name, (readings[name] ?? 0) * (name === "weight" ? 1_000 : 1)]),
  );
}

function adviceOf(sizes: readonly SizedFor[], known: Responses) {
  const deciding = decidingMeasurements(sizes);
  const bodies = drawPeople(known, deciding, PEOPLE_DRAWN);
  const estimated = new Map([...estimateMeasurements(known, deciding)]) as Parameters<
    typeof adviseSize
  >[0]["estimated"];
  return { bodies, advice: adviseSize({ sizes, known, estimated, bodies }) };
}

/** `advised` and `truth` are indexes into the sizes. */
function countAdvice(tally: Tally, advised: number, truth: number, chance: number): void {
  tally.count += 1;
  tally.right += advised === truth ? 1 : 0;
  tally.near += Math.abs(advised - truth) <= 1 ? 1 : 0;
  tally.promised += chance;
}

/** Asks height, weight, then what separates sizes best; counts right advice after each answer. */
function request(
  sizes: readonly SizedFor[],
  person: CompletePerson,
  responses: Responses,
  tallies: Tally[],
) {
  const truth = sizeIndexOf(sizes, (name) => person.values[name as keyof typeof person.values]);
  const known: Responses = new Map();
  let next: MeasurementName | null = "height";
  for (let requested = 0; requested < MAX_QUESTIONS; requested += 1) {
    if (next !== null) known.set(next, responses.get(next) ?? 0);
    const { advice, bodies } = adviceOf(sizes, known);
    const advised = advice === null ? -2 : indexIn(sizes, advice.size, advice.outside);
    const tally = tallies[requested];
    if (tally && truth !== null) countAdvice(tally, advised, truth, advice?.chance ?? 0);
    next = requested === 0 ? "weight" : nextMeasurement(sizes, known, bodies);
  }
}

const indexIn = (sizes: readonly SizedFor[], size: string | null, outside: string | null) =>
  size === null
    ? outside === "below"
      ? -1
      : sizes.length
    : sizes.findIndex((each) => each.size === size);

/** Advice for the surveys' even rows, which the model does not use; women and men count the same. */
export async function measure(): Promise<Metric[]> {
  const people = completePeople("even", 1, seededRandom(8)).filter(
    ({ file }, index) => file !== "measured-waist" && index % STEP === 0,
  );
  const metrics: Metric[] = [];
  const times: number[] = [];
  for (const garment of GARMENTS) {
    const sizes = chartRanges(SIZES, garment);
    const bySex = new Map<string, Tally[]>();
    const random = seededRandom(11);
    for (const person of people) {
      const tallies = bySex.get(person.sex) ?? newTallies();
      bySex.set(person.sex, tallies);
      const start = performance.now();
      request(sizes, person, responsesOf(person, random), tallies);
      times.push((performance.now() - start) / MAX_QUESTIONS);
    }
    metrics.push(...report(garment, [...bySex.values()]));
  }
  return [...metrics, { subject: "an answer, median processor ms", value: median(times) }];
}

const newTallies = (): Tally[] =>
  Array.from({ length: MAX_QUESTIONS }, () => ({ count: 0, right: 0, near: 0, promised: 0 }));

function report(garment: string, sexes: readonly Tally[][]): Metric[] {
  console.log(
    `\n${garment}: answers, percent advised the right size, a neighbour at most, promised`,
  );
  const metrics = Array.from({ length: MAX_QUESTIONS }, (_, requested) => {
    const share = (of: keyof Tally) =>
      (100 / sexes.length) *
      sexes.reduce((sum, tallies) => {
        const tally = tallies[requested];
        return sum + (tally ? tally[of] / tally.count : 0);
      }, 0);
    const cells = (["right", "near", "promised"] as const).map((of) =>
      share(of).toFixed(0).padStart(6),
    );
    console.log(`  ${requested + 1}${cells.join("")}`);
    return {
      subject: `${garment}, right size after ${requested + 1} answers, percent`,
      value: share("right"),
    };
  });
  return metrics.slice(...WITH_BUDGET);
}
