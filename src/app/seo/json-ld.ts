import { descriptionOf } from "#app/components/product/product-messages.ts";
import { productPath, variantPath } from "#app/components/product/product-url.ts";
import { isSoldOut } from "#app/components/product/purchase-choice.ts";
import type { ShopName } from "#app/web/page-meta.ts";
import { toDecimal } from "#core/money-amount.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/base/media/image-url.ts";
import type { Span } from "#features/base/settings/business-facts.ts";
import { NEAR_COUNTRIES, OPEN_DAYS } from "#features/base/settings/business-facts.ts";
import { postalParts } from "#features/base/settings/postal-address.ts";
import type { ReturnTerms } from "#features/base/settings/return-window.ts";
import type { ShippingDetails } from "#features/base/settings/shipping-details.ts";
import type { ProductDetail, ProductVariant } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, imagesOfColor, priceOf } from "#features/catalog/products/product.ts";
import type { SiteFacts } from "#features/catalog/site-shell/site-shell.ts";
import type { Crumb } from "#ui/breadcrumbs.tsx";
import type { SharedImage } from "./social-cards.server.ts";

/** `skus` follow the order of the variants. */
type ProductJsonLdInput = {
  product: ProductDetail;
  skus: readonly string[];
  shipments: readonly ShippingDetails[];
  returnWindowDays: number;
};

const GENDERS = { female: "female", male: "male", unisex: "unisex" } as const;

/** Null returns all images. */
function imageUrls(product: ProductDetail, color: string | null, publicUrl: string): string[] {
  return imagesOfColor(product.images, color).map(
    ({ id }) => `${publicUrl}${imagePath(id, SOCIAL_IMAGE_WIDTH, "jpg")}`,
  );
}

function commonFacts({ product }: ProductJsonLdInput, { publicUrl, shell }: Site) {
  return {
    url: `${publicUrl}${productPath(product.id)}`,
    description: descriptionOf(product),
    image: imageUrls(product, null, publicUrl),
    brand: { "@type": "Brand", name: product.vendor || shell.general.siteName },
    category: product.categoryName || undefined,
    material: product.materials || undefined,
    audience: {
      "@type": "PeopleAudience",
      suggestedGender: product.isGenderOpen ? undefined : GENDERS[product.gender],
      suggestedMinAge: 13,
    },
  };
}

type OfferOf = {
  variant: ProductVariant | undefined;
  url: string;
  available: boolean;
  policies: OfferPolicies;
  seller: JsonLdNode;
};

function offer(
  product: ProductDetail,
  { variant, url, available, policies, seller }: OfferOf,
): JsonLdNode {
  const { price, was } = priceOf(product, variant ?? { size: null, color: null });
  return {
    "@type": "Offer",
    url,
    price: toDecimal(price).toFixed(2),
    priceCurrency: price.currency,
    ...(was && {
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        priceType: "https://schema.org/StrikethroughPrice",
        price: toDecimal(was).toFixed(2),
        priceCurrency: was.currency,
      },
    }),
    availability: `https://schema.org/${available ? availabilityOf(variant) : "OutOfStock"}`,
    itemCondition: "https://schema.org/NewCondition",
    seller,
    ...policies.refer,
  };
}

/** Custom can be ordered and is in no stock. */
const availabilityOf = (variant: ProductVariant | undefined) =>
  variant?.size === CUSTOM_SIZE ? "MadeToOrder" : "InStock";

function colorName(product: ProductDetail, variant: ProductVariant): string | undefined {
  return product.colors.find(({ hex }) => hex === variant.color)?.name;
}

type Parts = {
  given: ProductJsonLdInput;
  site: Site;
  seller: JsonLdNode;
  policiesOf(variant: ProductVariant | undefined): OfferPolicies;
};

function single({ given, site, seller, policiesOf }: Parts): JsonLdNode {
  const { product, skus } = given;
  const [only] = product.variants;
  return {
    "@type": "Product",
    name: product.name,
    ...commonFacts(given, site),
    sku: skus[0] ?? product.slug,
    size: only?.size,
    color: only && colorName(product, only),
    offers: offer(product, {
      variant: only,
      url: `${site.publicUrl}${productPath(product.id)}`,
      available: !isSoldOut(product),
      policies: policiesOf(only),
      seller,
    }),
  };
}

