import type { Page } from "@playwright/test";

export type PageLinks = {
  anchors: readonly string[];
  forms: readonly string[];
  /** Canonical, alternate, next and previous pages. */
  relations: readonly string[];
  files: readonly string[];
  /** Images at every offered width. */
  pictures: readonly string[];
  ids: readonly string[];
  /** Noindex, such as a filtered list. */
  isView: boolean;
};

/** Parses in a blank page, which loads and runs nothing. */
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
