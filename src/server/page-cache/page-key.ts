/** Search parameters that change what a public page shows; every other one (utm_source, fbclid, ...) is left out of key and render. */
const KNOWN_PARAMETERS: ReadonlySet<string> = new Set([
  "page",
  "gender",
  "sort",
  "filter",
  "color",
  "size",
  "category",
  "price",
  "show",
  "q",
  "product",
  "step",
  "unit",
  "_routes",
]);

const LONGEST_KEY = 512;

/** One public page's name in the cache: path and known parameters in one order, so that no stranger's parameter makes a new entry. */
export type PageKey = {
  /** Path and sorted known parameters; also the address to render. */
  key: string;
  pathname: string;
  /** Whether the key has parameters: such pages are endless in number and are kept apart. */
  hasParameters: boolean;
  /** Whether the address asked for held nothing but what the key holds. */
  isExact: boolean;
};

/** Reads a request target ("/shop?page=2"); null when it is too long to be worth keeping. */
export function pageKeyOf(target: string): PageKey | null {
  const mark = target.indexOf("?");
  if (mark === -1) {
    if (target.length > LONGEST_KEY) return null;
    return { key: target, pathname: target, hasParameters: false, isExact: true };
  }
  const pathname = target.slice(0, mark);
  const kept: [string, string][] = [];
  let isExact = true;
  for (const [name, value] of new URLSearchParams(target.slice(mark + 1))) {
    if (KNOWN_PARAMETERS.has(name)) kept.push([name, value]);
    else isExact = false;
  }
  // Stable: values of one name keep their order, which may carry meaning.
  kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const key = kept.length === 0 ? pathname : `${pathname}?${new URLSearchParams(kept)}`;
  if (key.length > LONGEST_KEY) return null;
  return { key, pathname, hasParameters: kept.length > 0, isExact };
}
