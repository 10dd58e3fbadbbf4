import { describe, expect, test } from "vitest";
import { groupRows } from "#features/catalog/product-file/file-rows.ts";
import { readCsv } from "#features/catalog/product-file/read-csv.server.ts";
import type { KnownParts } from "./check-product.ts";
import { checkProduct } from "./check-product.ts";
import type { CheckedLine } from "./import-plan.ts";

const shop = { categories: ["Smart Casual"], colors: [], fallbackCategory: "Smart Casual" };

/** What a first import of a file would do, in a shop that knows these SKUs. */
async function check(
  text: string,
  known: Readonly<Record<string, string>> = {},
  products: KnownParts["products"] = new Map(),
) {
  const file = await readCsv(new TextEncoder().encode(text));
  if (!file.ok) throw new Error(file.error);
  const skus = new Map(Object.entries(known));
  const parts: KnownParts = {
    products,
    former: new Map(),
    images: new Set(),
    fetched: new Map(),
    ownerOf: (sku) => skus.get(sku),
    things: { categories: new Map(), images: new Map() },
    waiting: new Map(),
    refuseAddress: () => null,
  };
  const lines = groupRows(file.value.rows).map((group) => {
    const line = checkProduct(group, shop, parts);
    for (const { sku } of line.plan?.form.variants ?? []) if (sku) skus.set(sku, group.handle);
    return line;
  });
  return { lines, notes: file.value.notes };
}

const formOf = (line: CheckedLine | undefined) => {
  if (!line?.plan) throw new Error(JSON.stringify(line?.problems));
  return line.plan.form;
};
const notesOf = (line: CheckedLine | undefined) => line?.notes.map(({ message }) => message) ?? [];

const isSold = ({ kind }: { kind: string }) => kind !== "not_sold";

const soldOf = (line: CheckedLine | undefined) => formOf(line).variants.filter(isSold);
const skusOf = (line: CheckedLine | undefined) => soldOf(line).map(({ sku }) => sku);

/** What the second of two files would do in the shop that the first one made, and what each of its products then sells. */
async function checkAfter(first: string, second: string) {
  const before = await check(first);
  const forms = before.lines.map(formOf);
  const products: KnownParts["products"] = new Map(
    forms.map((form) => {
      const listed = { id: form.slug, version: 1, added: "", isDeleted: false };
      return [form.slug, { ...listed, categoryName: "Smart Casual", form }] as const;
    }),
  );
  const skus = forms.flatMap(({ slug, variants }) => variants.map(({ sku }) => [sku, slug]));
  const { lines } = await check(second, Object.fromEntries(skus), products);
  const sold = lines.map(({ handle, plan }) => {
    const form = plan?.form ?? forms.find(({ slug }) => slug === handle);
    return form?.variants.filter(isSold) ?? [];
  });
  return { lines, sold, skus: sold.map((each) => each.map(({ sku }) => sku)) };
}

const HEAD =
  "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price";

describe("products of a file stay apart by the handle that it writes", () => {
  test.each([
    ["夏-dress", "冬-dress"],
    ["платье", "юбка"],
    ["ドレス-1", "コート-1"],
    ["فستان", "معطف"],
    ["straße", "strasse"],
    ["a b", "a-b"],
    ["---", "***"],
  ])(
    "%s and %s are two products, at two addresses, the same at each import",
    async (one, other) => {
      const text = `${HEAD}\n${one},Dress,Size,S,,,,70\n${other},Dress,Size,L,,,,80\n`;
      const { lines } = await check(text);
      expect(lines.map(({ verdict }) => verdict)).toEqual(["new", "new"]);
      expect(lines.map((line) => formOf(line).price)).toEqual(["70", "80"]);
      const handles = lines.map(({ handle }) => handle);
      expect(new Set(handles).size).toBe(2);
      const again = await check(text);
      expect(again.lines.map(({ handle }) => handle)).toEqual(handles);
    },
  );

  test("rows of one handle are one product, whatever stands between them", async () => {
    const { lines } = await check(
      `${HEAD}\n夏,Dress,Size,S,,,,70\ncoat,Coat,,,,,,90\n夏,,Size,M,,,,75\n`,
    );
    expect(lines.map(({ name }) => name)).toEqual(["Dress", "Coat"]);
    expect(formOf(lines[0]).sizes).toEqual(["S", "M"]);
    expect(lines[0]?.handle).toBe("夏");
  });

  test("a handle that a URL cannot say as it is has a note with its address", async () => {
    const { lines } = await check(`${HEAD}\n---,Dress,Size,S,,,,70\n`);
    expect(notesOf(lines[0])).toContainEqual(expect.stringMatching(/^Its address here is /));
  });
});

