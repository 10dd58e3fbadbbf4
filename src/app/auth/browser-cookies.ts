const HINT = "da_hint";
const FLASH = "da_flash";
const ONE_DAY_S = 24 * 60 * 60;
const FLASH_LIFETIME_S = 30;

/** A message for the next page to show once. */
export type Flash = "access-granted" | "signed-out";

const FLASHES: readonly Flash[] = ["access-granted", "signed-out"];

type Place = { https: boolean };

function cookie(name: string, value: string, maxAge: number, options: string, { https }: Place) {
  const secure = https ? "; Secure" : "";
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${options}${secure}`;
}

/** The cookie that tells the browser that asking for the session is worth while; it says nothing about who it is and grants nothing. */
export function hintCookie(signedIn: boolean, place: Place): string {
  return cookie(HINT, signedIn ? "1" : "", signedIn ? ONE_DAY_S : 0, "", place);
}

/** Leaves a message for the next page, or with null takes it away. */
export function flashCookie(flash: Flash | null, place: Place): string {
  return cookie(FLASH, flash ?? "", flash ? FLASH_LIFETIME_S : 0, "; HttpOnly", place);
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
  const value = cookieValue(request, FLASH);
  return FLASHES.find((flash) => flash === value) ?? null;
}
