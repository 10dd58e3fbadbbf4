import { tabOf } from "#app/auth/auth-messages.ts";
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
/** A checkout is soon after the press of the button. */
const CREDIT_LIFETIME_S = 7 * 24 * 60 * 60;

type CookieContext = { https: boolean };

/** Whether the shop's cookies are limited to https. */
export function cookieContextFor(publicUrl: string): CookieContext {
  return { https: publicUrl.startsWith("https://") };
}

function cookie(name: string, value: string, maxAge: number, { https }: CookieContext) {
  const secure = https ? "; Secure" : "";
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}`;
}

/** The cookie that shows scripts that a session exists, for its lifetime; 0 clears it. Contains no identity and grants nothing. */
export function signedInCookie(lifetimeS: number, cookieContext: CookieContext): string {
  return cookie(HINT, lifetimeS > 0 ? "1" : "", lifetimeS, cookieContext);
}

/** A message for the next page. A script reads it, because most pages are cached. */
export function flashCookie(flash: Flash, cookieContext: CookieContext): string {
  return cookie(FLASH_COOKIE, flash, FLASH_LIFETIME_S, cookieContext);
}

/**
 * The secret of a private store credit link, after its owner chose to use it at checkout; null clears it. No script reads it. It is sent
 * everywhere, because the router posts the checkout to /checkout.data, which the path /checkout does not cover.
 */
export function creditCookie(token: string | null, { https }: CookieContext): string {
  const secure = https ? "; Secure" : "";
  return `${CREDIT}=${token ?? ""}; Max-Age=${token ? CREDIT_LIFETIME_S : 0}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The cart of a browser without JavaScript, set when it adds something; "" clears it. Sent to its own page only, and no script reads it. */
export function cartCookie(value: string, { https }: CookieContext): string {
  const secure = https ? "; Secure" : "";
  const lifetime = value === "" ? 0 : CART_LIFETIME_S;
  return `${CART}=${value}; Max-Age=${lifetime}; Path=/cart/simple; HttpOnly; SameSite=Lax${secure}`;
}

/** Shows a script that such a cart waits to join the browser's own; false clears it. Names nothing of the cart. */
export function cartHintCookie(isWaiting: boolean, context: CookieContext): string {
  return cookie(CART_HINT, isWaiting ? "waiting" : "", isWaiting ? CART_LIFETIME_S : 0, context);
}

/** The value of the cart's cookie; "" without one, and once a script has moved its lines to the browser's cart. */
export function readCartCookie(request: Request): string {
  const isMerged = cookieValue(request, CART_HINT) === "merged";
  return isMerged ? "" : (cookieValue(request, CART) ?? "");
}

/** The secret that the browser holds for checkout, or null. */
export function readCreditToken(request: Request): string | null {
  return cookieValue(request, CREDIT) || null;
}

/** The sign-in page a visitor left for a provider. SameSite=Lax, so that it returns with them. */
export function returnToCookie(
  signInPath: string,
  lifetimeS: number,
  { https }: CookieContext,
): string {
  const secure = https ? "; Secure" : "";
  const value = encodeURIComponent(signInPath);
  return `${WAY_BACK}=${value}; Max-Age=${lifetimeS}; Path=${CALLBACKS}; HttpOnly; SameSite=Lax${secure}`;
}

/** The sign-in page the visitor left, rebuilt from validated parts; /auth without the cookie. */
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

/** Whether the browser has a signed-in cookie. */
export function hasSignedInCookie(request: Request): boolean {
  return cookieValue(request, HINT) === "1";
}

/** The message left for this page, if any. */
export function readFlash(request: Request): Flash | null {
  const value = cookieValue(request, FLASH_COOKIE);
  return isFlash(value) ? value : null;
}

const STAFF_DEVICE = "da_staff_device";
const STAFF_DEVICE_S = 365 * 24 * 60 * 60;

/** Recognizes a browser that an admin has signed in from. Only the login reads it. */
export function staffDeviceCookie(token: string, { https }: CookieContext): string {
  const secure = https ? "; Secure" : "";
  return `${STAFF_DEVICE}=${token}; Max-Age=${STAFF_DEVICE_S}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The device's token, or null. */
export function readStaffDevice(request: Request): string | null {
  return cookieValue(request, STAFF_DEVICE) || null;
}
