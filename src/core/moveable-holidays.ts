import type { ClosedDays, DayRange } from "./business-days.ts";
import { addDays, formatLongDay, toBusinessDay } from "./business-days.ts";
import { DAY_MS } from "./duration.ts";

/**
 * Guyana's public holidays whose day is gazetted each year (Public Holidays Act, Cap. 19:07). They follow the moon, so that a day can
 * be estimated but not known.
 */
export const MOVEABLE_HOLIDAYS = ["Phagwah", "Eid-ul-Adha", "Youman-un-Nabi", "Deepavali"] as const;

export type MoveableHoliday = {
  readonly name: (typeof MOVEABLE_HOLIDAYS)[number];
  /** YYYY-MM-DD. */
  readonly estimate: string;
  /** The days on which it can fall. */
  readonly window: DayRange;
};

/** Mean length of a lunation, and the mean new moon of 6 January 2000, as Julian days (Meeus, Astronomical Algorithms, chapter 49). */
const LUNATION_DAYS = 29.530_588_861;
const NEW_MOON_JULIAN = 2_451_550.097_66;
const UNIX_EPOCH_JULIAN = 2_440_587.5;

const julianDay = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS + UNIX_EPOCH_JULIAN;
const dayOfJulian = (julian: number) =>
  new Date((julian - UNIX_EPOCH_JULIAN) * DAY_MS).toISOString().slice(0, 10);

/** The day of the first mean moon of this phase (0 new, 0.5 full) from a day on. The true moon is up to 14 hours away. */
function moonFrom(day: string, phase: number): string {
  const lunation = Math.ceil((julianDay(day) - NEW_MOON_JULIAN) / LUNATION_DAYS - phase) + phase;
  return dayOfJulian(NEW_MOON_JULIAN + lunation * LUNATION_DAYS);
}

/** The first day of the tabular Islamic calendar, its months and its leap years. */
const HIJRI_EPOCH_JULIAN = 1_948_439.5;
const HIJRI_YEAR_DAYS = 354;

/** A day of the tabular Islamic calendar. The months that are sighted begin up to two days away. */
function hijriDay(year: number, month: number, day: number): string {
  const leapDays = Math.floor((3 + 11 * year) / 30);
  const monthDays = Math.ceil(29.5 * (month - 1));
  const days = day + monthDays + (year - 1) * HIJRI_YEAR_DAYS + leapDays;
  return dayOfJulian(HIJRI_EPOCH_JULIAN + days - 1);
}

/** The occurrences of an Islamic day in a Gregorian year: one, seldom two or none. */
function hijriDaysIn(year: number, month: number, day: number): string[] {
  const about = Math.floor(((year - 622) * 33) / 32);
  return [about - 1, about, about + 1, about + 2]
    .map((hijriYear) => hijriDay(hijriYear, month, day))
    .filter((each) => each.startsWith(`${year}-`));
}

type Around = { name: MoveableHoliday["name"]; estimate: string; before: number; after: number };

const around = ({ after, before, estimate, name }: Around): MoveableHoliday => ({
  name,
  estimate,
  window: { from: addDays(estimate, -before), until: addDays(estimate, after) },
});

const PILGRIMAGE_MONTH = 12;
const BIRTH_MONTH = 3;

/**
 * The moveable holidays of a year by their estimates. Phagwah is at the full moon before the equinox or the one after, Deepavali the day
 * before a new moon of autumn, Eid-ul-Adha the tenth of the twelfth and Youman-un-Nabi the twelfth of the third Islamic month.
 */
function computeMoveableHolidays(year: number): readonly MoveableHoliday[] {
  return [
    around({
      name: "Phagwah",
      estimate: moonFrom(`${year}-02-27`, 0.5),
      before: 1,
      after: 2,
    }),
    ...hijriDaysIn(year, PILGRIMAGE_MONTH, 10).map((estimate) =>
      around({ name: "Eid-ul-Adha", estimate, before: 2, after: 2 }),
    ),
    ...hijriDaysIn(year, BIRTH_MONTH, 12).map((estimate) =>
      around({ name: "Youman-un-Nabi", estimate, before: 2, after: 2 }),
    ),
    around({
      name: "Deepavali",
      estimate: addDays(moonFrom(`${year}-10-16`, 0), -1),
      before: 1,
      after: 1,
    }),
  ].toSorted((a, b) => a.estimate.localeCompare(b.estimate));
}

const holidaysOfYear = new Map<number, readonly MoveableHoliday[]>();

/** The moveable holidays of a year in their order. */
export function moveableHolidays(year: number): readonly MoveableHoliday[] {
  const known = holidaysOfYear.get(year) ?? computeMoveableHolidays(year);
  holidaysOfYear.set(year, known);
  return known;
}

/** For how long a holiday is asked for before it comes: promises reach a year, and the gazette is read early. */
const REQUESTED_DAYS = 425;

/** A day that is entered this near to a holiday's window is its day. */
const NEAR_DAYS = 2;

function isEntered({ window }: MoveableHoliday, closed: ClosedDays): boolean {
  const until = addDays(window.until, NEAR_DAYS);
  for (let day = addDays(window.from, -NEAR_DAYS); day <= until; day = addDays(day, 1)) {
    if (closed.has(day)) return true;
  }
  return false;
}

/** The moveable holidays of the next 14 months that are not among the days on which the shop is closed. */
export function unknownHolidays(today: string, closed: ClosedDays): MoveableHoliday[] {
  const year = Number(today.slice(0, 4));
  const last = addDays(today, REQUESTED_DAYS);
  return [year, year + 1, year + 2]
    .flatMap(moveableHolidays)
    .filter(({ window }) => window.until >= today && window.from <= last)
    .filter((holiday) => !isEntered(holiday, closed));
}

/**
 * The closed days by which promises are counted: those that are known, and for each unknown holiday the first working day on which it
 * can still fall. Whenever it falls within its window, no more is promised than can be done, because the day was lost before.
 */
export function withUnknownHolidays(today: string, closed: ClosedDays): ClosedDays {
  const margins = unknownHolidays(today, closed).map(({ window }) =>
    toBusinessDay(window.from < today ? today : window.from, closed),
  );
  return margins.length === 0 ? closed : new Set([...closed, ...margins]);
}

/** "Phagwah, about 22 March 2027". */
export const holidayText = ({ estimate, name }: MoveableHoliday): string =>
  `${name}, about ${formatLongDay(estimate)}`;
