// XML 1.0, 2.2: every other character makes a document unreadable, escaped or not; lone surrogates are no characters at all.
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Any text as the content or a quoted attribute of XML or HTML: what neither may hold is left out, what would be markup is escaped. */
export function xmlText(text: string): string {
  return text.replace(FORBIDDEN, "").replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
