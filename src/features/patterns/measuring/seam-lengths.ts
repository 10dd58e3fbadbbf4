import type { Drafted } from "./drafted.ts";
import { NotDrafted } from "./drafted.ts";
import type { DraftPoint, Polyline } from "./drafted-part.ts";
import { lengthOf, sectionOf } from "./drafted-part.ts";

/** From, through and to: names of points of a part's outline. Without a middle the shorter way counts. */
export type SeamNames = readonly [string, string | null, string];

/** The section of a part's outline between points of it. */
export function seamLine(drafted: Drafted, part: string, [from, via, to]: SeamNames): Polyline {
  const at = (name: string): DraftPoint => drafted.point(part, name);
  const line = sectionOf(drafted.line(part), [at(from), via === null ? null : at(via), at(to)]);
  if (line.length < 2) throw new NotDrafted(part, `seam from ${from} to ${to}`);
  return line;
}

export function seamLength(drafted: Drafted, part: string, names: SeamNames): number {
  return lengthOf(seamLine(drafted, part, names));
}
