import type { IncomingHttpHeaders } from "node:http";
import type { ShopHost } from "../shop-host.ts";

type StoredEntry = { value: string; path: string };
type Visit = { status: number; headers: IncomingHttpHeaders; location: string; body: string };

/** Sends cookies by path. */
export class VisitorBrowser {
  readonly #host: ShopHost;
  readonly #origin: string;
  readonly cookies = new Map<string, StoredEntry>();
  readonly lines: string[] = [];

  constructor(host: ShopHost, origin: string) {
    this.#host = host;
    this.#origin = origin;
  }

  get(path: string): Promise<Visit> {
    return this.#send("GET", path, { cookie: this.header(path) });
  }

  post(path: string, fields: Record<string, string> = {}): Promise<Visit> {
    const headers = { cookie: this.header(path), origin: this.#origin };
    return this.#send("POST", path, headers, fields);
  }

  /** Without Lax cookies. */
  postFrom(origin: string, path: string, fields: Record<string, string>): Promise<Visit> {
    return this.#send("POST", path, { origin, "sec-fetch-site": "cross-site" }, fields);
  }

  header(path: string): string {
    return [...this.cookies]
      .filter(([, stored]) => path.startsWith(stored.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
  }

  async #send(
    method: string,
    path: string,
    headers: Record<string, string>,
    fields?: Record<string, string>,
  ): Promise<Visit> {
    const sent = { ...headers, host: new URL(this.#origin).host };
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const response = await this.#host.request(path, {
      method,
      headers: fields ? { ...sent, ...type } : sent,
      body: fields && String(new URLSearchParams(fields)),
    });
    for (const line of response.headers["set-cookie"] ?? []) this.#keep(line);
    const { location = "" } = response.headers;
    return { ...response, location, body: response.body.toString() };
  }

  #keep(line: string): void {
    this.lines.push(line);
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const path = /Path=([^;]*)/i.exec(line)?.[1] ?? "/";
    if (/Max-Age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, { value, path });
  }
}