function group({ given, site, seller, policiesOf }: Parts): JsonLdNode {
  const { product, skus } = given;
  const common = commonFacts(given, site);
  const hasVariant = product.variants.map((variant, index) => {
    const color = colorName(product, variant);
    const isThere = variant.stockCount === null || variant.stockCount > 0;
    return {
      "@type": "Product",
      name: [product.name, color, variant.size].filter(Boolean).join(", "),
      sku: skus[index],
      size: variant.size,
      color,
      image: imageUrls(product, variant.color || null, site.publicUrl)[0],
      offers: offer(product, {
        variant,
        url: `${site.publicUrl}${variantPath(product, variant)}`,
        available: product.inStock && isThere,
        policies: policiesOf(variant),
        seller,
      }),
    };
  });
  return {
    "@type": "ProductGroup",
    name: product.name,
    ...common,
    productGroupID: product.id,
    variesBy: (["size", "color"] as const)
      .filter((property) => new Set(product.variants.map((each) => each[property])).size > 1)
      .map((property) => `https://schema.org/${property}`),
    hasVariant,
  };
}

/**
 * Describes a schema.org group with a product per size and color, or one product. Made-to-order is always available
 * (decision S8); made-to-measure has its own delivery times and return policy (specification 2).
 */
export function productJsonLd(given: ProductJsonLdInput, site: Site): JsonLdNode[] {
  const { product } = given;
  const house = organizationReference(site);
  const ready = offerPolicies(site.publicUrl, given, false);
  const measured = offerPolicies(site.publicUrl, given, true);
  const isMeasured = (variant: ProductVariant | undefined) => variant?.size === CUSTOM_SIZE;
  const policies = [
    ...(product.variants.every(isMeasured) && product.variants.length > 0 ? [] : ready.nodes),
    ...(product.variants.some(isMeasured) ? measured.nodes : []),
  ];
  const parts: Parts = {
    given,
    site,
    seller: { "@id": house["@id"] },
    policiesOf: (variant) => (isMeasured(variant) ? measured : ready),
  };
  return [product.variants.length > 1 ? group(parts) : single(parts), house, ...policies];
}

/** Defines policies once per page; `refer` is the reference in each offer. */
type OfferPolicies = { readonly nodes: readonly JsonLdNode[]; readonly refer: JsonLdNode };

const days = ({ min, max }: Span): JsonLdNode => ({
  "@type": "QuantitativeValue",
  minValue: min,
  maxValue: max,
  unitCode: "DAY",
});

const businessDays: JsonLdNode = {
  "@type": "OpeningHoursSpecification",
  dayOfWeek: OPEN_DAYS.flatMap(({ weekdays }) => weekdays),
};

function shipping(fact: ShippingDetails, id: string, isMadeToMeasure: boolean): JsonLdNode {
  return {
    "@type": "OfferShippingDetails",
    "@id": id,
    shippingLabel: fact.label,
    shippingRate: {
      "@type": "MonetaryAmount",
      value: toDecimal(fact.price).toFixed(2),
      currency: fact.price.currency,
    },
    shippingDestination: fact.countries.map((country) => ({
      "@type": "DefinedRegion",
      addressCountry: country,
    })),
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      businessDays,
      handlingTime: days(isMadeToMeasure ? fact.handling.madeToMeasure : fact.handling.ready),
      transitTime: days(fact.transit),
    },
  };
}

type ReturnPolicy = { publicUrl: string; id: string; isMadeToMeasure: boolean } & ReturnTerms;

