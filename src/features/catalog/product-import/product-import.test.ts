import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, escapeFormula, unescapeFormula } from "#core/csv-injection.ts";
import type { ProductForm } from "#features/catalog/editing/product-form.ts";
import { combinationsOf, GARMENT_TYPES } from "#features/catalog/editing/product-form.ts";
import {
  descriptionFromHtml,
  descriptionToHtml,
} from "#features/catalog/product-file/description-html.ts";
import { FILE_COLUMNS } from "#features/catalog/product-file/file-columns.ts";
import { groupRows } from "#features/catalog/product-file/file-rows.ts";
import { readCsv } from "#features/catalog/product-file/read-csv.server.ts";
import { ownMediaId } from "#features/catalog/product-file/read-images.ts";
import { readProduct } from "#features/catalog/product-file/read-product.ts";
import { SYSTEM_CATEGORIES } from "#features/catalog/products/system-categories.ts";
import { productDifference } from "./check-product.ts";
import type { WrittenProduct } from "./export-products.server.ts";
import { writeProduct } from "./export-products.server.ts";

/** As stored: trimmed, without NUL, with characters special in CSV. */
const nasty = fc.constantFrom(
  "=",
  "+",
  "-",
  "@",
  "'",
  '"',
  ",",
  ";",
  "|",
  "\\",
  "\n",
  "\r",
  "\t",
  " ",
  "<b>",
  "&amp;",
  "\u00a0",
);
const letter = fc.oneof(nasty, fc.string({ unit: "grapheme", maxLength: 3 }));
const stored = (most: number) =>
  fc
    .array(letter, { maxLength: 12 })
    .map((letters) =>
      letters.join("").replaceAll("\0", "").trim().slice(0, most).toWellFormed().trim(),
    );
const given = (most: number) => stored(most).map((text) => text || "x");
const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0").toUpperCase()}`);

const look = fc.record({
  sizes: fc.uniqueArray(fc.oneof(given(20), fc.constantFrom("S", "M", "Custom", "One Size")), {
    maxLength: 4,
  }),
  colors: fc.uniqueArray(fc.record({ hex, name: stored(40) }), {
    selector: (color) => color.hex,
    maxLength: 3,
  }),
});
const sale = fc.record({
  kind: fc.constantFrom("made_to_order", "counted", "not_sold" as const),
  stock: fc.nat(99_999),
});

function variantsOf(
  { sizes, colors }: Pick<ProductForm, "sizes" | "colors">,
  sales: readonly { kind: ProductForm["variants"][number]["kind"]; stock: number }[],
  slug: string,
): ProductForm["variants"] {
  const custom = sizes.includes("Custom") ? [{ size: "Custom", color: colors[0]?.hex ?? "" }] : [];
  const sold = combinationsOf({ sizes, colors }).map((combination, index) => {
    const { kind, stock } = sales[index % sales.length] ?? { kind: "counted", stock: 1 };
    const counted = kind === "counted";
    const sku = kind === "not_sold" ? "" : `${slug}-${index}`;
    return {
      ...combination,
      kind,
      stock: counted ? stock : 0,
      knownStock: counted ? stock : null,
      sku,
    };
  });
  const made = { kind: "made_to_order", stock: 0, knownStock: null, sku: `${slug}-c` } as const;
  return [...sold, ...custom.map((combination) => ({ ...combination, ...made }))];
}

