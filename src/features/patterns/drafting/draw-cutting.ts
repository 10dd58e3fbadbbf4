import { GRAIN_DEGREES, HEM_ALLOWANCES_MM } from "#features/patterns/cutting/cutting-rules.ts";
import { MATCHED_NOTCHES } from "#features/patterns/cutting/matched-notches.ts";
import { Drafted, NotDrafted } from "#features/patterns/measuring/drafted.ts";
import type {
  DraftedParts,
  DraftPoint,
  Polyline,
} from "#features/patterns/measuring/drafted-part.ts";
import { distance, lengthOf, strokesOf } from "#features/patterns/measuring/drafted-part.ts";
import type { SeamEdge, SeamPair } from "#features/patterns/seams/seam-pair.ts";
import { lineOfEdge } from "#features/patterns/seams/walk-seams.ts";
import type { OutlinedPart } from "./cut-line.ts";
import {
  closeCutLine,
  distanceOutside,
  isAllowance,
  nearestPoint,
  tidyCutLine,
  widenEdges,
} from "./cut-line.ts";
import type { FreeSewingPart } from "./freesewing.server.ts";
import { endHelpLines } from "./help-lines.ts";

type Parts = DraftedParts & Readonly<Record<string, FreeSewingPart>>;

/** What hangs lower than this above the lowest point of a part is its hem. */
const HEM_SLACK_MM = 45;

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
    const seam = nearestPoint(outline, point);
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

/** Notches that meet, each as far from the beginning of its stretch; none where the draft has no such part. */
function addMatchedNotches(parts: Parts, drafted: Drafted): void {
  for (const { name, of, on, share } of MATCHED_NOTCHES) {
    if (on.some(({ part }) => !parts[part] || parts[part].hidden)) continue;
    try {
      const from = share * lengthOf(lineOfEdge(drafted, of));
      for (const [index, stretch] of on.entries()) {
        addNotch(parts, notchAt(drafted, [stretch], from), `seam-${name}-${index}`);
      }
    } catch (error) {
      if (!(error instanceof NotDrafted)) throw error;
    }
  }
}

/** Two notches that are closer are cut as one. */
const ONE_NOTCH_MM = 3;

/** Whether FreeSewing has a notch where the house would draw the same. */
const hasNotchAt = ({ snippets }: FreeSewingPart, at: DraftPoint) =>
  Object.values(snippets).some(
    ({ anchor, def }) => def === "notch" && distance(anchor, at) < ONE_NOTCH_MM,
  );

function addNotch(parts: Parts, notch: NotchLocation | null, name: string): void {
  const part = notch ? parts[notch.part] : undefined;
  if (!notch || !part || hasNotchAt(part, notch.at)) return;
  const { Point, Snippet } = part.shorthand();
  part.snippets[name] = new Snippet("notch", new Point(notch.at.x, notch.at.y));
}

/** One notch on both sides of a seam, equally far from where the seam begins. */
function addNotches(parts: Parts, drafted: Drafted, { one, other, name }: SeamPair): void {
  const shorter = Math.min(lengthOfEdges(drafted, one), lengthOfEdges(drafted, other));
  if (shorter < LEAST_NOTCHED_MM) return;
  for (const side of [one, other]) {
    const notch = notchAt(drafted, side, shorter / 2);
    addNotch(parts, notch, `seam-${name}-${side === one ? "one" : "other"}`);
  }
}

/**
 * Draws what FreeSewing leaves out of a finished draft: the allowances of hems and of single edges, grain lines of parts without one, and matching notches
 * in the middle of seams that are declared to have them. Levels and pockets end at the cut line. Changes the parts; nothing of the seam lines.
 */
export function drawCutting(parts: Parts, pairs: readonly SeamPair[], seamAllowance: number): void {
  const drafted = new Drafted(parts);
  for (const [name, part] of Object.entries(parts)) {
    const outline = part.hidden ? null : outlineOrNull(drafted, name, part);
    if (!outline) continue;
    removeStrayNotches({ name, part, outline });
    removeFlatDarts(part);
    if (seamAllowance > 0) widenAllowances(drafted, { name, part, outline }, seamAllowance);
    endHelpLines({ name, part, outline });
    if (!hasGrainLine(part)) addGrainLine(part, outline, GRAIN_DEGREES[name] ?? 0);
  }
  for (const pair of pairs) if (pair.notched) addNotches(parts, drafted, pair);
  addMatchedNotches(parts, drafted);
}

/** The hem first, so that the new cut line of single edges has it. */
function widenAllowances(drafted: Drafted, outlined: OutlinedPart, seamAllowance: number): void {
  const hem = HEM_ALLOWANCES_MM[outlined.name];
  if (hem !== undefined) widenHem(outlined.part, outlined.outline, hem);
  closeCutLine(outlined);
  tidyCutLine(outlined);
  widenEdges(drafted, outlined, seamAllowance);
}

/** Below this width nobody sews a dart. */
const LEAST_DART_MM = 2;

/** FreeSewing draws a dart that a full waist needs no more as a line, which reads like a slit. */
function removeFlatDarts({ paths }: FreeSewingPart): void {
  const { dart } = paths;
  if (!dart || dart.hidden) return;
  const xs = strokesOf(dart).flatMap((line) => line.map(({ x }) => x));
  if (Math.max(...xs) - Math.min(...xs) < LEAST_DART_MM) delete paths.dart;
}

/** A notch that lies on no line of its part, as FreeSewing leaves some of another part's. */
const STRAY_MM = 3;

function removeStrayNotches({ outline, part }: OutlinedPart): void {
  for (const [name, { anchor, def }] of Object.entries(part.snippets)) {
    const isNotch = def === "notch" || def === "bnotch";
    if (isNotch && distanceOutside(outline, anchor) > STRAY_MM) delete part.snippets[name];
  }
}

const OUTLINES = ["seam", "insideSeam", "outsideSeam", "outline"];

/** Null for a part that is drawn without an outline. A part that inherits a hidden one has another that is drawn. */
function outlineOrNull(drafted: Drafted, name: string, { paths }: FreeSewingPart): Polyline | null {
  const drawn = OUTLINES.filter((path) => paths[path] && !paths[path].hidden);
  for (const path of [...drawn, ...OUTLINES]) {
    try {
      if (path === "seam" || drafted.has(name, path)) return drafted.line(name, path);
    } catch (error) {
      if (!(error instanceof NotDrafted)) throw error;
    }
  }
  return null;
}
