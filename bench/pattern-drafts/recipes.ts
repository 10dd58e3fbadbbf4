import { examineBodice, examinePrincessBodice, examineWaistcoat } from "./bodices.ts";
import { examineCircleSkirt, examinePencilSkirt, examineTrousers } from "./bottoms.ts";
import type { Examination } from "./findings.ts";
import { bodyGirthAt, sumOf } from "./findings.ts";
import { boundsOf, distance, sliceAt, widthWithin } from "./geometry.ts";
import type { Wearers } from "./people.ts";
import type { TopRecipe } from "./tops.ts";
import { examineTop, seamOf } from "./tops.ts";

export type Recipe = {
  readonly wearers: Wearers;
  readonly cloth: "woven" | "knit";
  readonly examine: (examination: Examination) => void;
  /** Of a garment that goes around the seat without one of its landmarks there. */
  readonly trunk?: TopRecipe;
};

const SHIRT: TopRecipe = {
  panels: [
    { part: "simon.frontRight", isHalf: true, waist: "cfWaist", hem: "cfHem" },
    {
      part: "simon.back",
      isHalf: true,
      waist: "cbWaist",
      hem: "cbHem",
      dart: "dart",
    },
  ],
  armhole: [
    { part: "simon.frontRight", from: "armhole", to: "s3ArmholeSplit" },
    { part: "simon.back", from: "armhole", to: "armholeYokeSplit" },
    { part: "simon.yoke", from: "armholeYokeSplitPreBoxpleat", to: "s3ArmholeSplit" },
  ],
  neck: [
    { part: "simon.frontRight", from: "s3CollarSplit", to: "cfNeck" },
    { part: "simon.yoke", from: "s3CollarSplit", to: "cbNeck" },
  ],
  sleeve: { kind: "one part", parts: ["simon.sleeve"] },
  jog: [
    { part: "simon.back", upper: "waist", lower: "hips" },
    { part: "simon.frontRight", upper: "waist", lower: "hips" },
  ],
};

const COAT_SLEEVE = {
  kind: "two parts",
  parts: ["carlton.topsleeve", "carlton.undersleeve"],
} as const;

const JAEGER: TopRecipe = {
  panels: [
    {
      part: "jaeger.front",
      isHalf: true,
      isOpen: true,
      waist: "cfWaist",
      dart: "dart",
    },
    { part: "jaeger.side", isHalf: false, waist: "sideWaist" },
    { part: "jaeger.back", isHalf: true, waist: "cbWaist" },
  ],
  armhole: [
    { part: "jaeger.front", from: "split", to: "shoulder" },
    { part: "jaeger.side", from: "bsArmholeHollow", to: "fsArmhole" },
    { part: "jaeger.back", from: "bsArmholeHollow", to: "shoulder" },
  ],
  sleeve: { kind: "two parts", parts: ["jaeger.topsleeve", "jaeger.undersleeve"] },
  inverted: { part: "jaeger.front", left: "dartLeft", right: "dartRight" },
};

const CARLTON: TopRecipe = {
  reaches: "waist",
  panels: [
    { part: "carlton.front", isHalf: true, isOpen: true, waist: "cfWaist" },
    { part: "carlton.back", isHalf: true, waist: "cbWaist" },
  ],
  armhole: [
    { part: "carlton.front", from: "armhole", to: "s3ArmholeSplit" },
    { part: "carlton.back", from: "armhole", to: "s3ArmholeSplit" },
  ],
  sleeve: COAT_SLEEVE,
  inverted: { part: "carlton.back", left: "dartLeft", right: "dartRight" },
};

const CARLITA: TopRecipe = {
  reaches: "waist",
  panels: [
    { part: "carlita.front", isHalf: true, isOpen: true, waist: "cfWaist" },
    { part: "carlita.side", isHalf: false, chest: "bustPoint", waist: "waist" },
    { part: "carlita.back", isHalf: true, waist: "cbWaist" },
  ],
  armhole: [
    { part: "carlita.front", from: "armholePitch", to: "s3ArmholeSplit" },
    { part: "carlita.side", from: "armhole", to: "armholePitch" },
    { part: "carlita.back", from: "armhole", to: "s3ArmholeSplit" },
  ],
  sleeve: COAT_SLEEVE,
  inverted: { part: "carlita.back", left: "dartLeft", right: "dartRight" },
};

const TEAGAN: TopRecipe = {
  panels: [
    { part: "teagan.front", isHalf: true, waist: "cbWaist", hem: "cbHem" },
    { part: "teagan.back", isHalf: true, waist: "cbWaist", hem: "cbHem" },
  ],
  armhole: [
    { part: "teagan.front", from: "armhole", to: "shoulder" },
    { part: "teagan.back", from: "armhole", to: "shoulder" },
  ],
  neck: [
    { part: "teagan.front", from: "neck", to: "cfNeck" },
    { part: "teagan.back", from: "neck", to: "cbNeck" },
  ],
  sleeve: { kind: "one part", parts: ["teagan.sleeve"] },
};

const BIBI: TopRecipe = {
  panels: [
    { part: "bibi.front", isHalf: true, waist: "cfWaist" },
    { part: "bibi.back", isHalf: true, waist: "cbWaist" },
  ],
  armhole: [
    { part: "bibi.front", from: "armhole", to: "shoulder" },
    { part: "bibi.back", from: "armhole", to: "shoulder" },
  ],
  neck: [
    { part: "bibi.front", from: "neck", to: "cfNeck" },
    { part: "bibi.back", from: "neck", to: "cbNeck" },
  ],
  sleeve: { kind: "one part", parts: ["bibi.sleeve"] },
};

