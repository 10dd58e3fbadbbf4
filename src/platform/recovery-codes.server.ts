import { randomInt, scrypt } from "node:crypto";

const RECOVERY_CODES = 10;

/** Letters and digits but for those that look alike. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

const HALF_LENGTH = 5;

/** A code as it is shown and printed, once: about 58 bits. */
const PLAIN = /^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/;

/**
 * One salt for all codes, because whose code it is shows only when it fits. They are random, so no table of guesses helps,
 * and the slow hash makes trying all of them hopeless (OWASP ASVS 5.0, 6.5.2).
 */
const SALT = "recovery code of the shop";
const COST = { N: 2 ** 14, r: 8, p: 1 };
const HASH_BYTES = 24;

const letter = () => ALPHABET.charAt(randomInt(ALPHABET.length));
const half = () => Array.from({ length: HALF_LENGTH }, letter).join("");

/** Ten new codes, to be shown once. */
export function generateRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);
}

/** What is stored of a code, from which it cannot be read. */
export function hashRecoveryCode(code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(code, SALT, HASH_BYTES, COST, (error, hash) => {
      if (error) reject(error);
      else resolve(`scrypt:${hash.toString("base64url")}`);
    });
  });
}

/** The codes of an account as they are stored; earlier versions of the shop stored them readable, and those are hashed. */
export function hashStoredCodes(codes: readonly string[]): Promise<readonly string[]> {
  return Promise.all(codes.map((code) => (PLAIN.test(code) ? hashRecoveryCode(code) : code)));
}
