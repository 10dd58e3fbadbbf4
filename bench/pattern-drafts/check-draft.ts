import { asDrawn } from "./as-drawn.ts";
import type { Draft, DrawnPart, DrawnPath, Options } from "./draft.ts";
import { draft, isPrinted, loadDesign, outlineOf } from "./draft.ts";
import type { DrawnSeam, MovedCorner } from "./drawn-seams.ts";
import type { Finding, Rule } from "./findings.ts";
import { Examination } from "./findings.ts";
import { areaOf, flatten, hasFinitePoints, selfCrossing } from "./geometry.ts";
import { hemOff } from "./hem-level.ts";
import type { Measurements } from "./measurements.ts";
import { spreadPeople } from "./people.ts";
import { RECIPES } from "./recipes.ts";
import type { DrawnLines, WalkedPair } from "./seam-walk.ts";
import { walkSeams } from "./seam-walk.ts";
import { SEAMS } from "./seams.ts";

export type CheckInput = {
  readonly design: string;
  /** The body: everything is compared with it. */
  readonly measurements: Measurements;
  readonly options?: Options;
  /** Of the person: the hem is measured where it is given. */
  readonly heightMm?: number;
  /** What the design is drafted from where that differs from the body. */
  readonly draftedFrom?: Partial<Measurements> | undefined;
  /** The seam lines that are walked; FreeSewing's own without them. */
  readonly lines?: DrawnLines;
  /** What the shop draws in place of FreeSewing's lines, and the corners that it says it moved. */
  readonly drawn?: { readonly seams: readonly DrawnSeam[]; readonly moved: readonly MovedCorner[] };
};
export type CheckResult = {
  readonly findings: readonly Finding[];
  /** By rule: measured mm, and the body's. */
  readonly values: ReadonlyMap<string, { measured: number; body: number }>;
  readonly draft: Draft;
  readonly walked: readonly WalkedPair[];
  readonly draftMs: number;
};

/** Drawn coordinates are rounded to a hundredth. */
export const WALKED_MM = 0.1;
const LEAST_AREA_MM2 = 10;
const PER_CURVE_FOR_CROSSING = 16;

const isVisible = (name: string, path: DrawnPath) => !(path.hidden || name.startsWith("__"));

/** Names of the printed parts with a seam line. */
function drawnParts(drawn: Draft): string[] {
  return Object.entries(drawn.parts)
    .filter(([, part]) => isPrinted(part))
    .filter(([, part]) =>
      Object.entries(part.paths).some(
        ([name, path]) => isVisible(name, path) && areaOf(flatten(path.ops, 8)) > LEAST_AREA_MM2,
      ),
    )
    .map(([name]) => name);
}

const references = new Map<string, readonly string[]>();

/** The parts a measured person of median build gets with the same style. */
function expectedParts(design: string, options: Options): readonly string[] {
  const style = Object.entries(options).filter(([, value]) => typeof value !== "number");
  const key = JSON.stringify([design, style]);
  const known = references.get(key);
  if (known) return known;
  const wearers = RECIPES[design]?.wearers ?? "both";
  const people = spreadPeople(wearers, "tape").sort((a, b) => a.bmi - b.bmi);
  const median = people[Math.floor(people.length / 2)];
  const expected = median
    ? drawnParts(draft(design, median.measurements, Object.fromEntries(style)))
    : [];
  references.set(key, expected);
  return expected;
}

function examinePart(examination: Examination, part: DrawnPart): void {
  for (const [name, path] of Object.entries(part.paths)) {
    if (!isVisible(name, path)) continue;
    if (!hasFinitePoints(flatten(path.ops, 4))) examination.broken("not finite");
  }
  const seam = part.paths.seam;
  if (seam && hasFinitePoints(outlineOf(part))) {
    const crossing = selfCrossing(flatten(seam.ops, PER_CURVE_FOR_CROSSING));
    if (crossing) examination.broken("self-crossing");
  }
}

function examineDrawing(examination: Examination, drawn: Draft): void {
  if (drawn.errors.length > 0) examination.broken("error in the log");
  const names = new Set(drawnParts(drawn));
  const missing = expectedParts(drawn.design, drawn.options).filter((name) => !names.has(name));
  if (missing.length > 0) examination.broken("missing part");
  for (const part of Object.values(drawn.parts).filter(isPrinted)) examinePart(examination, part);
}

/** Designs to load before the first check. */
export async function loadDesigns(names: readonly string[]): Promise<void> {
  for (const name of names) await loadDesign(name);
}

/**
 * Drafts a design with FreeSewing and measures the seam lines of what it draws. No finding: the garment passes. It
 * neither knows nor uses how the shop measures its drafts.
 */
export function checkDraft(input: CheckInput): CheckResult {
  const { design, drawn: shown, measurements, options = {}, draftedFrom = {} } = input;
  const recipe = RECIPES[design];
  if (!recipe) throw new Error(`${design} cannot be measured`);
  const started = performance.now();
  const own = draft(design, { ...measurements, ...draftedFrom }, options);
  const draftMs = performance.now() - started;
  const drawn = shown ? asDrawn(own, shown.seams, shown.moved) : own;
  const examination = new Examination(drawn, measurements, recipe.cloth);
  examineDrawing(examination, drawn);
  try {
    recipe.examine(examination);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    examination.broken("missing part");
  }
  const hem = input.heightMm && hemOff(drawn, measurements, input.heightMm);
  if (hem) examination.atMost("hem place", hem.off, hem.limit);
  const walked = walkSeams(drawn, SEAMS[design] ?? [], input.lines);
  const worst = Math.max(0, ...walked.map(({ beyond }) => beyond));
  examination.atMost("seams", worst, WALKED_MM);
  const { findings, values } = examination;
  return { findings, values, draft: own, walked, draftMs };
}

export const rulesOf = (findings: readonly Finding[]): Rule[] => [
  ...new Set(findings.map(({ rule }) => rule)),
];