/** Below the waist of a coat the pleated tail is at most as wide as the front, so that the side seam stays where it is. */
function examineCoatSkirt(examination: Examination, { panels }: TopRecipe): void {
  const { body } = examination;
  const tail = boundsOf(seamOf(examination.part("carlton.tail")));
  const around = (below: number): number | null => {
    const half = sumOf(
      panels.slice(0, -1).map(({ part: name, waist, isHalf }) => {
        const part = examination.part(name);
        const y = part?.points[waist]?.y;
        if (!part || y === undefined) return null;
        return widthWithin(sliceAt(seamOf(part), y + below), isHalf ? 0 : -Infinity, Infinity);
      }),
    );
    return half === null ? null : 2 * (half + Math.min(half, tail.right - tail.left));
  };
  examination.girth("hips", around(body.waistToHips), body.hips);
  examination.girth("seat", around(body.waistToSeat), body.seat);
  for (let below = 0; below < body.waistToSeat; below += 10) {
    examination.girth("between levels", around(below), bodyGirthAt(body, below));
  }
}

/** The band of the cuff laps over by this share of the wrist. */
const CUFF_LAP = 0.15;

function examineShirt(examination: Examination): void {
  examineTop(examination, SHIRT);
  const cuff = examination.part("simon.cuff");
  const { sleeveStyle } = examination.draft.defaults;
  if (!cuff || sleeveStyle === "short") return;
  const { left, right } = boundsOf(seamOf(cuff));
  const lap = CUFF_LAP * examination.body.wrist;
  examination.girth("wrist", right - left - lap, examination.body.wrist);
}

function examineTwoPartWrist(examination: Examination, design: "jaeger" | "carlton"): void {
  const parts = [
    [examination.part(`${design}.topsleeve`), "ts"],
    [examination.part(`${design}.undersleeve`), "us"],
  ] as const;
  const girth = sumOf(
    parts.map(([part, prefix]) => {
      const left = part?.points[`${prefix}WristLeft`];
      const right = part?.points[`${prefix}WristRight`];
      return left && right ? distance(left, right) : null;
    }),
  );
  examination.girth("wrist", girth, examination.body.wrist);
}

const TROUSER_PARTS = { titan: "titan.back", charlie: "charlie.back" };

/** What can be measured, by FreeSewing's name of the design. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  simon: { wearers: "men", cloth: "woven", examine: examineShirt, trunk: SHIRT },
  simone: { wearers: "women", cloth: "woven", examine: examineShirt, trunk: SHIRT },
  jaeger: {
    wearers: "men",
    cloth: "woven",
    examine: (examination) => {
      examineTop(examination, JAEGER);
      examineTwoPartWrist(examination, "jaeger");
    },
    trunk: JAEGER,
  },
  wahid: { wearers: "men", cloth: "woven", examine: examineWaistcoat },
  carlton: {
    wearers: "men",
    cloth: "woven",
    examine: (examination) => {
      examineTop(examination, CARLTON);
      examineCoatSkirt(examination, CARLTON);
      examineTwoPartWrist(examination, "carlton");
    },
  },
  carlita: {
    wearers: "women",
    cloth: "woven",
    examine: (examination) => {
      examineTop(examination, CARLITA);
      examineCoatSkirt(examination, CARLITA);
      examineTwoPartWrist(examination, "carlton");
    },
  },
  charlie: {
    wearers: "both",
    cloth: "woven",
    examine: (examination) =>
      examineTrousers(examination, {
        front: "titan.front",
        back: TROUSER_PARTS.charlie,
        leg: "charlie.front",
        waist: [
          { part: "charlie.front", from: "styleWaistIn", to: "slantTop" },
          { part: "charlie.back", from: "styleWaistIn", to: "backDartLeft" },
          { part: "charlie.back", from: "backDartRight", to: "slantOut" },
        ],
        waistband: "charlie.waistband",
      }),
  },
  titan: {
    wearers: "both",
    cloth: "woven",
    examine: (examination) =>
      examineTrousers(examination, {
        front: "titan.front",
        back: TROUSER_PARTS.titan,
        waist: [
          { part: "titan.front", from: "styleWaistIn", to: "styleWaistOut" },
          { part: "titan.back", from: "styleWaistIn", to: "styleWaistOut" },
        ],
      }),
  },
  penelope: { wearers: "women", cloth: "woven", examine: examinePencilSkirt },
  sandy: { wearers: "women", cloth: "woven", examine: examineCircleSkirt },
  bibi: {
    wearers: "women",
    cloth: "knit",
    examine: (examination) => examineTop(examination, BIBI),
  },
  noble: { wearers: "women", cloth: "woven", examine: examinePrincessBodice },
  bella: { wearers: "women", cloth: "woven", examine: examineBodice },
  teagan: {
    wearers: "both",
    cloth: "knit",
    examine: (examination) => examineTop(examination, TEAGAN),
    trunk: TEAGAN,
  },
  trayvon: { wearers: "both", cloth: "woven", examine: () => {} },
  benjamin: { wearers: "both", cloth: "woven", examine: () => {} },
  paco: {
    wearers: "both",
    cloth: "woven",
    examine: (examination) =>
      examineTrousers(examination, {
        front: "titan.front",
        back: "titan.back",
        waist: null,
      }),
  },
  waralee: { wearers: "both", cloth: "woven", examine: () => {} },
};
