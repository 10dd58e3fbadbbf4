import type { Site } from "#app/seo/json-ld.ts";
import { money } from "#core/money-amount.ts";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";

export const site: Site = {
  publicUrl: "https://shop.example",
  shell: {
    general: SETTINGS_DEFAULTS.general,
    titlePattern: "{page} | {site}",
    announcement: null,
  },
  defaultSocialImage: { path: "/social/house/0.jpg", width: 1200, height: 630, alt: "The house" },
  seo: { indexing: true, description: "", googleVerification: "", bingVerification: "" },
};

const navy = { hex: "#1F2A3C", name: "Navy" };
const brown = { hex: "#6B4A2B", name: "Sugar Brown" };

/** Two sizes, two colors, made to measure. */
export function blazer(changes: Partial<ProductDetail> = {}): ProductDetail {
  return {
    id: "0198f000-0000-7000-8000-000000000001",
    slug: "demerara-wool-blazer",
    name: "Demerara Wool Blazer",
    price: money(74_900),
    gender: "male",
    garmentType: "jacket",
    categoryName: "Business Attire",
    collectionPath: "/collections/business-attire",
    inStock: true,
    images: [
      { id: "front", alt: "Front", width: 1600, height: 2000, focalX: 0.5, focalY: 0.5 },
      { id: "back", alt: "Back", width: 1600, height: 2000, focalX: 0.5, focalY: 0.5 },
    ],
    sizes: ["M", "Custom"],
    colors: [navy, brown],
    variants: [
      { size: "M", color: navy.hex, stockCount: 0 },
      { size: "M", color: brown.hex, stockCount: 2 },
      { size: "Custom", color: navy.hex, stockCount: null },
    ],
    description: "Wool flannel, half lined.",
    materials: "100% wool",
    care: "Brush after wearing.",
    ...changes,
  };
}

export const blazerSkus: readonly string[] = ["DA-B-NAVY-M", "DA-B-BROWN-M", "DA-B-NAVY-CUSTOM"];
