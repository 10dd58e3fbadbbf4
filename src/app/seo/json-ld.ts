/** A value of structured data; undefined is left out, as JSON leaves it out. */
export type JsonLdValue =
  | string
  | number
  | boolean
  | undefined
  | JsonLdNode
  | readonly JsonLdValue[];

/** One thing in schema.org's words. */
export type JsonLdNode = { readonly [property: string]: JsonLdValue };

/**
 * Structured data as the text of a script element: JSON without the characters that could end the element or open a comment in it
 * (HTML, 4.12.1.3). The element is data, which no policy of the page needs to allow.
 */
export function jsonLdText(things: readonly JsonLdNode[]): string {
  const graph = { "@context": "https://schema.org", "@graph": things };
  return JSON.stringify(graph).replace(/</g, "\\u003c");
}
