import { PASSWORD_LENGTH } from "#core/password-length.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

/** Why a password is refused; the list of them is what the specification calls weak_password's reasons (section 8). */
export type PasswordWeakness = "too_short" | "too_long" | "is_email" | "too_common";

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
