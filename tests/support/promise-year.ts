import { addDays } from "#core/business-days.ts";
import type { TimedGarment, WorkStage } from "#features/garments/scheduling/production-times.ts";
import {
  defaultTimes,
  TIMED_GARMENTS,
  totalMinutes,
  WORK_STAGES,
} from "#features/garments/scheduling/production-times.ts";
import { checkNeedBy, promisedDays } from "#features/garments/scheduling/promise.ts";
import type {
  AtelierCalendar,
  MakerCalendar,
  OpenGarment,
} from "#features/garments/scheduling/schedule.ts";
import {
  buildQueue,
  compareUrgency,
  minutesOn,
  projectGarments,
} from "#features/garments/scheduling/schedule.ts";
import { normal, seededRandom } from "../../scripts/body-model/random.ts";

const START = "2026-01-01";
const DAYS = 365;
const WEEKDAY_MINUTES = 420;
const OVERTIME_MINUTES = 90;
const RUSH_PER_WEEK = 3;
/** Busier before Christmas, as a factor of the mean. */
const SEASON = [0.8, 0.9, 1, 1, 1.1, 0.9, 0.9, 0.9, 0.9, 1, 1.3, 1.3];
const GARMENTS = TIMED_GARMENTS.filter((each) => each !== "accessory" && each !== "other");

export type YearOptions = {
  seed: number;
  /** Ordered work as a share of the makers' minutes in the mean of the year. */
  load: number;
  /** Standard deviation of a stage's minutes as a share of the planned ones. */
  noise: number;
  /** Chance that a maker is ill on a working day, which nobody knows before. */
  sickness: number;
  terms: Parameters<typeof promisedDays>[1];
};

export type YearResult = {
  promises: number;
  fulfilled: number;
  /** Orders that asked for a day. */
  requested: number;
  yes: number;
  rush: number;
  /** Asked for a day that could not be promised. */
  refused: number;
  /** Longest wait between order and the promised day, in days. */
  longestWait: number;
};

type Job = OpenGarment & {
  planned: Readonly<Record<WorkStage, number>>;
  /** Minutes that each stage really takes, in order. */
  left: number[];
  stage: number;
  begunBy: string | null;
  isRush: boolean;
  shipBy: string;
};

