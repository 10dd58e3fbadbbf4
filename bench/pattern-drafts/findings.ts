import type { Draft, DrawnPart } from "./draft.ts";
import { outlineOf } from "./draft.ts";
import { leastShareOf } from "./finished-limits.ts";
import type { Outline, Point } from "./geometry.ts";
import { distance } from "./geometry.ts";
import type { Measurements } from "./measurements.ts";

export type Rule =
  | "error in the log"
  | "not finite"
  | "missing part"
  | "self-crossing"
  | "chest"
  | "waist"
  | "hips"
  | "seat"
  | "hem"
  | "hem place"
  | "sleeve"
  | "wrist"
  | "neck"
  | "thigh"
  | "knee"
  | "cap length"
  | "cap height"
  | "armhole"
  | "inverted dart"
  | "side-seam jog"
  | "fork above seat"
  | "seams"
  | "bust dart"
  | "between levels";

/** What is wrong: `measured` against the least or the greatest that passes, in mm (ratios for cap height and jog). */
export type Finding = { readonly rule: Rule; readonly measured: number; readonly limit: number };

/** Where no least ease is known a woven garment must have 99.5 % of the body's girth, a knitted one 97 %. */
const LEAST_OF_BODY = { woven: 0.995, knit: 0.97 };

/** One draft on the table: what was measured on it and what is wrong with it. */
export class Examination {
  readonly draft: Draft;
  readonly body: Measurements;
  readonly findings: Finding[] = [];
  /** By rule: measured mm, and the body's. */
  readonly values = new Map<string, { measured: number; body: number }>();
  readonly #least: number;

  constructor(draft: Draft, body: Measurements, cloth: "woven" | "knit") {
    this.draft = draft;
    this.body = body;
    this.#least = LEAST_OF_BODY[cloth];
  }

  part(name: string): DrawnPart | null {
    return this.draft.parts[name] ?? null;
  }

  /** The outline must reach round the body. */
  girth(rule: Rule, measured: number | null, body: number | undefined): void {
    if (measured === null || body === undefined) return;
    this.values.set(rule, { measured, body });
    const least = body * (leastShareOf(this.draft.design, rule) ?? this.#least);
    if (!(measured >= least)) this.#report(rule, measured, least);
  }

  atLeast(rule: Rule, measured: number | null, limit: number, body = limit): void {
    if (measured === null) return;
    this.values.set(rule, { measured, body });
    if (!(measured >= limit)) this.#report(rule, measured, limit);
  }

  atMost(rule: Rule, measured: number | null, limit: number, body = limit): void {
    if (measured === null) return;
    this.values.set(rule, { measured, body });
    if (!(measured <= limit)) this.#report(rule, measured, limit);
  }

  #report(rule: Rule, measured: number, limit: number): void {
    this.findings.push({ rule, measured, limit });
  }

  /** Something a garment cannot be sewn without is not there. */
  broken(rule: Rule): void {
    this.#report(rule, Number.NaN, Number.NaN);
  }
}

/** A landmark farther than this from every seam line is not on the cloth. */
const ON_SEAM_MM = 3;

function distanceToSegment(point: Point, from: Point, to: Point): number {
  const length = distance(from, to);
  if (length === 0) return distance(point, from);
  const along =
    ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length ** 2;
  const t = Math.min(1, Math.max(0, along));
  return distance(point, { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) });
}

function isOnOutline(outline: Outline, point: Point): boolean {
  return outline.some((from, index) => {
    const to = outline[(index + 1) % outline.length] ?? from;
    return distanceToSegment(point, from, to) <= ON_SEAM_MM;
  });
}

/** The straight distance of two landmarks on a part's seam line; null when one is not on it. */
export function spanOf(part: DrawnPart | null, from: string, to: string, path = "seam") {
  const a = part?.points[from];
  const b = part?.points[to];
  if (!part || !a || !b) return null;
  const outline = outlineOf(part, path);
  return isOnOutline(outline, a) && isOnOutline(outline, b) ? distance(a, b) : null;
}

/** Null when one is missing. */
export function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );
}

/** The body's girth `below` mm under the waist: between the measured levels in proportion, the seat farther down. */
export function bodyGirthAt(body: Measurements, below: number): number {
  const levels = [
    { below: 0, girth: body.waist },
    { below: body.waistToHips, girth: body.hips },
    { below: body.waistToSeat, girth: body.seat },
  ];
  const upper = levels.findLast((level) => level.below <= below);
  const lower = levels.find((level) => level.below > below);
  if (!upper) return body.waist;
  if (!lower) return upper.girth;
  const share = (below - upper.below) / (lower.below - upper.below);
  return upper.girth + share * (lower.girth - upper.girth);
}
