import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const biome = join(root, "node_modules/@biomejs/biome/bin/biome");

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "atelier-lint-"));
  cpSync(join(root, "biome.json"), join(folder, "biome.json"));
  cpSync(join(root, "scripts/lint"), join(folder, "scripts/lint"), { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The lines on which the plugins of the repository's own configuration find something. */
function linesWithFindings(file: string, source: string): number[] {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, source);
  const args = [biome, "lint", "--reporter=json", "--max-diagnostics=none", file];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; severity: string; location: { start: { line: number } } }[];
  };
  return diagnostics
    .filter(({ category }) => category === "plugin")
    .map(({ location }) => location.start.line)
    .toSorted((one, other) => one - other);
}

const INTL_FORMATS = `import { closed } from "./closed.ts";
const calendarDay = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Guyana" });
export const isOpen = (now: Date) => !closed.has(calendarDay.format(now));
export const parts = Intl.NumberFormat("en").formatToParts(1);
export const count = (value: number) => value.toLocaleString("en-US");
export const day = (moment?: Date) => moment?.toLocaleDateString();
const { DateTimeFormat: Format } = Intl;
export const time = new Format("en").format(0);
export const names = new globalThis.Intl.DisplayNames("en", { type: "region" });
`;

test("no source may depend on the spelling of an Intl format, as the day of shipping once did", () => {
  expect(linesWithFindings("src/features/base/settings/shipping-methods.ts", INTL_FORMATS)).toEqual(
    [2, 4, 5, 6, 7, 9],
  );
});

test("what Intl knows of a language or a time zone may be read, and its types may be named", () => {
  const source = `export const region = new Intl.Locale("de-AT").region;
export const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
export const options: Intl.DateTimeFormatOptions = {};
`;
  expect(linesWithFindings("src/core/guess-country.ts", source)).toEqual([]);
});

test("names of countries and lists of words are only read by people and may come from Intl", () => {
  expect(linesWithFindings("src/core/delivery-address.ts", INTL_FORMATS)).toEqual([]);
  const list = "src/features/garments/order-patterns/pattern-content.ts";
  expect(linesWithFindings(list, INTL_FORMATS)).toEqual([]);
});

const LITERALS = `const [a, b] = [1, 2];
const map = new Map([[a, b]]);
const c = { x: a };
export const joined = { ...{ a, b }, c };
export const longest = Math.max(...([a, b] as const), 4);
export const list = [...[a, b], 3];
export const image = <img alt="" {...{ id: "a", src: "b" }} />;
export const [width = 1, height = width] = [a];
export const copy = { ...c, ...(a > 1 ? { b } : {}), list: [...list] };
export const link = <a {...c}>Shop</a>;
export const [first, ...others] = [...map.values()];
`;

// The formatter prints a spread literal on one line, and TypeScript does not look for unknown properties in it.
test("no literal is spread or taken apart where it is written; other spreads stay allowed", () => {
  expect(linesWithFindings("src/app/storefront/home/home.tsx", LITERALS)).toEqual([
    1, 4, 5, 6, 7, 8,
  ]);
});
