import { FEW_SERVERS_MESSAGE, NO_EMAIL_MESSAGE } from "./email-messages.ts";
import { tidyLine } from "./submitted-text.ts";

/** RFC 5321 limits an address to this length. */
export const MAX_EMAIL_LENGTH = 254;

const MAX_LOCAL_LENGTH = 64;

/** Replaces an erased person's email in the books (domain reserved, RFC 2606). */
export const DELETED_EMAIL = "deleted-account@shop.invalid";

/** Whether nobody can be written to, because the person's data was deleted. */
export const isDeletedEmail = (email: string): boolean => email === DELETED_EMAIL;

/** A dot-atom of RFC 5322, with the letters of RFC 6531. */
const localPart =
  /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;

const asciiDomain =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/i;

/** A domain as mail servers know it, with letters outside ASCII in Punycode (UTS 46); "" when it is none. */
function domainInAscii(domain: string): string {
  if (asciiDomain.test(domain)) return domain;
  const host = hostInAscii(domain);
  return asciiDomain.test(host) ? host : "";
}

/** Letters of a domain, or of its beginning, in Punycode; "" when they are none. */
function hostInAscii(letters: string): string {
  if (!/^[\p{L}\p{N}\p{M}.\u3002\u00B7\u30FB-]+$/u.test(letters)) return "";
  const url = `http://${letters}`;
  return URL.canParse(url) ? new URL(url).hostname : "";
}

/**
 * Reads exactly one email address, neither several nor a header; null for anything else. Marks that nobody sees are
 * removed, and a domain such as müller.example is returned as xn--mller-kva.example, so that one mailbox has one
 * spelling and every mail server accepts it. The letters before the @ stay as they are.
 */
export function readEmail(submitted: string): string | null {
  const line = tidyLine(submitted).replace("\uFF20", "@");
  const at = line.lastIndexOf("@");
  const local = line.slice(0, Math.max(at, 0));
  if (local.length > MAX_LOCAL_LENGTH || !localPart.test(local)) return null;
  const domain = domainInAscii(line.slice(at + 1));
  const email = `${local}@${domain}`;
  return domain !== "" && email.length <= MAX_EMAIL_LENGTH ? email : null;
}

/** An email in its one spelling, to look it up or to compare it; a text that is none is only tidied. */
export const emailAsStored = (submitted: string): string =>
  readEmail(submitted) ?? tidyLine(submitted);

/**
 * A searched part of an email, such as anna@bücher.de, @bücher or bücher.de, as emails are stored; null for a text that has no letters
 * of another script in a domain.
 */
export function searchedAsStored(search: string): string | null {
  const line = tidyLine(search);
  const at = line.lastIndexOf("@");
  const domain = line.slice(at + 1);
  if (!/[@.]/.test(line) || !/[^\p{ASCII}]/u.test(domain)) return null;
  const host = hostInAscii(domain);
  return host === "" ? null : line.slice(0, at + 1) + host;
}

/** Whether the text is exactly one email address, and neither several nor a header. */
export function isEmail(text: string): boolean {
  return !/[\p{C}\s]/u.test(text) && readEmail(text) !== null;
}

/** Whether a server without SMTPUTF8 accepts it in a header (RFC 6531). */
export function isPlainEmail(email: string): boolean {
  return /^[\x21-\x7E]+$/.test(email);
}

/** Whether the shop can write to a stored email. */
export const canWriteTo = (email: string): boolean => isEmail(email) && isPlainEmail(email);

/**
 * Why the shop cannot write to an entered email, as the one sentence that every form says; null for one that every mail server delivers
 * to. An email that was stored before is still read, compared and found (`readEmail`).
 */
export function emailProblem(submitted: string): string | null {
  const email = readEmail(submitted);
  if (email === null) return NO_EMAIL_MESSAGE;
  return isPlainEmail(email) ? null : FEW_SERVERS_MESSAGE;
}

/** An email as a person who owns it recognizes it and a stranger cannot complete it: the first letter and the host. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(Math.max(at, 1))}`;
}
