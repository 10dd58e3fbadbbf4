import type { GarmentDraft } from "#features/patterns/drafting/garment-draft.ts";
import type { Draft } from "../pattern-drafts/draft.ts";
import { draft as draftAgain } from "../pattern-drafts/draft.ts";
import type { Outline } from "../pattern-drafts/geometry.ts";
import { boundsOf, flatten, lengthOf } from "../pattern-drafts/geometry.ts";
import type { Measurements } from "../pattern-drafts/measurements.ts";

/** Every visible path of seams of a part, as one list of points. */
function pointsOf(drawn: Draft, part: string): Outline {
  const paths = drawn.parts[part]?.paths ?? {};
  return Object.entries(paths).flatMap(([name, path]) =>
    path.hidden || name.startsWith("__") ? [] : [...flatten(path.ops)],
  );
}

type Size = { readonly width: number; readonly height: number; readonly seam: number };

function sizeOf(drawn: Draft, part: string): Size | null {
  const points = pointsOf(drawn, part);
  if (points.length === 0) return null;
  const { bottom, left, right, top } = boundsOf(points);
  return { width: right - left, height: bottom - top, seam: lengthOf(points) };
}

const again = ({ design, options }: GarmentDraft, measurements: Measurements) =>
  draftAgain(design, measurements, options);

const shownParts = ({ parts }: GarmentDraft) => new Set(parts.map(({ part }) => part));

const short = (part: string) => part.slice(part.indexOf(".") + 1);
const signed = (mm: number) => `${mm > 0 ? "+" : ""}${mm.toFixed(0)}`;

/** "front: +209 high, 0 wide", and parts that only one of the drafts has; measured on a draft of its own. */
export function differenceOf(
  before: GarmentDraft,
  after: GarmentDraft,
  measurements: Measurements,
): string {
  const drawn = { before: again(before, measurements), after: again(after, measurements) };
  const shown = { before: shownParts(before), after: shownParts(after) };
  const changes = [...shown.before].flatMap((part) => {
    const was = sizeOf(drawn.before, part);
    const is = shown.after.has(part) ? sizeOf(drawn.after, part) : null;
    if (!was || !is) return [];
    const high = is.height - was.height;
    const wide = is.width - was.width;
    const seam = is.seam - was.seam;
    return [{ part, high, wide, seam, most: Math.max(Math.abs(high), Math.abs(wide)) }];
  });
  const largest = changes.toSorted(
    (a, b) => b.most - a.most || Math.abs(b.seam) - Math.abs(a.seam),
  )[0];
  const gone = [...shown.before].filter((part) => !shown.after.has(part)).map(short);
  const added = [...shown.after].filter((part) => !shown.before.has(part)).map(short);
  const isChanged = largest && (largest.most >= 0.5 || Math.abs(largest.seam) >= 0.5);
  const texts = [
    isChanged &&
      `${short(largest.part)}: ${signed(largest.high)} high, ${signed(largest.wide)} wide, lines ${signed(largest.seam)}`,
    gone.length > 0 && `without ${gone.join(", ")}`,
    added.length > 0 && `with ${added.join(", ")}`,
  ].filter((text) => typeof text === "string");
  return texts.length === 0 ? "0" : texts.join("; ");
}

/** Between knee and floor, as the shop says: 45 % of the way. */
const MIDI = 0.45;

function orderedHem({ waistToFloor, waistToKnee }: Measurements, styles: readonly string[]) {
  if (styles.includes("length:knee")) return waistToKnee;
  if (styles.includes("length:floor")) return waistToFloor;
  return waistToKnee + MIDI * (waistToFloor - waistToKnee);
}

/** Hem and sleeve of a column dress as they are drawn, against what was ordered for this person. */
export function dressOf(
  found: GarmentDraft,
  measurements: Measurements,
  styles: readonly string[],
): { text: string; missMm: number } {
  const drawn = again(found, measurements);
  const points = drawn.parts["bibi.front"]?.points ?? {};
  const waist = points.cfWaist?.y ?? Number.NaN;
  const hem = (points.cfHem?.y ?? Number.NaN) - waist;
  const hemOrdered = orderedHem(measurements, styles);
  const hasSleeve = found.parts.some(({ part }) => part === "bibi.sleeve");
  const sleeve = hasSleeve ? (sizeOf(drawn, "bibi.sleeve")?.height ?? 0) : 0;
  const sleeveOrdered = styles.includes("sleeve:long") ? measurements.shoulderToWrist : 0;
  const missMm = Math.max(Math.abs(hem - hemOrdered), Math.abs(sleeve - sleeveOrdered));
  const pair = (ordered: number, is: number) => `${ordered.toFixed(0)} / ${is.toFixed(0)}`;
  const text = `${pair(hemOrdered, hem)} | ${pair(sleeveOrdered, sleeve)} | ${missMm.toFixed(1)}`;
  return { text, missMm };
}
