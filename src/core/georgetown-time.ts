import { formatLongDay } from "./business-days.ts";
import { DAY_MS } from "./duration.ts";

/** Guyana is four hours behind UTC all year. Without Intl, so that server and browser agree. */
const OFFSET = "-04:00";
const OFFSET_MS = -4 * 60 * 60 * 1000;

/** Writes a moment in ISO 8601 without a zone. */
function localIso(moment: Date): string {
  return new Date(moment.getTime() + OFFSET_MS).toISOString();
}

/** Reads YYYY-MM-DD as a day in Georgetown; null when it is invalid. */
export function startOfDay(text: string): Date | null {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return null;
  const start = new Date(`${text}T00:00:00${OFFSET}`);
  return Number.isNaN(start.getTime()) || dayOf(start) !== text ? null : start;
}

/** The end is exclusive; null when the day is invalid. */
export function endOfDay(text: string): Date | null {
  const start = startOfDay(text);
  return start && new Date(start.getTime() + DAY_MS);
}

/** The day is YYYY-MM-DD in Georgetown. */
export function dayOf(moment: Date): string {
  return localIso(moment).slice(0, 10);
}

/** The hour is 0 to 23 in Georgetown. */
export function hourOf(moment: Date): number {
  return Number(localIso(moment).slice(11, 13));
}

/** The days are Georgetown's, oldest first, with today. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    dayOf(new Date(now.getTime() - (count - 1 - index) * DAY_MS)),
  );
}

/** Writes "20 November 2026", the day in Georgetown of a moment. */
export function formatDay(moment: Date): string {
  return formatLongDay(dayOf(moment));
}

/** Writes "20 November 2026, 14:05", the time in Georgetown. */
export function formatMoment(moment: Date): string {
  return `${formatDay(moment)}, ${localIso(moment).slice(11, 16)}`;
}

/** Writes "2026-11-20 14:05", the time in Georgetown: a spreadsheet reads it as a date in any country, and it sorts as text too. */
export function sortableMoment(moment: Date): string {
  const local = localIso(moment);
  return `${local.slice(0, 10)} ${local.slice(11, 16)}`;
}
