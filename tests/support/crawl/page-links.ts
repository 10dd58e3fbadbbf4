import type { Page } from "@playwright/test";

/** What a served page refers to, as its attributes say it. */
export type PageLinks = {
  /** Links a visitor may follow. */
  anchors: readonly string[];
  /** Where its GET forms lead, with the values they hold. */
  forms: readonly string[];
  /** Other pages its head names: canonical, alternate, next, previous. */
  relations: readonly string[];
  /** Scripts, styles, icons, fonts, the manifest. */
  files: readonly string[];
  /** Images at every offered width. */
  pictures: readonly string[];
  /** The ids a fragment may point to. */
  ids: readonly string[];
  /** Whether the page is noindex: a view of a page, not a page. */
  isView: boolean;
};

/**
 * Reads a page's HTML in `reader`, a blank page of the browser, whose parser is the one that counts. Nothing in it is loaded or run.
 */
export function readLinks(reader: Page, html: string): Promise<PageLinks> {
  return reader.evaluate((source) => {
    const page = new DOMParser().parseFromString(source, "text/html");
    const all = (selector: string, name: string) =>
      [...page.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? "");
    const widths = (selector: string, name: string) =>
      all(selector, name).flatMap((set) =>
        set.split(",").map((each) => each.trim().split(/\s+/)[0] ?? ""),
      );
    const formAddress = (form: HTMLFormElement) => {
      const filled = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
      const query = new URLSearchParams(filled);
      const [path = "", fragment] = (form.getAttribute("action") ?? "").split("#");
      const address = filled.length > 0 ? `${path}?${query}` : path;
      return fragment === undefined ? address : `${address}#${fragment}`;
    };
    const relation = (names: readonly string[]) =>
      all(names.map((name) => `link[rel~="${name}"]`).join(), "href");
    return {
      anchors: all("a[href]", "href"),
      forms: [...page.forms].filter(({ method }) => method === "get").map(formAddress),
      relations: relation(["canonical", "alternate", "next", "prev"]),
      files: [
        ...relation(["icon", "apple-touch-icon", "manifest", "stylesheet", "modulepreload"]),
        ...all('link[rel="preload"]:not([as="image"])[href]', "href"),
        ...all("script[src]", "src"),
      ],
      pictures: [
        ...all("img[src]", "src"),
        ...widths("img[srcset], source[srcset]", "srcset"),
        ...all('link[as="image"][href]', "href"),
        ...widths("link[imagesrcset]", "imagesrcset"),
      ],
      ids: all("[id]", "id"),
      isView: page.querySelector('meta[name="robots"][content*="noindex"]') !== null,
    };
  }, html);
}
