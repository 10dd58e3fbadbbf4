import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** Imports of a module, also lazy ones, and files that it reads beside itself. */
const SPECIFIERS = [
  /(?:from|import)\s*\(?\s*"([#.][^"]+)"/g,
  /vi\.(?:mock|importActual)(?:<[^>]*>)?\(\s*"([#.][^"]+)"/g,
  /new URL\(\s*"(\.[^"]+)"/g,
];

/** Which file imports a file, and the text of every file. */
export type ImportGraph = {
  files: ReadonlySet<string>;
  importersOf(file: string): readonly string[];
  textOf(file: string): string;
};

type Aliases = readonly (readonly [prefix: string, folder: string])[];

function readAliases(root: string): Aliases {
  const { imports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.entries(imports as Record<string, string>).map(([name, target]) => [
    name.replace("*", ""),
    target.replace("./", "").replace("*", ""),
  ]);
}

function resolveSpecifier(text: string, from: string, aliases: Aliases): string {
  // A module may be imported as an address or as the text of a program ("?url", "?program", "?script").
  const specifier = text.replace(/\?\w+$/, "");
  const alias = aliases.find(([prefix]) => specifier.startsWith(prefix));
  if (alias) return alias[1] + specifier.slice(alias[0].length);
  return relative(".", resolve(dirname(from), specifier));
}

/** Reads the imports of all modules by their text, which takes less than a second. */
export function readImportGraph(root: string): ImportGraph {
  const aliases = readAliases(root);
  const files = globSync("{src,tests,bench,scripts}/**/*.{ts,tsx,css}", { cwd: root }).filter(
    (file) => !file.includes("node_modules"),
  );
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const importers = new Map<string, string[]>();
  for (const [file, text] of texts) {
    const specifiers = SPECIFIERS.flatMap((pattern) => [...text.matchAll(pattern)]);
    for (const [, specifier = ""] of specifiers) {
      const imported = resolveSpecifier(specifier, file, aliases);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return {
    files: new Set(files),
    importersOf: (file) => importers.get(file) ?? [],
    textOf: (file) => texts.get(file) ?? "",
  };
}

/** A file that a change reaches: over how many imports, and which changed file is nearest. */
export type Reach = { distance: number; changed: string };

/** Everything that imports a changed file, directly or not. The changed files have distance 0. */
export function reachOf(graph: ImportGraph, changed: readonly string[]): Map<string, Reach> {
  const reached = new Map<string, Reach>(
    changed.map((file) => [file, { distance: 0, changed: file }]),
  );
  // A Map visits what is added meanwhile, so nearer files come first.
  for (const [file, reach] of reached) {
    for (const importer of graph.importersOf(file)) {
      if (reached.has(importer)) continue;
      reached.set(importer, { distance: reach.distance + 1, changed: reach.changed });
    }
  }
  return reached;
}
