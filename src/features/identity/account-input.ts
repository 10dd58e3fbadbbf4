import { z } from "zod";
import { MAX_EMAIL_LENGTH } from "#core/email.ts";
import { PASSWORD_LENGTH } from "#core/password-length.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";

/** What the admin login form sends. */
export type SignInInput = { username: string; password: string };

/** What is wrong with a field, in words; null where nothing is. */
export type SignInErrors = { username: string | null; password: string | null };

/** Reads the admin login form; both fields are required (specification 5). Blanks around the username are no part of it. */
export function readSignIn(form: FormData): Result<SignInInput, SignInErrors> {
  const username = form.get("username");
  const password = form.get("password");
  const input = {
    username: typeof username === "string" ? username.trim() : "",
    password: typeof password === "string" ? password : "",
  };
  if (input.username !== "" && input.password !== "") return ok(input);
  return fail({
    username: input.username === "" ? "Username is required" : null,
    password: input.password === "" ? "Password is required" : null,
  });
}

/** The passwords of eight characters and more that guessers try first (lists of leaked passwords agree on these), in small letters. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 12341234 11111111 00000000 87654321 987654321 88888888 66666666 12121212 123123123 11223344
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx qwertyui qwerty12 qwerty123 qwerty1234 qwertyuiop qazwsxedc asdfghjk asdfghjkl asdfasdf zxcvbnm1
  zxcvbnm123 password password1 password12 password123 password1234 password! passw0rd p@ssw0rd p@ssword pass1234 passpass
  iloveyou iloveyou1 iloveyou2 sunshine sunshine1 princess princess1 football football1 baseball baseball1 superman superman1
  trustno1 starwars whatever letmein1 letmein123 welcome1 welcome123 abcd1234 abc12345 abcdefgh aaaaaaaa a1b2c3d4 changeme
  changeme1 computer internet michelle jennifer jessica1 jordan23 charlie1 michael1 samantha nicholas victoria danielle
  liverpool liverpool1 chelsea1 arsenal1 corvette mercedes maverick midnight butterfly chocolate christmas blessed1 jesus123
  jesuschrist godisgood godbless heaven123 mustang1 dragon123 monkey123 master123 shadow123 killer123 hello123 hellohello
  admin123 admin1234 administrator loveme123 lovelove babygirl babygirl1 basketball password0 secret123 test1234 testtest
  guyana123 guyana1966 georgetown georgetown1 demerara demerara1 essequibo berbice1`.split(/\s+/),
);

/** Why a password is refused; the list of them is what the specification calls weak_password's reasons (section 8). */
type PasswordWeakness = "too_short" | "too_long" | "is_email" | "too_common";

const words: Record<PasswordWeakness, string> = {
  too_short: `Please use at least ${PASSWORD_LENGTH.min} characters.`,
  too_long: `Please use at most ${PASSWORD_LENGTH.max} characters.`,
  is_email: "Please use something else than your email address.",
  too_common: "This is one of the passwords that guessers try first. Please choose another.",
};

/** A reason in words. */
export function passwordWeaknessMessage(weakness: PasswordWeakness): string {
  return words[weakness];
}

/**
 * What speaks against a password (decision A7): its length in characters, that it is the account's own email or the name in it,
 * or one of the most common ones; capitals make no difference. An empty list means that it is accepted.
 */
export function validatePassword(password: string, email: string): PasswordWeakness[] {
  const plain = password.toLowerCase();
  const address = email.trim().toLowerCase();
  const reasons: PasswordWeakness[] = [];
  if (password.length < PASSWORD_LENGTH.min) reasons.push("too_short");
  if (password.length > PASSWORD_LENGTH.max) reasons.push("too_long");
  if (address !== "" && (plain === address || plain === address.split("@")[0])) {
    reasons.push("is_email");
  }
  if (COMMON_PASSWORDS.has(plain) || isOneCharacter(plain)) reasons.push("too_common");
  return reasons;
}

function isOneCharacter(password: string): boolean {
  return password.length >= PASSWORD_LENGTH.min && new Set(password).size === 1;
}

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
