import { GRAIN_DEGREES, HEM_ALLOWANCES_MM } from "#features/patterns/cutting/cutting-rules.ts";
import { Drafted, NotDrafted } from "#features/patterns/measuring/drafted.ts";
import type {
  DraftedParts,
  DraftPoint,
  Polyline,
} from "#features/patterns/measuring/drafted-part.ts";
import { distance, lengthOf } from "#features/patterns/measuring/drafted-part.ts";
import type { SeamEdge, SeamPair } from "#features/patterns/seams/seam-pair.ts";
import { lineOfEdge } from "#features/patterns/seams/walk-seams.ts";
import type { FreeSewingPart, FreeSewingPath } from "./freesewing.server.ts";

type Parts = DraftedParts & Readonly<Record<string, FreeSewingPart>>;

/** What hangs lower than this above the lowest point of a part is its hem. */
const HEM_SLACK_MM = 45;

const isAllowance = (name: string, path: FreeSewingPath) =>
  !path.hidden &&
  !name.startsWith("__") &&
  (path.attributes.get("class") || "").split(" ").includes("sa");

function nearestOf(outline: Polyline, point: DraftPoint): DraftPoint | undefined {
  let best: DraftPoint | undefined;
  for (const candidate of outline) {
    if (!best || distance(candidate, point) < distance(best, point)) best = candidate;
  }
  return best;
}

/** Every end and handle of the cut line of a part. */
const pointsOfCutLine = ({ paths }: FreeSewingPart): ReadonlySet<DraftPoint> =>
  new Set(
    Object.entries(paths)
      .filter(([name, path]) => isAllowance(name, path))
      .flatMap(([, { ops }]) => ops.flatMap(({ to, cp1, cp2 }) => [to ?? [], cp1 ?? [], cp2 ?? []]))
      .flat(),
  );

/** The cut line below the hem of a part moves down until the allowance is what the hem needs. */
function widenHem(part: FreeSewingPart, outline: Polyline, allowance: number): void {
  const bottom = Math.max(...outline.map(({ y }) => y));
  for (const point of pointsOfCutLine(part)) {
    const seam = nearestOf(outline, point);
    if (!seam || seam.y < bottom - HEM_SLACK_MM || point.y <= seam.y + 1) continue;
    (point as { y: number }).y = seam.y + allowance;
  }
}

const GRAIN_SHARE = 0.6;

/** Along the middle of the part, at its angle to the length of the cloth. */
function addGrainLine(part: FreeSewingPart, outline: Polyline, angle: number): void {
  const xs = outline.map(({ x }) => x);
  const ys = outline.map(({ y }) => y);
  const width = Math.max(...xs) - Math.min(...xs);
  const height = Math.max(...ys) - Math.min(...ys);
  const turn = (angle * Math.PI) / 180;
  const across = Math.abs(Math.sin(turn));
  const lengthwise = Math.abs(Math.cos(turn));
  const room = Math.min(
    across > 0.01 ? width / across : Number.POSITIVE_INFINITY,
    lengthwise > 0.01 ? height / lengthwise : Number.POSITIVE_INFINITY,
  );
  const x = Math.min(...xs) + width / 2;
  const y = Math.min(...ys) + height / 2;
  const dx = (Math.sin(turn) * room * GRAIN_SHARE) / 2;
  const dy = (Math.cos(turn) * room * GRAIN_SHARE) / 2;
  const { Path, Point } = part.shorthand();
  part.paths.__macro_grainline_house_line = new Path()
    .move(new Point(x - dx, y + dy))
    .line(new Point(x + dx, y - dy))
    .attr("class", "note")
    .attr("marker-start", "url(#grainlineFrom)")
    .attr("marker-end", "url(#grainlineTo)");
}

const hasGrainLine = ({ paths }: FreeSewingPart) =>
  Object.keys(paths).some((name) => /^__macro_(grainline|cutonfold)/.test(name));

/** Shorter seams are matched by their ends alone. */
const LEAST_NOTCHED_MM = 200;

type NotchLocation = { readonly part: string; readonly at: DraftPoint };

/** The point at a distance along a side, over all its stretches. */
function notchAt(drafted: Drafted, edges: readonly SeamEdge[], from: number): NotchLocation | null {
  let rest = from;
  for (const each of edges) {
    const line = lineOfEdge(drafted, each);
    for (let i = 1; i < line.length; i += 1) {
      const a = line[i - 1];
      const b = line[i];
      if (!a || !b) continue;
      const step = distance(a, b);
      if (step > 0 && rest <= step) {
        const share = rest / step;
        const at = { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
        return { part: each.part, at };
      }
      rest -= step;
    }
  }
  return null;
}

const lengthOfEdges = (drafted: Drafted, edges: readonly SeamEdge[]) =>
  edges.reduce((sum, each) => sum + lengthOf(lineOfEdge(drafted, each)), 0);

/** One notch on both sides of a seam, equally far from where the seam begins. */
function addNotches(parts: Parts, drafted: Drafted, { one, other, name }: SeamPair): void {
  const shorter = Math.min(lengthOfEdges(drafted, one), lengthOfEdges(drafted, other));
  if (shorter < LEAST_NOTCHED_MM) return;
  for (const side of [one, other]) {
    const notch = notchAt(drafted, side, shorter / 2);
    const part = notch ? parts[notch.part] : undefined;
    if (!notch || !part) continue;
    const { Point, Snippet } = part.shorthand();
    part.snippets[`seam-${name}-${side === one ? "one" : "other"}`] = new Snippet(
      "notch",
      new Point(notch.at.x, notch.at.y),
    );
  }
}

/**
 * Draws what FreeSewing leaves out of a finished draft: hem allowances, grain lines of parts without one, and matching notches
 * in the middle of seams that are declared to have them. Changes the parts; nothing of the seam lines.
 */
export function drawCutting(parts: Parts, pairs: readonly SeamPair[], seamAllowance: number): void {
  const drafted = new Drafted(parts);
  for (const [name, part] of Object.entries(parts)) {
    const outline = part.hidden ? null : outlineOrNull(drafted, name);
    if (!outline) continue;
    const hem = HEM_ALLOWANCES_MM[name];
    if (hem !== undefined && seamAllowance > 0) widenHem(part, outline, hem);
    if (!hasGrainLine(part)) addGrainLine(part, outline, GRAIN_DEGREES[name] ?? 0);
  }
  for (const pair of pairs) if (pair.notched) addNotches(parts, drafted, pair);
}

/** Null for a part that is drawn without an outline. */
function outlineOrNull(drafted: Drafted, part: string): Polyline | null {
  for (const path of ["seam", "insideSeam", "outsideSeam", "outline"]) {
    try {
      if (path === "seam" || drafted.has(part, path)) return drafted.line(part, path);
    } catch (error) {
      if (!(error instanceof NotDrafted)) throw error;
    }
  }
  return null;
}
