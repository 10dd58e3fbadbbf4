import type { DrawnPart } from "./draft.ts";
import type { Outline, Point } from "./geometry.ts";
import type { Measurements } from "./measurements.ts";

/** Where a part lies on the body: its natural waist, and the middle of the body from which its cloth reaches outward. */
type Anchor = {
  /** Landmark at the height of the waist, or the height itself. */
  readonly waist: string | number;
  /** Landmark on the center line, or its x; null where only levels can be drawn, as on a side panel. */
  readonly center: string | number | null;
};

const onFold = (waist: string | number): Anchor => ({ waist, center: 0 });
const onTheSide = (waist: string): Anchor => ({ waist, center: null });
const TROUSERS: Anchor = { waist: 0, center: "styleWaistIn" };

/** Parts that go around the trunk. */
const ANCHORS: Readonly<Record<string, Anchor>> = {
  "simon.frontRight": onFold("cfWaist"),
  "simon.frontLeft": onFold("cfWaist"),
  "simon.back": onFold("cbWaist"),
  "teagan.front": onFold("cbWaist"),
  "teagan.back": onFold("cbWaist"),
  "jaeger.front": onFold("cfWaist"),
  "jaeger.side": onTheSide("sideWaist"),
  "jaeger.back": onFold("cbWaist"),
  "wahid.front": onFold("cfWaist"),
  "wahid.back": onFold("cbWaist"),
  "carlton.front": onFold("cfWaist"),
  "carlton.back": onFold("cbWaist"),
  "carlita.front": onFold("cfWaist"),
  "carlita.side": onTheSide("waist"),
  "carlita.back": onFold("cbWaist"),
  "bibi.front": onFold("cfWaist"),
  "bibi.back": onFold("cbWaist"),
  "bella.frontSideDart": onFold("cfHem"),
  "bella.back": onFold("waistCenter"),
  "noble.frontInside": onFold("cfHem"),
  "noble.frontOutside": onTheSide("sideHem"),
  "noble.backInside": onFold("waistCenter"),
  "noble.backOutside": onTheSide("waistSide"),
  "penelope.front": onFold(0),
  "penelope.back": onFold(0),
  "titan.front": TROUSERS,
  "titan.back": TROUSERS,
  "charlie.front": TROUSERS,
  "charlie.back": TROUSERS,
};

const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** Between the feet of somebody who stands. */
const BETWEEN_LEGS_MM = 10;
const ANKLE_ABOVE_FLOOR_MM = 70;

/**
 * Half of a body laid flat, from the middle outward, with y 0 at the waist: a quarter of each girth of the trunk, as half a front or
 * a back goes around it, and half of each girth of the leg. Within a skirt the legs close up and are not wider than the seat.
 */
function flatHalf(body: Measurements, hasLegs: boolean): Outline {
  const widest = hasLegs ? Number.POSITIVE_INFINITY : body.seat / 4;
  const top = -body.hpsToWaistBack;
  const neck = body.neck / 5;
  const shoulder = body.shoulderToShoulder / 2;
  const legCenter = BETWEEN_LEGS_MM + body.upperLeg / 4;
  const legs: readonly (readonly [number, number])[] = [
    [body.waistToUpperLeg, body.upperLeg],
    [body.waistToKnee, body.knee],
    [body.waistToFloor - ANKLE_ABOVE_FLOOR_MM, body.ankle],
    [body.waistToFloor, body.ankle],
  ];
  return [
    { x: 0, y: top },
    { x: neck, y: top },
    { x: shoulder, y: top + Math.tan(radians(body.shoulderSlope)) * (shoulder - neck) },
    { x: body.chest / 4, y: -body.waistToArmpit },
    { x: body.chest / 4, y: Math.min(0, body.hpsToBust - body.hpsToWaistBack) },
    { x: body.waist / 4, y: 0 },
    { x: body.hips / 4, y: body.waistToHips },
    { x: body.seat / 4, y: body.waistToSeat },
    ...legs.map(([y, girth]) => ({ x: Math.min(widest, legCenter + girth / 4), y })),
    ...legs.toReversed().map(([y, girth]) => ({ x: legCenter - girth / 4, y })),
    { x: 0, y: body.waistToUpperLeg },
  ];
}

type LevelLine = { readonly name: string; readonly y: number };

/** What is drawn behind a part, in the part's own coordinates. */
type BodyBehind = { readonly outline: Outline | null; readonly levels: readonly LevelLine[] };

const coordinate = (part: DrawnPart, at: string | number, axis: "x" | "y") =>
  typeof at === "number" ? at : part.points[at]?.[axis];

/** To which side of the center line a part reaches. */
function outwardOf(part: DrawnPart, center: number): 1 | -1 {
  const { armhole, lSeat, rSeat, styleWaistOut } = part.points;
  const side: Point | undefined = armhole ?? styleWaistOut ?? rSeat ?? lSeat;
  return side && side.x < center ? -1 : 1;
}

/** The flat body and its levels behind a part that goes around the trunk; null for every other part. */
export function bodyBehind(name: string, part: DrawnPart, body: Measurements): BodyBehind | null {
  const anchor = ANCHORS[name];
  const waist = anchor && coordinate(part, anchor.waist, "y");
  if (!anchor || waist === undefined) return null;
  const levels = [
    { name: "waist", y: waist },
    { name: "seat", y: waist + body.waistToSeat },
    { name: "knee", y: waist + body.waistToKnee },
  ];
  const center = anchor.center === null ? undefined : coordinate(part, anchor.center, "x");
  if (center === undefined) return { outline: null, levels };
  const outward = outwardOf(part, center);
  const outline = flatHalf(body, anchor === TROUSERS).map(({ x, y }) => ({
    x: center + outward * x,
    y: waist + y,
  }));
  return { outline, levels };
}
