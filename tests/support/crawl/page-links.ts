import { JSDOM } from "jsdom";

export type PageLinks = {
  anchors: readonly string[];
  forms: readonly string[];
  /** Canonical, alternate, next and previous pages. */
  relations: readonly string[];
  files: readonly string[];
  /** Images at every offered width. */
  images: readonly string[];
  ids: readonly string[];
  /** Noindex, such as a filtered list. */
  isView: boolean;
};

const { DOMParser, FormData } = new JSDOM("").window;

type Values = string[];

const listValues = (elements: readonly Element[], attribute: string): Values =>
  elements.flatMap((element) => element.getAttribute(attribute) ?? []);

/** The URLs of attributes such as `srcset`, which name each beside its width. */
const listWidths = (elements: readonly Element[], attribute: string): Values =>
  listValues(elements, attribute).flatMap((set) =>
    set.split(",").map((each) => each.trim().split(/\s+/)[0] ?? ""),
  );

/** Where a form leads when it is sent as it is. */
function formUrl(form: HTMLFormElement): string {
  const filled = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(filled);
  const [path = "", fragment] = (form.getAttribute("action") ?? "").split("#");
  const url = filled.length > 0 ? `${path}?${query}` : path;
  return fragment === undefined ? url : `${url}#${fragment}`;
}

/** Reads a served page; nothing is loaded or run. Elements are found by tag: selectors cost three times as much. */
export function readLinks(html: string): PageLinks {
  const page = new DOMParser().parseFromString(html, "text/html");
  const all = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag) => [
    ...page.getElementsByTagName(tag),
  ];
  const links = all("link");
  const related = (...names: readonly string[]) =>
    links.filter(({ rel }) => rel.split(" ").some((each) => names.includes(each)));
  const isImage = (link: Element) => link.getAttribute("as") === "image";
  const images = all("img");
  const imageLinks = links.filter(isImage);
  const preloads = related("preload").filter((link) => !isImage(link));
  const files = related("icon", "apple-touch-icon", "manifest", "stylesheet", "modulepreload");
  return {
    anchors: listValues(all("a"), "href"),
    forms: [...page.forms].filter(({ method }) => method === "get").map(formUrl),
    relations: listValues(related("canonical", "alternate", "next", "prev"), "href"),
    files: listValues(files.concat(preloads), "href").concat(listValues(all("script"), "src")),
    images: listValues(images, "src").concat(
      listWidths(images, "srcset"),
      listWidths(all("source"), "srcset"),
      listValues(imageLinks, "href"),
      listWidths(imageLinks, "imagesrcset"),
    ),
    ids: listValues([...page.getElementsByTagName("*")], "id"),
    isView: all("meta").some(
      ({ name, content }) => name === "robots" && content.includes("noindex"),
    ),
  };
}
