import { z } from "zod";
import { requiredEmail } from "#core/text-schema.ts";

const SIZE_REQUIRED = "Please choose a size";

/** The back-in-stock form: a sold-out combination and the email to write to. */
export const restockAlertSchema = z.object({
  variantId: z.string(SIZE_REQUIRED).min(1, SIZE_REQUIRED),
  email: requiredEmail("Email", "Please enter a valid email address"),
});