function returns({ publicUrl, id, isMadeToMeasure, returnWindowDays }: ReturnPolicy): JsonLdNode {
  const reach = {
    "@type": "MerchantReturnPolicy",
    "@id": id,
    applicableCountry: NEAR_COUNTRIES,
    merchantReturnLink: `${publicUrl}/returns`,
  };
  if (isMadeToMeasure) {
    return { ...reach, returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted" };
  }
  return {
    ...reach,
    returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
    merchantReturnDays: returnWindowDays,
    returnMethod: "https://schema.org/ReturnByMail",
    returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
    itemDefectReturnFees: "https://schema.org/FreeReturn",
    refundType: ["https://schema.org/FullRefund", "https://schema.org/StoreCreditRefund"],
  };
}

/** Describes delivery and returns (specification 2, Shipping and Returns). */
function offerPolicies(
  publicUrl: string,
  { shipments, returnWindowDays }: Pick<ProductJsonLdInput, "shipments" | "returnWindowDays">,
  isMadeToMeasure: boolean,
): OfferPolicies {
  const suffix = isMadeToMeasure ? "-made-to-measure" : "";
  const ways = shipments.map((fact) => ({ fact, id: `#shipping-${fact.id}${suffix}` }));
  const returnsId = `#returns${suffix}`;
  return {
    nodes: [
      ...ways.map(({ fact, id }) => shipping(fact, id, isMadeToMeasure)),
      returns({ publicUrl, id: returnsId, isMadeToMeasure, returnWindowDays }),
    ],
    refer: {
      shippingDetails: ways.map(({ id }) => ({ "@id": id })),
      hasMerchantReturnPolicy: { "@id": returnsId },
    },
  };
}

const idOf = (publicUrl: string) => `${publicUrl}/#house`;

function organizationReference({ publicUrl, shell }: Site): JsonLdNode {
  return {
    "@type": "Organization",
    "@id": idOf(publicUrl),
    name: shell.general.siteName,
    url: `${publicUrl}/`,
  };
}

const onTheHour = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** Contact comes from the settings, hours from the business facts. */
export function organizationJsonLd({ publicUrl, shell, defaultSocialImage }: Site): JsonLdNode {
  const { siteName, siteDescription, address, contactEmail, contactPhone } = shell.general;
  const { street, locality, country } = postalParts(address);
  return {
    "@type": ["Organization", "ClothingStore"],
    "@id": idOf(publicUrl),
    name: siteName,
    url: `${publicUrl}/`,
    description: siteDescription || undefined,
    logo: `${publicUrl}/icon-512.png`,
    image: publicUrl + defaultSocialImage.path,
    email: contactEmail,
    telephone: contactPhone || undefined,
    address: {
      "@type": "PostalAddress",
      streetAddress: street,
      addressLocality: locality ?? undefined,
      addressCountry: country ?? undefined,
    },
    openingHoursSpecification: OPEN_DAYS.map(({ weekdays, opens, closes }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: weekdays,
      opens: onTheHour(opens),
      closes: onTheHour(closes),
    })),
  };
}

export function websiteJsonLd({ publicUrl, shell }: Site): JsonLdNode {
  return {
    "@type": "WebSite",
    "@id": `${publicUrl}/#site`,
    name: shell.general.siteName,
    url: `${publicUrl}/`,
    inLanguage: "en",
    publisher: { "@id": idOf(publicUrl) },
    potentialAction: {
      "@type": "SearchAction",
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${publicUrl}/search?q={search_term_string}`,
      },
      "query-input": "required name=search_term_string",
    },
  };
}

/** The last breadcrumb is the page itself. */
export function breadcrumbJsonLd(
  publicUrl: string,
  canonical: string,
  trail: readonly Crumb[],
): JsonLdNode {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ label, to }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: to === undefined ? canonical : `${publicUrl}${to}`,
    })),
  };
}

export type Site = {
  publicUrl: string;
  shell: ShopName & { announcement: string | null };
  /** Serves pages without an image. */
  defaultSocialImage: SharedImage;
  seo: Omit<SiteFacts["seo"], "socialImage">;
};

/** Undefined is left out, as in JSON. */
type JsonLdValue = string | number | boolean | undefined | JsonLdNode | readonly JsonLdValue[];

export type JsonLdNode = { readonly [property: string]: JsonLdValue };

/** Escapes characters that could end the script element or open a comment (HTML, 4.12.1.3). Data needs no CSP. */
export function jsonLdText(things: readonly JsonLdNode[]): string {
  const graph = { "@context": "https://schema.org", "@graph": things };
  return JSON.stringify(graph).replace(/</g, "\\u003c");
}