describe("an SKU that a file repeats", () => {
  test("as a style number of all sizes becomes one for each size, with a note", async () => {
    const { lines } = await check(
      `${HEAD}\nsuit,Suit,Size,S,Color,Navy,STYLE-1,70\nsuit,,Size,M,Color,Navy,STYLE-1,70\nsuit,,Size,M,Color,Red,STYLE-1,70\n`,
    );
    expect(
      formOf(lines[0])
        .variants.filter(({ sku }) => sku)
        .map(({ sku }) => sku),
    ).toEqual(["STYLE-1-S-Navy", "STYLE-1-M-Navy", "STYLE-1-M-Red"]);
    expect(notesOf(lines[0])).toContainEqual(
      expect.stringMatching(/^A SKU stands for one size of one product here: STYLE-1 as STYLE-1-S/),
    );
  });

  test("in another product, of the file or of the shop, gets the product's handle", async () => {
    const { lines } = await check(
      `${HEAD}\nsuit,Suit,Size,S,,,A-1,70\ncoat,Coat,Size,S,,,A-1,70\nhat,Hat,Size,S,,,B-1,70\n`,
      { "B-1": "old-hat" },
    );
    const skus = lines.map((line) => formOf(line).variants[0]?.sku);
    expect(skus).toEqual(["A-1", "A-1-coat", "B-1-hat"]);
  });

  test("is the same again at the next import, and never longer than an SKU may be", async () => {
    const long = "X".repeat(80);
    const text = `${HEAD}\nsuit,Suit,Size,S,,,${long},70\nsuit,,Size,M,,,${long},70\n`;
    const skus = async () => formOf((await check(text)).lines[0]).variants.map(({ sku }) => sku);
    const first = await skus();
    expect(new Set(first).size).toBe(2);
    expect(first.every((sku) => sku.length <= 80)).toBe(true);
    expect(await skus()).toEqual(first);
  });
});

describe("an SKU that was made longer stays so at the next import", () => {
  const SUIT = `${HEAD}\nsuit,Suit,Size,S,Color,Navy,STYLE-1,70\nsuit,,Size,M,Color,Navy,STYLE-1,70\n`;

  test.each([
    ["the same file", SUIT, ["STYLE-1-S-Navy", "STYLE-1-M-Navy"]],
    [
      "a file with one of its sizes",
      `${HEAD}\nsuit,Suit,Size,S,Color,Navy,STYLE-1,75\n`,
      ["STYLE-1-S-Navy"],
    ],
    [
      "a file with a new size alone beside it",
      `${HEAD}\nsuit,Suit,Size,M,Color,Navy,STYLE-1,75\nsuit,,Size,L,Color,Navy,STYLE-2,75\n`,
      ["STYLE-1-M-Navy", "STYLE-2"],
    ],
    [
      "a file that leaves the SKU of the other size out",
      `${HEAD}\nsuit,Suit,Size,S,Color,Navy,STYLE-1,70\nsuit,,Size,M,Color,Navy,,70\n`,
      ["STYLE-1-S-Navy", "STYLE-1-M-Navy"],
    ],
    [
      "a file in which the owner wrote other ones",
      `${HEAD}\nsuit,Suit,Size,S,Color,Navy,A,70\nsuit,,Size,M,Color,Navy,B,70\n`,
      ["A", "B"],
    ],
    [
      "a file that gives the longer one to another size",
      `${HEAD}\nsuit,Suit,Size,S,Color,Navy,STYLE-1,70\nsuit,,Size,M,Color,Navy,STYLE-1-S-Navy,70\n`,
      ["STYLE-1", "STYLE-1-S-Navy"],
    ],
  ])("%s", async (_file, second, skus) => {
    expect((await checkAfter(SUIT, second)).skus).toEqual([skus]);
  });

  test("with the handle of its product, when the other product has left the file", async () => {
    const both = `${HEAD}\nsuit,Suit,Size,S,,,A-1,70\ncoat,Coat,Size,S,,,A-1,70\n`;
    const { skus } = await checkAfter(both, `${HEAD}\ncoat,Coat,Size,S,,,A-1,75\n`);
    expect(skus).toEqual([["A-1-coat"]]);
  });

  test("with the number that one of full length ends in", async () => {
    const long = "X".repeat(80);
    const both = `${HEAD}\nsuit,Suit,Size,S,,,${long},70\nsuit,,Size,M,,,${long},70\n`;
    const { skus } = await checkAfter(both, `${HEAD}\nsuit,Suit,Size,M,,,${long},75\n`);
    expect(skus).toEqual([[`${"X".repeat(75)}-2`]]);
  });
});

