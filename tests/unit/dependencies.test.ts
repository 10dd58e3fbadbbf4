import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DRAFTABLE_DESIGNS } from "#features/patterns/designs/all-designs.ts";

const manifest: { dependencies: Record<string, string>; overrides: Record<string, string> } =
  JSON.parse(readFileSync("package.json", "utf8"));
const [, section = ""] = readFileSync("docs/dependencies.md", "utf8").split("## Overrides");
const [table = ""] = section.split("\n## ");
const rows = [...table.matchAll(/^\| `(.+?)` \| (.+) \|$/gm)];

test("docs/dependencies.md gives a reason for each override of package.json, and for no other", () => {
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(manifest.overrides));
  for (const [, , reason = ""] of rows) expect(reason.length).toBeGreaterThan(20);
});

test.each(DRAFTABLE_DESIGNS)(
  "the package of %s, which its draft loads by name, is a dependency",
  (design) => {
    expect(manifest.dependencies).toHaveProperty([`@freesewing/${design}`]);
  },
);
