import { formatMoney } from "#core/money-amount.ts";
import type { Collection } from "#features/catalog/listing/collection.ts";
import type { ProductImage, ProductSummary } from "#features/catalog/product.ts";
import { monogramOf } from "#features/catalog/product-fallback.ts";
import { socialCardPath } from "#features/media/draw-social-card.server.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/media/image-url.ts";
import type { SocialCard } from "#features/media/social-card.ts";
import { collectionCardKey, HOUSE_CARD, SOCIAL_CARD_SIZE } from "#features/media/social-card.ts";
import type { SiteFacts } from "#features/settings/site-shell.ts";

/** What a shared link of the shop shows: its name beside the home page's picture. */
export function houseCard({ shell, picture }: SiteFacts): SocialCard {
  const { siteName } = shell.general;
  return {
    look: "house",
    house: siteName,
    eyebrow: "",
    title: siteName,
    line: "High Fashion with a Conscience",
    monogram: monogramOf(siteName),
    picture,
  };
}

/** What a shared link of a product shows: its first picture, name and price. */
export function productCard(product: ProductSummary, siteName: string): SocialCard {
  const [picture] = product.images;
  return {
    look: "piece",
    house: siteName,
    eyebrow: product.categoryName,
    title: product.name,
    line: formatMoney(product.price),
    monogram: monogramOf(product.name),
    picture: picture ? { id: picture.id, focalX: picture.focalX, focalY: picture.focalY } : null,
  };
}

/** What a shared link of a collection shows: its own picture and name. */
export function collectionCard(
  collection: Collection,
  hero: ProductImage | null,
  siteName: string,
): SocialCard {
  return {
    look: "piece",
    house: siteName,
    eyebrow: "Collection",
    title: collection.title,
    line: "",
    monogram: monogramOf(collection.title),
    picture: hero && { id: hero.id, focalX: hero.focalX, focalY: hero.focalY },
  };
}

/** A collection's card as its page shares it. */
export function collectionSocialImage(
  collection: Collection,
  hero: ProductImage | null,
  siteName: string,
): SharedImage {
  const card = collectionCard(collection, hero, siteName);
  const path = socialCardPath(collectionCardKey(collection.slug), card);
  return { path, ...SOCIAL_CARD_SIZE, alt: `${collection.title}, ${siteName}` };
}

/** The house's card as a page shares it, or the picture that the owner chose instead (decision D6). */
export function siteSocialImage(facts: SiteFacts): SharedImage {
  const { socialImage } = facts.seo;
  if (socialImage) return toSharedImage({ ...socialImage, focalX: 0.5, focalY: 0.5 });
  const path = socialCardPath(HOUSE_CARD, houseCard(facts));
  const { siteName } = facts.shell.general;
  return { path, ...SOCIAL_CARD_SIZE, alt: `${siteName}: High Fashion with a Conscience` };
}

/** A product's card as its page shares it. */
export function productSocialImage(product: ProductSummary, siteName: string): SharedImage {
  const card = productCard(product, siteName);
  const alt = `${product.name}, ${card.line}`;
  return { path: socialCardPath(product.id, card), ...SOCIAL_CARD_SIZE, alt };
}

/** The picture of a shared link; `path` is on the shop. */
export type SharedImage = {
  path: string;
  width: number;
  height: number;
  alt: string;
};

/** A stored picture in the width that messengers take, never larger than it is. */
export function toSharedImage(image: ProductImage): SharedImage {
  const width = Math.min(SOCIAL_IMAGE_WIDTH, image.width);
  return {
    path: imagePath(image.id, SOCIAL_IMAGE_WIDTH, "jpg"),
    width,
    height: Math.round((image.height * width) / image.width),
    alt: image.alt,
  };
}