describe("a row that names no option", () => {
  const SALE = "Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price";

  test.each([
    ["an empty option", `${HEAD}\ntie,Tie,,,,,TIE-1,20\n`],
    ["an option with a name alone", `${HEAD}\ntie,Tie,Title,,,,TIE-1,20\n`],
    ["no column of options", `Handle,Title,Variant SKU,Variant Price\ntie,Tie,TIE-1,20\n`],
    [
      "pictures below it",
      `Handle,Title,Option1 Value,Variant SKU,Variant Price,Image Src\ntie,Tie,,TIE-1,20,https://cdn.example/1.jpg\ntie,,,,,https://cdn.example/2.jpg\n`,
    ],
    ["a blank of no width as option", `${HEAD}\ntie,Tie,Size,\u00a0,,,TIE-1,20\n`],
  ])("is one size with its SKU: %s", async (_case, text) => {
    const { lines } = await check(text);
    expect(formOf(lines[0]).sizes).toEqual(["One Size"]);
    expect(skusOf(lines[0])).toEqual(["TIE-1"]);
    expect((await checkAfter(text, text)).skus).toEqual([["TIE-1"]]);
  });

  test("has its stock too, also at a later import", async () => {
    const text = (stock: number) =>
      `Handle,Title,${SALE}\ntie,Tie,TIE-1,shopify,${stock},20\nbow,Bow,,shopify,3,20\n`;
    const { sold } = await checkAfter(text(4), text(9));
    expect(sold).toMatchObject([
      [{ size: "One Size", sku: "TIE-1", kind: "counted", stock: 9 }],
      [{ size: "One Size", sku: "", kind: "counted", stock: 3 }],
    ]);
  });

  test("is the only size of a product that has another name for it", async () => {
    const first = `${HEAD}\ntie,Tie,Size,Long,,,,20\n`;
    const { sold } = await checkAfter(first, "Handle,Variant SKU\ntie,TIE-1\n");
    expect(sold).toMatchObject([[{ size: "Long", sku: "TIE-1" }]]);
  });

  test("beside rows with sizes, or of a product with several, leaves its SKU out with a note", async () => {
    const note = "This row names no size: its SKU S-9 is left out";
    const sizes = `${HEAD}\nsuit,Suit,Size,S,,,S-1,70\nsuit,,Size,M,,,S-2,70\n`;
    const beside = await check(`${sizes}suit,,,,,,S-9,70\n`);
    expect(notesOf(beside.lines[0])).toContain(note);
    expect(skusOf(beside.lines[0])).toEqual(["S-1", "S-2"]);
    const later = await checkAfter(sizes, "Handle,Variant SKU\nsuit,S-9\n");
    expect(notesOf(later.lines[0])).toContain(note);
    expect(later.skus).toEqual([["S-1", "S-2"]]);
  });

  test("that stands twice counts once, with a note", async () => {
    const { lines } = await check(`${HEAD}\ntie,Tie,,,,,TIE-1,20\ntie,,,,,,TIE-2,20\n`);
    expect(skusOf(lines[0])).toEqual(["TIE-1"]);
    expect(notesOf(lines[0])).toContain("One Size stands in line 2 too: that line counts");
  });
});

