import { z } from "zod";
import { isCalendarDay } from "#core/business-days.ts";
import { tidyLine, tidyText } from "#core/submitted-text.ts";
import { tidyNumber } from "#core/written-number.ts";

export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

const MAX_NAME_LENGTH = 80;
export const MAX_ABOUT_LENGTH = 600;
const MAX_REASON_LENGTH = 120;
const MAX_HOURS = 24;

/** Whole minutes of hours with a decimal ("7.5", "7,5"); null when unreadable or more than a day has. */
export function parseHours(text: string): number | null {
  const match = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(tidyNumber(text));
  if (!match) return null;
  const hours = Number(`${match[1]}.${match[2] ?? "0"}`);
  return hours <= MAX_HOURS ? Math.round(hours * 60) : null;
}

/** "7.5" of 450 minutes. */
export const hoursText = (minutes: number): string => String(Math.round(minutes / 0.6) / 100);

const hours = z
  .string()
  .default("0")
  .transform((text, context) => {
    const minutes = parseHours(text);
    if (minutes !== null) return minutes;
    context.addIssue({
      code: "custom",
      message: `Please enter hours up to ${MAX_HOURS}, such as 7.5.`,
    });
    return z.NEVER;
  });

export const makerSchema = z.object({
  name: z
    .string("Please enter a name.")
    .transform(tidyLine)
    .refine(
      ({ length }) => length > 0 && length <= MAX_NAME_LENGTH,
      `Please enter a name of at most ${MAX_NAME_LENGTH} characters.`,
    ),
  publicName: z
    .string()
    .default("")
    .transform(tidyLine)
    .refine(
      ({ length }) => length <= MAX_NAME_LENGTH,
      `Please enter a name of at most ${MAX_NAME_LENGTH} characters.`,
    ),
  about: z
    .string()
    .default("")
    .transform(tidyText)
    .refine(
      ({ length }) => length <= MAX_ABOUT_LENGTH,
      `At most ${MAX_ABOUT_LENGTH} characters, please.`,
    ),
  mediaId: z.uuid().optional(),
  isNewDawn: z.boolean().default(false),
  week: z.array(hours).length(WEEKDAYS.length),
});

export type MakerInput = z.output<typeof makerSchema>;

const day = (label: string) =>
  z
    .string(`Please choose the ${label} day.`)
    .refine(isCalendarDay, `Please choose the ${label} day.`);

export const absenceSchema = z
  .object({
    fromDay: day("first"),
    untilDay: day("last"),
    reason: z
      .string()
      .default("")
      .transform(tidyLine)
      .refine(({ length }) => length <= MAX_REASON_LENGTH, "Shorter, please."),
  })
  .refine(({ fromDay, untilDay }) => fromDay <= untilDay, {
    path: ["untilDay"],
    message: "The last day comes before the first.",
  });

export type AbsenceInput = z.output<typeof absenceSchema>;
