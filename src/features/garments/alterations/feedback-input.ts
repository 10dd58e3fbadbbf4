import { z } from "zod";
import { tidyText } from "#core/submitted-text.ts";
import type { PointReport } from "#features/garments/fit-memory/correction.ts";
import { FIT_POINTS, POINTS } from "#features/garments/fit-memory/fit-points.ts";
import type { FitSection, LocatedPoint } from "#features/garments/fit-memory/fit-sections.ts";
import {
  FIT_COMPONENTS,
  handPointsOf,
  pointKey,
} from "#features/garments/fit-memory/fit-sections.ts";

export const MAX_FEEDBACK_NOTE_LENGTH = 1_000;

/** The amounts in steps of 5 mm, as a tape is read; from 3 cm on in steps of 1 cm. */
export const FEEDBACK_AMOUNTS_MM = [5, 10, 15, 20, 25, 30, 40, 50] as const;

const MAX_REPORT_MM = 50;

/** What a customer says about a finished garment. No point means that it fits. */
export const feedbackSchema = z.object({
  points: z.array(
    z.object({
      point: z.enum(FIT_POINTS),
      /** Of a garment with several: which of them it is about. */
      component: z.enum(FIT_COMPONENTS).optional(),
      mm: z.int().min(-MAX_REPORT_MM).max(MAX_REPORT_MM),
    }),
  ),
  note: z.string().max(MAX_FEEDBACK_NOTE_LENGTH),
});

export type FitFeedback = z.infer<typeof feedbackSchema>;

/** The fields of one point: which way, and by how much. */
export const wayField = (located: LocatedPoint) => `way-${pointKey(located)}`;
export const amountField = (located: LocatedPoint) => `amount-${pointKey(located)}`;
export const FITS_FIELD = "fits";

/** `points` by `pointKey`. */
export type FeedbackProblems = { form?: string; points: Readonly<Record<string, string>> };

/** What a customer writes about points that no design moves; null for a garment without any. */
export function handPointsText(section: FitSection): string | null {
  const points = handPointsOf(section);
  if (points.length === 0) return null;
  const labels = points.map(({ point }) => POINTS[point].label);
  return `${labels.join(", ")}: your tailor corrects this by hand. Please write below what is not right.`;
}

/** Whether what is not right about the garment may be said in the note alone. */
export const isNoteEnough = (sections: readonly FitSection[]): boolean =>
  sections.some((section) => handPointsOf(section).length > 0);

/**
 * Reads the form of a garment; points that nobody can report of its sections are left out. `problems` is empty when all is well. A note
 * alone is a report where the tailor corrects a point by hand.
 */
export function readFeedback(
  textOf: (field: string) => string,
  sections: readonly FitSection[],
): { feedback: FitFeedback; problems: FeedbackProblems } {
  const unclear: Record<string, string> = {};
  const problems: FeedbackProblems = { points: unclear };
  const fits = textOf(FITS_FIELD) !== "";
  const located = sections.flatMap((section) => section.reported);
  const points = located.flatMap((each): PointReport[] => {
    const way = textOf(wayField(each));
    if (way !== "large" && way !== "small") return [];
    const mm = Number(textOf(amountField(each)));
    if (!(FEEDBACK_AMOUNTS_MM as readonly number[]).includes(mm)) {
      unclear[pointKey(each)] = "Please say by how much.";
      return [];
    }
    return [{ ...each, mm: way === "large" ? mm : -mm }];
  });
  const note = tidyText(textOf("note"));
  if (note.length > MAX_FEEDBACK_NOTE_LENGTH) {
    problems.form = `The note can have up to ${MAX_FEEDBACK_NOTE_LENGTH} letters.`;
  }
  if (fits && points.length > 0) {
    problems.form = "Please choose: everything fits, or where it does not.";
  }
  const isNoted = note !== "" && isNoteEnough(sections);
  const isEmpty =
    !fits && !isNoted && points.length === 0 && Object.keys(problems.points).length === 0;
  if (isEmpty) problems.form = "Please say that it fits, or where it does not.";
  return { feedback: { points, note }, problems };
}

export const hasProblems = ({ form, points }: FeedbackProblems): boolean =>
  form !== undefined || Object.keys(points).length > 0;
