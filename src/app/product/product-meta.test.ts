import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { ProductDetail } from "#features/catalog/product.ts";
import { galleryWidths, widthsFor } from "./gallery-picture.ts";
import { productMeta, structuredData } from "./product-meta.ts";

const scarf: ProductDetail = {
  id: "0198f000-0000-7000-8000-000000000001",
  slug: "silk-scarf",
  name: "Silk Scarf",
  price: money(8_900),
  gender: "female",
  garmentType: "accessory",
  categoryName: "Women's Accessories",
  collectionPath: "/collections/womens-accessories",
  inStock: true,
  images: [{ id: "img", alt: "Silk Scarf", width: 1200, height: 1500, focalX: 0.5, focalY: 0.5 }],
  sizes: ["One Size"],
  colors: [],
  variants: [{ size: "One Size", color: "", stockCount: 4 }],
  description: `Printed silk twill. ${"Rolled by hand at the edge. ".repeat(12)}`,
  materials: "",
  care: "",
};
const page = { product: scarf, siteName: "Demerara Atelier", publicUrl: "https://shop.example" };

describe("the head of a product page", () => {
  test("names the product, its address and a picture anyone can show", () => {
    expect(productMeta(page)).toEqual(
      expect.arrayContaining([
        { title: "Silk Scarf | Demerara Atelier" },
        {
          tagName: "link",
          rel: "canonical",
          href: "https://shop.example/product/0198f000-0000-7000-8000-000000000001",
        },
        { property: "og:image", content: "https://shop.example/images/img/1200.jpg" },
      ]),
    );
  });

  test("cuts the description between words at the length a search engine shows", () => {
    const described = productMeta(page).find((tag) => "name" in tag && tag.name === "description");
    const content = described && "content" in described ? String(described.content) : "";
    expect(content.length).toBeLessThanOrEqual(156);
    expect(content).toMatch(/[a-z.]…$/);
  });

  test("describes a product without words by the default text", () => {
    const { description } = structuredData({ ...page, product: { ...scarf, description: " " } });
    expect(description).toContain("Silk Scarf");
  });

  test("tells search engines the price and whether it can be bought", () => {
    expect(structuredData(page).offers).toMatchObject({
      price: "89.00",
      priceCurrency: "USD",
      availability: "https://schema.org/InStock",
    });
    const gone = structuredData({ ...page, product: { ...scarf, inStock: false } });
    expect(gone.offers.availability).toBe("https://schema.org/OutOfStock");
  });
});

describe("the widths of a picture", () => {
  test("end with the first that holds all of it", () => {
    expect(galleryWidths(1200)).toEqual([480, 640, 960, 1280]);
    expect(galleryWidths(4000).at(-1)).toBe(2400);
  });

  test("are never none, however small the picture", () => {
    expect(widthsFor(100, 960)).toEqual([160]);
  });
});
