import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "#core/ids.ts";
import type { Auth } from "#platform/auth.server.ts";

/** 64 bits, which nobody guesses through the one way in; short, because a local part has room for 64 characters (RFC 5321, 4.5.3.1.1). */
const MARK_CHARACTERS = 16;

const TOKEN = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([0-9a-f]{16})$/;

// The purpose is part of what is signed, so that no other signature of the shop passes for one of these.
function markOf(auth: Auth, mailId: string): string {
  const secret = String(auth.options.secret);
  const signature = createHmac("sha256", secret).update(`bounce:${mailId}`).digest("hex");
  return signature.slice(0, MARK_CHARACTERS);
}

/** Where reports about one mail go: the shop's address for them with a token that names the mail, in small letters since hosts may fold them. */
export function bounceEmailFor(auth: Auth, base: string, mailId: string): string {
  const at = base.lastIndexOf("@");
  const token = `${mailId.replaceAll("-", "")}${markOf(auth, mailId)}`.toLowerCase();
  return `${base.slice(0, at)}+${token}${base.slice(at)}`;
}

/** The mail that an address names; null when it is not one the shop made. */
export function parseBounceEmail(auth: Auth, base: string, address: string): string | null {
  const at = base.lastIndexOf("@");
  const written = address.toLowerCase();
  const head = `${base.slice(0, at)}+`.toLowerCase();
  const tail = base.slice(at).toLowerCase();
  if (!written.startsWith(head) || !written.endsWith(tail)) return null;
  const parts = TOKEN.exec(written.slice(head.length, -tail.length));
  if (!parts) return null;
  const mailId = parts.slice(1, 6).join("-");
  const given = Buffer.from(parts[6] ?? "");
  const isGenuine = timingSafeEqual(given, Buffer.from(markOf(auth, mailId)));
  return isGenuine && isId(mailId) ? mailId : null;
}
