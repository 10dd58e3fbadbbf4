import type { Draft, DrawnPart } from "./draft.ts";
import { garmentOf } from "./finished-limits.ts";
import { boundsOf, distance } from "./geometry.ts";
import type { Measurements } from "./measurements.ts";
import { seamOf } from "./tops.ts";

/** Where the hem of a garment without a chosen length should lie, in mm below the waist. */
function hemLevelOf(design: string, body: Measurements, heightMm: number): number | null {
  switch (garmentOf(design)) {
    case "shirt":
      return body.waistToSeat + (35 * heightMm) / 1_000;
    case "top":
      return body.waistToSeat + (15 * heightMm) / 1_000;
    case "jacket":
      return body.waistToSeat + (40 * heightMm) / 1_000;
    case "waistcoat":
      return body.waistToHips + (18 * heightMm) / 1_000;
    case "outerwear":
      return body.waistToKnee + (30 * heightMm) / 1_000;
    case "pants":
      return body.waistToFloor - heightMm / 100;
    case "skirt":
      return body.waistToKnee;
    case "dress":
      return body.waistToFloor;
    default:
      return null;
  }
}

type HemOf = { readonly part: string; readonly waist: string };

/** The part whose lowest point is the hem, and its landmark of the waist; the waist of trousers and skirts is their top. */
const HEMS: Readonly<Record<string, HemOf>> = {
  simon: { part: "simon.back", waist: "cbWaist" },
  simone: { part: "simon.back", waist: "cbWaist" },
  teagan: { part: "teagan.back", waist: "cbWaist" },
  jaeger: { part: "jaeger.back", waist: "cbWaist" },
  wahid: { part: "wahid.back", waist: "cbWaist" },
  carlton: { part: "carlton.front", waist: "cfWaist" },
  // The front is longer by its way over the bust.
  carlita: { part: "carlita.side", waist: "waist" },
  bibi: { part: "bibi.front", waist: "cfWaist" },
};
const FROM_WAIST: Readonly<Record<string, string>> = {
  charlie: "titan.front",
  titan: "titan.front",
};

const bottomOf = (part: DrawnPart) => boundsOf(seamOf(part)).bottom;

export function hemOf({ defaults, design, parts }: Draft, body: Measurements): number | null {
  const from = HEMS[design];
  // Below this landmark the skirt has the turn-up of its hem.
  if (design === "penelope") return parts["penelope.front"]?.points.lLeg?.y ?? null;
  const part = parts[from?.part ?? FROM_WAIST[design] ?? ""];
  if (part) {
    const waist = from ? part.points[from.waist]?.y : 0;
    return waist === undefined ? null : bottomOf(part) - waist;
  }
  const skirt = parts["sandy.skirt"];
  const band = parts["sandy.waistband"];
  const { ex2, in2 } = skirt?.points ?? {};
  if (!skirt || !band || !ex2 || !in2) return null;
  const { bottom, top } = boundsOf(seamOf(band));
  const position = Number(defaults.waistbandPosition ?? 0.5) * body.waistToHips;
  return position + (bottom - top) / 2 + distance(in2, ex2);
}

/** A hem farther from its place is seen. */
const HEM_MM = 10;

/** How far the hem lies off its place, and the most that passes; null for a garment without one. */
export function hemOff(
  draft: Draft,
  body: Measurements,
  heightMm: number,
): { readonly off: number; readonly limit: number } | null {
  const level = hemLevelOf(draft.design, body, heightMm);
  const hem = hemOf(draft, body);
  return level === null || hem === null ? null : { off: Math.abs(hem - level), limit: HEM_MM };
}