describe("size and color are found", () => {
  test.each([
    ["Cor", "Tamanho"],
    ["Farbe", "Größe"],
    ["Couleur", "Taille"],
    ["Colore", "Taglia"],
    ["Color", "Talla"],
    ["Kleur", "Maat"],
    ["Färg", "Storlek"],
    ["Farve", "Størrelse"],
    ["Väri", "Koko"],
    ["Kolor", "Rozmiar"],
    ["Barva", "Velikost"],
    ["Szín", "Méret"],
    ["Culoare", "Mărime"],
    ["Renk", "Beden"],
    ["Цвет", "Размер"],
    ["Колір", "Розмір"],
    ["Χρώμα", "Μέγεθος"],
    ["カラー", "サイズ"],
    ["颜色", "尺码"],
    ["색상", "사이즈"],
    ["اللون", "المقاس"],
    ["צבע", "מידה"],
    ["रंग", "साइज़"],
    ["Warna", "Ukuran"],
    ["Màu sắc", "Kích thước"],
    ["สี", "ขนาด"],
  ])("by the names %s and %s, whichever stands first", async (color, size) => {
    const { lines } = await check(
      `${HEAD}\ntee,Tee,${color},Red,${size},M,,9\ntee,,${color},Blue,${size},L,,9\n`,
    );
    const form = formOf(lines[0]);
    expect(form.sizes).toEqual(["M", "L"]);
    expect(form.colors.map(({ name }) => name)).toEqual(["Red", "Blue"]);
    expect(notesOf(lines[0]).filter((note) => note.includes("taken as"))).toEqual([]);
  });

  test.each([
    ["Option A", ["38", "40", "42"], "size"],
    ["Dimensión", ["XS", "2XL", "Large"], "size"],
    ["Xyz", ["EU 38", "EU 39", "EU 40.5"], "size"],
    ["Age", ["2-3 years", "4-5 years", "6-7 years"], "size"],
    ["Finish", ["Black", "White", "Gold"], "color"],
    ["Variante", ["schwarz", "weiß", "rot"], "color"],
  ])("by the values of %s", async (name, values, kind) => {
    const rows = values.map(
      (value, index) => `tee,${index === 0 ? "Tee" : ""},${name},${value},,,,9`,
    );
    const { lines } = await check(`${HEAD}\n${rows.join("\n")}\n`);
    const form = formOf(lines[0]);
    expect(kind === "size" ? form.sizes : form.colors).toHaveLength(3);
    expect(notesOf(lines[0])).toContainEqual(`${name} is taken as the ${kind}`);
  });

  test("and what varies beside them is a part of the size, with each price", async () => {
    const { lines } = await check(
      "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant Price\n" +
        "tee,Tee,Tamanho,M,Cor,Azul,Tecido,Linho,50\ntee,,Tamanho,M,Cor,Azul,Tecido,Seda,90\n",
    );
    const form = formOf(lines[0]);
    expect(form.sizes).toEqual(["M / Linho", "M / Seda"]);
    expect(form.colors).toEqual([{ hex: "#0000FF", name: "Azul" }]);
    expect(form.variants.map(({ price }) => price || form.price)).toEqual(["50", "90"]);
    expect(notesOf(lines[0])).toContain("Tecido is a part of the size here");
  });

  test("only a color leaves the size One Size, and two names of one color stay two colors", async () => {
    const { lines } = await check(`${HEAD}\ntee,Tee,Cor,Gray,,,,9\ntee,,Cor,Grey,,,,9\n`);
    const form = formOf(lines[0]);
    expect(form.sizes).toEqual(["One Size"]);
    expect(form.colors.map(({ name }) => name)).toEqual(["Gray", "Grey"]);
  });

  test("sizes that the shop writes alike, and long ones, stay apart", async () => {
    const long = "Waist 32 inches and inseam 30 inches, very ";
    const { lines } = await check(
      `${HEAD}\ntee,Tee,Size,2XL,,,,9\ntee,,Size,XXL,,,,9\ntee,,Size,"${long}long",,,,9\ntee,,Size,"${long}short",,,,9\n`,
    );
    const { sizes } = formOf(lines[0]);
    expect(new Set(sizes).size).toBe(4);
    expect(sizes.every(({ length }) => length <= 40)).toBe(true);
  });
});

