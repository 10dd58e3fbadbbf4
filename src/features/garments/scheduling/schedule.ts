import type { ClosedDays, DayRange } from "#core/business-days.ts";
import { addDays, isHoliday } from "#core/business-days.ts";

/** How far ahead a date is searched. */
const HORIZON_DAYS = 365;

/** `weekMinutes`: Monday to Sunday. `overtime`: minutes more on single days. */
export type MakerCalendar = {
  readonly id: string;
  readonly weekMinutes: readonly number[];
  readonly absences: readonly DayRange[];
  readonly overtime: ReadonlyMap<string, number>;
};

export type AtelierCalendar = {
  readonly makers: readonly MakerCalendar[];
  readonly closed: ClosedDays;
};

/** A garment whose work is not done. `makerId` null: any maker. */
export type OpenGarment = {
  readonly id: string;
  readonly minutes: number;
  readonly makerId: string | null;
  /** The last day on which it can leave; null before its promise is known. */
  readonly shipBy: string | null;
  readonly isBegun: boolean;
};

const mondayFirst = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** A maker's minutes of work on a day: none on holidays, closed days and absences, whatever overtime is entered. */
export function minutesOn(maker: MakerCalendar, day: string, closed: ClosedDays): number {
  return minutesOnDay(maker, {
    day,
    weekday: mondayFirst(day),
    isClosed: isHoliday(day, closed),
  });
}

/** `weekday`: 0 is Monday. */
type CalendarDay = { readonly day: string; readonly weekday: number; readonly isClosed: boolean };

function minutesOnDay(maker: MakerCalendar, { day, isClosed, weekday }: CalendarDay): number {
  const minutes = (maker.weekMinutes[weekday] ?? 0) + (maker.overtime.get(day) ?? 0);
  const isAway = maker.absences.some(({ from, until }) => from <= day && day <= until);
  return minutes === 0 || isAway || isClosed ? 0 : minutes;
}

type Capacity = {
  readonly days: readonly string[];
  /** Whether anybody works on a day. */
  readonly isWorked: readonly boolean[];
  /** Of each maker: minutes on each day, and up to its end. */
  readonly byMaker: readonly {
    readonly id: string;
    readonly daily: readonly number[];
    readonly upTo: readonly number[];
  }[];
};

const runningSum = (values: readonly number[]): number[] => {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
};

let newestDays: { today: string; days: readonly string[] } | null = null;

/** The days after today, as far as the horizon; computed once a day. */
function daysAfter(today: string): readonly string[] {
  if (newestDays?.today === today) return newestDays.days;
  const days = Array.from({ length: HORIZON_DAYS }, (_, index) => addDays(today, index + 1));
  newestDays = { today, days };
  return days;
}

/** The capacity of each calendar that was read, because several queues of one request are built on it. */
const known = new WeakMap<AtelierCalendar, { today: string; capacity: Capacity }>();

/**
 * The makers' minutes on each day after today, as far as the horizon. Today does not count: nobody knows how much of it is
 * left.
 */
function capacityAfter(today: string, atelier: AtelierCalendar): Capacity {
  const before = known.get(atelier);
  if (before?.today === today) return before.capacity;
  const { closed, makers } = atelier;
  const days = daysAfter(today);
  const first = mondayFirst(days[0] ?? today);
  const calendar = days.map((day, index) => {
    return { day, weekday: (first + index) % 7, isClosed: isHoliday(day, closed) };
  });
  const byMaker = makers.map((maker) => {
    const daily = calendar.map((day) => minutesOnDay(maker, day));
    return { id: maker.id, daily, upTo: runningSum(daily) };
  });
  const isWorked = days.map((_, day) => byMaker.some(({ daily }) => (daily[day] ?? 0) > 0));
  const capacity = { days, isWorked, byMaker };
  known.set(atelier, { today, capacity });
  return capacity;
}

/** Minutes of overtime up to each day: the same on every day on which the maker works. */
const overtimeUpTo = (daily: readonly number[], dayMinutes: number): number[] =>
  runningSum(daily.map((minutes) => (minutes > 0 ? dayMinutes : 0)));

/** The day on which work counts as due. A garment without a day, or past it, is due on the first one. */
function dueDay(days: readonly string[], shipBy: string | null): string {
  const [first = ""] = days;
  const last = days.at(-1) ?? first;
  if (shipBy === null || shipBy < first) return first;
  return shipBy > last ? last : shipBy;
}

/** Minutes due up to each day. */
function demandUpTo(days: readonly string[], garments: readonly OpenGarment[]): number[] {
  const due = new Map<string, number>();
  for (const { minutes, shipBy } of garments) {
    const day = dueDay(days, shipBy);
    due.set(day, (due.get(day) ?? 0) + minutes);
  }
  return runningSum(days.map((day) => due.get(day) ?? 0));
}

