/** Leaves are strings, lists have numeric keys. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

type Tree = Map<string, Tree | string>;

/** `line_items[0][quantity]` in steps. */
const stepsOf = (name: string) => name.replaceAll("]", "").split("[");

function plant(tree: Tree, steps: readonly string[], value: string): void {
  const [step = "", ...rest] = steps;
  // Numbers itself.
  const key = step === "" ? String(tree.size) : step;
  if (rest.length === 0) {
    tree.set(key, value);
    return;
  }
  const below = tree.get(key);
  const next: Tree = below instanceof Map ? below : new Map();
  tree.set(key, next);
  plant(next, rest, value);
}

function harvest(tree: Tree): FormValue {
  const entries = [...tree].map(([key, value]): [string, FormValue] => [
    key,
    value instanceof Map ? harvest(value) : value,
  ]);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** Brackets nest; numbered or empty ones are lists. */
export function decodeForm(text: string): { [name: string]: FormValue } {
  const tree: Tree = new Map();
  for (const [name, value] of new URLSearchParams(text)) plant(tree, stepsOf(name), value);
  const form = harvest(tree);
  return typeof form === "object" && !Array.isArray(form) ? form : {};
}