describe("what is longer than the shop holds", () => {
  test.each([121, 200, 255])("is no title of %i letters", async (length) => {
    const { lines } = await check(`${HEAD}\ntee,${"T".repeat(length)},,,,,,9\n`);
    expect(formOf(lines[0]).name).toHaveLength(length);
  });

  test("is cut with a note: title, text, vendor, tags and alt text", async () => {
    const { lines } = await check(
      `Handle,Title,Body (HTML),Vendor,Tags,Variant Price,Image Src,Image Alt Text\ntee,${"T".repeat(300)},${"b".repeat(21_000)},${"v".repeat(130)},${"g".repeat(130)},9,https://cdn.example/1.jpg,${"a".repeat(400)}\n`,
    );
    const form = formOf(lines[0]);
    expect([form.name.length, form.description.length, form.vendor.length]).toEqual([
      255, 20_000, 120,
    ]);
    expect(notesOf(lines[0]).filter((note) => note.includes("cut off"))).toHaveLength(3);
  });

  test("of more than thirty pictures is the first thirty", async () => {
    const rows = Array.from(
      { length: 35 },
      (_, n) => `tee,${n === 0 ? "Tee" : ""},9,https://cdn.example/${n}.jpg`,
    );
    const { lines } = await check(`Handle,Title,Variant Price,Image Src\n${rows.join("\n")}\n`);
    expect(lines[0]?.plan?.images).toHaveLength(30);
    expect(notesOf(lines[0])).toContain("The first 30 of 35 pictures are taken");
  });
});

describe("who a product is for", () => {
  const withGender = (column: string, cell: string) =>
    check(`Handle,Title,Variant Price,${column}\ntee,Tee,9,"${cell}"\n`);

  test.each([
    ["Target gender (product.metafields.shopify.target-gender)", "female", "female"],
    ["Zielgeschlecht (product.metafields.shopify.target-gender)", "male", "male"],
    ["Sexe cible (product.metafields.shopify.target-gender)", "unisex", "unisex"],
    ["Género (product.metafields.shopify.target-gender)", "female; male", "unisex"],
    ["Google Shopping / Gender", "Female", "female"],
    ["Google Shopping / Gender", "Damen", "female"],
    ["Google Shopping / Gender", "Erkek", "male"],
    ["Tags", "sommer, женский", "female"],
    ["Type", "メンズ", "male"],
  ])("is read from %s: %s", async (column, cell, gender) => {
    const { lines, notes } = await withGender(column, cell);
    expect(formOf(lines[0]).gender).toBe(gender);
    expect(notes).toEqual([]);
  });

  test("stays open, with a note, when nobody knows the word", async () => {
    const { lines } = await withGender("Google Shopping / Gender", "martian");
    expect(formOf(lines[0]).gender).toBe("open");
    expect(notesOf(lines[0])).toContain('Nobody is named by "martian"');
  });
});

