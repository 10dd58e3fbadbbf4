/** The sizes are in units of the 400 by 500 image. */
type Weave = { name: string; width: number; height: number; path: string };

export type ThreadTone = "ink" | "demerara" | "forest";

export type ProductFallback = {
  weave: Weave;
  tone: ThreadTone;
  monogram: string;
  /** At most three lines. */
  lines: readonly string[];
};

const tile = (name: string, width: number, height: number, path: string): Weave => ({
  name,
  width,
  height,
  path,
});

const PINSTRIPE = tile("pinstripe", 14, 5, "M7 0v3.2");
const HERRINGBONE = tile("herringbone", 16, 8, "M0 8l8-8l8 8M0 4l4-4M12 0l4 4M4 8l4-4l4 4");
const TWILL = tile("twill", 8, 8, "M-2 2l4-4M-1 9l10-10M6 10l4-4");
const PLAIN = tile("plain", 10, 10, "M0 2.5h4M5 7.5h4M2 5v4M7 0v4");
const BASKET = tile(
  "basket",
  20,
  20,
  "M1 2.5h8M1 5h8M1 7.5h8M11 12.5h8M11 15h8M11 17.5h8M12.5 1v8M15 1v8M17.5 1v8M2.5 11v8M5 11v8M7.5 11v8",
);
const SATIN = tile("satin", 48, 14, "M0 4q12-6 24 0t24 0M0 11q12-6 24 0t24 0");

// The first matching keyword decides (specification 9).
const RULES: readonly [RegExp, readonly Weave[], readonly ThreadTone[]][] = [
  [/accessori/, [BASKET, SATIN], ["demerara", "ink"]],
  [/business|shirt|suit|blazer|formal|professional/, [PINSTRIPE, HERRINGBONE], ["ink", "forest"]],
  [/evening|dress|elegan|gown|cocktail|party/, [SATIN, TWILL], ["forest", "ink"]],
  [/lounge|comfort|relax|home|pajama|sleepwear/, [SATIN, PLAIN], ["demerara", "forest"]],
  [
    /season|collection|limited|special|winter|summer|spring|fall/,
    [HERRINGBONE, BASKET],
    ["demerara", "forest"],
  ],
];
const OTHERWISE = [/./, [TWILL, PLAIN], ["ink", "demerara"]] as const;

const MAX_LINE = 18;
const MAX_LINES = 3;

/** The hash is FNV-1a, which is equal in browsers and on the server. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) {
    value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }
  return value >>> 0;
}

function pick<Value>(choices: readonly Value[], seed: number, otherwise: Value): Value {
  return choices[seed % choices.length] ?? otherwise;
}

/** Joins the initials of the first and last word; else an ampersand. */
export function monogramOf(name: string): string {
  const initials = name
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? "")
    .filter((initial) => initial !== "");
  const first = initials[0] ?? "&";
  const last = initials.length > 1 ? (initials.at(-1) ?? "") : "";
  return (first + last).toLocaleUpperCase("en");
}

function shorten(line: string): string {
  const letters = [...line];
  return letters.length <= MAX_LINE
    ? line
    : `${letters
        .slice(0, MAX_LINE - 1)
        .join("")
        .trimEnd()}…`;
}

/** Sets at most three lines of 18 characters, with an ellipsis if needed. */
export function setInLines(name: string): string[] {
  const lines: string[] = [];
  for (const word of name.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && [...last, ...word].length < MAX_LINE)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const stored = lines.slice(0, MAX_LINES);
  const end = stored.at(-1);
  if (lines.length > MAX_LINES && end !== undefined) {
    stored[MAX_LINES - 1] = `${[...end].slice(0, MAX_LINE - 1).join("")}…`;
  }
  return stored.map(shorten);
}

/** Returns the drawing for a product without a valid image (specification 5). */
export function productFallback(name: string, categoryName: string): ProductFallback {
  const category = categoryName.toLowerCase();
  const [, weaves, tones] = RULES.find(([pattern]) => pattern.test(category)) ?? OTHERWISE;
  const seed = hash(`${name}|${category}`);
  return {
    weave: pick(weaves, seed, TWILL),
    tone: pick(tones, seed >>> 8, "ink"),
    monogram: monogramOf(name),
    lines: setInLines(name),
  };
}