const product: fc.Arbitrary<WrittenProduct> = fc
  .record({
    look,
    sales: fc.array(sale, { minLength: 1, maxLength: 5 }),
    name: given(120),
    message: fc.record({ description: stored(5000), materials: stored(1000), care: stored(1000) }),
    cents: fc.nat(99_999_999),
    categoryReading: fc.record({
      gender: fc.constantFrom("female", "male", "unisex" as const),
      compareAt: fc.constantFrom("", "20.00"),
      vendor: stored(120),
      productType: stored(120),
      tags: fc.uniqueArray(fc.constantFrom("belt", "hand made", "=x"), { maxLength: 3 }),
      draft: fc.boolean(),
      garmentType: fc.constantFrom(...GARMENT_TYPES),
      inStock: fc.boolean(),
      featured: fc.boolean(),
    }),
    category: fc.constantFrom("", "Smart Casual", 'Own, "quoted"', "=Kaftans"),
    images: fc.uniqueArray(
      fc.record({ mediaId: fc.uuid(), altText: given(300), shown: fc.nat(4) }),
      { selector: (image) => image.mediaId, maxLength: 5 },
    ),
    slug: fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/),
  })
  .map(
    ({
      look: { sizes, colors },
      sales,
      name,
      message: messages,
      cents,
      categoryReading,
      category,
      images,
      slug,
    }) => ({
      category,
      added: "2026-01-31T12:00:00.123456Z",
      form: {
        ...messages,
        ...categoryReading,
        name,
        slug,
        categoryId: "",
        price: (cents / 100).toFixed(2),
        sizes,
        colors,
        variants: variantsOf({ sizes, colors }, sales, slug),
        images: images.map(({ shown, ...image }, index) => ({
          ...image,
          primary: index === 0,
          ...(colors[shown] && { color: colors[shown].hex }),
        })),
      },
    }),
  );

const catalogue = fc.uniqueArray(product, {
  selector: ({ form }) => form.slug,
  maxLength: 6,
  minLength: 1,
});

const addressOf = (id: string) => `https://shop.example/images/${id}/1200.jpg`;
const fileOf = (products: readonly WrittenProduct[]) =>
  [[...FILE_COLUMNS], ...products.flatMap((each) => writeProduct(each, addressOf))]
    .map(csvLine)
    .join("");

const shop = {
  categories: ["Smart Casual", 'Own, "quoted"', "=Kaftans"],
  colors: [],
  fallbackCategory: "Smart Casual",
};

async function readBack(text: string, known: readonly WrittenProduct[] = []) {
  const csvFile = await readCsv(new TextEncoder().encode(text));
  if (!csvFile.ok) throw new Error(csvFile.error);
  return groupRows(csvFile.value.rows).map((group) => {
    const before = known.find(({ form }) => form.slug === group.handle) ?? null;
    const read = readProduct(group, before, shop);
    const images = (read.images ?? []).map(({ address, altText, color }, index) => {
      const shown = color ? { color } : {};
      return { mediaId: ownMediaId(address) ?? "", altText, primary: index === 0, ...shown };
    });
    return { ...read, form: { ...read.form, images } };
  });
}

test("any catalogue that is exported reads back as the same catalogue, in an empty shop and in its own", async () => {
  await fc.assert(
    fc.asyncProperty(catalogue, async (products) => {
      const text = fileOf(products);
      const fresh = await readBack(text);
      expect(fresh.flatMap(({ problems }) => problems)).toEqual([]);
      expect(fresh).toHaveLength(products.length);
      for (const [index, read] of fresh.entries()) {
        const before = products[index] as WrittenProduct;
        expect(productDifference(before, read)).toEqual([]);
        expect([read.category, read.added]).toEqual([before.category, before.added]);
        expect(read.form.description).toBe(before.form.description);
      }
      const same = await readBack(text, products);
      expect(same).toHaveLength(products.length);
      for (const [index, read] of same.entries()) {
        expect(read.problems).toEqual([]);
        expect(productDifference(products[index] as WrittenProduct, read)).toEqual([]);
      }
    }),
    { numRuns: 100 },
  );
});

test("an image that a Shopify file gives to the variants of one color belongs to it, and one of several colors to all", async () => {
  const head =
    "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Image Src,Variant Image";
  const row = (size: string, color: string, src: string, image: string) =>
    `coat,${src === "front" ? "Coat" : ""},Size,${size},Color,${color},10,${src && `https://cdn.example/${src}.jpg`},${image && `https://cdn.example/${image}.jpg`}`;
  const [read] = await readBack(
    [
      head,
      row("S", "Navy", "front", "navy"),
      row("M", "Navy", "navy", "navy"),
      row("S", "Red", "label", "red"),
      row("M", "Red", "", "label"),
      row("L", "Navy", "", "label"),
    ].join("\n"),
  );
  expect(read?.problems).toEqual([]);
  expect(read?.images?.map(({ address, color }) => [address.slice(20, -4), color])).toEqual([
    ["front", undefined],
    ["navy", "#1F2A3C"],
    ["label", ""],
    ["red", "#FF0000"],
  ]);
});

