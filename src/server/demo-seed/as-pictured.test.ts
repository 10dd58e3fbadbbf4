import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readDemoCatalogue } from "./demo-catalogue.server.ts";
import { readDemoOptions } from "./demo-options.server.ts";

const demoDirectory = new URL("../../../demo", import.meta.url).pathname;
const page = readFileSync(new URL("../../../docs/as-pictured.md", import.meta.url), "utf8");

const [catalogue, options] = await Promise.all([
  readDemoCatalogue(demoDirectory),
  readDemoOptions(demoDirectory),
]);

/** Made to measure: the garments that the demo's terms are for. */
const made = catalogue.products.filter(({ garmentType }) => garmentType in options.garments);

/** The rows of the page: product, option, what the images show, the start before and now. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| product"))
  .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("**", "")));

const pairs = made.flatMap(({ garmentType, name, slug }) => {
  const own = options.products[slug];
  const groups = own?.groups ?? options.garments[garmentType]?.groups ?? [];
  return groups.map((key) => ({
    product: name,
    option: options.groups[key]?.name,
    choices: options.groups[key]?.choices.map((choice) => choice.name) ?? [],
    pictured: own?.pictured?.[key],
  }));
});

test("of every option of a made-to-measure product it is said what the images show", () => {
  expect(made).toHaveLength(24);
  expect(pairs.length).toBeGreaterThan(100);
  for (const { choices, pictured, ...pair } of pairs) {
    expect({ ...pair, pictured, isChoice: choices.includes(pictured ?? "") }).toEqual({
      ...pair,
      pictured,
      isChoice: true,
    });
  }
});

test("docs/as-pictured.md lists each of them with its start", () => {
  const listed = rows
    .filter((row) => row[5] !== "absent")
    .map(([, product, option, , , start]) => `${product}, ${option}: ${start}`);
  const expected = pairs.map((pair) => `${pair.product}, ${pair.option}: ${pair.pictured}`);
  expect(listed.toSorted()).toEqual(expected.toSorted());
});
