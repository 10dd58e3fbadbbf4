import { redirect } from "react-router";
import { PRIVATE } from "./cache-headers.ts";
import { hostCookie, readHostCookie } from "./host-cookie.server.ts";

/** A page that an email leads to with a token in the query; `cookie` is where its browser has the token afterwards. */
export type MailedLink = { cookie: string };

/** As long as a link to a new password works. The link in the email opens the page again. */
const LIFETIME_S = 60 * 60;

/** A cookie holds about 4,000 bytes; the longest token of the shop has about 300. */
const MAX_TOKEN_LENGTH = 2_000;

type Visit = { request: Request; url: URL; publicUrl: string };

/**
 * The token of a mailed link, "" without one. The first visit has it in its query and is redirected to the same page without it, so that
 * no history and no address bar keeps it; a cookie that no script reads has it for an hour. The link in the email stays as it is and
 * opens the page on another device too.
 */
export function receiveToken(link: MailedLink, visit: Visit): string {
  const { publicUrl, url } = visit;
  const token = url.searchParams.get("token") ?? "";
  if (token === "") return readToken(link, visit);
  if (token.length > MAX_TOKEN_LENGTH) return "";
  const headers = new Headers(PRIVATE);
  const cookie = { name: link.cookie, value: token, lifetimeS: LIFETIME_S };
  headers.append("Set-Cookie", hostCookie(cookie, { publicUrl }));
  throw redirect(url.pathname, { headers });
}

/** The token that a form is about: the browser's, or that of the query for a page that was opened before the shop took it out. */
export function readToken(link: MailedLink, { publicUrl, request, url }: Visit): string {
  const inQuery = url.searchParams.get("token") ?? "";
  return inQuery === "" ? readHostCookie(request, link.cookie, { publicUrl }) : inQuery;
}

/** Removes the token from the browser once the link has had its effect. */
export const clearToken = (link: MailedLink, publicUrl: string): string =>
  hostCookie({ name: link.cookie, value: "", lifetimeS: 0 }, { publicUrl });
