import { randomBytes } from "node:crypto";
import type { ShownPage } from "./shown-page.ts";
import { showPage } from "./shown-page.ts";

type RequestChanges = {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: BodyInit;
};

type Fields = Readonly<Record<string, string>>;

/** Somebody who sends requests to the shop as a browser without JavaScript does. */
export type Visitor = {
  /** By name. */
  readonly cookies: Map<string, string>;
  /** One request; redirects are not followed. Cookies of the response are stored. */
  request(path: string, changes?: RequestChanges): Promise<Response>;
  /** Posts fields as a form does; redirects are not followed. */
  post(path: string, fields: Fields, headers?: Fields): Promise<Response>;
  /** A page, after its redirects. */
  open(path: string, changes?: RequestChanges): Promise<ShownPage>;
  /** The same page by the request of a form, after its redirects. */
  send(path: string, fields: Fields): Promise<ShownPage>;
};

const MAX_REDIRECTS = 10;
/** Redirects that a browser follows with the same method and the same form. */
const REPEATED: readonly number[] = [307, 308];
const FORM = "application/x-www-form-urlencoded";

function newClientIp(): string {
  return [10, ...randomBytes(3)].join(".");
}

type CookieJar = {
  /** By name. */
  cookies: Map<string, string>;
  /** Where a cookie is sent; everywhere unless the shop said so. */
  paths: Map<string, string>;
};

/** The cookies for a path as the Cookie header has them. */
function cookiesFor({ cookies, paths }: CookieJar, pathname: string): string {
  const isSent = (name: string) => {
    const path = (paths.get(name) ?? "/").replace(/\/$/, "");
    return pathname === path || pathname.startsWith(`${path}/`);
  };
  const sent = [...cookies].filter(([name]) => isSent(name));
  return sent.map(([name, value]) => `${name}=${value}`).join("; ");
}

/** A cookie whose life is over has no value. */
function storeCookies({ cookies, paths }: CookieJar, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = "", ...attributes] = line.split(";");
    const name = pair.slice(0, pair.indexOf("="));
    const isOver = attributes.some((attribute) => /^\s*max-age=(?:0|-\d+)\s*$/i.test(attribute));
    const path = attributes.map((attribute) => /^\s*path=(.+)$/i.exec(attribute)?.[1]);
    if (isOver) cookies.delete(name);
    else cookies.set(name, pair.slice(pair.indexOf("=") + 1));
    paths.set(name, path.find(Boolean) ?? "/");
  }
}

/** Somebody new: no cookies, and an address of their own, because the shop limits what one address may do. */
export function createVisitor(shop: string, clientIp = newClientIp()): Visitor {
  const cookies = new Map<string, string>();
  const jar: CookieJar = { cookies, paths: new Map() };
  async function request(path: string, changes: RequestChanges = {}): Promise<Response> {
    const headers = new Headers({ accept: "text/html", "x-forwarded-for": clientIp });
    const target = new URL(path, shop);
    const sent = cookiesFor(jar, target.pathname);
    if (sent !== "") headers.set("cookie", sent);
    for (const [name, value] of Object.entries(changes.headers ?? {})) headers.set(name, value);
    const response = await fetch(target, {
      method: changes.method ?? "GET",
      body: changes.body ?? null,
      headers,
      redirect: "manual",
    });
    storeCookies(jar, response);
    return response;
  }
  const formOf = (fields: Fields, headers: Fields = {}): RequestChanges => ({
    method: "POST",
    headers: { origin: shop, "content-type": FORM, ...headers },
    body: new URLSearchParams(fields).toString(),
  });
  async function open(path: string, changes?: RequestChanges): Promise<ShownPage> {
    let response = await request(path, changes);
    let url = new URL(path, shop);
    for (let redirects = 0; response.headers.has("location"); redirects += 1) {
      if (redirects === MAX_REDIRECTS) throw new Error(`${path} redirects without an end`);
      url = new URL(response.headers.get("location") ?? "", url);
      await response.arrayBuffer();
      if (url.origin !== shop) throw new Error(`${path} leads to another site: ${url}`);
      const isRepeated = REPEATED.includes(response.status);
      response = await request(url.pathname + url.search, isRepeated ? changes : {});
    }
    return showPage(visitor, { url, status: response.status, html: await response.text() });
  }
  const visitor: Visitor = {
    cookies,
    request,
    post: (path, fields, headers) => request(path, formOf(fields, headers)),
    open,
    send: (path, fields) => open(path, formOf(fields)),
  };
  return visitor;
}
