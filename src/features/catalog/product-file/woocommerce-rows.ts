import type { FileRow } from "./file-rows.ts";

/**
 * WooCommerce's own product export: one row for a product and one for each variation. Its columns are in one order and
 * translated; the types of products never are. The names are those of WooCommerce's language packs.
 */
type WooField =
  | "id"
  | "type"
  | "sku"
  | "name"
  | "published"
  | "short"
  | "description"
  | "inStock"
  | "stock"
  | "sale"
  | "regular"
  | "price"
  | "categories"
  | "tags"
  | "images"
  | "parent";

/** The position in WooCommerce 8, without the GTIN column of 9.2, and the names of the column. */
const COLUMNS: Readonly<Record<WooField, { at: number; names: RegExp }>> = {
  id: { at: 0, names: /^id$/i },
  type: { at: 1, names: /^(?:type|typ|tipo|тип|tür|tyyppi)$/i },
  sku: { at: 2, names: /^(?:sku|artikelnummer|ugs|артикул|codice|stok kodu|stok kodu \(sku\))$/i },
  name: {
    at: 3,
    names: /^(?:name|nom|nombre|nome|naam|имя|название|nazwa|i̇sim|isim|ad|název|namn|navn)$/i,
  },
  published: {
    at: 4,
    names:
      /^(?:published|status|veröffentlicht|publié|publicado|pubblicato|gepubliceerd|опубликован|opublikowano|yayımlanmış|yayınlandı)$/i,
  },
  short: {
    at: 7,
    names:
      /^(?:short[ _]description|короткое описание|kurzbeschreibung|description courte|descripción corta|descrição breve|breve descrizione|korte beschrijving|краткое описание|krótki opis|kısa açıklama)$/i,
  },
  description: {
    at: 8,
    names:
      /^(?:description|beschreibung|descripción|descrição|descrizione|beschrijving|описание|opis|açıklama)$/i,
  },
  inStock: {
    at: 13,
    names:
      /^(?:in stock\?|vorrätig\?|en stock \?|¿en inventario\?|¿existencias\?|em estoque\?|in magazzino\?|op voorraad\?|в наличии\?|наличие|na stanie\?|stokta\?)$/i,
  },
  stock: {
    at: 14,
    names:
      /^(?:stock|stock_quantity|lager|lagerbestand|inventario|estoque|magazzino|voorraad|запасы|stan magazynowy|stok)$/i,
  },
  sale: {
    at: 24,
    names:
      /^(?:sale[ _]price|angebotspreis|tarif promo|precio rebajado|preço promocional|prezzo in offerta|actieprijs|акционная цена|цена распродажи|cena promocyjna|i̇ndirimli satış fiyatı|indirimli fiyat)$/i,
  },
  regular: {
    at: 25,
    names:
      /^(?:regular[ _]price|regulärer preis|tarif régulier|precio normal|preço|prezzo di listino|reguliere prijs|базовая цена|обычная цена|cena regularna|normal fiyat)$/i,
  },
  // The price that is paid now, in exports of the REST interface.
  price: { at: -1, names: /^price$/i },
  categories: {
    at: 26,
    names:
      /^(?:categories|kategorien|catégories|categorías|categorias|categorie|categorieën|категории|kategorie|kategoriler)$/i,
  },
  tags: { at: 27, names: /^(?:tags|schlagwörter|étiquettes|etiquetas|tag|метки|tagi|etiketler)$/i },
  images: {
    at: 29,
    names:
      /^(?:images|all_images|bilder|imágenes|imagens|immagini|afbeeldingen|изображения|obrazki|görseller)$/i,
  },
  parent: {
    at: 32,
    names:
      /^(?:parent|übergeordnetes produkt|principal|superior|genitore|hoofd|родительский|nadrzędny|ebeveyn)$/i,
  },
};

const PRODUCT_TYPE = /^(?:simple|variable|variation|grouped|external|subscription)\b/i;

/** Whether the first line of a file is WooCommerce's. */
export function isWooHeader(cells: readonly string[]): boolean {
  const [first = "", , third = ""] = cells.map((cell) => cell.trim());
  const named = Object.values(COLUMNS).filter(({ names }) =>
    cells.some((cell) => names.test(cell.trim())),
  );
  return (
    /^id$/i.test(first) && (COLUMNS.sku.names.test(third) || cells.length > 35) && named.length >= 3
  );
}

type Cells = Readonly<Record<string, string>>;
type Attribute = { name: string; values: readonly string[] };

/** Where each field is: by the name of its column, else by WooCommerce's order. */
function columnsOf(names: readonly string[]): ReadonlyMap<WooField, string> {
  const shift = /gtin|ean/i.test(names[3] ?? "") ? 1 : 0;
  const found = Object.entries(COLUMNS).map(([field, { at, names: known }]) => {
    const byName = names.find((name) => known.test(name));
    // A shorter file has columns that somebody chose.
    const isComplete = names.length > COLUMNS.parent.at + 5;
    const byOrder = isComplete ? (names[at > 2 ? at + shift : at] ?? "") : "";
    return [field as WooField, byName ?? byOrder] as const;
  });
  return new Map(found);
}

const splitList = (cell: string) =>
  cell
    .split(/(?<!\\),|;\s/)
    .map((each) => each.replaceAll("\\,", ",").trim())
    .filter(Boolean);

