import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { catalogueOf, exported, importDeps, imported } from "#tests/support/product-imports.ts";

const bench = adminSuite();
const deps = () => importDeps(bench.db);

const fileText = (name: string) =>
  readFile(join(import.meta.dirname, "../../../../tests/fixtures/other-shops", name), "utf8");

type Sold = {
  slug: string;
  name: string;
  draft: boolean;
  price: number;
  was: number | null;
  sizes: string[];
  colors: string[];
  sold: string[];
};

/** The catalogue, with each sold variant as its size, SKU, stock and own price. */
async function soldProducts(): Promise<Sold[]> {
  const { rows } = await bench.db.execute<Sold>(sql`
    select slug, name, draft, price_minor::int as price, compare_at_minor::int as was, sizes,
           (select coalesce(json_agg(color->>'name'), '[]') from jsonb_array_elements(colors) as color) as colors,
           (select json_agg(concat_ws(' ', size, sku, stock_count, price_minor) order by position, id)
              from product_variants v where v.product_id = p.id) as sold
      from products p where deleted_at is null order by slug`);
  return rows;
}

const FILES: readonly { file: string; products: readonly Partial<Sold>[] }[] = [
  {
    file: "shopify-2025.csv",
    products: [
      {
        slug: "silk-shirt",
        name: "Silk Shirt",
        draft: false,
        price: 12_000,
        was: 15_000,
        sizes: ["S", "M"],
        colors: ["Navy"],
        sold: ["S SS-S 4", "M SS-M 2"],
      },
    ],
  },
  {
    file: "medusa-2.csv",
    products: [
      {
        slug: "t-shirt",
        name: "Medusa T-Shirt",
        draft: false,
        price: 1500,
        sizes: ["S", "M"],
        colors: ["Black"],
        sold: ["S SHIRT-S-BLACK", "M SHIRT-M-BLACK 1600"],
      },
    ],
  },
  {
    file: "medusa-1.csv",
    products: [{ slug: "coat", draft: true, price: 11_000, sizes: ["One"], sold: ["One C-1 7"] }],
  },
  {
    file: "square.csv",
    products: [
      { slug: "gift-wrap", name: "Gift wrap", draft: true, price: 0 },
      {
        slug: "linen-shirt",
        name: "Linen Shirt",
        draft: false,
        price: 3900,
        was: 4500,
        sizes: ["S", "L"],
        sold: ["S LS-S 3 4500", "L LS-L 0"],
      },
    ],
  },
  {
    file: "etsy.csv",
    products: [
      {
        slug: "linen-dress-handmade",
        name: "Linen dress, handmade",
        draft: false,
        price: 8900,
        sizes: ["S", "M", "L"],
        colors: ["Red", "Blue"],
        sold: ["S D-1", "S D-2", "M D-3", "M D-4", "L D-5", "L D-6"],
      },
      { draft: false, slug: "silk-scarf", price: 2900, sold: ["One Size SC-1 1"] },
      { draft: false, slug: "silk-scarf-2", price: 3100, sold: ["One Size SC-2 1"] },
    ],
  },
];

test.each(FILES)(
  "$file is imported whole, and changes nothing at the next import",
  async ({ file, products }) => {
    const text = await fileText(file);
    const done = await imported(deps(), bench.actor, text);
    expect(done).toMatchObject({ status: "finished", outcomes: { refused: 0 } });
    expect(await soldProducts()).toMatchObject(products);
    const before = await catalogueOf(bench.db);
    expect((await imported(deps(), bench.actor, text)).verdicts).toMatchObject({ changed: 0 });
    const back = await exported(bench.db, bench.actor);
    expect((await imported(deps(), bench.actor, back)).verdicts).toMatchObject({ changed: 0 });
    expect(await catalogueOf(bench.db)).toEqual(before);
  },
);

test.each(["Square", "Etsy", "Medusa"])("the report names %s as the file's shop", async (shop) => {
  const file = FILES.find((each) => each.file.startsWith(shop.toLowerCase()))?.file ?? "";
  const done = await imported(deps(), bench.actor, await fileText(file));
  expect(done.notes).toContainEqual(expect.stringMatching(`^This is ${shop}'s export: `));
});
