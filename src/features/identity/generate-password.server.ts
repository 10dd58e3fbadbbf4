import { randomInt } from "node:crypto";

/** Without the letters and digits that are mistaken for each other when a password is copied from a screen. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A password of four groups of five, about 99 bits: strong and still easy to type once. */
export function generatePassword(): string {
  const letter = () => ALPHABET.charAt(randomInt(ALPHABET.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}
