/**
 * What a public page depends on and a write changes (ADR 0028). `layout`: images and menu; `settings`: the
 * owner's; `listing`: which products exist, their facts, order and facets; `impact`: who made what, and New Dawn's
 * totals; `product:<id>`: one product with its shown stock.
 */
export type ContentTag = "layout" | "settings" | "listing" | "impact" | `product:${string}`;

/** Null means all content. */
export type ContentTags = readonly ContentTag[] | null;

/** A committed write of public content. */
export type ContentChange = { readonly version: number; readonly tags: ContentTags };

/** A Postgres notification holds 8,000 bytes; larger changes change everything. */
export const MAX_CONTENT_TAGS = 100;

const TAG = /^(?:layout|settings|listing|impact|product:[0-9a-f-]{36})$/;

const isTag = (text: string): text is ContentTag => TAG.test(text);

/** Each product has one tag; its id may have any spelling. */
export function productTags(ids: readonly string[]): ContentTag[] {
  return [...new Set(ids)].map((id) => `product:${id.toLowerCase()}` as const);
}

/** The tags of a page that lists these products, and of a write that changes their listing. */
export function listingTags(products: readonly { readonly id: string }[]): ContentTag[] {
  return ["listing", ...productTags(products.map(({ id }) => id))];
}

/** The tags are comma-separated; "" means all content or too many tags. */
export function formatTags(tags: ContentTags): string {
  return tags === null || tags.length > MAX_CONTENT_TAGS ? "" : [...new Set(tags)].join(",");
}

/** Reverses formatTags; any other text means all content. */
export function parseTags(text: string): ContentTags {
  const tags = text.split(",");
  return tags.every(isTag) ? tags : null;
}

/** Reads a notification's payload: "17 listing,product:…", or "17 " for everything. */
export function parseContentChange(payload: string): ContentChange {
  const [version = "", tags = ""] = payload.split(" ");
  return { version: Number(version), tags: parseTags(tags) };
}
