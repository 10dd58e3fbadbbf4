/** RFC 5321 limits an address to this length. */
export const MAX_EMAIL_LENGTH = 254;

/** Replaces an erased person's email in the books (domain reserved, RFC 2606). */
export const DELETED_EMAIL = "deleted-account@shop.invalid";

const oneAddress =
  /^[^\s@,;:<>"()[\]\\\p{C}]+@[^\s@,;:<>"()[\]\\\p{C}]+\.[^\s@,;:<>"()[\]\\\p{C}.]+$/u;

/** Whether the text is exactly one email address, and neither several nor a header. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && oneAddress.test(text);
}
