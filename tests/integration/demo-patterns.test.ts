import { expect, test } from "vitest";
import {
  componentsOfProduct,
  designsOfComponent,
} from "#features/patterns/designs/pattern-table.ts";
import { readDemoCatalogue } from "#server/demo-seed/demo-catalogue.server.ts";
import { readDemoOptions } from "#server/demo-seed/demo-options.server.ts";
import { sizesOf } from "#server/demo-seed/demo-seed.server.ts";

const { products } = await readDemoCatalogue("demo");
const { patterns } = await readDemoOptions("demo");

const custom = products.filter((product) => sizesOf(product).includes("Custom"));

test("every product of the demo in the size Custom has an entry in the pattern table", () => {
  expect(custom.length).toBeGreaterThan(20);
  for (const { garmentType, gender, slug } of custom) {
    const components = componentsOfProduct({
      garmentType,
      gender,
      components: patterns[slug] ?? null,
    });
    expect(components, slug).not.toContain("otherByHand");
  }
});

test("the demo's products by hand are women's blazers and woven gowns, and all others are drafted", () => {
  const byHand = custom.filter(({ garmentType, gender, slug }) =>
    componentsOfProduct({ garmentType, gender, components: patterns[slug] ?? null }).some(
      (component) => designsOfComponent(component).length === 0,
    ),
  );
  expect(byHand.map(({ slug }) => slug).toSorted()).toEqual([
    "essequibo-tailored-blazer",
    "kaieteur-gown",
    "midnight-slip-dress",
    "seawall-shirt-dress",
  ]);
});