test("a column for the color of each image takes names and hex colors, and names one that the product lacks", async () => {
  const text =
    "Handle,Title,Colors (product.metafields.atelier.colors),Sizes (product.metafields.atelier.sizes),Variant Price,Image Src,Image Color (product.metafields.atelier.image_color)\n" +
    "coat,Coat,#1F2A3C Navy|#FF0000 Red,S,10,https://cdn.example/1.jpg,navy\n" +
    "coat,,,,,https://cdn.example/2.jpg,#f00\ncoat,,,,,https://cdn.example/3.jpg,\ncoat,,,,,https://cdn.example/4.jpg,Teal\n";
  const [read] = await readBack(text);
  expect(read?.images?.map(({ color }) => color)).toEqual(["#1F2A3C", "#FF0000", "", ""]);
  expect(read?.notes.map(({ line, message }) => [line, message])).toContainEqual([
    5,
    "This product has no color Teal: the image shows with every color",
  ]);
});

test("no cell of an export can run as a formula, and its guard is undone exactly", () => {
  fc.assert(
    fc.property(stored(50), (text) => {
      const guarded = escapeFormula(text);
      expect(guarded).not.toMatch(/^[=+\-@\t\r\n]/);
      expect(unescapeFormula(guarded)).toBe(text);
    }),
  );
});

test("a description keeps its lines through HTML, and foreign HTML becomes plain text", () => {
  fc.assert(
    fc.property(stored(5000), (text) => {
      expect(descriptionFromHtml(descriptionToHtml(text))).toBe(text);
    }),
  );
  expect(
    descriptionFromHtml(
      "<div>\n  <p>Soft &amp; <strong>warm</strong>.</p>\n <ul><li>One</li><li>Two</li></ul></div><script>alert(1)</script><!-- x -->",
    ),
  ).toBe("Soft & warm.\n\n • One\n• Two".replace(" •", "•"));
  expect(descriptionFromHtml("Q&A: 5 < 6\nand on")).toBe("Q&A: 5 < 6\nand on");
});

test("the sample file to download has every column and reads without a fault", async () => {
  const path = join(import.meta.dirname, "../../../../public/product-sheet-sample.csv");
  const csvFile = await readCsv(await readFile(path));
  if (!csvFile.ok) throw new Error(csvFile.error);
  expect(csvFile.value.names).toEqual(FILE_COLUMNS);
  const all = { ...shop, categories: SYSTEM_CATEGORIES.map(({ name }) => name) };
  const read = groupRows(csvFile.value.rows).map((group) => readProduct(group, null, all));
  expect(read.map(({ form }) => form.name)).toEqual(["Sample Evening Gown", "Sample Silk Tie"]);
  expect(read.flatMap(({ problems, notes }) => [...problems, ...notes])).toEqual([]);
});

test("a row that is longer than any product's is refused before it fills the memory", async () => {
  const text = `Handle,Title\na,"${"x".repeat(1_100_000)}"\n`;
  const read = await readCsv(new TextEncoder().encode(text));
  expect(read).toEqual({ ok: false, error: "Line 2: This row is longer than any product's." });
});

test("a new price of a product is one line, whatever its number of variants", () => {
  const [first] = fc.sample(
    product.filter(
      ({ form }) => form.variants.filter(({ kind }) => kind !== "not_sold").length > 1,
    ),
    { numRuns: 1, seed: 36 },
  );
  if (!first) throw new Error("No product was drawn");
  const priced = (price: string): WrittenProduct => ({
    ...first,
    form: {
      ...first.form,
      price,
      compareAt: "",
      variants: first.form.variants.map((variant) => ({ ...variant, price: "", compareAt: "" })),
    },
  });
  expect(productDifference(priced("80"), priced("95"))).toEqual([
    { kind: "value", label: "Price", from: { text: "$80.00" }, to: { text: "$95.00" } },
  ]);
});
