import type { GarmentStage, Stage } from "#features/garments/garment/garment.ts";
import { hasReached, STAGES } from "#features/garments/garment/garment.ts";

/** The stages that take a maker's time; the minutes of a stage are the work that ends with it. */
export const WORK_STAGES = [
  "checked",
  "pattern_ready",
  "cut",
  "sewn",
  "fitted",
  "finished",
  "shipped",
] as const satisfies readonly Stage[];

export type WorkStage = (typeof WORK_STAGES)[number];

export type StageMinutes = Readonly<Record<WorkStage, number>>;

/** The longest work on one stage that the table accepts: a week of 24-hour days. */
export const MAX_STAGE_MINUTES = 10_000;

/** With so many recorded garments the median of what makers recorded replaces the starting value. */
export const MIN_RECORDED = 5;

const times = (minutes: readonly [number, number, number, number, number]): StageMinutes => {
  const [pattern, cut, sewn, fitted, finished] = minutes;
  return {
    checked: 15,
    pattern_ready: pattern,
    cut,
    sewn,
    fitted,
    finished,
    shipped: 15,
  };
};

/**
 * Starting values for a small atelier that cuts single garments by hand and sews by machine: a shirt is about 5 hours, a
 * dress 9, a suit 16. They are estimates and not measurements: the atelier's own medians and the owner replace them.
 */
const DEFAULT_TIMES = {
  suit: times([60, 120, 600, 60, 150]),
  dress: times([45, 75, 330, 45, 60]),
  outerwear: times([60, 90, 480, 45, 120]),
  jacket: times([45, 80, 420, 45, 105]),
  waistcoat: times([30, 40, 180, 20, 40]),
  pants: times([30, 35, 165, 25, 40]),
  shirt: times([30, 40, 165, 20, 35]),
  skirt: times([25, 30, 120, 20, 30]),
  top: times([20, 25, 90, 15, 20]),
  loungewear: times([30, 40, 150, 20, 30]),
  accessory: times([10, 15, 60, 0, 15]),
  other: times([45, 60, 240, 30, 60]),
} as const satisfies Record<string, StageMinutes>;

export type TimedGarment = keyof typeof DEFAULT_TIMES;

export const TIMED_GARMENTS = Object.keys(DEFAULT_TIMES) as readonly TimedGarment[];

export const isTimedGarment = (garment: string): garment is TimedGarment =>
  Object.hasOwn(DEFAULT_TIMES, garment);

export const defaultTimes = (garment: string): StageMinutes =>
  DEFAULT_TIMES[isTimedGarment(garment) ? garment : "other"];

/** Minutes that replace the starting values, by garment type and stage. */
export type GarmentTimes = ReadonlyMap<string, Partial<StageMinutes>>;

/** The minutes of a garment type, the starting values where nothing replaces them. */
export function timesOf(garment: string, times: GarmentTimes): StageMinutes {
  return { ...defaultTimes(garment), ...times.get(timedAs(garment)) };
}

/** The type under which a garment's minutes are entered and recorded. */
export const timedAs = (garment: string): TimedGarment =>
  isTimedGarment(garment) ? garment : "other";

/** What the owner entered, else the medians of recorded work. */
export function combineTimes(
  own: GarmentTimes,
  recorded: readonly { garment: string; stage: WorkStage; minutes: number }[],
): GarmentTimes {
  const times = new Map<string, Partial<StageMinutes>>();
  for (const { garment, minutes, stage } of recorded) {
    const key = timedAs(garment);
    times.set(key, { ...times.get(key), [stage]: minutes });
  }
  for (const [garment, minutes] of own) {
    times.set(garment, { ...times.get(garment), ...minutes });
  }
  return times;
}

/** The work left on a garment that has reached this stage, in minutes; none for a shipped or cancelled one. */
export function remainingMinutes(stage: GarmentStage, minutes: StageMinutes): number {
  if (stage === "cancelled") return 0;
  const left = WORK_STAGES.filter((each) => !hasReached(stage, each));
  return left.reduce((sum, each) => sum + minutes[each], 0);
}

/** All the work on a garment. */
export const totalMinutes = (minutes: StageMinutes): number => remainingMinutes(STAGES[0], minutes);
