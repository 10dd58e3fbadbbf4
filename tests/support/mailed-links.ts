import { leaveToken } from "#app/web/private-link.server.ts";
import type { AccessHost } from "./access-host.ts";

/** A browser in which the link of an email was pressed: the address that it shows, and its cookie. */
export type PressedLink = { path: string; cookie: string };

/** Presses the link of an email in a browser that knows nothing of the shop yet, and follows it to the page's address. */
export async function pressLink(
  { get }: Pick<AccessHost, "get">,
  link: string,
): Promise<PressedLink> {
  const response = await get(link);
  const path = response.headers.get("location");
  if (response.status !== 302 || path === null) {
    throw new Error(`${link} does not lead to its page but to ${response.status}`);
  }
  const pairs = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { path, cookie: pairs.join("; ") };
}

/** As a page answers the first visit of a token that opens something. `set`: the header with the cookie. */
export function firstVisit(token: string, publicUrl: string) {
  const url = new URL(`${publicUrl}/garment/${token}`);
  const visit = { address: token, request: new Request(url), publicUrl };
  try {
    leaveToken(visit, { days: 1, url });
  } catch (response) {
    if (!(response instanceof Response)) throw response;
    const [set = ""] = response.headers.getSetCookie();
    const [cookie = ""] = set.split(";");
    const path = response.headers.get("location") ?? "";
    return { path, address: path.slice(path.lastIndexOf("/") + 1), cookie, set };
  }
  throw new Error("The visit was not redirected");
}

/** The same address in a browser in which nobody pressed the link. */
export const elsewhere = ({ path }: PressedLink): PressedLink => ({ path, cookie: "" });
