/** A value of structured data; undefined is left out, as JSON leaves it out. */
export type ThingValue = string | number | boolean | undefined | Thing | readonly ThingValue[];

/** One thing in schema.org's words. */
export type Thing = { readonly [property: string]: ThingValue };

/**
 * Structured data as the text of a script element: JSON without the characters that could end the element or open a comment in it
 * (HTML, 4.12.1.3). The element is data, which no policy of the page needs to allow.
 */
export function structuredDataText(things: readonly Thing[]): string {
  const graph = { "@context": "https://schema.org", "@graph": things };
  return JSON.stringify(graph).replace(/</g, "\\u003c");
}