/** The least value from each day on. */
function leastFrom(values: readonly number[]): number[] {
  const least = [...values];
  for (let day = least.length - 2; day >= 0; day -= 1) {
    least[day] = Math.min(least[day] ?? 0, least[day + 1] ?? 0);
  }
  return least;
}

/** The first position with at least this value; the values never fall. */
function firstWith(values: readonly number[], least: number): number {
  let from = 0;
  let until = values.length;
  while (from < until) {
    const middle = (from + until) >> 1;
    if ((values[middle] ?? 0) >= least) until = middle;
    else from = middle + 1;
  }
  return from;
}

/** What a new garment needs to know about the queue: computed once for many questions. */
export type Queue = {
  readonly capacity: Capacity;
  /** Minutes up to each day that no garment due by then needs. */
  readonly room: readonly number[];
  /** Minutes up to each day that overtime adds. */
  readonly extra: readonly number[];
  /** Minutes that are free on each day without making a garment late that is due then or later. */
  readonly free: readonly number[];
  /** Up to each day, of the maker with the most minutes. */
  readonly ofOneMaker: readonly number[];
  /** With overtime up to that day; the same values without. */
  readonly withOvertime: {
    readonly free: readonly number[];
    readonly ofOneMaker: readonly number[];
  };
};

/**
 * The room in the queue, by deadline: on every day the makers' minutes up to it, less the work that is due by then. A maker's
 * own garments use her minutes first, and what she cannot do is not taken from the others. `overtimeMinutes`: what each maker
 * can add on a working day, until the new garment is finished. Room never grows with the queue and never shrinks with the
 * capacity.
 */
export function buildQueue(
  today: string,
  atelier: AtelierCalendar,
  garments: readonly OpenGarment[],
  overtimeMinutes: number,
): Queue {
  const capacity = capacityAfter(today, atelier);
  const { byMaker, days } = capacity;
  const makerIds = new Set(byMaker.map(({ id }) => id));
  const isForAny = ({ makerId }: OpenGarment) => makerId === null || !makerIds.has(makerId);
  const shared = demandUpTo(days, garments.filter(isForAny));
  const makers = byMaker.map(({ daily, id, upTo }) => {
    const own = demandUpTo(
      days,
      garments.filter(({ makerId }) => makerId === id),
    );
    const left = upTo.map((minutes, day) => minutes - (own[day] ?? 0));
    const lacking = leastFrom(left).map((least) => Math.min(0, least));
    return { upTo, left, lacking, extra: overtimeUpTo(daily, overtimeMinutes) };
  });
  const sumOver = (of: (maker: (typeof makers)[number]) => number) =>
    makers.reduce((sum, maker) => sum + of(maker), 0);
  const mostOf = (of: (maker: (typeof makers)[number]) => number) => Math.max(0, ...makers.map(of));
  const at = (values: readonly number[], day: number) => values[day] ?? 0;
  return withRoom({
    capacity,
    room: days.map((_, day) => sumOver(({ left }) => Math.max(0, at(left, day))) - at(shared, day)),
    // What a maker lacks on that day or later uses her overtime first.
    extra: days.map((_, day) =>
      sumOver(({ extra, lacking }) => Math.max(0, at(extra, day) + at(lacking, day))),
    ),
    ofOneMaker: days.map((_, day) => mostOf(({ upTo }) => at(upTo, day))),
    ofOneWithOvertime: days.map((_, day) =>
      mostOf(({ extra, upTo }) => at(upTo, day) + at(extra, day)),
    ),
  });
}

function withRoom({
  capacity,
  extra,
  ofOneMaker,
  ofOneWithOvertime,
  room,
}: Pick<Queue, "capacity" | "extra" | "ofOneMaker" | "room"> & {
  ofOneWithOvertime: readonly number[];
}): Queue {
  const free = leastFrom(room);
  return {
    capacity,
    room,
    extra,
    free,
    ofOneMaker,
    withOvertime: {
      free: free.map((minutes, day) => minutes + (extra[day] ?? 0)),
      ofOneMaker: ofOneWithOvertime,
    },
  };
}

/** The minutes that are free until the end of a day; the last day of the horizon stands for those after it. */
export function freeMinutesBy({ capacity, free }: Queue, day: string): number {
  const index = capacity.days.findIndex((each) => each >= day);
  return free.at(index) ?? 0;
}

const DAYS_OF_A_WEEK = 7;

