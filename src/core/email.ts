/** The longest address mail can carry (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;

const oneAddress =
  /^[^\s@,;:<>"()[\]\\\p{C}]+@[^\s@,;:<>"()[\]\\\p{C}]+\.[^\s@,;:<>"()[\]\\\p{C}.]+$/u;

/** Whether a text is one mail address and nothing else: what a mail could read as several, or as a header of its own, is none. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && oneAddress.test(text);
}
