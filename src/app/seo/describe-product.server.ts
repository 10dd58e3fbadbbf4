import type { RouterContextProvider } from "react-router";
import { descriptionOf } from "#app/storefront/product/product-messages.ts";
import { productPath } from "#app/storefront/product/product-url.ts";
import type { PageHead } from "#app/web/page-meta.ts";
import { toDecimal } from "#core/money-amount.ts";
import type { ProductWithSkus } from "#features/catalog/listing/catalog-queries.server.ts";
import type { ShippingSettings } from "#features/settings/settings-sections.ts";
import { listShippingDetails } from "#features/settings/shipping-details.ts";
import { productTrail } from "./breadcrumb-trail.ts";
import { describePage } from "./describe-page.server.ts";
import { productJsonLd } from "./product-json-ld.ts";
import { productSocialImage } from "./social-cards.server.ts";

type ProductPage = ProductWithSkus & { publicUrl: string; shipping: ShippingSettings };

/** Describes a product's page to machines: its card, its price and every variant with its offer. */
export function describeProduct(
  context: Readonly<RouterContextProvider>,
  { publicUrl, product, skus, shipping }: ProductPage,
): PageHead {
  const { price } = product;
  return describePage(context, {
    title: product.name,
    description: descriptionOf(product),
    canonical: `${publicUrl}${productPath(product.id)}`,
    kind: "product",
    trail: productTrail(product),
    properties: {
      "product:price:amount": toDecimal(price).toFixed(2),
      "product:price:currency": price.currency,
    },
    picture: ({ shell }) => productSocialImage(product, shell.general.siteName),
    jsonLd: (site) => {
      const parcels = listShippingDetails(shipping, price);
      return productJsonLd({ product, skus, parcels }, site);
    },
  });
}
