import type { APIRequestContext, Page } from "@playwright/test";
import type { PageLinks } from "./page-links.ts";
import { readLinks } from "./page-links.ts";

export type Crawl = {
  pages: ReadonlySet<string>;
  problems: readonly string[];
};

type Options = {
  request: APIRequestContext;
  reader: Page;
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
  readonly #pages = new Map<string, PageLinks>();
  readonly #waiting: { address: string; from: string }[] = [];
  readonly #seen = new Set<string>();
  readonly #fragments: { address: string; id: string; from: string }[] = [];
  readonly #problems: string[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  async walk(addresses: readonly string[], from = "the start"): Promise<Crawl> {
    for (const address of addresses) this.#note(address, from, from);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, AT_ONCE);
      await Promise.all(batch.map((next) => this.#visit(next.address, next.from)));
    }
    for (const { address, id, from: page } of this.#fragments.splice(0)) {
      const links = this.#pages.get(address);
      if (links && !links.ids.includes(id)) this.#complain(page, `#${id} is not on ${address}`);
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
    const address = url.pathname + url.search;
    const id = decodeURIComponent(url.hash.slice(1));
    if (id !== "") this.#fragments.push({ address, id, from });
    if (this.#seen.has(address)) return;
    this.#seen.add(address);
    this.#waiting.push({ address, from });
  }

  /** The image route lists other sizes. */
  #notePictures(addresses: readonly string[], from: string): void {
    const one = new Map<string, string>();
    for (const address of addresses) {
      const [, image = address] = /^(\/images\/[^/]+)\/\d+\.\w+$/.exec(address) ?? [];
      if (!one.has(image)) one.set(image, image === address ? address : `${image}/160.webp`);
    }
    for (const address of one.values()) this.#note(address, from, from);
  }

  async #visit(address: string, from: string): Promise<void> {
    const { request, reader, guard } = this.#options;
    const response = await request.get(address, { maxRedirects: 0 });
    const status = response.status();
    const { location = "" } = response.headers();
    const isGuarded = guard.paths.test(address) && location.startsWith(guard.to);
    if (isGuarded) this.#note(location, from, from);
    else if (status !== 200) this.#complain(from, `${status} for ${address}`);
    if (status !== 200 || !response.headers()["content-type"]?.startsWith("text/html")) return;
    const links = await readLinks(reader, await response.text());
    this.#pages.set(address, links);
    this.#notePictures(links.pictures, address);
    for (const file of [...links.files, ...links.relations]) this.#note(file, address, address);
    // Filter combinations are endless.
    if (links.isView && address.includes("?")) return;
    for (const link of [...links.anchors, ...links.forms]) this.#note(link, address, address);
  }
}
