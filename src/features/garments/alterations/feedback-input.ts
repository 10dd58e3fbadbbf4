import { z } from "zod";
import { tidyText } from "#core/submitted-text.ts";
import type { PointReport } from "#features/garments/fit-memory/correction.ts";
import type { FitPoint } from "#features/garments/fit-memory/fit-points.ts";
import { FIT_POINTS, fitPointsOf } from "#features/garments/fit-memory/fit-points.ts";

export const MAX_FEEDBACK_NOTE_LENGTH = 1_000;

/** The amounts in steps of 5 mm, as a tape is read; from 3 cm on in steps of 1 cm. */
export const FEEDBACK_AMOUNTS_MM = [5, 10, 15, 20, 25, 30, 40, 50] as const;

const MAX_REPORT_MM = 50;

/** What a customer says about a finished garment. No point means that it fits. */
export const feedbackSchema = z.object({
  points: z.array(
    z.object({ point: z.enum(FIT_POINTS), mm: z.int().min(-MAX_REPORT_MM).max(MAX_REPORT_MM) }),
  ),
  note: z.string().max(MAX_FEEDBACK_NOTE_LENGTH),
});

export type FitFeedback = z.infer<typeof feedbackSchema>;

/** The fields of one point: which way, and by how much. */
export const wayField = (point: FitPoint) => `way-${point}`;
export const amountField = (point: FitPoint) => `amount-${point}`;
export const FITS_FIELD = "fits";

export type FeedbackProblems = { form?: string; points: Partial<Record<FitPoint, string>> };

/** Reads the form of a garment type; points that it does not have are left out. `problems` is empty when all is well. */
export function readFeedback(
  textOf: (field: string) => string,
  garment: string,
): { feedback: FitFeedback; problems: FeedbackProblems } {
  const problems: FeedbackProblems = { points: {} };
  const fits = textOf(FITS_FIELD) !== "";
  const points = fitPointsOf(garment).flatMap((point): PointReport[] => {
    const way = textOf(wayField(point));
    if (way !== "large" && way !== "small") return [];
    const mm = Number(textOf(amountField(point)));
    if (!(FEEDBACK_AMOUNTS_MM as readonly number[]).includes(mm)) {
      problems.points[point] = "Please say by how much.";
      return [];
    }
    return [{ point, mm: way === "large" ? mm : -mm }];
  });
  const note = tidyText(textOf("note"));
  if (note.length > MAX_FEEDBACK_NOTE_LENGTH) {
    problems.form = `The note can have up to ${MAX_FEEDBACK_NOTE_LENGTH} letters.`;
  }
  if (fits && points.length > 0) {
    problems.form = "Please choose: everything fits, or where it does not.";
  }
  const isEmpty = !fits && points.length === 0 && Object.keys(problems.points).length === 0;
  if (isEmpty) problems.form = "Please say that it fits, or where it does not.";
  return { feedback: { points, note }, problems };
}

export const hasProblems = ({ form, points }: FeedbackProblems): boolean =>
  form !== undefined || Object.keys(points).length > 0;
