import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";

export type FuzzRoute = {
  /** Names the route in requests for its loader alone. */
  id: string;
  /** For example "/profile/orders/:id". */
  pattern: string;
  hasAction: boolean;
  names: readonly string[];
  values: readonly string[];
};

const SOURCE = join(import.meta.dirname, "../../../src/app");

const NAMES = [
  /\bname="([\w.[\]]+)"/g,
  /\bfields\.(\w+)/g,
  /^\s+(\w+): (?:z\.|text|id|optional|required|version|raw)/gm,
  /\.(?:get|has|getAll)\("(\w+)"\)/g,
];
const VALUES = [
  /(?:literal\(|intent: |value=|=== |case )"([\w-]+)"/g,
  /^ {2,6}"([\w-]+)",$/gm,
  /^ {2,6}"([\w-]+)": /gm,
];
/** Forms that two areas share are components. */
const COMPONENT_IMPORTS = /from "#app\/(components\/[^"]+\.tsx?)"/g;
const LISTS = /(?:textFields\(\s*|z\.enum\()\[([^\]]*)\]/g;

function matches(text: string, patterns: readonly RegExp[]): string[] {
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
}

const texts = new Map<string, string>();

function sourceOf(folder: string): string {
  const known = texts.get(folder);
  if (known !== undefined) return known;
  const files = readdirSync(folder).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const own = files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  const components = new Set(matches(own, [COMPONENT_IMPORTS]));
  const shared = [...components].map((path) => readFileSync(join(SOURCE, path), "utf8"));
  const text = [own, ...shared].join("\n");
  texts.set(folder, text);
  return text;
}

function vocabularyOf(file: string): Pick<FuzzRoute, "names" | "values"> {
  const folder = dirname(join(SOURCE, file));
  const text = sourceOf(folder);
  const listed = matches(text, [LISTS]).flatMap((list) => matches(list, [/"([\w-]+)"/g]));
  const names = new Set([...matches(text, NAMES), ...listed, "intent", "form"]);
  const values = new Set([...matches(text, VALUES), ...listed]);
  return { names: [...names].sort(), values: [...values].sort() };
}

export function fuzzRoutes(table: readonly RouteConfigEntry[], parent = ""): FuzzRoute[] {
  return table.flatMap(({ id, file, path = "", index, children }) => {
    const pattern = `${parent}/${path}`.replace(/\/+/g, "/");
    if (children) return fuzzRoutes(children, pattern);
    if (path === "" && !index) return [];
    const source = readFileSync(join(SOURCE, file), "utf8");
    const hasAction = /export (?:async )?(?:function|const) action\b/.test(source);
    return [{ id: id ?? file.replace(/\.tsx?$/, ""), pattern, hasAction, ...vocabularyOf(file) }];
  });
}
