const MAX_GREETING_LENGTH = 40;

/**
 * Returns a name that somebody else entered as an email may greet with it, or null. Only letters are allowed, because anyone can have this email sent to
 * any address: no advertisement or link leaves in the shop's name.
 */
export function greetingName(firstName: string): string | null {
  const isName = /^[\p{L}\p{M}]+(?:[ '’-][\p{L}\p{M}]+){0,3}$/u.test(firstName);
  return isName && firstName.length <= MAX_GREETING_LENGTH ? firstName : null;
}
