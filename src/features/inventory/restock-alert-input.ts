import { isEmail } from "#core/email.ts";
import { fieldText, tidyLine } from "#core/submitted-text.ts";

/** The form as it was typed, so that nothing is lost. */
export type SubmittedRestockAlert = { variantId: string; email: string };

/** What is wrong with each field, in words. */
export type RestockAlertErrors = Partial<Record<keyof SubmittedRestockAlert, string>>;

/** The fields of the form, whatever they hold. */
export function submittedRestockAlert(form: FormData): SubmittedRestockAlert {
  return { variantId: fieldText(form, "variantId"), email: fieldText(form, "email") };
}

/** What is wrong with what was typed; nothing when it can be kept. */
export function validateRestockAlert({
  variantId,
  email,
}: SubmittedRestockAlert): RestockAlertErrors {
  const problems: RestockAlertErrors = {};
  if (variantId === "") problems.variantId = "Please choose a size";
  const address = tidyLine(email);
  if (address === "") problems.email = "Email is required";
  else if (!isEmail(address)) problems.email = "Please enter a valid email address";
  return problems;
}
