import type { FileRow } from "./file-rows.ts";

type Cells = Readonly<Record<string, string>>;

/** An export of another shop system, which has columns of its own. */
type OtherShop = {
  name: string;
  /** The columns that no other system has together, in lower case. */
  known: readonly string[];
  /** Whether the file says a product's address; else it is made of the name. */
  hasHandles: boolean;
  /**
   * The rows of one row of the file, in Shopify's columns. The first has the product's own cells. `repeat` counts the rows before it
   * that have the same title.
   */
  convert(row: CellReader, repeat: number): readonly Cells[];
};

type CellReader = {
  /** The first cell of these columns that is not empty. */
  get(...columns: readonly string[]): string;
  /** The filled cells of all columns of a name, in the order of the file. */
  all(name: RegExp): string[];
};

/** Reads cells by the names of their columns in lower case. */
function cellReader(cells: Cells): CellReader {
  const named = new Map(
    Object.entries(cells).map(([name, cell]) => [name.toLowerCase(), cell.trim()]),
  );
  return {
    get: (...columns) =>
      columns.map((name) => named.get(name) ?? "").find((cell) => cell !== "") ?? "",
    all: (name) =>
      [...named].flatMap(([column, cell]) => (name.test(column) && cell !== "" ? [cell] : [])),
  };
}

const MAX_OPTIONS = 3;
const WITHOUT_OPTIONS = { "Option1 Name": "Title", "Option1 Value": "Default Title" };

function optionCells(options: readonly { name: string; value: string }[]): Cells {
  const filled = options.filter(({ name, value }) => name !== "" && value !== "");
  if (filled.length === 0) return WITHOUT_OPTIONS;
  return Object.fromEntries(
    filled.slice(0, MAX_OPTIONS).flatMap(({ name, value }, index) => [
      [`Option${index + 1} Name`, name],
      [`Option${index + 1} Value`, value],
    ]),
  );
}

/** Stock is counted where the file has a number of it. */
function stockCells(quantity: string): Cells {
  const isCounted = /^-?\d+(?:\.0+)?$/.test(quantity);
  return {
    "Variant Inventory Tracker": isCounted ? "shopify" : "",
    "Variant Inventory Qty": isCounted ? String(Math.trunc(Number(quantity))) : "",
  };
}

const imageRows = (handle: string, images: readonly string[]): Cells[] =>
  images.map((image) => ({ Handle: handle, "Image Src": image }));

const numbers = [1, 2, 3] as const;

/** Medusa 1 and 2: a row for each variant, which repeats the product. */
const medusa: OtherShop = {
  name: "Medusa",
  known: ["product handle", "product title"],
  hasHandles: true,
  convert(row) {
    const handle = row.get("product handle");
    const images = row.all(/^(?:product image \d+(?: url)?|image \d+ url)$/);
    const options = numbers.map((number) => ({
      name: row.get(`variant option ${number} name`, `option ${number} name`),
      value: row.get(`variant option ${number} value`, `option ${number} value`),
    }));
    const [price = ""] = [
      row.get("variant price usd", "price usd"),
      ...row.all(/^(?:variant )?price [a-z]{3}\b/),
    ].filter(Boolean);
    const head = {
      Handle: handle,
      Title: row.get("product title"),
      "Body (HTML)": row.get("product description"),
      Type: row.get("product type", "product type value"),
      Tags: row.get("product tags") || row.all(/^product tag \d+(?: value)?$/).join(", "),
      Status: row.get("product status") === "published" ? "active" : "draft",
      "Variant SKU": row.get("variant sku"),
      "Variant Barcode": row.get("variant barcode", "variant ean", "variant upc"),
      "Variant Price": price,
      "Image Src": images[0] ?? row.get("product thumbnail"),
    };
    const stock = stockCells(row.get("variant inventory quantity"));
    return [{ ...head, ...optionCells(options), ...stock }, ...imageRows(handle, images.slice(1))];
  },
};

