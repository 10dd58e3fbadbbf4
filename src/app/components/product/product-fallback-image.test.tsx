import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import {
  monogramOf,
  productFallback,
  setInLines,
} from "#features/catalog/products/product-fallback.ts";
import { ProductFallbackImage } from "./product-fallback-image.tsx";

describe("productFallback", () => {
  // Specification 5.20
  it("gives the same product the same picture", () => {
    const again = () => productFallback("Kaieteur Gown", "Evening Elegance");
    expect(again()).toEqual(again());
  });

  // Specification 5.20
  it("weaves each category its own cloth", () => {
    const weavesOf = (category: string) =>
      new Set(
        Array.from(
          { length: 40 },
          (_, index) => productFallback(`Piece ${index}`, category).weave.name,
        ),
      );
    expect(weavesOf("Business Attire")).toEqual(new Set(["pinstripe", "herringbone"]));
    expect(weavesOf("Evening Elegance")).toEqual(new Set(["satin", "twill"]));
    expect(weavesOf("Men's Accessories")).toEqual(new Set(["basket", "satin"]));
    expect(weavesOf("")).toEqual(new Set(["twill", "plain"]));
  });
});

describe("monogramOf", () => {
  it.each([
    ["Kaieteur Gown", "KG"],
    ["Stabroek Two-Piece Suit", "SS"],
    ["Robe", "R"],
    ["élan (new)", "ÉN"],
    ["  ", "&"],
    ["🧵", "&"],
  ])("%s is marked %s", (name, monogram) => expect(monogramOf(name)).toBe(monogram));
});

describe("setInLines", () => {
  it("breaks between words", () => {
    expect(setInLines("Victoria Lily Ball Skirt")).toEqual(["Victoria Lily Ball", "Skirt"]);
  });

  it("never sets more than three lines of 18 letters, whatever the name", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: "grapheme" }), (name) => {
        const lines = setInLines(name);
        expect(lines.length).toBeLessThanOrEqual(3);
        for (const line of lines) expect([...line].length).toBeLessThanOrEqual(18);
      }),
    );
  });

  it("says that a long name goes on", () => {
    expect(setInLines("The coat that was made for the longest rain in Georgetown").at(-1)).toMatch(
      /…$/,
    );
    expect(setInLines("Incomprehensibilities-in-wool")[0]).toBe("Incomprehensibili…");
  });
});

describe("ProductFallbackImage", () => {
  // Specification 5.20
  it("is a picture with the product's name, coloured by the theme alone", () => {
    const markup = renderToStaticMarkup(
      <ProductFallbackImage name={'Gown "<b>"'} categoryName="Evening Elegance" />,
    );
    expect(markup).toContain('role="img"');
    expect(markup).toContain('aria-label="Gown &quot;&lt;b&gt;&quot;"');
    expect(markup).not.toMatch(/#[0-9a-f]{6}|rgb\(|style=/i);
  });
});
