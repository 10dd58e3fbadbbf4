import { defineEmail, sampleGown, sampleTie } from "#features/base/mail/email.ts";
import { sizePhrase } from "#features/catalog/products/product.ts";
import { quantityLabel, variantLabel } from "./stock-entry.ts";

type LowStockNotice = {
  siteName: string;
  siteUrl: string;
  lowStock: number;
  rows: readonly {
    name: string;
    size: string;
    colorName: string;
    sku: string;
    inStock: number;
  }[];
};

/** Further ones are counted. */
const MAX_LISTED_VARIANTS = 30;

/** Reports low variants, once until restocked. */
export const lowStockEmail = defineEmail<LowStockNotice>({
  kind: "low-stock",
  compose: ({ siteName, siteUrl, lowStock, rows }) => {
    const [first] = rows;
    const rest = rows.length - MAX_LISTED_VARIANTS;
    return {
      subject:
        rows.length === 1 && first
          ? `Running low: ${variantLabel(first)}`
          : `Running low: ${rows.length} combinations`,
      preview: first ? `${variantLabel(first)}: ${quantityLabel(first.inStock)} left.` : "",
      heading: "Running low",
      blocks: [
        {
          kind: "text",
          text: `These are down to ${quantityLabel(lowStock)} or fewer. Each is reported once until it is restocked.`,
        },
        {
          kind: "lines",
          lines: rows.slice(0, MAX_LISTED_VARIANTS).map((row) => ({
            title: variantLabel(row),
            details: [row.sku],
            amount: row.inStock === 0 ? "Sold out" : `${row.inStock} left`,
            was: null,
          })),
        },
        ...(rest > 0 ? [{ kind: "text" as const, text: `And ${rest} more.` }] : []),
        { kind: "button", label: "Open the stock", url: `${siteUrl}/admin/stock?view=low` },
      ],
      footer: [
        `Sent to the contact address of ${siteName}. You set the threshold at the bottom of the stock page.`,
      ],
    };
  },
  sample: (facts) => ({
    ...facts,
    lowStock: 3,
    rows: [
      { ...sampleGown, size: "M", sku: "DA-KAIETEUR-IVORY-M", inStock: 2 },
      { ...sampleTie, sku: "DA-TIE-HIBISCUS", inStock: 0 },
    ],
  }),
});

type RestockAlertNotice = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  name: string;
  size: string;
  colorName: string;
  /** The URL chooses size and color. */
  url: string;
  image: { src: string; alt: string } | null;
};

/** Tells a subscriber, once, that a variant is back. */
export const restockAlertEmail = defineEmail<RestockAlertNotice>({
  kind: "back-in-stock",
  greets: true,
  compose: ({ name, size, colorName, url, image, siteName, contactEmail }) => {
    const variant = [sizePhrase(size), colorName].filter(Boolean).join(", ");
    return {
      subject: `Back: ${name}, ${variant}`,
      preview: "You asked us to let you know. There are only a few: first come, first served.",
      heading: `${name} is back`,
      blocks: [
        ...(image ? [{ kind: "image" as const, ...image }] : []),
        {
          kind: "text",
          text: `You asked us to let you know when ${name} is back in ${variant}. It is! We cannot reserve one for you, so please do not wait too long.`,
        },
        { kind: "button", label: "See it in the shop", url },
      ],
      footer: [
        `You receive this single email because you asked for it at ${siteName}. There will be no other about this size.`,
        `Questions? Write to ${contactEmail}.`,
      ],
    };
  },
  sample: (facts) => ({ ...facts, ...sampleGown, size: "M", url: `${facts.siteUrl}/shop` }),
});