/** Square's item library: a row for each variation; a price that the till asks for is "variable". */
const square: OtherShop = {
  name: "Square",
  known: ["token", "item name", "variation name"],
  hasHandles: false,
  convert(row) {
    const named = numbers.map((number) => ({
      name: row.get(`option name ${number}`),
      value: row.get(`option value ${number}`),
    }));
    const variation = row.get("variation name");
    const isOnlyOne = /^regular$/i.test(variation);
    const options = named.some(({ value }) => value !== "")
      ? named
      : [{ name: isOnlyOne ? "" : "Variation", value: variation }];
    const price = row.get("price");
    const sale = row.get("online sale price");
    const isPriced = /\d/.test(price);
    const [quantity = ""] = row.all(/^current quantity\b/);
    const isHidden = /^(?:hidden|unavailable)$/i.test(
      row.get("square online item visibility", "item visibility"),
    );
    const head = {
      Handle: row.get("reference handle", "permalink", "item name"),
      Title: row.get("customer-facing name", "item name"),
      "Body (HTML)": row.get("description"),
      Type: row.get("reporting category", "categories", "category"),
      Status: isHidden || /^y/i.test(row.get("archived")) ? "draft" : "active",
      "SEO Title": row.get("seo title"),
      "SEO Description": row.get("seo description"),
      "Variant SKU": row.get("sku"),
      "Variant Barcode": row.get("gtin"),
      "Variant Price": isPriced ? sale || price : "0",
      "Variant Compare At Price": sale && isPriced ? price : "",
    };
    return [{ ...head, ...optionCells(options), ...stockCells(quantity) }];
  },
};

/** Etsy's list of what is on sale: a row for each product, with the values of its variations in a cell. */
const etsy: OtherShop = {
  name: "Etsy",
  known: ["title", "currency_code", "quantity", "image1"],
  hasHandles: false,
  convert(row, repeat) {
    const title = row.get("title");
    const handle = repeat === 0 ? title : `${title} ${repeat + 1}`;
    const variations = ([1, 2] as const)
      .map((number) => ({
        name: row.get(`variation ${number} name`, `variation ${number} type`),
        values: row
          .get(`variation ${number} values`)
          .split(",")
          .map((value) => value.trim())
          .filter(Boolean),
      }))
      .filter(({ values }) => values.length > 0);
    const choices = variations.reduce<{ name: string; value: string }[][]>(
      (before, { name, values }) =>
        before.flatMap((chosen) => values.map((value) => [...chosen, { name, value }])),
      [[]],
    );
    const images = row.all(/^image\d+$/);
    const skus = row.get("sku").split(",");
    const isSkuEach = skus.length === choices.length;
    // The file counts all variations together.
    const stock = choices.length > 1 ? {} : stockCells(row.get("quantity"));
    const sold = choices.map((chosen, index) => {
      const sku = (isSkuEach ? skus[index] : skus[0]) ?? "";
      const options = optionCells(chosen);
      return {
        ...options,
        ...stock,
        Handle: handle,
        "Variant Price": row.get("price"),
        "Variant SKU": sku.trim(),
      };
    });
    const head = {
      Title: title,
      "Body (HTML)": row.get("description"),
      Tags: row.get("tags").replaceAll("_", " "),
      Status: "active",
      "Image Src": images[0] ?? "",
    };
    const [first, ...rest] = sold;
    return [{ ...first, ...head }, ...rest, ...imageRows(handle, images.slice(1))];
  },
};

const OTHER_SHOPS: readonly OtherShop[] = [medusa, square, etsy];

/** The shop system whose export has this first line; undefined for Shopify's columns and for none. */
export function otherShopOf(names: readonly string[]): OtherShop | undefined {
  const present = new Set(names.map((name) => name.trim().toLowerCase()));
  if (present.has("handle")) return undefined;
  return OTHER_SHOPS.find(({ known }) => known.every((name) => present.has(name)));
}

/** The rows of another system's export as rows of Shopify's columns; the lines stay those of the file. */
export function fromOtherShop(shop: OtherShop, rows: readonly FileRow[]): FileRow[] {
  const titles = new Map<string, number>();
  return rows.flatMap(({ cells, line }) => {
    const row = cellReader(cells);
    const title = row.get("title").toLowerCase();
    const repeat = titles.get(title) ?? 0;
    titles.set(title, repeat + 1);
    return shop.convert(row, repeat).map((converted) => ({ line, cells: converted }));
  });
}
