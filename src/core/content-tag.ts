/**
 * What a public page depends on, and what a write changes (ADR 0028). `layout`: the site's images and menu; `settings`: the owner's settings;
 * `listing`: which products exist, their facts, order and facets; `product:<id>`: everything about one product, its shown stock included.
 */
export type ContentTag = "layout" | "settings" | "listing" | `product:${string}`;

/** Null stands for all content: a page that depends on everything, or a write that may change everything. */
export type ContentTags = readonly ContentTag[] | null;

/** A committed write of public content. */
export type ContentChange = { readonly version: number; readonly tags: ContentTags };

/** A notification of Postgres holds 8,000 bytes; a write that changes more products changes everything. */
export const MAX_CONTENT_TAGS = 100;

const TAG = /^(?:layout|settings|listing|product:[0-9a-f-]{36})$/;

const isTag = (text: string): text is ContentTag => TAG.test(text);

/** The tags of these products, each once; ids in any spelling. */
export function productTags(ids: readonly string[]): ContentTag[] {
  return [...new Set(ids)].map((id) => `product:${id.toLowerCase()}` as const);
}

/** The tags of a page that lists these products, and of a write that changes what lists show of them. */
export function listingTags(products: readonly { readonly id: string }[]): ContentTag[] {
  return ["listing", ...productTags(products.map(({ id }) => id))];
}

/** Tags as text: separated by commas, "" for all content or too many. */
export function formatTags(tags: ContentTags): string {
  return tags === null || tags.length > MAX_CONTENT_TAGS ? "" : [...new Set(tags)].join(",");
}

/** Reverses formatTags; text that is empty or holds anything else stands for all content. */
export function parseTags(text: string): ContentTags {
  const tags = text.split(",");
  return tags.every(isTag) ? tags : null;
}

/** A change as the payload of a notification: "17 listing,product:…", "17 " when it may be everything. */
export function parseContentChange(payload: string): ContentChange {
  const [version = "", tags = ""] = payload.split(" ");
  return { version: Number(version), tags: parseTags(tags) };
}