/** The number of orders of a day (Knuth). */
function poissonOf(random: () => number, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

/** Four makers; each has two planned weeks off. One works on Saturday mornings, one half days. */
function makersOf(): MakerCalendar[] {
  const week = (minutes: number, saturday = 0) => [...Array(5).fill(minutes), saturday, 0];
  const weeks = [
    week(WEEKDAY_MINUTES),
    week(WEEKDAY_MINUTES, 240),
    week(WEEKDAY_MINUTES),
    week(210),
  ];
  return weeks.map((weekMinutes, index) => {
    const from = addDays(START, 60 + index * 70);
    return {
      id: `maker-${index}`,
      weekMinutes,
      overtime: new Map(),
      absences: [{ from, until: addDays(from, 13) }],
    };
  });
}

type Year = YearOptions & { random: () => number; atelier: AtelierCalendar };

/** The result is the minutes that remain when the job is done. */
function workOn(job: Job, minutes: number): number {
  let remaining = minutes;
  while (remaining > 0 && job.stage < WORK_STAGES.length) {
    const needed = job.left[job.stage] ?? 0;
    const worked = Math.min(needed, remaining);
    remaining -= worked;
    job.left[job.stage] = needed - worked;
    if (worked === needed) job.stage += 1;
  }
  return remaining;
}

function sortByUrgency(jobs: readonly Job[]): Job[] {
  const urgency = new Map(jobs.map((job) => [job, asOpen(job)] as const));
  return [...urgency].toSorted(([, a], [, b]) => compareUrgency(a, b)).map(([job]) => job);
}

/** One day of work as the schedule of that morning plans it, the most urgent garment first. Returns the garments that leave. */
function workOneDay({ random, sickness, atelier }: Year, day: string, open: Job[]): Job[] {
  const finished: Job[] = [];
  const plan = projectGarments(addDays(day, -1), atelier, open.map(asOpen));
  const planned = new Map(plan.map(({ id, makerId }) => [id, makerId]));
  const hasRush = open.some(({ isRush }) => isRush);
  for (const maker of atelier.makers) {
    const usual = minutesOn(maker, day, atelier.closed);
    if (usual === 0 || random() < sickness) continue;
    let minutes = usual + (hasRush ? OVERTIME_MINUTES : 0);
    const mine = open.filter(
      (job) => job.stage < WORK_STAGES.length && (job.begunBy ?? planned.get(job.id)) === maker.id,
    );
    for (const job of sortByUrgency(mine)) {
      if (minutes === 0) break;
      job.begunBy = maker.id;
      minutes = workOn(job, minutes);
      if (job.stage === WORK_STAGES.length) finished.push(job);
    }
  }
  return finished;
}

/** The garment as the shop knows it: whole stages with their planned minutes. */
function asOpen(job: Job): OpenGarment {
  const stages = WORK_STAGES.slice(job.stage);
  const minutes = stages.reduce((sum, stage) => sum + job.planned[stage], 0);
  return {
    id: job.id,
    shipBy: job.shipBy,
    minutes,
    makerId: job.begunBy,
    isBegun: job.stage > 2,
  };
}

const weekOf = (day: string) => Math.floor(Date.parse(`${day}T00:00:00Z`) / 604_800_000);

type OrderPromise = { garment: TimedGarment; count: number; isRush: boolean; shipBy: string };

/** An order of a day: what is wanted, by when, and what the shop promises. */
function promiseOrder(
  year: Year,
  today: string,
  open: readonly Job[],
  result: YearResult,
): OrderPromise | null {
  const { random, terms, atelier } = year;
  const garment = GARMENTS[Math.floor(random() * GARMENTS.length)] as TimedGarment;
  const count = random() < 0.1 ? 2 : 1;
  const wantedIn = random() < 0.3 ? 6 + Math.floor(random() * 24) : null;
  const queue = buildQueue(today, atelier, open.map(asOpen), OVERTIME_MINUTES);
  const work = { minutes: totalMinutes(defaultTimes(garment)), count };
  const usual = promisedDays(today, terms, queue, work);
  if (wantedIn === null) {
    if (usual === null) result.refused += 1;
    return usual && { garment, count, isRush: false, shipBy: usual.until };
  }
  result.requested += 1;
  const isFree = (finish: string) =>
    open.filter((job) => job.isRush && weekOf(job.shipBy) === weekOf(finish)).length + count <=
    RUSH_PER_WEEK;
  const plan = checkNeedBy(addDays(today, wantedIn), usual, queue, work, { isFree });
  if (plan.kind === "no") {
    result.refused += 1;
    return null;
  }
  result[plan.kind] += 1;
  return { garment, count, isRush: plan.kind === "rush", shipBy: plan.ready.until };
}

/** The number of orders of a day is random around the year's load and its season. */
function countOrders({ load, random, atelier }: Year, day: string): number {
  const season = SEASON[Number(day.slice(5, 7)) - 1] ?? 1;
  const works = GARMENTS.map((each) => totalMinutes(defaultTimes(each)));
  const meanWork = (1.1 * works.reduce((sum, each) => sum + each, 0)) / works.length;
  const weekly = atelier.makers.flatMap(({ weekMinutes }) => weekMinutes);
  const perDay = weekly.reduce((sum, each) => sum + each, 0) / 7;
  return poissonOf(random, (load * season * perDay) / meanWork);
}

function newJob(
  { noise, random }: Year,
  { garment, isRush, shipBy }: OrderPromise,
  number: number,
): Job {
  const planned = defaultTimes(garment);
  const left = WORK_STAGES.map((stage) =>
    Math.max(0, Math.round(planned[stage] * (1 + noise * normal(random)))),
  );
  return {
    id: `${number}`.padStart(6, "0"),
    planned,
    left,
    stage: 0,
    begunBy: null,
    isRush,
    shipBy,
    minutes: 0,
    makerId: null,
    isBegun: false,
  };
}

/** Adds the garments that are promised on a day to the open ones. */
function receiveOrders(year: Year, day: string, open: Job[], result: YearResult): void {
  const orders = countOrders(year, day);
  for (let order = 0; order < orders; order += 1) {
    const promise = promiseOrder(year, day, open, result);
    if (!promise) continue;
    const waited = (Date.parse(promise.shipBy) - Date.parse(day)) / 86_400_000;
    result.longestWait = Math.max(result.longestWait, waited);
    for (let number = 0; number < promise.count; number += 1) {
      result.promises += 1;
      open.push(newJob(year, promise, result.promises));
    }
  }
}

/**
 * A year of orders, promises and work. The work of a stage differs from its plan by a random share, which nobody knows before
 * the stage ends. A promise is kept when the garment leaves on its day or before.
 */
export function simulateYear(options: YearOptions): YearResult {
  const random = seededRandom(options.seed);
  const year: Year = { ...options, random, atelier: { makers: makersOf(), closed: new Set() } };
  const result: YearResult = {
    promises: 0,
    fulfilled: 0,
    requested: 0,
    yes: 0,
    rush: 0,
    refused: 0,
    longestWait: 0,
  };
  let open: Job[] = [];
  // After the year the last promises run out.
  for (
    let day = START, index = 0;
    index < DAYS || open.length > 0;
    index += 1, day = addDays(day, 1)
  ) {
    for (const job of workOneDay(year, day, open)) {
      result.fulfilled += day <= job.shipBy ? 1 : 0;
      open = open.filter((each) => each !== job);
    }
    if (index < DAYS) receiveOrders(year, day, open, result);
  }
  return result;
}
