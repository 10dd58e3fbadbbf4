import { socialCardPath } from "#features/base/media/draw-social-card.server.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/base/media/image-url.ts";
import type { SocialCard } from "#features/base/media/social-card.ts";
import {
  collectionCardKey,
  HOUSE_CARD,
  SOCIAL_CARD_SIZE,
} from "#features/base/media/social-card.ts";
import type { Collection } from "#features/catalog/listing/collection.ts";
import type { ProductImage, ProductSummary } from "#features/catalog/products/product.ts";
import { formatFromPrice } from "#features/catalog/products/product.ts";
import { monogramOf } from "#features/catalog/products/product-fallback.ts";
import type { SiteFacts } from "#features/catalog/site-shell/site-shell.ts";

export function houseCard({ shell, image }: SiteFacts): SocialCard {
  const { siteName } = shell.general;
  return {
    look: "house",
    house: siteName,
    eyebrow: "",
    title: siteName,
    line: "High Fashion with a Conscience",
    monogram: monogramOf(siteName),
    cardImage: image,
  };
}

export function productCard(product: ProductSummary, siteName: string): SocialCard {
  const [image] = product.images;
  return {
    look: "product",
    house: siteName,
    eyebrow: product.categoryName,
    title: product.name,
    line: formatFromPrice(product),
    monogram: monogramOf(product.name),
    cardImage: image ? { id: image.id, focalX: image.focalX, focalY: image.focalY } : null,
  };
}

export function collectionCard(
  collection: Collection,
  hero: ProductImage | null,
  siteName: string,
): SocialCard {
  return {
    look: "product",
    house: siteName,
    eyebrow: "Collection",
    title: collection.title,
    line: "",
    monogram: monogramOf(collection.title),
    cardImage: hero && { id: hero.id, focalX: hero.focalX, focalY: hero.focalY },
  };
}

export function collectionSocialImage(
  collection: Collection,
  hero: ProductImage | null,
  siteName: string,
): SharedImage {
  const card = collectionCard(collection, hero, siteName);
  const path = socialCardPath(collectionCardKey(collection.slug), card);
  return { path, ...SOCIAL_CARD_SIZE, alt: `${collection.title}, ${siteName}` };
}

const siteImages = new WeakMap<SiteFacts, SharedImage>();

/** Uses the owner's image instead of the card if one is set (decision D6). Computed once for unchanged facts. */
export function siteSocialImage(facts: SiteFacts): SharedImage {
  const known = siteImages.get(facts);
  if (known) return known;
  const image = findSiteImage(facts);
  siteImages.set(facts, image);
  return image;
}

function findSiteImage(facts: SiteFacts): SharedImage {
  const { socialImage } = facts.seo;
  if (socialImage) return toSharedImage({ ...socialImage, focalX: 0.5, focalY: 0.5 });
  const path = socialCardPath(HOUSE_CARD, houseCard(facts));
  const { siteName } = facts.shell.general;
  return { path, ...SOCIAL_CARD_SIZE, alt: `${siteName}: High Fashion with a Conscience` };
}

export function productSocialImage(product: ProductSummary, siteName: string): SharedImage {
  const card = productCard(product, siteName);
  const alt = `${product.name}, ${card.line}`;
  return { path: socialCardPath(product.id, card), ...SOCIAL_CARD_SIZE, alt };
}

/** `path` is relative to the shop. */
export type SharedImage = {
  path: string;
  width: number;
  height: number;
  alt: string;
};

/** Uses the width of messengers and never enlarges. */
export function toSharedImage(image: ProductImage): SharedImage {
  const width = Math.min(SOCIAL_IMAGE_WIDTH, image.width);
  return {
    path: imagePath(image.id, SOCIAL_IMAGE_WIDTH, "jpg"),
    width,
    height: Math.round((image.height * width) / image.width),
    alt: image.alt,
  };
}
