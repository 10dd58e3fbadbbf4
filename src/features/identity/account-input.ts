import { z } from "zod";
import { MAX_EMAIL_LENGTH } from "#core/email.ts";
import { PASSWORD_LENGTH } from "#core/password-length.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";

/** Why a password is refused: the specification's reasons of weak_password (section 8). */
type PasswordWeakness = "too_short" | "too_long" | "is_email" | "too_common";

const weaknessMessages: Record<PasswordWeakness, string> = {
  too_short: `Please use at least ${PASSWORD_LENGTH.min} characters.`,
  too_long: `Please use at most ${PASSWORD_LENGTH.max} characters.`,
  is_email: "Please use something else than your email address.",
  too_common: "This is one of the passwords that guessers try first. Please choose another.",
};

/** Whether a password in small letters is one of the most common ones; `loadCommonPasswords` gives it. */
export type IsCommonPassword = (password: string) => boolean;

/** The message for a reason. */
export function passwordWeaknessMessage(weakness: PasswordWeakness): string {
  return weaknessMessages[weakness];
}

/**
 * The reasons against a password (decision A7): its length, that it is the account's email or the name in it, or that it is common.
 * Capitals make no difference. An empty list means that it is accepted.
 */
export function validatePassword(
  password: string,
  email: string,
  isCommon: IsCommonPassword,
): PasswordWeakness[] {
  const plain = password.toLowerCase();
  const ownEmail = email.trim().toLowerCase();
  const reasons: PasswordWeakness[] = [];
  if (password.length < PASSWORD_LENGTH.min) reasons.push("too_short");
  if (password.length > PASSWORD_LENGTH.max) reasons.push("too_long");
  if (ownEmail !== "" && (plain === ownEmail || plain === ownEmail.split("@")[0])) {
    reasons.push("is_email");
  }
  if (isCommon(plain) || isOneCharacter(plain)) reasons.push("too_common");
  return reasons;
}

function isOneCharacter(password: string): boolean {
  return password.length >= PASSWORD_LENGTH.min && new Set(password).size === 1;
}

/** A first and a last name as submitted or saved. */
export type PersonName = { readonly firstName: string; readonly lastName: string };

/** The fields of the account's forms; the email of a profile cannot be changed (specification 2). */
export type Credentials = { readonly email: string; readonly password: string };

export type Registration = Credentials & PersonName;

/** The message for each field that is not accepted. */
export type FieldErrors<Fields> = { [Field in keyof Fields]?: string };

const MAX_NAME_LENGTH = 80;

/** The library's message for a form without email or password (specification 8). */
export const CREDENTIALS_MISSING =
  "You must provide either an email or phone number and a password";

/** The message for an email that is missing or cannot be one, or null. */
export function emailError(email: string): string | null {
  if (email === "") return "Email is required";
  return z.email().max(MAX_EMAIL_LENGTH).safeParse(email).success
    ? null
    : "Please enter an email address such as name@example.com";
}

/** The message for a new password, or null; `email` is the account's. */
export function passwordError(
  password: string,
  email: string,
  isCommon: IsCommonPassword,
): string | null {
  if (password === "") return "Password is required";
  const reasons = validatePassword(password, email, isCommon);
  return reasons.map(passwordWeaknessMessage).join(" ") || null;
}

function nameError(name: string, label: string): string | null {
  if (name === "") return `${label} is required`;
  if (name.length > MAX_NAME_LENGTH) return `Please use at most ${MAX_NAME_LENGTH} characters`;
  return /\p{C}/u.test(name) ? "Please use letters only" : null;
}

/** The value when no field has an error, else the errors. */
function valueOr<Value, Fields>(
  value: Value,
  errors: { [Field in keyof Fields]: string | null },
): Result<Value, FieldErrors<Fields>> {
  const found = Object.entries(errors).filter(([, message]) => message !== null);
  return found.length === 0 ? ok(value) : fail(Object.fromEntries(found) as FieldErrors<Fields>);
}

/** Reads the sign-in form: both fields are required (specification 5). Space around the email is dropped. */
export function readCredentials(raw: Credentials): Result<Credentials, FieldErrors<Credentials>> {
  const email = raw.email.trim();
  return valueOr(
    { email, password: raw.password },
    {
      email: email === "" ? "Email is required" : null,
      password: raw.password === "" ? "Password is required" : null,
    },
  );
}

/** Reads the email of a forgotten password's account. */
export function readEmail(raw: { email: string }): Result<string, { email?: string }> {
  const email = raw.email.trim();
  return valueOr(email, { email: emailError(email) });
}

/** Reads the registration form: all four fields are required, the password by decision A7 (specification 5). */
export function readRegistration(
  raw: Registration,
  isCommon: IsCommonPassword,
): Result<Registration, FieldErrors<Registration>> {
  const email = raw.email.trim();
  const firstName = raw.firstName.trim();
  const lastName = raw.lastName.trim();
  return valueOr(
    { email, password: raw.password, firstName, lastName },
    {
      firstName: nameError(firstName, "First name"),
      lastName: nameError(lastName, "Last name"),
      email: emailError(email),
      password: passwordError(raw.password, email, isCommon),
    },
  );
}

/** Reads the names of a profile, with the messages of the registration (specification 5). */
export function readPersonName(raw: PersonName): Result<PersonName, FieldErrors<PersonName>> {
  const firstName = tidyLine(raw.firstName);
  const lastName = tidyLine(raw.lastName);
  return valueOr(
    { firstName, lastName },
    {
      firstName: nameError(firstName, "First name"),
      lastName: nameError(lastName, "Last name"),
    },
  );
}

export type AdminCredentials = { readonly username: string; readonly password: string };

/** Reads the admin's login form: both fields are required (specification 5). Space around the username is dropped. */
export function readAdminCredentials(
  raw: AdminCredentials,
): Result<AdminCredentials, FieldErrors<AdminCredentials>> {
  const username = raw.username.trim();
  return valueOr(
    { username, password: raw.password },
    {
      username: username === "" ? "Username is required" : null,
      password: raw.password === "" ? "Password is required" : null,
    },
  );
}
