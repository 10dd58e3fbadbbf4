import type { Flash } from "./flash-words.ts";
import { FLASH_COOKIE, isFlash } from "./flash-words.ts";

const HINT = "da_hint";
const FLASH_LIFETIME_S = 30;

type Place = { https: boolean };

/** Whether cookies set at the shop's address may be kept from plain http. */
export function placeOf(publicUrl: string): Place {
  return { https: publicUrl.startsWith("https://") };
}

function cookie(name: string, value: string, maxAge: number, { https }: Place) {
  const secure = https ? "; Secure" : "";
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}`;
}

/**
 * The cookie that tells the browser that somebody is signed in, for as long as the session lasts; 0 takes it away. It says nothing
 * about who it is and grants nothing.
 */
export function hintCookie(lifetimeS: number, place: Place): string {
  return cookie(HINT, lifetimeS > 0 ? "1" : "", lifetimeS, place);
}

/** Leaves a message for the next page. Its script reads it, because most pages are the same for everybody. */
export function flashCookie(flash: Flash, place: Place): string {
  return cookie(FLASH_COOKIE, flash, FLASH_LIFETIME_S, place);
}

function cookieValue(request: Request, name: string): string | undefined {
  const cookies = request.headers.get("cookie")?.split(/;\s*/) ?? [];
  return cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Whether the browser believes that somebody is signed in. */
export function hasHint(request: Request): boolean {
  return cookieValue(request, HINT) === "1";
}

/** The message left for this page, if any. */
export function readFlash(request: Request): Flash | null {
  const value = cookieValue(request, FLASH_COOKIE);
  return isFlash(value) ? value : null;
}
