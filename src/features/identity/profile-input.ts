import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine, tooLongWords } from "#core/typed-text.ts";

/** What a customer may change of the profile; the email cannot be changed (specification 2). */
export type ProfileNames = { readonly firstName: string; readonly lastName: string };

/** What is wrong with a field, in words that stand under it. */
export type ProfileErrors = Partial<Record<keyof ProfileNames, string>>;

const LABELS: Readonly<Record<keyof ProfileNames, string>> = {
  firstName: "First name",
  lastName: "Last name",
};

const LONGEST_NAME = 60;

function nameError(field: keyof ProfileNames, name: string): string | null {
  if (name === "") return `${LABELS[field]} is required`;
  return name.length > LONGEST_NAME ? tooLongWords(LABELS[field], LONGEST_NAME, name.length) : null;
}

/** Judges both names as typed: tidied, or each one's error in the words of the sign-up (specification 5). */
export function readProfileNames(typed: ProfileNames): Result<ProfileNames, ProfileErrors> {
  const names = { firstName: tidyLine(typed.firstName), lastName: tidyLine(typed.lastName) };
  const errors: ProfileErrors = {};
  for (const field of ["firstName", "lastName"] as const) {
    const error = nameError(field, names[field]);
    if (error) errors[field] = error;
  }
  return Object.keys(errors).length > 0 ? fail(errors) : ok(names);
}
