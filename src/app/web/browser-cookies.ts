import { tabOf } from "./auth-messages.ts";
import type { Flash } from "./flash-messages.ts";
import { FLASH_COOKIE, isFlash } from "./flash-messages.ts";
import { authPath, safeCustomerPath } from "./safe-path.ts";

const HINT = "da_hint";
const WAY_BACK = "da_way_back";
const CALLBACKS = "/api/auth/callback";
const CREDIT = "da_credit";
const CART = "da_cart";
const CART_HINT = "da_cart_hint";
const FLASH_LIFETIME_S = 30;
const CART_LIFETIME_S = 30 * 24 * 60 * 60;
/** Checkout soon follows the click. */
const CREDIT_LIFETIME_S = 7 * 24 * 60 * 60;

type CookieContext = { https: boolean };

/** Limits cookies to https where the shop uses it. */
export function cookieContextFor(publicUrl: string): CookieContext {
  return { https: publicUrl.startsWith("https://") };
}

function cookie(name: string, value: string, maxAge: number, { https }: CookieContext) {
  const secure = https ? "; Secure" : "";
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}`;
}

/** Shows scripts that a session exists; a lifetime of 0 clears it. Contains no identity, grants nothing. */
export function signedInCookie(lifetimeS: number, cookieContext: CookieContext): string {
  return cookie(HINT, lifetimeS > 0 ? "1" : "", lifetimeS, cookieContext);
}

/** A script reads the message, because most pages are cached. */
export function flashCookie(flash: Flash, cookieContext: CookieContext): string {
  return cookie(FLASH_COOKIE, flash, FLASH_LIFETIME_S, cookieContext);
}

/**
 * The secret of a private store credit link; null clears it. No script reads it. The path covers the shop,
 * because the router posts to /checkout.data.
 */
export function creditCookie(token: string | null, { https }: CookieContext): string {
  const secure = https ? "; Secure" : "";
  return `${CREDIT}=${token ?? ""}; Max-Age=${token ? CREDIT_LIFETIME_S : 0}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The cart without JavaScript; "" clears it. Sent only to its page; no script reads it. */
export function cartCookie(value: string, { https }: CookieContext): string {
  const secure = https ? "; Secure" : "";
  const lifetime = value === "" ? 0 : CART_LIFETIME_S;
  return `${CART}=${value}; Max-Age=${lifetime}; Path=/cart/simple; HttpOnly; SameSite=Lax${secure}`;
}

/** Shows scripts that such a cart exists, not its content. False clears it. */
export function cartHintCookie(isWaiting: boolean, context: CookieContext): string {
  return cookie(CART_HINT, isWaiting ? "waiting" : "", isWaiting ? CART_LIFETIME_S : 0, context);
}

/** "" without a cookie, or once a script has moved the lines. */
export function readCartCookie(request: Request): string {
  const isMerged = cookieValue(request, CART_HINT) === "merged";
  return isMerged ? "" : (cookieValue(request, CART) ?? "");
}

export function readCreditToken(request: Request): string | null {
  return cookieValue(request, CREDIT) || null;
}

/** SameSite=Lax, so that it survives a provider's redirect. */
export function returnToCookie(
  signInPath: string,
  lifetimeS: number,
  { https }: CookieContext,
): string {
  const secure = https ? "; Secure" : "";
  const value = encodeURIComponent(signInPath);
  return `${WAY_BACK}=${value}; Max-Age=${lifetimeS}; Path=${CALLBACKS}; HttpOnly; SameSite=Lax${secure}`;
}

/** Rebuilds the URL from validated parts; /auth without the cookie. */
export function readReturnTo(request: Request): URL {
  const value = cookieValue(request, WAY_BACK) ?? "";
  const requested = tryDecode(value);
  const params = new URL(requested.startsWith("/auth?") ? requested : "/auth", request.url)
    .searchParams;
  const path = authPath(safeCustomerPath(params.get("next")), tabOf(params));
  return new URL(path, request.url);
}

function tryDecode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

function cookieValue(request: Request, name: string): string | undefined {
  const cookies = request.headers.get("cookie")?.split(/;\s*/) ?? [];
  return cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

export function hasSignedInCookie(request: Request): boolean {
  return cookieValue(request, HINT) === "1";
}

export function readFlash(request: Request): Flash | null {
  const value = cookieValue(request, FLASH_COOKIE);
  return isFlash(value) ? value : null;
}

const STAFF_DEVICE = "da_staff_device";
const STAFF_DEVICE_S = 365 * 24 * 60 * 60;

/** Recognizes a browser of an earlier admin sign-in. Only the login reads it. */
export function staffDeviceCookie(token: string, { https }: CookieContext): string {
  const secure = https ? "; Secure" : "";
  return `${STAFF_DEVICE}=${token}; Max-Age=${STAFF_DEVICE_S}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

export function readStaffDevice(request: Request): string | null {
  return cookieValue(request, STAFF_DEVICE) || null;
}

const MEASURE_LIFETIME_S = 240 * 24 * 60 * 60;

/** One for each link, by the end of its token, so that several people may share a device. */
const measureCookieName = (token: string) => `da_measure_${token.slice(-8)}`;

/** The code that opens a person's own measurements behind a measure-me link; no script reads it. */
export function measureCookie(token: string, code: string, { https }: CookieContext): string {
  const secure = https ? "; Secure" : "";
  return `${measureCookieName(token)}=${code}; Max-Age=${MEASURE_LIFETIME_S}; Path=/measure; HttpOnly; SameSite=Lax${secure}`;
}

export function readMeasureCode(request: Request, token: string): string | null {
  return cookieValue(request, measureCookieName(token)) || null;
}