/** The columns of an attribute share its number and follow each other: name, then values. */
function attributesOf(row: Cells): Attribute[] {
  const numbered = Map.groupBy(
    Object.keys(row).filter((name) => /\d/.test(name) && !/meta:/i.test(name)),
    (name) => /\d+/.exec(name)?.[0] ?? "",
  );
  return [...numbered.values()].flatMap(([name = "", values = ""]) => {
    const label = (row[name] ?? "").trim();
    return label === "" ? [] : [{ name: label, values: splitList(row[values] ?? "") }];
  });
}

type WooRow = { line: number; cells: Cells; cell(field: WooField): string };

/** A variation without a value for an attribute is for each of them. */
function expand(chosen: readonly Attribute[]): string[][] {
  return chosen.reduce<string[][]>(
    (all, { values }) => all.flatMap((before) => values.map((value) => [...before, value])),
    [[]],
  );
}

const MAX_OPTIONS = 3;

function optionCells(parent: WooRow, variation: WooRow): Record<string, string>[] {
  const own = attributesOf(variation.cells);
  const offered = attributesOf(parent.cells);
  const chosen = own.slice(0, MAX_OPTIONS).map(({ name, values }) => {
    const all = offered.find((each) => each.name === name)?.values ?? [];
    return { name, values: values.length > 0 ? values : all };
  });
  return expand(chosen.filter(({ values }) => values.length > 0)).map((values) =>
    Object.fromEntries(
      values.flatMap((value, index) => [
        [`Option${index + 1} Name`, chosen[index]?.name ?? ""],
        [`Option${index + 1} Value`, value],
      ]),
    ),
  );
}

function saleCells(row: WooRow, parent: WooRow): Record<string, string> {
  const priceOf = (each: WooRow) => each.cell("regular") || each.cell("price");
  const regular = priceOf(row) || priceOf(parent);
  const sale = row.cell("sale");
  const stock = row.cell("stock");
  const isOut = /^(?:0|no|false)$/i.test(row.cell("inStock"));
  const isCounted = /^-?\d/.test(stock) || isOut;
  return {
    "Variant SKU": row.cell("sku"),
    "Variant Price": sale || regular,
    "Variant Compare At Price": sale ? regular : "",
    "Variant Inventory Tracker": isCounted ? "shopify" : "",
    "Variant Inventory Qty": isCounted ? String(isOut ? 0 : Math.trunc(Number(stock))) : "",
  };
}

const leaf = (category: string) => category.split(">").at(-1)?.trim() ?? "";

function headCells(row: WooRow, images: readonly string[]): Record<string, string> {
  const text = (row.cell("description") || row.cell("short")).replaceAll("\\n", "\n");
  return {
    Title: row.cell("name"),
    "Body (HTML)": text,
    Type: leaf(splitList(row.cell("categories"))[0] ?? ""),
    Tags: row.cell("tags"),
    Status: /^(?:1|publish)$/i.test(row.cell("published")) ? "active" : "draft",
    "Image Src": images[0] ?? "",
  };
}

/** As Shopify writes a product that comes in one size. */
const WITHOUT_OPTIONS = { "Option1 Name": "Title", "Option1 Value": "Default Title" };

function productRows(product: WooRow, variations: readonly WooRow[], handle: string): FileRow[] {
  const images = splitList(product.cell("images"));
  const sold = variations.flatMap((variation) => {
    const [image = ""] = splitList(variation.cell("images"));
    return optionCells(product, variation).map((options) => ({
      line: variation.line,
      cells: {
        Handle: handle,
        ...options,
        ...saleCells(variation, product),
        "Variant Image": image,
      },
    }));
  });
  const [first, ...rest] =
    sold.length > 0
      ? sold
      : [
          {
            line: product.line,
            cells: { Handle: handle, ...WITHOUT_OPTIONS, ...saleCells(product, product) },
          },
        ];
  const imageRows = images.slice(1).map((image) => ({
    line: product.line,
    cells: { Handle: handle, "Image Src": image },
  }));
  const head = { line: product.line, cells: { ...first?.cells, ...headCells(product, images) } };
  return [head, ...rest, ...imageRows];
}

/** The rows of a WooCommerce export as rows of Shopify's columns; a product's handle is its name. */
export function fromWooCommerce(names: readonly string[], rows: readonly FileRow[]): FileRow[] {
  const columns = columnsOf(names);
  const all = rows.map(
    ({ cells, line }): WooRow => ({
      line,
      cells,
      cell: (field) => (cells[columns.get(field) ?? ""] ?? "").trim(),
    }),
  );
  const listed = all.filter(
    (row) => PRODUCT_TYPE.test(row.cell("type")) || row.cell("type") === "",
  );
  const isVariation = (row: WooRow) => /^variation\b/i.test(row.cell("type"));
  const products = listed.filter((row) => !isVariation(row));
  const parents = Map.groupBy(listed.filter(isVariation), (row) => row.cell("parent"));
  const named = Map.groupBy(products, (row) => row.cell("name").toLowerCase());
  return products.flatMap((product) => {
    const id = product.cell("id");
    const isAlone = named.get(product.cell("name").toLowerCase())?.length === 1;
    const handle = isAlone ? product.cell("name") : `${product.cell("name")} ${id}`;
    const own = [`id:${id}`, product.cell("sku")].flatMap((key) =>
      key === "" ? [] : (parents.get(key) ?? []),
    );
    return productRows(product, own, handle);
  });
}
