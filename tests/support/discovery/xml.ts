import { SaxesParser } from "saxes";

/** Names keep their prefix. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlElement[];
};

/** Strict XML 1.0: throws when ill-formed or a prefix is undeclared. */
export function readXml(document: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const root: XmlElement = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, each]) => [key, String(each.value)]);
    const element = { name, attributes: Object.fromEntries(values), text: "", children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const add = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(document).close();
  const [only] = root.children;
  if (!only) throw new Error("A document without an element");
  return only;
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

type Fields = Record<string, unknown>;

/** The children of an element by name, as text, object or list, for a schema. */
export function fieldsOf(element: XmlElement): Fields {
  const fields: Fields = {};
  for (const child of element.children) {
    const isEmpty = child.children.length === 0 && child.text === "";
    const attributes = Object.keys(child.attributes).length > 0 && isEmpty;
    const value = attributes
      ? child.attributes
      : child.children.length > 0
        ? fieldsOf(child)
        : child.text;
    const present = fields[child.name];
    fields[child.name] = present === undefined ? value : [present, value].flat();
  }
  return fields;
}
