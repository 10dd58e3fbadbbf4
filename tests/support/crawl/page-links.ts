import { JSDOM } from "jsdom";
import type { DefaultTreeAdapterTypes } from "parse5";
import { parse, serializeOuter } from "parse5";

export type PageLinks = {
  anchors: readonly string[];
  /** Where the page's GET forms lead when they are sent as they are. */
  forms(): readonly string[];
  /** Canonical, alternate, next and previous pages. */
  relations: readonly string[];
  files: readonly string[];
  /** Images at every offered width. */
  images: readonly string[];
  ids: readonly string[];
  /** Noindex, such as a filtered list. */
  isView: boolean;
};

type PageElement = DefaultTreeAdapterTypes.Element;
type Values = string[];

const { DOMParser, FormData } = new JSDOM("").window;

function listElements(parent: DefaultTreeAdapterTypes.ParentNode): PageElement[] {
  return parent.childNodes.flatMap((child) =>
    "tagName" in child ? [child, ...listElements(child)] : [],
  );
}

const attributeOf = (element: PageElement, attribute: string): string | undefined =>
  element.attrs.find(({ name }) => name === attribute)?.value;

const listValues = (elements: readonly PageElement[], attribute: string): Values =>
  elements.flatMap((element) => attributeOf(element, attribute) ?? []);

/** The URLs of attributes such as `srcset`, which name each beside its width. */
const listWidths = (elements: readonly PageElement[], attribute: string): Values =>
  listValues(elements, attribute).flatMap((set) =>
    set.split(",").map((each) => each.trim().split(/\s+/)[0] ?? ""),
  );

/** A form with its controls, also those elsewhere on the page that name it. */
function formMarkup(form: PageElement, elements: readonly PageElement[]): string {
  const id = attributeOf(form, "id");
  const inside = new Set(listElements(form));
  const isElsewhere = (element: PageElement) =>
    attributeOf(element, "form") === id && !inside.has(element);
  const elsewhere = id ? elements.filter(isElsewhere) : [];
  return [form, ...elsewhere].map((element) => serializeOuter(element)).join("");
}

/** Where a form leads when it is sent as it is. */
function formUrl(markup: string): string {
  const [form] = new DOMParser().parseFromString(markup, "text/html").forms;
  if (!form) throw new Error(`This is no form: ${markup}`);
  const filled = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(filled);
  const [path = "", fragment] = (form.getAttribute("action") ?? "").split("#");
  const url = filled.length > 0 ? `${path}?${query}` : path;
  return fragment === undefined ? url : `${url}#${fragment}`;
}

/** Reads a served page; nothing is loaded or run. Only forms need a document, which costs more than all the rest. */
export function readLinks(html: string): PageLinks {
  const elements = listElements(parse(html, { scriptingEnabled: false }));
  const all = (tag: string) => elements.filter(({ tagName }) => tagName === tag);
  const links = all("link");
  const related = (...names: readonly string[]) =>
    links.filter((link) =>
      (attributeOf(link, "rel") ?? "").split(" ").some((each) => names.includes(each)),
    );
  const isImage = (link: PageElement) => attributeOf(link, "as") === "image";
  const images = all("img");
  const imageLinks = links.filter(isImage);
  const preloads = related("preload").filter((link) => !isImage(link));
  const files = related("icon", "apple-touch-icon", "manifest", "stylesheet", "modulepreload");
  return {
    anchors: listValues(all("a"), "href"),
    forms: () =>
      all("form")
        .filter((form) => !/^(post|dialog)$/i.test(attributeOf(form, "method") ?? ""))
        .map((form) => formUrl(formMarkup(form, elements))),
    relations: listValues(related("canonical", "alternate", "next", "prev"), "href"),
    files: listValues(files.concat(preloads), "href").concat(listValues(all("script"), "src")),
    images: listValues(images, "src").concat(
      listWidths(images, "srcset"),
      listWidths(all("source"), "srcset"),
      listValues(imageLinks, "href"),
      listWidths(imageLinks, "imagesrcset"),
    ),
    ids: listValues(elements, "id"),
    isView: all("meta").some(
      (meta) =>
        attributeOf(meta, "name") === "robots" && attributeOf(meta, "content")?.includes("noindex"),
    ),
  };
}