describe("a price", () => {
  test.each([
    ["1,250.00", "1250.00"],
    ["1.250,00", "1250.00"],
    ["1 250,00", "1250.00"],
    ["1\u00A0250,50", "1250.50"],
    ["1\u202F250", "1250"],
    ["1'250.00", "1250.00"],
    ["1’250.5", "1250.5"],
    ["49,50", "49.50"],
    ["49.50", "49.50"],
    ["$49", "49"],
    ["US$ 49.5", "49.5"],
    ["49,50 €", "49.50"],
    ["€1.299,90", "1299.90"],
    ["R$ 49,90", "49.90"],
    ["₺1.299,90", "1299.90"],
    ["1 299 ₽", "1299"],
    ["199 kr", "199"],
    ["12.0000", "12.00"],
    ["1,234,567.89", "1234567.89"],
    ["1.234.567", "1234567"],
  ])("written %s is %s", async (written, price) => {
    const { lines } = await check(`Handle,Title,Variant Price\ntee,Tee,"${written}"\n`);
    expect(formOf(lines[0]).price).toBe(price);
  });

  test.each(["ten", "-5", "1,2,3", "12,50,00", "5 6", "1.25.00", "10.999"])(
    "is not %s",
    async (written) => {
      const { lines } = await check(`Handle,Title,Variant Price\ntee,Tee,"${written}"\n`);
      expect(lines[0]?.verdict).toBe("refused");
    },
  );

  /** The prices of a file, and what is said of the first one. */
  const readAll = async (prices: readonly string[]) => {
    const rows = prices.map((price, index) => `tee-${index},Tee ${index},"${price}"`);
    const { lines } = await check(`Handle,Title,Variant Price\n${rows.join("\n")}\n`);
    return {
      prices: lines.map((line) => Number(formOf(line).price)),
      notes: notesOf(lines[0]).filter((note) => note.includes("taken as")),
    };
  };

  test.each([
    { file: ["1.290", "990", "12.450"], prices: [1290, 990, 12_450] },
    { file: ["1.290"], prices: [1.29] },
    { file: ["$1.290", "$2.345"], prices: [1290, 2345] },
    { file: ["1.290", "1.234.560"], prices: [1290, 1_234_560] },
    { file: ["1.290", "49.95"], prices: [1.29, 49.95] },
    { file: ["1.290", "0.990"], prices: [1.29, 0.99] },
    { file: ["49.900", "7.5"], prices: [49.9, 7.5] },
    { file: ["1.290", "12.0000"], prices: [1.29, 12] },
  ])(
    "with a point before a last zero is read like the rest of its file, with a note: $file",
    async ({ file, prices }) => {
      const read = await readAll(file);
      expect(read.prices).toEqual(prices);
      expect(read.notes).toEqual([
        `${file[0]} is taken as ${prices[0]?.toFixed(prices[0] < 1000 ? 2 : 0)}: please check the price`,
      ]);
    },
  );

  test.each([["10.999"], ["10.999", "49.95"]])(
    "with three decimals that are no thousands is refused: %s",
    async (...file) => {
      const rows = file.map((price, index) => `tee-${index},Tee,"${price}"`);
      const { lines } = await check(`Handle,Title,Variant Price\n${rows.join("\n")}\n`);
      expect(lines[0]?.problems.map(({ column }) => column)).toEqual(["Variant Price"]);
    },
  );

  test("that is sure has no note of its points", async () => {
    for (const file of [["1.250,00"], ["49.95", "12.00"], ["990", "1200"]])
      expect((await readAll(file)).notes, file.join()).toEqual([]);
  });

  test("of another currency is taken as dollars, with a note", async () => {
    const { lines } = await check(`Handle,Title,Variant Price\ntee,Tee,"49,50 €"\n`);
    expect(notesOf(lines[0])).toContain(
      "The amount in € is taken as dollars: please check the price",
    );
  });

  test.each(["0.00", "0", "$0.00", "0,00", "0.0", "€0,00", "0 kr"])(
    "of %s keeps an active product a draft, and says so",
    async (written) => {
      const { lines } = await check(
        `Handle,Title,Variant Price,Status\ntee,Tee,"${written}",active\n`,
      );
      expect(formOf(lines[0]).draft).toBe(true);
      expect(notesOf(lines[0])).toContain(
        "The price is 0: it is a draft until you enter a price, or publish it as given away",
      );
    },
  );

  test("of 0 at one size holds the product back, and at a draft is no news", async () => {
    const free = await check(`${HEAD}\ntee,Tee,Size,S,,,,0\ntee,,Size,M,,,,9\n`);
    expect(formOf(free.lines[0]).draft).toBe(true);
    const draft = await check("Handle,Title,Variant Price,Status\ntee,Tee,0,draft\n");
    expect(notesOf(draft.lines[0]).filter((note) => note.includes("price is 0"))).toEqual([]);
  });
});

