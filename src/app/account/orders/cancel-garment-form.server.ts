import { z } from "zod";
import { buttonText, readFields } from "#app/web/form-fields.ts";

const cancelFields = z.object({ garment: buttonText, percent: z.number().catch(Number.NaN) });

/** What the customer confirmed. Unreadable fields match no garment and no share. */
export function readCancellation(form: FormData): { garmentId: string; percent: number } {
  const { garment, percent } = readFields(form, cancelFields);
  return { garmentId: garment, percent };
}
