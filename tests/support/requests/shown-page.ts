import type { BoundFunctions, queries } from "@testing-library/dom";
import { configure, within } from "@testing-library/dom";
import { JSDOM } from "jsdom";
import type { Visitor } from "./visitor.ts";

// Served pages have no style here: what is hidden by an attribute is found by its attribute.
configure({ defaultHidden: true });

type Queries = BoundFunctions<typeof queries>;

/**
 * What a person does to a control, by the text of its label, or by its beginning when a hint follows: text, a choice, a
 * box ticked or not, or a file chosen.
 */
export type Entries = Readonly<Record<string, string | boolean | File>>;

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
  /** Opens a link, by its name or itself. */
  follow(link: string | RegExp | HTMLElement): Promise<ShownPage>;
  /** Fills in the form of a button, by its name or itself, and presses it, as a browser without JavaScript does. */
  press(button: string | RegExp | HTMLElement, entries?: Entries): Promise<ShownPage>;
};

/** The words of an element, without scripts and styles, with single blanks. */
export function textOf(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const silent of copy.querySelectorAll("script, style, template")) silent.remove();
  // Blocks do not run into each other.
  for (const each of copy.querySelectorAll("*")) each.append(" ");
  const text = (copy.textContent ?? "").replace(/\s+/g, " ").trim();
  // A part of a sentence, such as a day that stays on one line, is an element too.
  return text.replace(/ ([,.;])/g, "$1");
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

/** A control may belong to a form without being inside it. */
function controlOf(page: Queries, form: HTMLFormElement, label: string): HTMLElement {
  const isOfForm = (each: HTMLElement) => "form" in each && each.form === form;
  const exact = page.queryAllByLabelText(label).filter(isOfForm);
  const begun = page.queryAllByLabelText((text) => text.startsWith(label)).filter(isOfForm);
  const [control, ...others] = exact.length > 0 ? exact : begun;
  if (!control) throw new Error(`No control of the form is "${label}"`);
  if (others.length > 0) throw new Error(`Several controls of the form are "${label}"`);
  return control;
}

/** A file is sent beside the page's own values: the page's window cannot hold it. */
type ChosenFiles = ReadonlyMap<string, File>;

function fillIn(page: Queries, form: HTMLFormElement, entries: Entries): ChosenFiles {
  const files = new Map<string, File>();
  for (const [label, entry] of Object.entries(entries)) {
    const control = controlOf(page, form, label);
    if (entry instanceof File) files.set(control.getAttribute("name") ?? "", entry);
    else enter(control, entry);
  }
  return files;
}

function windowOf(node: Node) {
  const view = node.ownerDocument?.defaultView;
  if (!view) throw new Error("The page has no window");
  return view;
}

const NO_FILE = new File([], "", { type: "application/octet-stream" });

/** A file input that nothing was chosen for sends an empty file without a name. */
function multipartOf(data: FormData, files: ChosenFiles): FormData {
  const body = new FormData();
  for (const [name, value] of data) {
    if (typeof value === "string") body.append(name, value);
    else body.append(name, files.get(name) ?? NO_FILE);
  }
  return body;
}

/** A form sends the ends of lines as CRLF. */
const fieldsOf = (data: FormData) =>
  new URLSearchParams(
    [...data].map(([name, value]) => [name, String(value).replace(/\r?\n/g, "\r\n")]),
  );

type Press = {
  page: URL;
  form: HTMLFormElement;
  button: HTMLButtonElement;
  files: ChosenFiles;
};

/** Sends the form by its method. */
function submit(visitor: Visitor, { page, form, button, files }: Press): Promise<ShownPage> {
  const { FormData: PageFormData } = windowOf(form);
  const data = new PageFormData(form, button) as unknown as FormData;
  const target = new URL(
    button.getAttribute("formaction") ?? form.getAttribute("action") ?? "",
    page,
  );
  const method = button.getAttribute("formmethod") ?? form.method;
  if (method.toLowerCase() === "get") {
    target.search = String(fieldsOf(data));
    return visitor.open(target.pathname + target.search);
  }
  const isMultipart = form.enctype === "multipart/form-data";
  return visitor.open(target.pathname + target.search, {
    method: "POST",
    headers: { origin: page.origin },
    body: isMultipart ? multipartOf(data, files) : fieldsOf(data),
  });
}

function isSubmit(element: HTMLElement): element is HTMLButtonElement {
  const { HTMLButtonElement } = windowOf(element);
  return element instanceof HTMLButtonElement && element.type === "submit" && element.form !== null;
}

/** Buttons that only a script answers do not count; a page may show the button of one form twice. */
function formButton(named: readonly HTMLElement[]): {
  button: HTMLButtonElement;
  form: HTMLFormElement;
} {
  const [button, ...others] = named.filter(isSubmit);
  if (!button?.form) throw new Error("No form has this button");
  const { form } = button;
  if (others.some((other) => other.form !== form))
    throw new Error("Several forms have this button");
  return { button, form };
}

const isName = (named: string | RegExp | HTMLElement): named is string | RegExp =>
  typeof named === "string" || named instanceof RegExp;

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
    get text() {
      return textOf(document.body);
    },
    inside: within,
    follow(followed) {
      const element = isName(followed) ? inPage.getByRole("link", { name: followed }) : followed;
      const href = element.getAttribute("href") ?? "";
      const target = new URL(href, url);
      return visitor.open(target.pathname + target.search);
    },
    press(pressed, entries = {}) {
      const named = isName(pressed) ? inPage.getAllByRole("button", { name: pressed }) : [pressed];
      const { button, form } = formButton(named);
      const files = fillIn(inPage, form, entries);
      return submit(visitor, { page: url, form, button, files });
    },
  };
}
