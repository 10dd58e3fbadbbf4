import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import routeTable from "#app/routes.ts";
import { reachOf, readImportGraph } from "../../scripts/affected/import-graph.ts";
import { JOURNEYS, MAX_FILES, selectTests } from "../../scripts/affected/select-tests.ts";
import { listPageRoutes, visitedPatterns } from "../../scripts/affected/visited-pages.ts";

const graph = readImportGraph(".");
const routes = listPageRoutes(routeTable);
const select = (...changed: string[]) => selectTests(graph, routes, changed);
const filesOf = (selected: { run: readonly { file: string }[] }) =>
  selected.run.map(({ file }) => file);

describe("the selection of npm run affected", () => {
  test("follows imports by alias and by path, and lazy ones, from a change to its tests", () => {
    const reached = reachOf(graph, ["src/core/xml-text.ts"]);
    expect(reached.get("src/core/xml-text.test.ts")?.distance).toBe(1);
    expect(reached.get("src/app/seo/sitemap.test.ts")?.distance).toBe(2);
    expect(reached.has("src/core/money-amount.ts")).toBe(false);
  });

  test("finds the pages of a change, and runs the tests nearest to it", () => {
    const selected = select("src/app/storefront/donate/new-dawn-thank-you.tsx");
    expect(selected.pages).toEqual(["/new-dawn/thank-you"]);
    expect(selected.unit.run).toEqual([]);
  });

  test("runs journeys when most pages are affected, and never more than the limits", () => {
    const selected = select("src/ui/theme.css", "src/core/money-amount.ts");
    expect(filesOf(selected.e2e)).toEqual(JOURNEYS);
    expect(selected.integration.run).toHaveLength(MAX_FILES.integration);
    expect(selected.integration.leftOut.length).toBeGreaterThan(100);
  });

  test("knows only journeys that exist", () => {
    expect(JOURNEYS.filter((file) => !existsSync(file))).toEqual([]);
  });

  test("reads the pages of a test from its paths, and a fixed path is no example of a pattern", () => {
    const text = "visit(page, `/product/$" + '{id}?size=M`); visit(page, "/cart/simple");';
    const patterns = ["/product/:id", "/cart/simple", "/cart/:id", "/shop"];
    expect(visitedPatterns(text, patterns)).toEqual(["/product/:id", "/cart/simple"]);
  });
});
