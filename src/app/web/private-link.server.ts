import { createHash } from "node:crypto";
import { redirect } from "react-router";
import { DAY_MS } from "#core/duration.ts";
import { PRIVATE } from "./cache-headers.ts";
import { hostCookie, readHostCookie } from "./host-cookie.server.ts";

/**
 * A visit of a page that opens to whoever has the link of an email. `address` is the last part of its path: the link's token at the first
 * visit, and the link's public name afterwards.
 */
export type LinkVisit = { request: Request; publicUrl: string; address: string };

/** Shorter than every token of the shop, the shortest of which has 48 letters. */
const NAME_LENGTH = 32;
const PUBLIC_NAME = /^[0-9a-f]{32}$/;

/** What the address shows in place of a token. It gives away neither the token nor what the database stores of it. */
const publicNameOf = (token: string): string =>
  createHash("sha256")
    .update(`address of a private link: ${token}`)
    .digest("hex")
    .slice(0, NAME_LENGTH);

/** Each link has a cookie of its own, so that several open beside each other in one browser. */
const cookieNameOf = (publicName: string) => `da_link_${publicName}`;

/** At once in one browser, so that no request becomes too large; the oldest goes, and the link in its email opens it again. */
const MAX_LINKS = 20;

/**
 * The token that a visit brings: of the mailed link in the path, or of the cookie that this browser got for the public name in the path.
 * Null for a public name without its cookie, whether or not there is such a link.
 */
export function readLinkToken({ address, publicUrl, request }: LinkVisit): string | null {
  if (!PUBLIC_NAME.test(address)) return address;
  const token = readHostCookie(request, cookieNameOf(address), { publicUrl });
  return publicNameOf(token) === address ? token : null;
}

/**
 * Ends the first visit of a link, once the page knows that its token opens something: the visit is redirected to the public name, so that
 * no history, bookmark or screenshot has the token, and a cookie that no script reads has it for `days`. Does nothing on later visits.
 * The link in the email opens the page on any device, as often as its own life allows.
 */
export function leaveToken(
  { address, publicUrl, request }: LinkVisit,
  { days, url }: { url: URL; days: number },
): void {
  if (PUBLIC_NAME.test(address)) return;
  const name = publicNameOf(address);
  const cookie = { name: cookieNameOf(name), value: address, lifetimeS: (days * DAY_MS) / 1000 };
  const headers = new Headers(PRIVATE);
  headers.append("Set-Cookie", hostCookie(cookie, { publicUrl }));
  const others = linkCookiesOf(request).filter((each) => each !== cookie.name);
  for (const old of others.slice(0, Math.max(0, others.length + 1 - MAX_LINKS))) {
    headers.append("Set-Cookie", forgetting(old, publicUrl));
  }
  const path = url.pathname.slice(0, url.pathname.lastIndexOf("/"));
  throw redirect(`${path}/${name}${url.search}`, { headers });
}

/** The headers of a response about a link that opens nothing any more: the browser forgets its token. */
export function forgetLink({ address, publicUrl }: LinkVisit): Headers {
  const headers = new Headers(PRIVATE);
  if (PUBLIC_NAME.test(address)) {
    const cookie = { name: cookieNameOf(address), value: "", lifetimeS: 0 };
    headers.append("Set-Cookie", hostCookie(cookie, { publicUrl }));
  }
  return headers;
}

/** The names of the cookies of private links that a browser sends; browsers send the oldest first (RFC 6265, 5.4). */
function linkCookiesOf(request: Request): string[] {
  const cookies = request.headers.get("cookie") ?? "";
  const names = cookies.matchAll(/(?:^|;\s*)(?:__Host-)?(da_link_[0-9a-f]{32})=/g);
  return [...names].map(([, name = ""]) => name);
}

const forgetting = (name: string, publicUrl: string) =>
  hostCookie({ name, value: "", lifetimeS: 0 }, { publicUrl });

/** The headers by which a sign-out takes the tokens of all private links out of the browser. */
export const forgetAllLinks = (request: Request, publicUrl: string): string[] =>
  linkCookiesOf(request).map((name) => forgetting(name, publicUrl));

/** What a form of such a page says once its browser has no token of the link any more. */
export const CLOSED_LINK =
  "This page has been open for long, so it has closed. Please open the link in our email again, in this browser, and then press the button here once more.";
