import { emailAsStored, emailProblem } from "#core/email.ts";
import { MAX_NAME_LENGTH } from "#core/name-length.ts";
import { PASSWORD_LENGTH } from "#core/password-length.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";

/** The weaknesses follow specification 8, weak_password. */
type PasswordWeakness = "too_short" | "too_long" | "is_email" | "is_name" | "too_common";

const weaknessMessages: Record<PasswordWeakness, string> = {
  too_short: `Please use at least ${PASSWORD_LENGTH.min} characters.`,
  too_long: `Please use at most ${PASSWORD_LENGTH.max} characters.`,
  is_email: "Please use something other than your email address.",
  is_name: "Please use something other than your name or the shop's.",
  too_common:
    "This is one of the passwords that guessers try first: it is in lists of leaked passwords. Please choose another.",
};

/** Passwords are compared with these; `loadPasswordLists` loads them. */
export type PasswordLists = {
  /** The password may be in any case. */
  isLeaked(password: string): boolean;
  shopName: string;
};

export type PasswordOwner = {
  email: string;
  /** The first name, the last name and the username. */
  names?: readonly string[];
};

export function passwordWeaknessMessage(weakness: PasswordWeakness): string {
  return weaknessMessages[weakness];
}

/** Guessers add this much to a word. */
const MAX_ADDED_CHARACTERS = 5;

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/** Whether a password's letters are one or all of these names in either order, with few other characters. */
function isMadeOf(password: string, names: readonly string[]): boolean {
  const letters = lettersOf(password);
  if (letters === "" || password.length - letters.length > MAX_ADDED_CHARACTERS) return false;
  const all = [...names, names.join(""), [...names].reverse().join("")];
  return all.some((name) => lettersOf(name) === letters);
}

/**
 * Lists the reasons against a password (decision A7): length, the email, its names or the shop's (NIST SP 800-63B,
 * 5.1.1.2), leaks. It ignores case, and is empty when the password is accepted.
 */
export function validatePassword(
  password: string,
  { email, names = [] }: PasswordOwner,
  lists: PasswordLists,
): PasswordWeakness[] {
  const plain = password.toLowerCase();
  const ownEmail = email.trim().toLowerCase();
  const reasons: PasswordWeakness[] = [];
  if (password.length < PASSWORD_LENGTH.min) reasons.push("too_short");
  if (password.length > PASSWORD_LENGTH.max) reasons.push("too_long");
  if (ownEmail !== "" && (plain === ownEmail || plain === ownEmail.split("@")[0])) {
    reasons.push("is_email");
  } else if (isMadeOf(password, names) || isMadeOf(password, [lists.shopName])) {
    reasons.push("is_name");
  } else if (isMadeOf(password, [ownEmail]) || isMadeOf(password, [ownEmail.split("@")[0] ?? ""])) {
    reasons.push("is_email");
  }
  if (lists.isLeaked(password) || isOneCharacter(plain)) reasons.push("too_common");
  return reasons;
}

function isOneCharacter(password: string): boolean {
  return password.length >= PASSWORD_LENGTH.min && new Set(password).size === 1;
}

export type PersonName = { readonly firstName: string; readonly lastName: string };

export type Credentials = { readonly email: string; readonly password: string };

export type Registration = Credentials & PersonName;

export type FieldErrors<Fields> = { [Field in keyof Fields]?: string };

/** The message is worded by specification 8. */
export const CREDENTIALS_MISSING =
  "You must provide either an email or phone number and a password";

/** Returns the message for an email that is missing or that the shop cannot write to, or null. */
export function emailError(email: string): string | null {
  return email === "" ? "Email is required" : emailProblem(email);
}

/** Returns the message for a new password, or null. */
export function passwordError(
  password: string,
  owner: PasswordOwner,
  lists: PasswordLists,
): string | null {
  if (password === "") return "Password is required";
  const reasons = validatePassword(password, owner, lists);
  return reasons.map(passwordWeaknessMessage).join(" ") || null;
}

function nameError(name: string, label: string): string | null {
  if (name === "") return `${label} is required`;
  if (name.length > MAX_NAME_LENGTH) return `Please use at most ${MAX_NAME_LENGTH} characters`;
  return /[^\P{C}\u200C\u200D]/u.test(name) ? "Please use letters only" : null;
}

function valueOr<Value, Fields>(
  value: Value,
  errors: { [Field in keyof Fields]: string | null },
): Result<Value, FieldErrors<Fields>> {
  const found = Object.entries(errors).filter(([, message]) => message !== null);
  return found.length === 0 ? ok(value) : fail(Object.fromEntries(found) as FieldErrors<Fields>);
}

/** Both fields are required (specification 5). */
export function readCredentials(raw: Credentials): Result<Credentials, FieldErrors<Credentials>> {
  const email = emailAsStored(raw.email);
  return valueOr(
    { email, password: raw.password },
    {
      email: email === "" ? "Email is required" : null,
      password: raw.password === "" ? "Password is required" : null,
    },
  );
}

/** Returns the email as stored, or a message when it is missing or the shop cannot write to it. */
export function readEmailField(raw: { email: string }): Result<string, { email?: string }> {
  const email = emailAsStored(raw.email);
  return valueOr(email, { email: emailError(email) });
}

/** All fields are required but the last name, which many people do not have; the password follows decision A7. */
export function readRegistration(
  raw: Registration,
  lists: PasswordLists,
): Result<Registration, FieldErrors<Registration>> {
  const email = emailAsStored(raw.email);
  const firstName = tidyLine(raw.firstName);
  const lastName = tidyLine(raw.lastName);
  return valueOr(
    { email, password: raw.password, firstName, lastName },
    {
      firstName: nameError(firstName, "First name"),
      lastName: lastName === "" ? null : nameError(lastName, "Last name"),
      email: emailError(email),
      password: passwordError(raw.password, { email, names: [firstName, lastName] }, lists),
    },
  );
}

/** Uses the registration's messages (specification 5). */
export function readPersonName(raw: PersonName): Result<PersonName, FieldErrors<PersonName>> {
  const firstName = tidyLine(raw.firstName);
  const lastName = tidyLine(raw.lastName);
  return valueOr(
    { firstName, lastName },
    {
      firstName: nameError(firstName, "First name"),
      lastName: lastName === "" ? null : nameError(lastName, "Last name"),
    },
  );
}

export type AdminCredentials = { readonly username: string; readonly password: string };

/** Both fields are required (specification 5). */
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
