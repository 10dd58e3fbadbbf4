import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import { nameError } from "./account-input.ts";

/** What a customer may change of the profile; the email cannot be changed (specification 2). */
export type ProfileNames = { readonly firstName: string; readonly lastName: string };

/** What is wrong with a field, in words that stand under it. */
export type ProfileErrors = Partial<Record<keyof ProfileNames, string>>;

const LABELS = { firstName: "First name", lastName: "Last name" } as const;

/** Judges both names as typed: tidied, or each one's error in the words of the sign-up (specification 5). */
export function readProfileNames(typed: ProfileNames): Result<ProfileNames, ProfileErrors> {
  const names = { firstName: tidyLine(typed.firstName), lastName: tidyLine(typed.lastName) };
  const errors: ProfileErrors = {};
  for (const field of ["firstName", "lastName"] as const) {
    const error = nameError(names[field], LABELS[field]);
    if (error) errors[field] = error;
  }
  return Object.keys(errors).length > 0 ? fail(errors) : ok(names);
}
