import { z } from "zod";
import { MAX_EMAIL_LENGTH } from "#core/email.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { passwordWeaknessMessage, validatePassword } from "./password-rules.ts";

/** Fields of the sign-in page's forms. */
export type AccountField = "firstName" | "lastName" | "email" | "password";

/** What is wrong with which field, in words. */
export type AccountErrors = Partial<Record<AccountField, string>>;

/** What is kept of a form that was not accepted: everything but the password. */
export type SubmittedAccount = { email: string; firstName: string; lastName: string };

export type Credentials = { email: string; password: string };

export type Registration = Credentials & { firstName: string; lastName: string };

const MOST_NAME = 80;
const emailAddress = z.email().max(MAX_EMAIL_LENGTH);

/** The library's words for a form without email or password (specification 8). */
export const CREDENTIALS_MISSING =
  "You must provide either an email or phone number and a password";

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** What was typed, to be shown again; a password is never sent back. */
export function submittedAccount(form: FormData): SubmittedAccount {
  const typed = (name: string) => textOf(form, name).trim();
  return { email: typed("email"), firstName: typed("firstName"), lastName: typed("lastName") };
}

/** What is wrong with an email as one types it, in words. */
export function emailError(email: string): string | null {
  if (email === "") return "Email is required";
  return emailAddress.safeParse(email).success
    ? null
    : "Please enter an email address such as name@example.com";
}

/** What is wrong with a new password, in words; the email is the account's. */
export function passwordError(password: string, email: string): string | null {
  if (password === "") return "Password is required";
  return validatePassword(password, email).map(passwordWeaknessMessage).join(" ") || null;
}

/** What is wrong with a first or last name, in words. */
export function nameError(name: string, label: string): string | null {
  if (name === "") return `${label} is required`;
  if (name.length > MOST_NAME) return `Please use at most ${MOST_NAME} characters`;
  return /\p{C}/u.test(name) ? "Please use letters only" : null;
}

const refused = (errors: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(errors).filter(([, words]) => words !== null));

/** Reads the sign-in form: email and password are required (specification 5). Blanks around the email are no part of it. */
export function readCredentials(form: FormData): Result<Credentials, AccountErrors> {
  const { email } = submittedAccount(form);
  const password = textOf(form, "password");
  const errors = refused({
    email: email === "" ? "Email is required" : null,
    password: password === "" ? "Password is required" : null,
  });
  return Object.keys(errors).length === 0 ? ok({ email, password }) : fail(errors);
}

/** Reads the registration form: all four fields are required, the password has to keep the rules (specification 5, decision A7). */
export function readRegistration(form: FormData): Result<Registration, AccountErrors> {
  const { email, firstName, lastName } = submittedAccount(form);
  const password = textOf(form, "password");
  const errors = refused({
    firstName: nameError(firstName, "First name"),
    lastName: nameError(lastName, "Last name"),
    email: emailError(email),
    password: passwordError(password, email),
  });
  return Object.keys(errors).length === 0
    ? ok({ email, password, firstName, lastName })
    : fail(errors);
}
