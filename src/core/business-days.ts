/** YYYY-MM-DD, both inclusive. */
export type DayRange = { readonly from: string; readonly until: string };

const DAY_MS = 24 * 60 * 60 * 1000;

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Calendar days. */
export function addDays(day: string, count: number): string {
  return new Date(startOf(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Monday to Friday. */
export function isBusinessDay(day: string): boolean {
  const weekday = new Date(startOf(day)).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** The day itself on Monday to Friday, else the Monday after it. */
export function toBusinessDay(day: string): string {
  return isBusinessDay(day) ? day : toBusinessDay(addDays(day, 1));
}

/**
 * The day so many business days after `day`, which itself does not count; 0 gives the first business day from `day` on.
 */
export function addBusinessDays(day: string, count: number): string {
  let reached = toBusinessDay(day);
  // From a weekend the first business day is Monday.
  let left = isBusinessDay(day) ? count : count - 1;
  for (; left > 0; left -= 1) reached = toBusinessDay(addDays(reached, 1));
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

/**
 * "8 to 12 December", "28 November to 3 December", or one day; without Intl, so that server and browsers write the
 * same.
 */
export function formatDayRange({ from, until }: DayRange): string {
  const dayOf = (day: string) => Number(day.slice(8));
  const monthOf = (day: string) => MONTHS[Number(day.slice(5, 7)) - 1] ?? "";
  const last = `${dayOf(until)} ${monthOf(until)}`;
  if (from === until) return last;
  if (from.slice(0, 7) === until.slice(0, 7)) return `${dayOf(from)} to ${last}`;
  return `${dayOf(from)} ${monthOf(from)} to ${last}`;
}
