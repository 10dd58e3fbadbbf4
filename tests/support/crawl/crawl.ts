import { readLinks } from "./page-links.ts";

export type Crawl = {
  pages: ReadonlySet<string>;
  problems: readonly string[];
};

type Options = {
  /** One request, without following redirects. */
  request(path: string): Promise<Response>;
  origin: string;
  /** Redirects visitors. */
  guard: { to: string; paths: RegExp };
};

const AT_ONCE = 6;
const MAIL = /^mailto:[^@\s?]+@[^@\s?]+\.[^@\s?]+(\?[^\s]*)?$/;
const PHONE = /^tel:\+[0-9]{7,15}$/;

/** Follows internal links from the home page: pages, views one step deep, files, images. */
export class Crawler {
  readonly #options: Options;
  /** The ids of each page's elements. */
  readonly #pages = new Map<string, readonly string[]>();
  readonly #waiting: { path: string; from: string }[] = [];
  readonly #visited = new Set<string>();
  readonly #fragments: { path: string; id: string; from: string }[] = [];
  readonly #problems: string[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  async walk(urls: readonly string[], from = "the start"): Promise<Crawl> {
    for (const path of urls) this.#note(path, from, from);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, AT_ONCE);
      await Promise.all(batch.map((next) => this.#visit(next.path, next.from)));
    }
    for (const { path, id, from: page } of this.#fragments.splice(0)) {
      const ids = this.#pages.get(path);
      if (ids && !ids.includes(id)) this.#complain(page, `#${id} is not on ${path}`);
    }
    return { pages: new Set(this.#pages.keys()), problems: this.#problems };
  }

  #complain(from: string, what: string): void {
    this.#problems.push(`${from}: ${what}`);
  }

  #note(written: string, from: string, page: string): void {
    if (/^mailto:/i.test(written)) {
      if (!MAIL.test(written)) this.#complain(from, `malformed ${written}`);
      return;
    }
    if (/^tel:/i.test(written)) {
      if (!PHONE.test(written)) this.#complain(from, `malformed ${written}`);
      return;
    }
    const base = new URL(page.startsWith("/") ? page : "/", this.#options.origin);
    const url = URL.canParse(written, base.href) ? new URL(written, base.href) : null;
    if (!url || !/^https?:$/.test(url.protocol)) {
      this.#complain(from, `malformed ${written}`);
      return;
    }
    if (url.origin !== this.#options.origin) {
      if (url.protocol !== "https:")
        this.#complain(from, `leads elsewhere unencrypted: ${written}`);
      return;
    }
    const path = url.pathname + url.search;
    const id = decodeURIComponent(url.hash.slice(1));
    if (id !== "") this.#fragments.push({ path, id, from });
    if (this.#visited.has(path)) return;
    this.#visited.add(path);
    this.#waiting.push({ path, from });
  }

  /** The image route lists other sizes. */
  #noteImages(urls: readonly string[], from: string): void {
    const one = new Map<string, string>();
    for (const path of urls) {
      const [, image = path] = /^(\/images\/[^/]+)\/\d+\.\w+$/.exec(path) ?? [];
      if (!one.has(image)) one.set(image, image === path ? path : `${image}/160.webp`);
    }
    for (const path of one.values()) this.#note(path, from, from);
  }

  async #visit(path: string, from: string): Promise<void> {
    const { request, guard } = this.#options;
    const response = await request(path);
    const { status, headers } = response;
    const location = headers.get("location") ?? "";
    const body = await response.text();
    const isGuarded = guard.paths.test(path) && location.startsWith(guard.to);
    if (isGuarded) this.#note(location, from, from);
    else if (status !== 200) this.#complain(from, `${status} for ${path}`);
    if (status !== 200 || !headers.get("content-type")?.startsWith("text/html")) return;
    const links = readLinks(body);
    this.#pages.set(path, links.ids);
    this.#noteImages(links.images, path);
    for (const file of [...links.files, ...links.relations]) this.#note(file, path, path);
    // Filter combinations are endless.
    if (links.isView && path.includes("?")) return;
    for (const link of [...links.anchors, ...links.forms()]) this.#note(link, path, path);
  }
}
