import { descriptionOf } from "#app/components/product/product-messages.ts";
import { productPath, variantPath } from "#app/components/product/product-url.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { toDecimal } from "#core/money-amount.ts";
import { XML_DECLARATION, xmlElement } from "#core/xml-text.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/base/media/image-url.ts";
import { handlingDays } from "#features/base/settings/business-facts.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import { listShippingDetails } from "#features/base/settings/shipping-details.ts";
import type { ProductDetail, ProductVariant } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, imagesOfColor, priceOf } from "#features/catalog/products/product.ts";

export type GoogleShop = {
  publicUrl: string;
  siteName: string;
  siteDescription: string;
  shipping: ShippingSettings;
};

/** Google's product data specification sets these limits. */
const MAX_LENGTH = { id: 50, title: 150, description: 5_000, material: 200, color: 100 } as const;
const MAX_ADDITIONAL_IMAGES = 10;

/** Ids of Google's product taxonomy; other garments are Clothing. */
const TAXONOMY: Readonly<Record<string, string>> = {
  accessory: "167",
  dress: "2271",
  jacket: "5598",
  loungewear: "208",
  outerwear: "203",
  pants: "204",
  shirt: "212",
  skirt: "1581",
  suit: "1594",
  top: "212",
};
const CLOTHING = "1604";

const cut = (text: string, length: number) => [...text].slice(0, length).join("");
const priceText = (price: MoneyAmount) => `${toDecimal(price).toFixed(2)} ${price.currency}`;

export function googleFeedHead({ publicUrl, siteName, siteDescription }: GoogleShop): string {
  return (
    `${XML_DECLARATION}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n` +
    xmlElement("title", siteName) +
    xmlElement("link", `${publicUrl}/`) +
    `${xmlElement("description", siteDescription || siteName)}\n`
  );
}

export const GOOGLE_FEED_FOOT = "</channel>\n</rss>\n";

/** Uses the first shipping method per country, priced for an order of this item alone. */
function shippingElements(price: MoneyAmount, shipping: ShippingSettings): string {
  const usual = new Map<string, string>();
  for (const { label, countries, price: rate } of listShippingDetails(shipping, price)) {
    for (const country of countries) {
      if (usual.has(country)) continue;
      const parts =
        xmlElement("g:country", country) +
        xmlElement("g:service", label) +
        xmlElement("g:price", priceText(rate));
      usual.set(country, `<g:shipping>${parts}</g:shipping>`);
    }
  }
  return [...usual.values()].join("");
}

function commonElements(product: ProductDetail, shop: GoogleShop): string {
  const { siteName } = shop;
  return [
    xmlElement("g:description", cut(descriptionOf(product), MAX_LENGTH.description)),
    xmlElement("g:canonical_link", shop.publicUrl + productPath(product.id)),
    xmlElement("g:brand", product.vendor || siteName),
    xmlElement("g:identifier_exists", "no"),
    xmlElement("g:condition", "new"),
    xmlElement("g:item_group_id", product.id),
    xmlElement("g:gender", product.isGenderOpen ? "" : product.gender),
    xmlElement("g:age_group", "adult"),
    xmlElement("g:material", cut(product.materials, MAX_LENGTH.material)),
    xmlElement("g:google_product_category", TAXONOMY[product.garmentType] ?? CLOTHING),
    xmlElement("g:product_type", product.categoryName),
    xmlElement("g:ships_from_country", "GY"),
  ].join("");
}

/** The first image becomes the main one. */
function imageElements(product: ProductDetail, variant: ProductVariant, publicUrl: string): string {
  const [first, ...others] = imagesOfColor(product.images, variant.color || null).map(
    ({ id }) => publicUrl + imagePath(id, SOCIAL_IMAGE_WIDTH, "jpg"),
  );
  const additional = others.slice(0, MAX_ADDITIONAL_IMAGES);
  return [
    xmlElement("g:image_link", first),
    ...additional.map((url) => xmlElement("g:additional_image_link", url)),
  ].join("");
}

function itemElements(
  product: ProductDetail,
  variant: ProductVariant,
  { id, shop }: { id: string; shop: GoogleShop },
): string {
  const color = product.colors.find(({ hex }) => hex === variant.color)?.name;
  const title = [product.name, color, variant.size].filter(Boolean).join(", ");
  const isThere = product.inStock && (variant.stockCount === null || variant.stockCount > 0);
  const { price, was } = priceOf(product, variant);
  const handling = handlingDays(shop.shipping, false);
  return [
    xmlElement("g:id", id),
    xmlElement("g:title", cut(title, MAX_LENGTH.title)),
    xmlElement("g:link", shop.publicUrl + variantPath(product, variant)),
    imageElements(product, variant, shop.publicUrl),
    // Google calls the regular price the price, and a reduced one the sale price.
    xmlElement("g:price", priceText(was ?? price)),
    was ? xmlElement("g:sale_price", priceText(price)) : "",
    xmlElement("g:availability", isThere ? "in_stock" : "out_of_stock"),
    xmlElement("g:color", color && cut(color, MAX_LENGTH.color)),
    xmlElement("g:size", cut(variant.size, MAX_LENGTH.color)),
    xmlElement("g:min_handling_time", String(handling.min)),
    xmlElement("g:max_handling_time", String(handling.max)),
    shippingElements(price, shop.shipping),
  ].join("");
}

/**
 * Returns one item per variant. Leaves out Custom, which has no stock, and no price before its options are chosen, and products
 * without an image, which Google refuses.
 */
export function googleItems(
  { product, skus }: { product: ProductDetail; skus: readonly string[] },
  shop: GoogleShop,
): string {
  if (product.images.length === 0) return "";
  const common = commonElements(product, shop);
  return product.variants
    .map((variant, index) => {
      if (variant.size === CUSTOM_SIZE) return "";
      const sku = skus[index] ?? "";
      // A truncated SKU could equal another product's.
      const id = sku !== "" && sku.length <= MAX_LENGTH.id ? sku : `${product.id}-${index}`;
      const own = itemElements(product, variant, { id, shop });
      return `<item>${own}${common}</item>\n`;
    })
    .join("");
}
