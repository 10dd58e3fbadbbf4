import type { Outline, Point, Step } from "./geometry.ts";
import { flatten } from "./geometry.ts";
import type { Measurements } from "./measurements.ts";

type OptionValue = number | string | boolean;
export type Options = Readonly<Record<string, OptionValue>>;

export type DrawnPath = {
  readonly hidden?: boolean;
  readonly ops: readonly Step[];
  readonly attributes: { get(name: string): string | false | undefined };
};
export type DrawnPart = {
  readonly hidden?: boolean;
  readonly points: Readonly<Record<string, Point>>;
  readonly paths: Readonly<Record<string, DrawnPath>>;
};
type Logs = { readonly error: readonly unknown[] };
type Pattern = {
  draft(): Pattern;
  getLogs(): { pattern: Logs; sets: readonly Logs[] };
  parts: readonly Readonly<Record<string, DrawnPart>>[];
  settings: readonly { readonly options?: Options }[];
};
type OptionRange = {
  readonly min?: number;
  readonly max?: number;
  readonly pct?: number;
  readonly list?: readonly OptionValue[];
};
type Design = new (
  settings: object,
) => Pattern & {
  getConfig(): { options: Readonly<Record<string, OptionRange | OptionValue>> };
};

/** One drafted pattern: its parts by name ("simon.back"), hidden ones too. */
export type Draft = {
  readonly design: string;
  readonly options: Options;
  /** All options, the defaults among them. */
  readonly defaults: Options;
  readonly parts: Readonly<Record<string, DrawnPart>>;
  readonly errors: readonly string[];
};

const designs = new Map<string, Design>();

/** Loads a design's package once. */
export async function loadDesign(name: string): Promise<void> {
  if (designs.has(name)) return;
  const exported: Record<string, Design> = await import(`@freesewing/${name}`);
  const design = exported[`${name.charAt(0).toUpperCase()}${name.slice(1)}`];
  if (!design) throw new Error(`@freesewing/${name} exports no design`);
  designs.set(name, design);
}

/** Drafts without seam allowance; the design was loaded before. */
export function draft(name: string, measurements: Measurements, options: Options = {}): Draft {
  const Loaded = designs.get(name);
  if (!Loaded) throw new Error(`${name} was not loaded`);
  const pattern = new Loaded({ measurements: { ...measurements }, options, sa: 0, complete: true });
  let thrown: string[] = [];
  try {
    pattern.draft();
  } catch (error) {
    thrown = [`thrown: ${String(error)}`];
  }
  const logs = pattern.getLogs();
  const errors = [...logs.pattern.error, ...logs.sets.flatMap(({ error }) => error)].map(String);
  return {
    design: name,
    options,
    defaults: pattern.settings[0]?.options ?? options,
    parts: pattern.parts[0] ?? {},
    errors: [...thrown, ...errors],
  };
}

/** What is printed: neither hidden parts nor hidden paths. */
export const isPrinted = (part: DrawnPart) => !part.hidden;

const outlines = new WeakMap<DrawnPath, Outline>();

/** The seam line of a part; empty where there is none. */
export function outlineOf(part: DrawnPart | undefined, path = "seam"): Outline {
  const drawn = part?.paths[path];
  if (!drawn) return [];
  const known = outlines.get(drawn);
  if (known) return known;
  const outline = flatten(drawn.ops);
  outlines.set(drawn, outline);
  return outline;
}

function isInRange(range: OptionRange | OptionValue, value: OptionValue): boolean {
  if (typeof range !== "object") return range === value;
  if (range.list) return range.list.includes(value);
  if (typeof value !== "number") return true;
  // The limits of a percentage go to 100, its values to 1.
  const scaled = value * (range.pct === undefined ? 1 : 100);
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  return scaled >= min - 1e-6 && scaled <= max + 1e-6;
}

/** Where the shop goes beyond the sliders of FreeSewing's page on purpose; the drafts are measured like all others. */
const BEYOND_SLIDER: Readonly<Record<string, readonly string[]>> = {
  carlita: ["chestEase", "length", "pocketWidth"],
  carlton: ["length", "pocketWidth"],
  charlie: ["seatEase", "waistEase"],
  // Without a front dart where the waist is as large as the chest.
  jaeger: ["lengthBonus", "reduceWaistDartFraction"],
  // Sewn to a bodice its waist is brought to the bodice's from both sides.
  penelope: ["lengthBonus", "waistEase"],
  simon: ["hipsEase", "waistEase"],
  simone: ["hipsEase", "waistEase"],
  titan: ["seatEase", "waistEase"],
};

/** Options of the shop alone: what they move is read from the drawn lines. */
const OF_SHOP: ReadonlySet<string> = new Set(["legWidth", "seatWidth", "thighWidth", "waistWidth"]);

/** Names of options that the design does not have or that lie outside its range: FreeSewing itself clamps nothing. */
export function optionsOutOfRange(name: string, options: Options): string[] {
  const Loaded = designs.get(name);
  if (!Loaded) throw new Error(`${name} was not loaded`);
  const known = new Loaded({}).getConfig().options;
  return Object.entries(options).flatMap(([option, value]) => {
    if (OF_SHOP.has(option)) return [];
    const range = known[option];
    if (range !== undefined && BEYOND_SLIDER[name]?.includes(option)) return [];
    return range !== undefined && isInRange(range, value) ? [] : [option];
  });
}
