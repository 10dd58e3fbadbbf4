import { describe, expect, it } from "vitest";
import { shortNameOf, sizesOf, variantsOf } from "./demo-seed.server.ts";

const navy = { hex: "#1F2A3C", name: "Navy" };
const suit = {
  slug: "stabroek-two-piece-suit",
  category: "Business Attire",
  garmentType: "suit",
  colors: [navy],
};

describe("the sizes of a demo piece", () => {
  it.each([
    ["a suit", "stabroek-two-piece-suit", "suit", ["XS", "S", "M", "L", "XL", "XXL", "Custom"]],
    ["a robe", "sunday-robe", "loungewear", ["XS", "S", "M", "L", "XL", "XXL"]],
    ["a belt", "leather-belt", "accessory", ["S", "M", "L"]],
    ["a hat", "panama-hat", "accessory", ["S", "M", "L"]],
    ["a scarf", "silk-scarf", "accessory", ["One Size"]],
  ])("of %s are what such a piece is sold in", (_what, slug, garmentType, sizes) => {
    expect(sizesOf({ slug, garmentType })).toEqual(sizes);
  });
});

describe("the variants of a demo piece", () => {
  const variants = variantsOf(suit, [suit.slug, "silk-tie"]);

  it("are named by short name, colour and size", () => {
    expect(variants.map((variant) => variant.sku)).toContain("DA-STABROEK-NAVY-M");
  });

  it("are the same every time", () => {
    expect(variantsOf(suit, [suit.slug, "silk-tie"])).toEqual(variants);
  });

  it("count no stock for Custom, nor for the outer sizes of a suit", () => {
    const untracked = variants.filter((variant) => variant.stockCount === null);
    expect(untracked.map((variant) => variant.size)).toEqual(["XS", "XL", "XXL", "Custom"]);
  });

  it("never leave a piece of one size sold out", () => {
    for (let index = 0; index < 200; index += 1) {
      const scarf = {
        slug: `scarf-${index}`,
        category: "",
        garmentType: "accessory",
        colors: [navy],
      };
      expect(variantsOf(scarf, [])[0]?.stockCount).toBeGreaterThan(0);
    }
  });
});

describe("shortNameOf", () => {
  it("takes as many words as it needs to be the only one", () => {
    expect(shortNameOf("silk-scarf", ["silk-scarf", "silk-tie"])).toBe("silk-scarf");
    expect(shortNameOf("kaieteur-gown", ["kaieteur-gown", "silk-tie"])).toBe("kaieteur");
    expect(shortNameOf("sash-belt", ["sash-belt", "sash-belt-wide"])).toBe("sash-belt");
  });
});
