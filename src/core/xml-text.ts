export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** "" for no text: an empty element would claim emptiness. */
export function xmlElement(name: string, text: string | null | undefined): string {
  return text ? `<${name}>${xmlText(text)}</${name}>` : "";
}

// Characters that XML 1.0 (2.2) does not allow, even escaped.
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for XML and HTML content or quoted attributes; drops characters XML forbids. */
export function xmlText(text: string): string {
  return text.replace(FORBIDDEN, "").replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
