import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { textContains } from "./text-contains.server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** The names that contain what was search. */
async function find(names: readonly string[], search: string): Promise<string[]> {
  const { rows } = await database.db.execute<{ name: string }>(sql`
    select name from unnest(${sql.param(names)}::text[]) as name where ${textContains([sql.raw("name")], search)}`);
  return rows.map(({ name }) => name);
}

const NAMES = [
  "Siobhán O'Brien",
  "Łukasz Kowalski",
  "İpek Yılmaz",
  "Anna Großmann",
  "Jean-Luc Café",
  "Søren Æbelø",
  "Nguyễn Thị Hoà",
  "Rosa_Gomes 100%",
];

test.each([
  ["siobhan", "Siobhán O'Brien"],
  ["SIOBHÁN", "Siobhán O'Brien"],
  ["O’Brien", "Siobhán O'Brien"],
  ["obrien", "Siobhán O'Brien"],
  ["lukasz", "Łukasz Kowalski"],
  ["İpek", "İpek Yılmaz"],
  ["ipek yilmaz", "İpek Yılmaz"],
  ["grossmann", "Anna Großmann"],
  ["café", "Jean-Luc Café"],
  ["cafe", "Jean-Luc Café"],
  ["sören", "Søren Æbelø"],
  ["aebelo", "Søren Æbelø"],
  ["nguyen thi", "Nguyễn Thị Hoà"],
  ["Kówalski", "Łukasz Kowalski"],
  ["jean-luc", "Jean-Luc Café"],
  ["rosa_", "Rosa_Gomes 100%"],
  ["100%", "Rosa_Gomes 100%"],
])("%j finds %j alone", async (search, name) => {
  expect(await find(NAMES, search)).toEqual([name]);
});

test.each(["anna@пример.рф", "@Пример.рф", "пример.рф", "anna@xn--e1afmkfd.xn--p1ai"])(
  "%j finds the email as it is stored",
  async (search) => {
    const emails = ["anna@xn--e1afmkfd.xn--p1ai", "anna@example.com"];
    expect(await find(emails, search)).toEqual(emails.slice(0, 1));
  },
);

test("the characters of a pattern and what is in no name find nothing", async () => {
  for (const search of ["\\", "a_a", "s%n", "' or true --", "brien o"]) {
    expect([search, await find(NAMES, search)]).toEqual([search, []]);
  }
});
