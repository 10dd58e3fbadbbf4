/** RFC 5321 limits an address to this length. */
export const MAX_EMAIL_LENGTH = 254;

/** Replaces an erased person's email in the books (domain reserved, RFC 2606). */
export const DELETED_EMAIL = "deleted-account@shop.invalid";

/** What staff read instead of it. */
const DELETED_CUSTOMER = "Deleted customer";

/** Whether nobody can be written to, because the person's data was deleted. */
export const isDeletedEmail = (email: string): boolean => email === DELETED_EMAIL;

/** The email of an order as staff read it. */
export const shownEmail = (email: string): string =>
  isDeletedEmail(email) ? DELETED_CUSTOMER : email;

const oneAddress =
  /^[^\s@,;:<>"()[\]\\\p{C}]+@[^\s@,;:<>"()[\]\\\p{C}]+\.[^\s@,;:<>"()[\]\\\p{C}.]+$/u;

/** Whether the text is exactly one email address, and neither several nor a header. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && oneAddress.test(text);
}

/** An email as a person who owns it recognizes it and a stranger cannot complete it: the first letter and the host. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(Math.max(at, 1))}`;
}
