import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { gramsOf, plainTerms, plainText } from "#core/plain-text.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

type PlainText = { text: string; plain: string; joined: string };

/** What the database makes of each text. */
async function inDatabase(texts: readonly string[]): Promise<PlainText[]> {
  const { rows } = await database.db.execute<PlainText>(sql`
    select text, plain_text(text) as plain, search_text(text) as joined
      from unnest(${sql.param(texts)}::text[]) with ordinality as submitted(text, place) order by place`);
  return rows;
}

const inProgram = (text: string): PlainText => ({
  text,
  plain: plainText(text),
  joined: plainTerms(text).join(" "),
});

const LAST_OF_PLANE_ONE = 0x1_ff_ff;

/** Every letter, digit, accent and sign of the first two planes that Postgres' version of Unicode has. */
async function assignedCharacters(): Promise<string[]> {
  const { rows } = await database.db.execute<{ letters: string[] }>(sql`
    select array_agg(chr(code) order by code) as letters from generate_series(1, ${LAST_OF_PLANE_ONE}::int) as code
     where not code between 55296 and 57343 and unicode_assigned(chr(code))`);
  return rows[0]?.letters ?? [];
}

it("the database reads every character of Unicode as the program does", async () => {
  const characters = await assignedCharacters();
  expect(characters.length).toBeGreaterThan(90_000);
  const rows = await inDatabase(characters.map((character) => `a${character}b`));
  const others = rows.filter((row) => {
    const { plain, joined } = inProgram(row.text);
    return plain !== row.plain || joined !== row.joined;
  });
  expect(others.map((row) => ({ ...inProgram(row.text), inDatabase: row }))).toEqual([]);
});

it("the database reads any text as the program does", async () => {
  const characters = await assignedCharacters();
  const text = fc
    .array(fc.constantFrom(...characters), { maxLength: 30 })
    .map((letters) => letters.join(""));
  const mixed = fc.array(fc.oneof(text, fc.string()), { maxLength: 4 });
  const texts = fc.sample(mixed, 600).map((each) => each.join(" ").replaceAll("\0", ""));
  expect(await inDatabase(texts)).toEqual(texts.map(inProgram));
});

it("what is plain stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const terms = plainTerms(text);
      expect(plainTerms(terms.join(" "))).toEqual(terms);
    }),
  );
});

it.each([
  ["İSTANBUL", "istanbul"],
  ["Yılmaz", "yilmaz"],
  ["Łódź", "lodz"],
  ["Æbelø Þór Straße", "aebelo thor strasse"],
  ["ﬁne ŒUVRE", "fine oeuvre"],
  ["Siobhán O’Brien", "siobhan obrien"],
  ["Hawaiʻi", "hawaii"],
  ["ＬＩＮＥＮ １２", "linen 12"],
  ["ﾄﾞﾚｽ", "どれす"],
  ["ドレス", "どれす"],
  ["Οδυσσεύς", "οδυσσευσ"],
  ["شَمْسَة", "شمسه"],
  ["محـــمد", "محمد"],
  ["إلى أحمد", "الي احمد"],
  ["ﷴ", "محمد"],
  ["شָלוֹם", "شלום"],
  ["٠١٢ ۳۴۵", "012 345"],
])("%j is searched as %j", async (text, plain) => {
  expect(plainText(text)).toBe(plain);
  expect(await inDatabase([text])).toMatchObject([{ plain }]);
});

it("the grams of a search are among those that the database files", async () => {
  const unit = fc.constantFrom(..."夏服のドレス帯靴ab1々ーเสื้อຜ້າခေါင်းខោអាវ๑".split(""));
  const terms = fc.sample(fc.string({ unit, minLength: 1, maxLength: 9 }), 200).flatMap(plainTerms);
  const { rows } = await database.db.execute<{ word: string; grams: string }>(
    sql`select word, search_grams(word) as grams from unnest(${sql.param(terms)}::text[]) as word`,
  );
  for (const { word, grams } of rows) {
    expect(grams.split(" ")).toEqual(expect.arrayContaining(gramsOf(word) ?? [word]));
  }
  expect(gramsOf("linen")).toBeNull();
  expect(gramsOf("夏")).toEqual(["夏"]);
});