describe("a WooCommerce export", () => {
  const order =
    "ID,Type,SKU,Name,Published,Featured,Visibility,Short,Description,From,To,Tax,Class,In,Stock,Low,Back,Sold,Weight,L,W,H,Rev,Note,Sale,Regular,Categories,Tags,Ship,Images,Lim,Exp,Parent,Grouped,Up,Cross,Url,Button,Position".split(
      ",",
    );
  const named: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    English: {
      Short: "Short description",
      In: "In stock?",
      Sale: "Sale price",
      Regular: "Regular price",
    },
    Russian: {
      Type: "Тип",
      SKU: "Артикул",
      Name: "Имя",
      Published: "Опубликован",
      Short: "Краткое описание",
      Description: "Описание",
      In: "В наличии?",
      Stock: "Запасы",
      Sale: "Акционная цена",
      Regular: "Базовая цена",
      Categories: "Категории",
      Tags: "Метки",
      Images: "Изображения",
      Parent: "Родительский",
    },
  };
  const attributes = {
    English: [
      "Attribute 1 name",
      "Attribute 1 value(s)",
      "Attribute 2 name",
      "Attribute 2 value(s)",
    ],
    Russian: [
      "Название атрибута 1",
      "Значения атрибутов 1",
      "Название атрибута 2",
      "Значения атрибутов 2",
    ],
  };

  function fileIn(
    language: "English" | "Russian",
    products: readonly Readonly<Record<string, string>>[],
  ) {
    const columns = [...order, "A1", "V1", "A2", "V2"];
    const head = [...order.map((name) => named[language]?.[name] ?? name), ...attributes[language]];
    const rows = products.map((product) =>
      columns.map((name) => `"${product[name] ?? ""}"`).join(","),
    );
    return `${head.join(",")}\n${rows.join("\n")}\n`;
  }

  const tee: readonly Readonly<Record<string, string>>[] = [
    {
      ID: "10",
      Type: "variable",
      SKU: "TEE",
      Name: "Linen Tee",
      Published: "1",
      Description: "Soft\\nlinen",
      Categories: "Clothing > Tops",
      Tags: "summer",
      Images: "https://cdn.example/1.jpg, https://cdn.example/2.jpg",
      A1: "Size",
      V1: "S, M",
      A2: "Color",
      V2: "Red, Blue",
    },
    {
      ID: "11",
      Type: "variation",
      SKU: "TEE-S",
      Name: "Linen Tee - S",
      Published: "1",
      Regular: "20",
      Sale: "15",
      In: "1",
      Stock: "4",
      Parent: "id:10",
      A1: "Size",
      V1: "S",
      A2: "Color",
      V2: "Red",
    },
    {
      ID: "12",
      Type: "variation",
      SKU: "TEE-M",
      Name: "Linen Tee - M",
      Published: "1",
      Regular: "22",
      In: "1",
      Parent: "TEE",
      A1: "Size",
      V1: "M",
      A2: "Color",
      V2: "",
    },
    {
      ID: "13",
      Type: "simple",
      SKU: "TIE",
      Name: "Tie",
      Published: "0",
      Regular: "9,50",
      In: "0",
      Stock: "",
    },
  ];

  test.each(["English", "Russian"] as const)(
    "in %s has its products, options, prices, stock and pictures",
    async (language) => {
      const { lines, notes } = await check(fileIn(language, tee));
      expect(notes).toContainEqual(expect.stringContaining("WooCommerce"));
      const form = formOf(lines[0]);
      const tie = formOf(lines[1]);
      expect(form).toMatchObject({
        name: "Linen Tee",
        slug: "linen-tee",
        description: "Soft\nlinen",
        productType: "Tops",
        tags: ["summer"],
        price: "15",
        compareAt: "20",
        draft: false,
        sizes: ["S", "M"],
      });
      expect(form.colors.map(({ name }) => name)).toEqual(["Red", "Blue"]);
      expect(
        form.variants.map(({ kind, price, size, stock }) => [size, kind, stock, price]),
      ).toEqual(
        [
          ["S", "counted", 4, ""],
          ["S", "not_sold", 0, ""],
          ["M", "made_to_order", 0, "22"],
          ["M", "made_to_order", 0, "22"],
        ].map(([size, kind, stock, price]) => [
          size,
          kind,
          stock,
          price === "" && kind === "not_sold" ? undefined : price,
        ]),
      );
      expect(lines[0]?.plan?.images).toHaveLength(2);
      expect(tie).toMatchObject({ name: "Tie", price: "9.50", draft: true });
      expect(tie.variants[0]).toMatchObject({ kind: "counted", stock: 0, sku: "TIE" });
    },
  );

  test("with the GTIN column of newer versions, and two products of one name, reads the same", async () => {
    const twice = [tee[3] ?? {}, { ...tee[3], ID: "14", SKU: "TIE-2" }];
    const text = fileIn("Russian", twice)
      .replace("Артикул,Имя", "Артикул,GTIN,Имя")
      .replace(/"TIE","/, '"TIE","","')
      .replace(/"TIE-2","/, '"TIE-2","","');
    const { lines } = await check(text);
    expect(lines.map(({ handle, verdict }) => [handle, verdict])).toEqual([
      ["tie-13", "new"],
      ["tie-14", "new"],
    ]);
  });
});
