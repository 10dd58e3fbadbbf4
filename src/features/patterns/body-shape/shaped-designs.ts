import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type { DrawnAlterationName, ShapeMeasure } from "./shape-alterations.ts";

/** The points of one half of a garment from which an alteration is drawn; all parts of the half share its coordinates. */
export type HalfPoints = {
  /** Where the points are read. */
  readonly reference: string;
  /** What moves: the part with its linings and facings. */
  readonly parts: readonly string[];
  /** Of the center line, at the neck or the yoke. */
  readonly center: string;
  /** Both ends of the shoulder seam; of a back with a yoke the ends of the yoke seam, the one at the center first. */
  readonly neck: string;
  readonly shoulder: string;
  readonly armhole: string;
  readonly centerWaist: string;
  readonly sideWaist: string;
  /** On the center line. */
  readonly hips: string;
};

/** Vertical distances that add up to a measure, each between two points of a part. */
type Spans = readonly (readonly [part: string, from: string, to: string])[];

/** How one alteration is drawn: which halves it moves. */
export type ShapedDesign = {
  readonly alterations: Readonly<Partial<Record<DrawnAlterationName, readonly ShapedHalf[]>>>;
  readonly measures: Readonly<Partial<Record<ShapeMeasure, Spans>>>;
};

export type ShapedHalf = HalfPoints & { readonly side: "front" | "back" };

const half = (
  side: ShapedHalf["side"],
  reference: string,
  details: Partial<HalfPoints> = {},
): ShapedHalf => ({
  side,
  reference,
  parts: [reference],
  center: side === "back" ? "cbNeck" : "cfNeck",
  neck: "neck",
  shoulder: "shoulder",
  armhole: "armhole",
  centerWaist: side === "back" ? "cbWaist" : "cfWaist",
  sideWaist: "waist",
  hips: side === "back" ? "cbHips" : "cfHips",
  ...details,
});

/** A front and a back of which each has its whole shoulder. */
function plainDesign(
  front: ShapedHalf,
  back: ShapedHalf,
  alterations: ShapedDesign["alterations"] = {},
): ShapedDesign {
  const whole = [front, back];
  const of = front.reference;
  return {
    alterations: { posture: whole, shoulderForward: whole, ...alterations },
    measures: {
      backBalance: [[back.reference, back.neck, back.centerWaist]],
      frontBalance: [[of, front.neck, front.centerWaist]],
      backShoulderDrop: [[back.reference, back.neck, back.shoulder]],
      frontShoulderDrop: [[of, front.neck, front.shoulder]],
      frontLength: [[of, front.centerWaist, "cfHem"]],
    },
  };
}

const YOKE_SHOULDER = { neck: "s3CollarSplit", shoulder: "s3ArmholeSplit" };

/** The back is lengthened at its yoke seam; the yoke carries the shoulder. */
function shirt({ isDarted }: { readonly isDarted: boolean }): ShapedDesign {
  const fronts = ["simon.frontRight", "simon.frontLeft"].map((part) =>
    half("front", part, YOKE_SHOULDER),
  );
  const belowYoke = half("back", "simon.back", {
    center: "cbYoke",
    neck: "cbYoke",
    shoulder: "armholeYokeSplit",
  });
  const shoulder = half("back", "simon.yoke", {
    ...YOKE_SHOULDER,
    parts: ["simon.yoke", "simon.back"],
  });
  return {
    alterations: {
      posture: [...fronts, belowYoke],
      shoulderForward: [...fronts, shoulder],
      belly: fronts,
      // Where a bust dart ends below the armhole, its legs would move with it.
      ...(!isDarted && { shoulderSlope: [...fronts, shoulder] }),
    },
    measures: {
      backBalance: [
        ["simon.yoke", "s3CollarSplit", "cbYoke"],
        ["simon.back", "cbYoke", "cbWaist"],
      ],
      frontBalance: [["simon.frontLeft", "s3CollarSplit", "cfWaist"]],
      backShoulderDrop: [["simon.yoke", "s3CollarSplit", "s3ArmholeSplit"]],
      frontShoulderDrop: [["simon.frontLeft", "s3CollarSplit", "s3ArmholeSplit"]],
      frontLength: [["simon.frontLeft", "cfWaist", "cfHem"]],
    },
  };
}

const blazerFront = half("front", "jaeger.front", {
  parts: ["jaeger.front", "jaeger.frontFacing", "jaeger.frontLining", "jaeger.chestPiece"],
});
const blazerBack = half("back", "jaeger.back");
const waistcoatFront = half("front", "wahid.front", {
  parts: ["wahid.front", "wahid.frontFacing", "wahid.frontLining"],
});
const coatFront = half("front", "carlton.front", {
  parts: ["carlton.front", "carlton.frontFacing", "carlton.frontLining"],
});
const coatBack = half("back", "carlton.back", { parts: ["carlton.back", "carlton.backStay"] });

/** Above the bust the front is drawn in one piece with its bust seam, so nothing moves below the seam's end at the armhole. */
const dartedFront = half("front", "carlita.front", {
  parts: ["carlita.front", "carlita.frontFacing", "carlita.frontLining"],
  armhole: "armholePitch",
});
const dartedBack = half("back", "carlita.back", { parts: ["carlita.back", "carlton.backStay"] });

/** Trousers: the waist seam from side to center takes the place of the shoulder seam, the end of the seat seam that of the armhole. */
function trousers(part: string): ShapedDesign {
  const back = half("back", part, {
    center: "fork",
    neck: "styleWaistOut",
    shoulder: "styleWaistIn",
    armhole: "crossSeamCurveStart",
    centerWaist: "fork",
    sideWaist: "fork",
    hips: "fork",
  });
  return {
    alterations: { seat: [back] },
    measures: { backRise: [[part, "styleWaistIn", "fork"]] },
  };
}

/** The designs that are altered to the shape of a body, and how each alteration is drawn. */
export const SHAPED_DESIGNS: Readonly<Partial<Record<DraftableDesign, ShapedDesign>>> = {
  simon: shirt({ isDarted: false }),
  simone: shirt({ isDarted: true }),
  jaeger: plainDesign(blazerFront, blazerBack, {
    // The armhole goes on in the side panel.
    shoulderSlope: [{ ...blazerFront, parts: [...blazerFront.parts, "jaeger.side"] }, blazerBack],
    belly: [blazerFront],
  }),
  wahid: plainDesign(waistcoatFront, half("back", "wahid.back"), { belly: [waistcoatFront] }),
  carlton: plainDesign(coatFront, coatBack, { shoulderSlope: [coatFront, coatBack] }),
  carlita: plainDesign(dartedFront, dartedBack),
  titan: trousers("titan.back"),
  charlie: trousers("charlie.back"),
};
