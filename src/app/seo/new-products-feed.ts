import { descriptionOf } from "#app/components/product/product-messages.ts";
import { productPath } from "#app/components/product/product-url.ts";
import { XML_DECLARATION, xmlElement } from "#core/xml-text.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import { formatFromPrice } from "#features/catalog/products/product.ts";

export const NEW_PRODUCTS_PATH = "/feeds/new.xml";

export function newProductsTitle(siteName: string): string {
  return `${siteName}: new pieces`;
}

export type NewProductEntry = {
  product: ProductDetail;
  createdAt: Date;
  image: { path: string; byteSize: number } | null;
};

type Channel = {
  publicUrl: string;
  siteName: string;
  siteDescription: string;
  products: readonly NewProductEntry[];
};

function item(publicUrl: string, { product, createdAt, image }: NewProductEntry): string {
  const address = publicUrl + productPath(product.id);
  const enclosure = image
    ? `<enclosure url="${publicUrl}${image.path}" length="${image.byteSize}" type="image/jpeg"/>`
    : "";
  return [
    "<item>",
    xmlElement("title", `${product.name}, ${formatFromPrice(product)}`),
    xmlElement("link", address),
    xmlElement("guid", address),
    xmlElement("pubDate", createdAt.toUTCString()),
    xmlElement("category", product.categoryName),
    xmlElement("description", descriptionOf(product)),
    enclosure,
    "</item>\n",
  ].join("");
}

/** Writes RSS 2.0, newest first. */
export function newProductsFeed({
  publicUrl,
  siteName,
  siteDescription,
  products,
}: Channel): string {
  const newest = products[0]?.createdAt.toUTCString();
  return [
    XML_DECLARATION,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n',
    xmlElement("title", newProductsTitle(siteName)),
    xmlElement("link", `${publicUrl}/shop`),
    xmlElement("description", siteDescription || `What is new at ${siteName}.`),
    xmlElement("language", "en"),
    xmlElement("lastBuildDate", newest),
    `<atom:link href="${publicUrl}${NEW_PRODUCTS_PATH}" rel="self" type="application/rss+xml"/>\n`,
    ...products.map((product) => item(publicUrl, product)),
    "</channel>\n</rss>\n",
  ].join("");
}
