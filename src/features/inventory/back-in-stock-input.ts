import { isMailAddress } from "#core/mail-address.ts";
import { fieldText, tidyLine } from "#core/typed-text.ts";

/** The form as it was typed, so that nothing is lost. */
export type TypedAsk = { variantId: string; email: string };

/** What is wrong with each field, in words. */
export type AskProblems = Partial<Record<keyof TypedAsk, string>>;

/** The fields of the form, whatever they hold. */
export function typedAsk(form: FormData): TypedAsk {
  return { variantId: fieldText(form, "variantId"), email: fieldText(form, "email") };
}

/** What is wrong with what was typed; nothing when it can be kept. */
export function askProblems({ variantId, email }: TypedAsk): AskProblems {
  const problems: AskProblems = {};
  if (variantId === "") problems.variantId = "Please choose a size";
  const address = tidyLine(email);
  if (address === "") problems.email = "Email is required";
  else if (!isMailAddress(address)) problems.email = "Please enter a valid email address";
  return problems;
}
