/** The atelier's own clock: Guyana is four hours behind UTC the whole year. */
const OFFSET = "-04:00";
const TIME_ZONE = "America/Guyana";

const day = new Intl.DateTimeFormat("en-GB", {
  timeZone: TIME_ZONE,
  day: "numeric",
  month: "short",
  year: "numeric",
});
const time = new Intl.DateTimeFormat("en-GB", {
  timeZone: TIME_ZONE,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const isoDay = new Intl.DateTimeFormat("en-CA", {
  timeZone: TIME_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** The first moment of a day in Georgetown, given as YYYY-MM-DD; null when there is no such day. */
export function startOfDay(text: string): Date | null {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return null;
  const start = new Date(`${text}T00:00:00${OFFSET}`);
  return Number.isNaN(start.getTime()) || dayOf(start) !== text ? null : start;
}

/** The first moment after that day; null when there is no such day. */
export function endOfDay(text: string): Date | null {
  const start = startOfDay(text);
  return start && new Date(start.getTime() + DAY_MS);
}

/** The day in Georgetown as YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  return isoDay.format(moment);
}

/** The last so many days in Georgetown as YYYY-MM-DD, oldest first, today last. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, place) =>
    dayOf(new Date(now.getTime() - (count - 1 - place) * DAY_MS)),
  );
}

/** "20 Nov 2026" in Georgetown: the same on the server and in every browser. */
export function formatDay(moment: Date): string {
  return day.format(moment);
}

/** "20 Nov 2026, 14:05" in Georgetown. */
export function formatMoment(moment: Date): string {
  return `${day.format(moment)}, ${time.format(moment)}`;
}
