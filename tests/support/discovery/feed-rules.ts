import { z } from "zod";
import type { XmlElement } from "./xml.ts";
import { childrenOf, fieldsOf } from "./xml.ts";

/**
 * The feeds' strict schemas: RSS 2.0, the W3C's notes on atom:link and guid, Google's product data for
 * apparel in several countries.
 */
const web = z.url({ protocol: /^https?$/ });
const text = z.string().trim().min(1);
const many = <Schema extends z.ZodType>(schema: Schema, most: number) =>
  z.union([schema, z.array(schema).max(most)]).optional();

/** RFC 822, four-digit year. */
const rfc822 = z
  .string()
  .regex(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
  .refine((date) => !Number.isNaN(Date.parse(date)));

const rssItem = z.strictObject({
  title: text,
  link: web,
  guid: web,
  pubDate: rfc822,
  category: text.optional(),
  description: text,
  enclosure: z
    .strictObject({
      url: web,
      length: z.string().regex(/^[1-9]\d*$/),
      type: z.literal("image/jpeg"),
    })
    .optional(),
});

const rssChannel = z.strictObject({
  title: text,
  link: web,
  description: text,
  language: z.literal("en"),
  lastBuildDate: rfc822.optional(),
  "atom:link": z.strictObject({
    href: web,
    rel: z.literal("self"),
    type: z.literal("application/rss+xml"),
  }),
  item: z.unknown().optional(),
});

const price = z.string().regex(/^\d+\.\d{2} (USD|GYD)$/);
const country = z.string().regex(/^[A-Z]{2}$/);
const days = z.string().regex(/^\d{1,2}$/);

const googleItem = z.strictObject({
  "g:id": text.max(50),
  "g:title": text.max(150),
  "g:description": text.max(5_000),
  "g:link": web.max(2_000),
  "g:canonical_link": web,
  "g:image_link": web,
  "g:additional_image_link": many(web, 10),
  "g:availability": z.enum(["in_stock", "out_of_stock"]),
  "g:price": price,
  "g:brand": text.max(70),
  "g:identifier_exists": z.literal("no"),
  "g:condition": z.literal("new"),
  "g:item_group_id": text.max(50),
  "g:color": text.max(100).optional(),
  "g:size": text.max(100),
  "g:gender": z.enum(["female", "male", "unisex"]),
  "g:age_group": z.literal("adult"),
  "g:material": text.max(200).optional(),
  "g:google_product_category": z.string().regex(/^\d+$/),
  "g:product_type": text.max(750).optional(),
  "g:ships_from_country": country,
  "g:min_handling_time": days,
  "g:max_handling_time": days,
  "g:shipping": many(
    z.strictObject({ "g:country": country, "g:service": text, "g:price": price }),
    100,
  ),
});

const googleChannel = z.strictObject({
  title: text,
  link: web,
  description: text,
  item: z.unknown().optional(),
});

const SPACES = {
  "xmlns:atom": "http://www.w3.org/2005/Atom",
  "xmlns:g": "http://base.google.com/ns/1.0",
} as const;

function faultsOf(where: string, schema: z.ZodType, element: XmlElement): string[] {
  const checked = schema.safeParse(fieldsOf(element));
  return checked.success ? [] : [`${where}: ${z.prettifyError(checked.error)}`];
}

/** Ids are unique. */
function feedFaults(
  feed: XmlElement,
  rules: { space: keyof typeof SPACES; channel: z.ZodType; item: z.ZodType; id: string },
): string[] {
  const [channel, ...others] = feed.children;
  const isRss = feed.name === "rss" && feed.attributes.version === "2.0";
  if (!isRss || channel?.name !== "channel" || others.length > 0) return ["no RSS 2.0"];
  if (feed.attributes[rules.space] !== SPACES[rules.space]) return [`no ${rules.space}`];
  const items = childrenOf(channel, "item");
  const ids = items.map((item) => childrenOf(item, rules.id)[0]?.text);
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
  return [
    ...faultsOf("channel", rules.channel, channel),
    ...items.flatMap((item, index) => faultsOf(`item ${index}`, rules.item, item)),
    ...repeated.map((id) => `${rules.id} ${id} twice`),
  ];
}

export function rssFaults(feed: XmlElement): string[] {
  return feedFaults(feed, { space: "xmlns:atom", channel: rssChannel, item: rssItem, id: "guid" });
}

export function googleFaults(feed: XmlElement): string[] {
  return feedFaults(feed, {
    space: "xmlns:g",
    channel: googleChannel,
    item: googleItem,
    id: "g:id",
  });
}

export function itemsOf(feed: XmlElement): XmlElement[] {
  return feed.children.flatMap((channel) => childrenOf(channel, "item"));
}
