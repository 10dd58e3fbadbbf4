import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { isDraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type { DraftOptions } from "#features/patterns/designs/pattern-design.ts";
import type {
  DraftedParts,
  DraftOperation,
  DraftPoint,
} from "#features/patterns/measuring/drafted-part.ts";

/** What is used of FreeSewing 4.10: one file, so that a new version shows here what changed. */
type FreeSewingAttributes = {
  set(name: string, value: string): unknown;
  add(name: string, value: string): unknown;
  remove(name: string): unknown;
  get(name: string): string | false;
  getAsArray(name: string): readonly (string | number)[] | false;
};

type FreeSewingPoint = {
  x: number;
  y: number;
  attributes: FreeSewingAttributes;
  attr(name: string, value: string | number, overwrite?: boolean): FreeSewingPoint;
};

export type FreeSewingPath = {
  readonly hidden: boolean;
  readonly ops: readonly DraftOperation[];
  readonly attributes: FreeSewingAttributes;
  move(to: FreeSewingPoint): FreeSewingPath;
  line(to: FreeSewingPoint): FreeSewingPath;
  attr(name: string, value: string): FreeSewingPath;
};

type FreeSewingSnippet = { def: string; anchor: DraftPoint };

export type FreeSewingPart = {
  hidden: boolean;
  name: string;
  points: Record<string, FreeSewingPoint>;
  paths: Record<string, FreeSewingPath>;
  snippets: Record<string, FreeSewingSnippet>;
  shorthand(): {
    Point: new (x: number, y: number) => FreeSewingPoint;
    Path: new () => FreeSewingPath;
    Snippet: new (def: string, anchor: FreeSewingPoint) => FreeSewingSnippet;
  };
};

type CutInstruction = { cut: number; identical: boolean; onBias: boolean; onFold: boolean };
type CutLists = Readonly<
  Record<string, { materials?: Readonly<Record<string, readonly CutInstruction[]>> } | undefined>
>;

type OptionConfig =
  | number
  | boolean
  | string
  | Readonly<{
      pct?: number;
      deg?: number;
      mm?: number;
      count?: number;
      bool?: boolean;
      list?: readonly string[];
      dflt?: string;
      min?: number;
      max?: number;
    }>;

type Svg = { attributes: FreeSewingAttributes };

type Logs = { readonly error: readonly unknown[]; readonly warn: readonly unknown[] };

export type FreeSewingPattern = {
  parts: readonly (DraftedParts & Record<string, FreeSewingPart>)[];
  setStores: readonly {
    get(path: readonly string[] | string, otherwise?: unknown): unknown;
    cutlist: CutLists;
  }[];
  width: number;
  height: number;
  on(
    hook: "insertText",
    method: (locale: string, text: string | string[]) => string | string[],
  ): FreeSewingPattern;
  on(hook: "preRender", method: (svg: Svg) => void): FreeSewingPattern;
  use(plugin: object, data?: object): FreeSewingPattern;
  draft(): FreeSewingPattern;
  render(): string;
  getConfig(): {
    readonly options: Readonly<Record<string, OptionConfig>>;
    readonly measurements: readonly string[];
    readonly optionalMeasurements: readonly string[];
  };
  getLogs(): { readonly pattern: Logs; readonly sets: readonly Logs[] };
};

export type PatternSettings = {
  readonly measurements: Readonly<Record<string, number>>;
  readonly options: DraftOptions;
  /** Seam allowance in mm; 0 draws none. */
  readonly sa: number;
  readonly paperless: boolean;
  readonly only?: readonly string[];
  readonly maxWidth?: number;
  readonly complete?: boolean;
};

type Texts = Readonly<Record<string, string>>;

export type LoadedDesign = {
  readonly create: (settings: PatternSettings) => FreeSewingPattern;
  readonly texts: { readonly strings: Texts; readonly parts: Texts };
  readonly theme: object;
  /** Package names and versions, the runtime among them. */
  readonly versions: Readonly<Record<string, string>>;
};

type Constructor = new (settings: PatternSettings) => FreeSewingPattern;
type Translations = { readonly en?: { readonly s?: Texts; readonly p?: Texts } };
type About = { readonly version: string };
type DesignModule = Readonly<Record<string, unknown>> & {
  readonly i18n: Translations;
  readonly about: About;
};

/** The package of a design has its name, so that a new design needs no line here. */
function importDesign(design: DraftableDesign): Promise<DesignModule> {
  if (!isDraftableDesign(design)) throw new Error(`The shop does not draft ${String(design)}`);
  return import(`@freesewing/${design}`);
}

async function load(design: DraftableDesign): Promise<LoadedDesign> {
  const [module, core, annotations, theme] = await Promise.all([
    importDesign(design),
    import("@freesewing/core"),
    import("@freesewing/plugin-annotations"),
    import("@freesewing/plugin-theme"),
  ]);
  const name = `${design.charAt(0).toUpperCase()}${design.slice(1)}`;
  const Pattern = module[name] as Constructor;
  const own = module.i18n.en;
  const common = (annotations.i18n as Translations | undefined)?.en as Texts | undefined;
  return {
    create: (settings) => new Pattern(settings),
    texts: { strings: { ...common, ...own?.s }, parts: own?.p ?? {} },
    theme: theme.pluginTheme as object,
    versions: {
      [`@freesewing/${design}`]: module.about.version,
      "@freesewing/core": core.version as string,
      node: process.versions.node,
    },
  };
}

type Macro = "title" | "banner" | "bannerbox" | "scalebox" | "miniscale";

/** A plugin in place of FreeSewing's own macros: they write nothing. */
const withoutMacros = (name: string, macros: readonly Macro[]): object => ({
  name,
  version: "1",
  macros: Object.fromEntries(macros.map((macro) => [macro, () => ({})])),
});

/** Boxes to check the scale by lie over grain lines and folds; each file of the shop has a square of its own. */
export const withoutScaleBoxes = withoutMacros("without-scale-boxes", ["scalebox", "miniscale"]);

/**
 * Titles, words along lines and boxes for the scale belong to a print. A draft for the screen shows none of them; FreeSewing copies each
 * into every part that is made from another, which takes a fifth of the time of a redraw.
 */
export const withoutPrintedTexts = withoutMacros("without-printed-texts", [
  "title",
  "banner",
  "bannerbox",
  "scalebox",
  "miniscale",
]);

/** Flags that say that a draft may not be right. The others (note, info, tip) are about FreeSewing's own page. */
const WARNING_FLAGS = ["error", "warn", "fixme"] as const;

/**
 * What FreeSewing warned about in a finished draft, each once: lines of its log, and flags by their key ("titan:lowFrontHeight"), of
 * which some have no line.
 */
export function warningsOf(pattern: FreeSewingPattern): readonly string[] {
  const { pattern: own, sets } = pattern.getLogs();
  const logged = [own, ...sets].flatMap(({ warn }) => warn).map(String);
  const flagged = pattern.setStores.flatMap((store) =>
    WARNING_FLAGS.flatMap((kind) =>
      Object.keys(store.get(["plugins", "plugin-annotations", "flags", kind], {}) as object),
    ),
  );
  return [...new Set([...logged, ...flagged.map((key) => key.replace(/\.t$/, ""))])];
}

/** The first part that FreeSewing could not draw; null when its log names none. Other parts may lack what they take from it. */
export function undraftedPartOf(pattern: FreeSewingPattern): string | null {
  const { pattern: own, sets } = pattern.getLogs();
  const logged = [own, ...sets].flatMap(({ error }) => error).flat();
  for (const line of logged) {
    const part = /^Unable to draft part `([^`]+)`/.exec(String(line))?.[1];
    if (part !== undefined) return part;
  }
  return null;
}

const loading = new Map<DraftableDesign, Promise<LoadedDesign>>();

/** Loads a design with its packages at first use, about 40 ms. */
export function loadDesign(design: DraftableDesign): Promise<LoadedDesign> {
  const known = loading.get(design);
  if (known) return known;
  const loaded = load(design);
  loading.set(design, loaded);
  return loaded;
}
