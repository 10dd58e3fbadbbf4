import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { loadPasswordLists } from "./common-passwords.server.ts";

const packed = readFileSync(join(import.meta.dirname, "leaked-passwords.txt.br"));
const passwords = brotliDecompressSync(packed).toString("utf8").trimEnd().split("\n");

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test("the list holds a million passwords, 488,130 of them long enough for an account", () => {
  expect(passwords).toHaveLength(999_999);
  expect(passwords.filter(({ length }) => length >= 8)).toHaveLength(488_130);
});

test("every hundredth password of the list is found, and so are the first and the last", async () => {
  const { isLeaked } = await loadPasswordLists(database.db);
  const sample = passwords.filter((_, index) => index % 100 === 0);
  expect([...sample, passwords.at(-1) ?? ""].filter((password) => !isLeaked(password))).toEqual([]);
});

test("a password that is listed in small letters is found in any case", async () => {
  const { isLeaked } = await loadPasswordLists(database.db);
  expect(["password123", "Password123", "GUYANA123"].map(isLeaked)).toEqual([true, true, true]);
});

test("what is part of a listed password, or longer than one, is not found", async () => {
  const { isLeaked } = await loadPasswordLists(database.db);
  const unlisted = [
    "",
    "mangrove-and-river-7",
    "password123\npassword1234",
    "zzzzzzzzzzzzzzzzzzzz~",
  ];
  expect(unlisted.filter(isLeaked)).toEqual([]);
});
