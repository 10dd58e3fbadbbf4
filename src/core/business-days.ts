import { DAY_MS } from "./duration.ts";

/** Both days are YYYY-MM-DD and inclusive. */
export type DayRange = { readonly from: string; readonly until: string };

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Adds calendar days. */
export function addDays(day: string, count: number): string {
  return new Date(startOf(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Whether a text is a day that exists, as YYYY-MM-DD. */
export function isCalendarDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(startOf(text)) && addDays(text, 0) === text
  );
}

/** Computes the Gregorian Easter (Meeus, Jones and Butcher). */
function easterSunday(year: number): string {
  const century = Math.floor(year / 100);
  const skipped = century - Math.floor(century / 4);
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const golden = year % 19;
  const epact = (19 * golden + skipped - moonShift + 15) % 30;
  const inCentury = year % 100;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  return addDays(`${year}-03-22`, epact + toSunday - 7 * correction);
}

const FIXED_HOLIDAYS = [
  "01-01", // New Year's Day
  "02-23", // Mashramani
  "05-01", // Labour Day
  "05-05", // Arrival Day
  "05-26", // Independence Day
  "08-01", // Emancipation Day
  "12-25",
  "12-26",
] as const;

/**
 * Guyana's holidays of a year (Public Holidays Act, Cap. 19:07) that can be computed. One that falls on a Sunday is followed
 * by a day in lieu, as 1 August 2021 was by 2 August. Those that follow the moon (`moveable-holidays.ts`) are
 * gazetted each year and belong to the owner's closed days.
 */
export function publicHolidays(year: number): readonly string[] {
  const known = holidaysOfYear.get(year) ?? computeHolidays(year);
  holidaysOfYear.set(year, known);
  return known;
}

/** Computed once for each year: a schedule asks for hundreds of days. */
const holidaysOfYear = new Map<number, readonly string[]>();

function computeHolidays(year: number): readonly string[] {
  const easter = easterSunday(year);
  const firstOfJuly = `${year}-07-01`;
  const weekday = new Date(startOf(firstOfJuly)).getUTCDay();
  const days = [
    ...FIXED_HOLIDAYS.map((day) => `${year}-${day}`),
    addDays(easter, -2),
    addDays(easter, 1),
    // CARICOM Day: the first Monday.
    addDays(firstOfJuly, (8 - weekday) % 7),
  ];
  const sundays = days.filter(isSunday);
  return [...days, ...sundays.map((day) => firstFreeDay(day, days))];
}

/** The day off in lieu of a holiday on a Sunday. After Christmas Day on a Sunday, Boxing Day stays and the 27th is in lieu. */
function firstFreeDay(day: string, holidays: readonly string[]): string {
  const next = addDays(day, 1);
  return holidays.includes(next) ? firstFreeDay(next, holidays) : next;
}

/** Days on which the atelier is closed beside weekends and public holidays. */
export type ClosedDays = ReadonlySet<string>;

const NONE: ClosedDays = new Set();

/** Says whether a day is a public holiday or a closed day. */
export function isHoliday(day: string, closed: ClosedDays = NONE): boolean {
  return closed.has(day) || publicHolidays(Number(day.slice(0, 4))).includes(day);
}

/** Whether a calendar day is a Sunday. */
export function isSunday(day: string): boolean {
  return new Date(startOf(day)).getUTCDay() === 0;
}

/** Business days are Monday to Friday, except holidays. */
export function isBusinessDay(day: string, closed: ClosedDays = NONE): boolean {
  const weekday = new Date(startOf(day)).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isHoliday(day, closed);
}

/** The day itself if it is a business day, else the next one. */
export function toBusinessDay(day: string, closed: ClosedDays = NONE): string {
  let reached = day;
  while (!isBusinessDay(reached, closed)) reached = addDays(reached, 1);
  return reached;
}

/** The business day `count` after `day`; 0 gives the first from `day` on. */
export function addBusinessDays(day: string, count: number, closed: ClosedDays = NONE): string {
  let reached = toBusinessDay(day, closed);
  // From a weekend or holiday the next business day is already the first.
  let left = isBusinessDay(day, closed) ? count : count - 1;
  for (; left > 0; left -= 1) reached = toBusinessDay(addDays(reached, 1), closed);
  return reached;
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Writes 2026-11-20 as "20 November 2026", the one spelling of a day on every page, document and email. */
export function formatLongDay(day: string): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}

/**
 * "8 to 12 December 2026", "28 November to 3 December 2026", "29 December 2026 to 5 January 2027", or one day; without Intl, so
 * that server and browsers write the same.
 */
export function formatDayRange({ from, until }: DayRange): string {
  const last = formatLongDay(until);
  if (from === until) return last;
  if (from.slice(0, 7) === until.slice(0, 7)) return `${Number(from.slice(8))} to ${last}`;
  const first = formatLongDay(from);
  return from.slice(0, 4) === until.slice(0, 4)
    ? `${first.slice(0, -5)} to ${last}`
    : `${first} to ${last}`;
}
