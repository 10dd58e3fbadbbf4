import { xmlText } from "#core/xml-text.ts";

/** The first line of every XML document of the shop. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** An element holding text; nothing at all for no text, because an empty element says that something is empty. */
export function xmlElement(name: string, text: string | null | undefined): string {
  return text ? `<${name}>${xmlText(text)}</${name}>` : "";
}
