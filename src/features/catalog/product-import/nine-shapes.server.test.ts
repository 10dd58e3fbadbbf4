import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { catalogueOf, exported, importDeps, imported } from "#tests/support/product-imports.ts";

const bench = adminSuite();
const deps = () => importDeps(bench.db);

const REPOSITORY = join(import.meta.dirname, "../../../..");

const fileText = (name: string) =>
  readFile(join(REPOSITORY, "tests/fixtures/real-files", `${name}.csv`), "utf8");

/** One file for the shape of each real export that was tried: how many products it has, and what the shop says of them. */
const FILES = [
  { name: "style-number-as-sku", products: 4, note: /^A SKU stands for one size of one product/ },
  { name: "sizes-of-brazil", products: 4, note: /^Tecido is a part of the size here$/ },
  { name: "long-titles", products: 4, note: /^The amount in ₺ is taken as dollars/ },
  { name: "rings", products: 4, note: /^A SKU stands for one size .*BAND as BAND-silver-band-52/ },
  { name: "small-letters", products: 3, note: /^Written as the shop writes sizes: .*2xl as XXL/ },
  { name: "whole-template", products: 2, note: /^Pictures are not fetched from cdn\.example/ },
  { name: "padded-columns", products: 2, note: /^Who it is for is left open/ },
  { name: "woocommerce-russian", products: 3, note: /^Pictures are not fetched from cdn\.example/ },
  {
    name: "woocommerce-products",
    products: 3,
    note: /^Pictures are not fetched from cdn\.example/,
  },
] as const;

test.each(FILES)(
  "all products of $name are imported, what differs has a note, and the next import changes nothing",
  async ({ name, note, products }) => {
    const text = await fileText(name);
    const done = await imported(deps(), bench.actor, text);
    expect(done).toMatchObject({
      status: "finished",
      outcomes: { created: products, refused: 0 },
    });
    const notes = done.lines.flatMap((line) => line.notes.map(({ message }) => message));
    expect(notes).toContainEqual(expect.stringMatching(note));
    const before = await catalogueOf(bench.db);
    expect(before).toHaveLength(products);
    expect((await imported(deps(), bench.actor, text)).verdicts).toMatchObject({ changed: 0 });
    const back = await exported(bench.db, bench.actor);
    expect((await imported(deps(), bench.actor, back)).verdicts).toMatchObject({ changed: 0 });
    expect(await catalogueOf(bench.db)).toEqual(before);
  },
);

async function skusOf(slug: string): Promise<string[]> {
  const { rows } = await bench.db.execute<{ sku: string }>(sql`
    select v.sku from product_variants v join products p on p.id = v.product_id
     where p.slug = ${slug} order by v.position, v.id`);
  return rows.map(({ sku }) => sku);
}

const HEAD = "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price";

test("a style number of two products gets the handle of the later one, in one file and in two", async () => {
  const gold = "gold,Gold,Size,52,BAND,9\ngold,,Size,54,BAND,9\n";
  const silver = "silver,Silver,Size,52,BAND,8\nsilver,,Size,54,BAND,8\n";
  const expected = { gold: ["BAND-52", "BAND-54"], silver: ["BAND-silver-52", "BAND-silver-54"] };
  for (const files of [[gold + silver], [gold], [silver], [silver]]) {
    for (const rows of files) {
      const done = await imported(deps(), bench.actor, `${HEAD}\n${rows}`);
      expect(done).toMatchObject({ verdicts: { refused: 0 }, outcomes: { refused: 0 } });
    }
    expect({ gold: await skusOf("gold"), silver: await skusOf("silver") }).toEqual(expected);
  }
});

test("a style number gets the handle beside an SKU of another product that looks like one of its sizes", async () => {
  await imported(deps(), bench.actor, `${HEAD}\nring,Ring,Title,Default Title,BAND-52,9\n`);
  const silver = "silver,Silver,Size,52,BAND,8\nsilver,,Size,54,BAND,8\n";
  const done = await imported(deps(), bench.actor, `${HEAD}\n${silver}`);
  expect(done).toMatchObject({ status: "finished", outcomes: { created: 1, refused: 0 } });
  expect(await skusOf("silver")).toEqual(["BAND-silver-52", "BAND-54"]);
});

test("the document of imports says what these files gave", async () => {
  const table = await readFile(join(REPOSITORY, "docs/imported-files.md"), "utf8");
  for (const { name, products } of FILES)
    expect(table).toMatch(new RegExp(`\\| \`${name}\\.csv\` \\|[^|]*\\| ${products} \\| 0 \\|`));
});
