import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rememberViewed, VIEWED_KEY } from "#app/components/product/remember-viewed.browser.ts";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import type { ProductSummary } from "./product.ts";
import type { ViewedProduct } from "./recently-viewed.ts";
import { MAX_VIEWED, parseViewed, productPriceKey, shownProducts } from "./recently-viewed.ts";

const product = (name: string): ViewedProduct => ({
  id: newId(),
  name,
  image: { id: newId(), focalX: 0.25, focalY: 0.5 },
});

const productLike: ProductSummary = {
  ...product("Kaieteur Gown"),
  slug: "kaieteur-gown",
  price: money(125_000),
  gender: "female",
  garmentType: "dress",
  categoryName: "Evening Elegance",
  inStock: true,
  images: [],
  sizes: [],
  colors: [],
  variants: [],
};

function stubStorage(entries: Map<string, string>): void {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("recently viewed products", () => {
  it("are read from storage as they were stored", () => {
    const items = [product("Kaieteur Gown"), { ...product("Sash"), image: null }];
    expect(parseViewed(JSON.stringify(items))).toEqual(items);
  });

  it("are the last twelve, newest first and each once", () => {
    const entries = new Map([[VIEWED_KEY, '[null,7,{"id":"x"}]']]);
    stubStorage(entries);
    const viewed = Array.from({ length: 20 }, (_, index) => product(`Piece ${index}`));
    for (const { id, name } of [...viewed, viewed[15] ?? product("none")]) {
      rememberViewed({ ...productLike, id, name });
    }
    const stored = parseViewed(entries.get(VIEWED_KEY) ?? null).map(({ name }) => name);
    const numbers = [15, 19, 18, 17, 16, 14, 13, 12, 11, 10, 9, 8];
    expect(stored).toEqual(numbers.map((number) => `Piece ${number}`));
    entries.set(VIEWED_KEY, "{not json");
    rememberViewed({ ...productLike, name: "After the damage" });
    expect(parseViewed(entries.get(VIEWED_KEY) ?? null)).toHaveLength(1);
  });

  it("are empty when the browser stores nothing", () => {
    const blocked = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: blocked, setItem: blocked });
    expect(() => rememberViewed(productLike)).not.toThrow();
  });

  it("are empty when the stored value is something else", () => {
    for (const stored of [null, "", "{", "null", "7", '{"id":1}', '[null,7,"x",[],{"id":"../x"}]'])
      expect(parseViewed(stored)).toEqual([]);
  });

  it("have no image of another host", () => {
    const { id, name } = product("Gown");
    const stored = JSON.stringify([{ id, name, image: { id: "https://elsewhere.example/a" } }]);
    expect(parseViewed(stored)).toEqual([{ id, name, image: null }]);
  });

  it("are read without an exception, at most twelve, and the same a second time", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
        const read = parseViewed(stored);
        expect(read.length).toBeLessThanOrEqual(MAX_VIEWED);
        expect(parseViewed(JSON.stringify(read))).toEqual(read);
      }),
    );
  });
});

describe("the displayed products", () => {
  it("have the current price, are labelled when sold out, and omit deleted products and the current one", () => {
    const gown = product("Gown");
    const sash = product("Sash");
    const gone = product("Gone");
    const here = product("Here");
    const prices = {
      [productPriceKey(gown.id)]: "$1,250.00",
      [productPriceKey(sash.id)]: null,
      [productPriceKey(here.id)]: "$95.00",
    };
    const shown = shownProducts([gown, gone, sash, here], prices, here.id);
    expect(shown).toEqual([
      { ...gown, price: "$1,250.00" },
      { ...sash, price: null },
    ]);
  });
});
