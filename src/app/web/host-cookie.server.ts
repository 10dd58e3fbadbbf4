import { cookieContextFor } from "./browser-cookies.ts";

/** Whose cookie it is: the shop's address decides whether it is limited to https. */
type Shop = { publicUrl: string };

/** Over https no other host, nor a page over http, can set it. */
const nameOver = (name: string, { publicUrl }: Shop): string =>
  cookieContextFor(publicUrl).https ? `__Host-${name}` : name;

/** The header that gives the browser a cookie which no script reads; a life of 0 seconds removes it. */
export function hostCookie(
  cookie: { name: string; value: string; lifetimeS: number },
  shop: Shop,
): string {
  const secure = cookieContextFor(shop.publicUrl).https ? "; Secure" : "";
  const pair = `${nameOver(cookie.name, shop)}=${encodeURIComponent(cookie.value)}`;
  return `${pair}; Max-Age=${cookie.lifetimeS}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The value of such a cookie; "" without one. Over https a cookie without the prefix counts as none. */
export function readHostCookie(request: Request, name: string, shop: Shop): string {
  const start = `${nameOver(name, shop)}=`;
  const pair = request.headers
    .get("cookie")
    ?.split(/;\s*/)
    .find((each) => each.startsWith(start));
  try {
    return decodeURIComponent(pair?.slice(start.length) ?? "");
  } catch {
    return "";
  }
}
