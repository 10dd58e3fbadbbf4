import type { BoundFunctions, queries } from "@testing-library/dom";
import { configure, within } from "@testing-library/dom";
import { JSDOM } from "jsdom";
import type { Visitor } from "./visitor.ts";

// Served pages have no style here: what is hidden by an attribute is found by its attribute.
configure({ defaultHidden: true });

type Queries = BoundFunctions<typeof queries>;

/** What a person does to a control, by the text of its label: text, a choice, or a box ticked or not. */
export type Entries = Readonly<Record<string, string | boolean>>;

/** A page as the shop serves it, read without running its scripts. */
export type ShownPage = Queries & {
  readonly url: URL;
  readonly status: number;
  readonly html: string;
  readonly document: Document;
  /** The words of the page, without scripts and styles, with single blanks. */
  readonly text: string;
  /** The queries inside one element, such as a dialog or a row. */
  inside(element: HTMLElement): Queries;
  /** Opens a link by its name. */
  follow(name: string | RegExp): Promise<ShownPage>;
  /** Fills in the form of a button and presses it, as a browser without JavaScript does. */
  press(button: string | RegExp, entries?: Entries): Promise<ShownPage>;
};

/** The words of an element, without scripts and styles, with single blanks. */
export function textOf(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const silent of copy.querySelectorAll("script, style, template")) silent.remove();
  // Blocks do not run into each other.
  for (const each of copy.querySelectorAll("*")) each.append(" ");
  return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
}

function choose(select: HTMLSelectElement, entry: string): void {
  const option = [...select.options].find(({ label, value }) => value === entry || label === entry);
  if (!option) throw new Error(`${select.name} has no option ${entry}`);
  select.value = option.value;
}

function enter(control: Element, entry: string | boolean): void {
  const { HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = windowOf(control);
  if (control instanceof HTMLInputElement && typeof entry === "boolean") control.checked = entry;
  else if (control instanceof HTMLSelectElement) choose(control, String(entry));
  else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    control.value = String(entry);
  } else throw new Error(`${control.localName} is no control`);
}

function windowOf(node: Node) {
  const view = node.ownerDocument?.defaultView;
  if (!view) throw new Error("The page has no window");
  return view;
}

/** A file keeps its name and its type. */
function bodyOf(data: FormData, isMultipart: boolean): BodyInit {
  const pairs = [...data].map(([name, value]) => [name, value] as const);
  if (!isMultipart) {
    return new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  }
  const body = new FormData();
  for (const [name, value] of pairs) body.append(name, value);
  return body;
}

/** As the form's method says. */
function submit(visitor: Visitor, page: URL, form: HTMLFormElement, button: HTMLButtonElement) {
  const { FormData: PageFormData } = windowOf(form);
  const data = new PageFormData(form, button) as unknown as FormData;
  const target = new URL(
    button.getAttribute("formaction") ?? form.getAttribute("action") ?? "",
    page,
  );
  const method = button.getAttribute("formmethod") ?? form.method;
  if (method.toLowerCase() === "get") {
    target.search = String(bodyOf(data, false));
    return visitor.open(target.pathname + target.search);
  }
  const isMultipart = form.enctype === "multipart/form-data";
  return visitor.open(target.pathname + target.search, {
    method: "POST",
    headers: { origin: page.origin },
    body: bodyOf(data, isMultipart),
  });
}

function formOf(button: HTMLElement): HTMLFormElement {
  const { HTMLButtonElement } = windowOf(button);
  const form = button instanceof HTMLButtonElement ? button.form : null;
  if (!form) throw new Error(`${button.textContent} is in no form`);
  return form;
}

/** By the text of its label, or by the beginning of a label that explains more. */
function controlOf(form: HTMLFormElement, label: string): HTMLElement {
  const labeled = within(form).queryByLabelText(label);
  return labeled ?? within(form).getByLabelText((text) => text.startsWith(label));
}

export function showPage(
  visitor: Visitor,
  { url, status, html }: { url: URL; status: number; html: string },
): ShownPage {
  const { document } = new JSDOM(html, { url: url.href }).window;
  const inPage = within(document.body);
  return {
    ...inPage,
    url,
    status,
    html,
    document,
    text: textOf(document.body),
    inside: within,
    follow(name) {
      const href = inPage.getByRole("link", { name }).getAttribute("href") ?? "";
      const target = new URL(href, url);
      return visitor.open(target.pathname + target.search);
    },
    press(name, entries = {}) {
      const button = inPage.getByRole<HTMLButtonElement>("button", { name });
      const form = formOf(button);
      for (const [label, entry] of Object.entries(entries)) {
        enter(controlOf(form, label), entry);
      }
      return submit(visitor, url, form, button);
    },
  };
}