/** The minutes of all makers on a day of the coming week on which somebody works, on average; 0 where nobody does. */
export function minutesOfOneDay({ capacity: { byMaker } }: Queue): number {
  const daily = Array.from({ length: DAYS_OF_A_WEEK }, (_, day) =>
    byMaker.reduce((sum, maker) => sum + (maker.daily[day] ?? 0), 0),
  ).filter((minutes) => minutes > 0);
  const total = daily.reduce((sum, minutes) => sum + minutes, 0);
  return daily.length === 0 ? 0 : Math.floor(total / daily.length);
}

/**
 * The room that garments for any maker leave, due by a day: what `buildQueue` computes with them, without reading the others
 * again.
 */
export function addToQueue(
  queue: Queue,
  { minutes, shipBy }: { readonly minutes: number; readonly shipBy: string | null },
): Queue {
  const { capacity, extra, ofOneMaker, room, withOvertime } = queue;
  const due = capacity.days.indexOf(dueDay(capacity.days, shipBy));
  return withRoom({
    capacity,
    extra,
    ofOneMaker,
    ofOneWithOvertime: withOvertime.ofOneMaker,
    room: room.map((left, day) => (day < due ? left : left - minutes)),
  });
}

/**
 * The first day on which garments with this work can be finished, without making any other late; one maker makes each. With
 * `spareDays` more days of work after it. Null when there is none within the horizon. Always a day on which somebody works.
 */
export function earliestFinish(
  { capacity, ...queue }: Queue,
  work: { readonly minutes: number; readonly count: number },
  { overtime, spareDays }: { readonly overtime: boolean; readonly spareDays: number },
): string | null {
  const { free, ofOneMaker } = overtime ? queue.withOvertime : queue;
  const possible = Math.max(
    firstWith(free, work.minutes * work.count),
    firstWith(ofOneMaker, work.minutes),
  );
  let left = spareDays;
  for (let day = possible; day < capacity.days.length; day += 1) {
    if (!capacity.isWorked[day]) continue;
    if (left === 0) return capacity.days[day] ?? null;
    left -= 1;
  }
  return null;
}

/** When a garment is expected to be finished and by whom. `finish` null: not within the horizon. */
export type Projection = {
  readonly id: string;
  readonly makerId: string | null;
  readonly finish: string | null;
  readonly isLate: boolean;
};

const DAY_UNKNOWN = "9999-12-31";

/** What is begun first, then the earlier day; the id decides between equals. */
export function compareUrgency(a: OpenGarment, b: OpenGarment): number {
  const day = ({ shipBy }: OpenGarment) => shipBy ?? DAY_UNKNOWN;
  return (
    Number(b.isBegun) - Number(a.isBegun) ||
    (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

/** A maker's next free minute: the day and what is left of it. */
type Position = { day: number; left: number };

/** The position after this work; null beyond the horizon. */
function workFrom(daily: readonly number[], start: Position, minutes: number): Position | null {
  let { day, left } = start;
  let needed = minutes;
  while (day < daily.length) {
    if (needed <= left && left > 0) return { day, left: left - needed };
    needed -= left;
    day += 1;
    left = daily[day] ?? 0;
  }
  return null;
}

/**
 * When each open garment is finished if every maker does the most urgent one first and finishes what she begins. A garment
 * for any maker goes to the one who finishes it first. Garments without work left are finished today.
 */
export function projectGarments(
  today: string,
  atelier: AtelierCalendar,
  garments: readonly OpenGarment[],
): readonly Projection[] {
  const { byMaker, days } = capacityAfter(today, atelier);
  const positions = byMaker.map(({ daily }) => ({ day: 0, left: daily[0] ?? 0 }));
  const makerOf = new Map(byMaker.map(({ id }, index) => [id, index]));
  const isLate = (shipBy: string | null, finish: string | null) =>
    shipBy !== null && (finish === null || finish > shipBy);
  return garments.toSorted(compareUrgency).map(({ id, makerId, minutes, shipBy }) => {
    if (minutes === 0) return { id, makerId, finish: today, isLate: isLate(shipBy, today) };
    const own = makerId === null ? undefined : makerOf.get(makerId);
    const candidates = own === undefined ? byMaker.map((_, index) => index) : [own];
    const ends = candidates.flatMap((index) => {
      const maker = byMaker[index];
      const start = positions[index];
      const end = maker && start && workFrom(maker.daily, start, minutes);
      return end ? [{ index, end }] : [];
    });
    const [first] = ends.toSorted((a, b) => a.end.day - b.end.day || b.end.left - a.end.left);
    if (!first) return { id, makerId, finish: null, isLate: isLate(shipBy, null) };
    positions[first.index] = first.end;
    const finish = days[first.end.day] ?? null;
    return {
      id,
      finish,
      isLate: isLate(shipBy, finish),
      makerId: byMaker[first.index]?.id ?? null,
    };
  });
}
