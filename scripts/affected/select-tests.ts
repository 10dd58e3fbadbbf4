import type { ImportGraph, Reach } from "./import-graph.ts";
import { reachOf } from "./import-graph.ts";
import type { PageRoute } from "./visited-pages.ts";
import { visitedPatterns } from "./visited-pages.ts";

/** So that a typical change takes less than two minutes. */
export const MAX_FILES = { unit: 200, integration: 14, http: 8, e2e: 3 };

type Kind = keyof typeof MAX_FILES;

/** The journeys that run for a change of most pages, half a minute: a purchase, the guide, and the owner's changes. */
export const JOURNEYS = [
  "tests/e2e/checkout-return.spec.ts",
  "tests/e2e/measuring-offline.spec.ts",
  "tests/e2e/owner-journey.spec.ts",
];

/** A change that reaches more than this share of the pages is one of the whole shop. */
const WHOLE_SHOP = 0.25;

/** Styles and public files have no importers that a page could be found by. */
const isEverywhere = (file: string) => /^public\/|^src\/.*\.css$/.test(file);

type SelectedTest = { file: string; reason: string };
export type Selection = Record<Kind, { run: SelectedTest[]; leftOut: string[] }>;

/** The lowest rank runs first. */
type Candidate = SelectedTest & { rank: number };
const RANK = { sameName: 20, journey: 50, samePages: 100 };

function kindOf(file: string): Kind | null {
  if (/^tests\/e2e\/.*\.spec\.ts$/.test(file)) return "e2e";
  if (/^tests\/http\/.*\.test\.ts$/.test(file)) return "http";
  if (/^tests\/integration\/.*\.test\.ts$/.test(file)) return "integration";
  if (/^src\/.*\.server\.test\.tsx?$/.test(file)) return "integration";
  return /^(src|tests\/(unit|support))\/.*\.test\.tsx?$/.test(file) ? "unit" : null;
}

/** Sends requests to the built shop: its imports of `src` only prepare data. */
const visitsPages = (file: string) => ["http", "e2e"].includes(kindOf(file) ?? "");

/** Selects tests by their imports, the nearest first. */
function byImports(reached: ReadonlyMap<string, Reach>): Candidate[] {
  return [...reached].flatMap(([file, { changed, distance }]): Candidate[] => {
    if (!kindOf(file) || (visitsPages(file) && !changed.startsWith("tests/"))) return [];
    const files = distance === 1 ? "1 file" : `${distance} files`;
    const reason = distance === 0 ? "changed" : `imports ${changed} over ${files}`;
    return [{ file, reason, rank: distance }];
  });
}

/** Selects tests by their names: store-credit.spec.ts for a change in `features/orders/store-credit`. */
function byNames(graph: ImportGraph, changed: readonly string[]): Candidate[] {
  return [...graph.files].filter(visitsPages).flatMap((file): Candidate[] => {
    const [subject = ""] = file.split("/").at(-1)?.split(".") ?? [];
    const namesake = changed.find((each) => {
      const [base = "", folder = ""] = each.split("/").toReversed();
      return each.startsWith("src/") && (folder === subject || base.split(".")[0] === subject);
    });
    return namesake ? [{ file, reason: `has the name of ${namesake}`, rank: RANK.sameName }] : [];
  });
}

/** Selects tests by the pages in their text; those that visit little else come first. */
function byPages(graph: ImportGraph, routes: readonly PageRoute[], affected: ReadonlySet<string>) {
  const patterns = routes.map(({ pattern }) => pattern);
  return [...graph.files].filter(visitsPages).flatMap((file): Candidate[] => {
    const visited = visitedPatterns(graph.textOf(file), patterns);
    const changed = visited.filter((pattern) => affected.has(pattern));
    if (changed.length === 0) return [];
    const reason = `visits ${changed.slice(0, 3).join(", ")}`;
    return [{ file, reason, rank: RANK.samePages + visited.length / changed.length }];
  });
}

const journeys = (graph: ImportGraph): Candidate[] =>
  JOURNEYS.filter((file) => graph.files.has(file)).map((file) => {
    return { file, reason: "most pages are affected: a journey", rank: RANK.journey };
  });

/** What a change can reach. Tests above the limit of their kind are left out, the farthest first. */
export function selectTests(
  graph: ImportGraph,
  routes: readonly PageRoute[],
  changed: readonly string[],
): Selection & { pages: string[] } {
  const reached = reachOf(graph, changed);
  const pages = new Set(
    routes.filter(({ file }) => reached.has(file)).map(({ pattern }) => pattern),
  );
  const all = new Set(routes.map(({ pattern }) => pattern));
  const isWholeShop = pages.size > all.size * WHOLE_SHOP || changed.some(isEverywhere);
  const found = byImports(reached).concat(
    byNames(graph, changed),
    isWholeShop ? journeys(graph) : byPages(graph, routes, pages),
  );
  const candidates = new Map<string, Candidate>();
  for (const candidate of found) {
    if (!candidates.has(candidate.file)) candidates.set(candidate.file, candidate);
  }
  const choose = (kind: Kind) => {
    const own = [...candidates.values()]
      .filter(({ file }) => kindOf(file) === kind)
      .toSorted((one, other) => one.rank - other.rank);
    return {
      run: own.slice(0, MAX_FILES[kind]),
      leftOut: own.slice(MAX_FILES[kind]).map(({ file }) => file),
    };
  };
  return {
    pages: [...pages],
    unit: choose("unit"),
    integration: choose("integration"),
    http: choose("http"),
    e2e: choose("e2e"),
  };
}
