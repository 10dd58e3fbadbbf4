import type { Finding } from "#features/patterns/designs/pattern-design.ts";
import type { Drafted } from "#features/patterns/measuring/drafted.ts";
import type { Polyline } from "#features/patterns/measuring/drafted-part.ts";
import { lengthOf, sectionOf } from "#features/patterns/measuring/drafted-part.ts";
import type { SeamEase, SeamEdge, SeamPair } from "./seam-pair.ts";
import { CAP_TOLERANCE_MM } from "./seam-pair.ts";

/** The line of a stretch, from its first end. Throws NotDrafted for a part or point that is missing. */
export function lineOfEdge(drafted: Drafted, { part, from, via, to, path }: SeamEdge): Polyline {
  const at = (name: string) => drafted.point(part, name);
  if (path === null) return [at(from), at(to)];
  return sectionOf(drafted.line(part, path), [at(from), via === null ? null : at(via), at(to)]);
}

const lengthOfSide = (drafted: Drafted, edges: readonly SeamEdge[]) =>
  edges.reduce((sum, each) => sum + each.times * lengthOf(lineOfEdge(drafted, each)), 0);

/** One pair as it lies on the draft, in mm. */
export type WalkedPair = {
  readonly pair: SeamPair;
  readonly one: number;
  readonly other: number;
  /** Of the first side beyond the ease: negative where it is too short, 0 where the pair can be sewn. */
  readonly beyond: number;
};

/** What the cloth allows, and around what was asked for. */
function easeOf({ requestedEase, ease }: SeamPair, other: number): SeamEase {
  if (requestedEase === null) return ease;
  const requested = requestedEase * other;
  return {
    least: Math.max(ease.least, requested - CAP_TOLERANCE_MM),
    most: Math.min(ease.most, requested + CAP_TOLERANCE_MM),
  };
}

/** Walks both sides of a pair. */
export function walkPair(drafted: Drafted, pair: SeamPair): WalkedPair {
  const one = lengthOfSide(drafted, pair.one);
  const other = lengthOfSide(drafted, pair.other);
  const more = one - other;
  const { least, most } = easeOf(pair, other);
  const beyond = more > most ? more - most : Math.min(0, more - least);
  return { pair, one, other, beyond };
}

/** A tape does not measure finer. */
const ROUNDING_MM = 0.05;

function reasonFor({ pair, one, other }: WalkedPair): string {
  const longer = one > other ? "longer" : "shorter";
  const by = Math.abs(one - other).toFixed(1);
  return `${pair.name}: one side is ${by} mm ${longer} than the other and cannot be sewn to it.`;
}

/** A finding for each pair that can be neither sewn nor eased. */
export function findUnevenSeams(drafted: Drafted, pairs: readonly SeamPair[]): readonly Finding[] {
  return pairs.flatMap((pair) => {
    const walked = walkPair(drafted, pair);
    const by = Math.abs(walked.beyond);
    if (by <= ROUNDING_MM) return [];
    const end = pair.one.at(-1);
    const point = end && drafted.point(end.part, end.to);
    const spot = end && point ? { part: end.part, x: point.x, y: point.y } : null;
    return [{ ...pair.finding, reason: reasonFor(walked), spot, by }];
  });
}
