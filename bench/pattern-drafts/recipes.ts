import { examineCircleSkirt, examinePencilSkirt, examineTrousers } from "./bottoms.ts";
import type { DrawnPart } from "./draft.ts";
import { outlineOf } from "./draft.ts";
import type { Examination } from "./findings.ts";
import { bodyGirthAt, spanOf, sumOf } from "./findings.ts";
import type { Point } from "./geometry.ts";
import {
  boundsOf,
  distance,
  lengthOf,
  rotate,
  sliceAt,
  waysBetween,
  widthWithin,
} from "./geometry.ts";
import type { Wearers } from "./people.ts";
import type { TopRecipe } from "./tops.ts";
import { examineTop, seamOf, wholeWidth } from "./tops.ts";

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

/** The scye dart turns the side of the front around the tip of the waist dart; sewn, it lies straight again. */
function frontChestOf(front: DrawnPart, hpsToBust: number): number | null {
  const { dartTop, dartWaistRight, waist, armhole } = front.points;
  if (!dartTop || !dartWaistRight || !waist || !armhole) return null;
  const angle = -Math.atan2(waist.y - dartWaistRight.y, waist.x - dartWaistRight.x);
  const straight = (point: Point) => rotate(point, dartTop, angle);
  const ways = waysBetween(seamOf(front), dartTop, armhole);
  const way = ways?.find((points) => points.some(({ y }) => y > waist.y));
  if (!way) return null;
  const top = straight(armhole);
  const y = Math.max(hpsToBust, top.y + 0.5);
  const side = [...way.map(straight), { x: dartTop.x, y: top.y }];
  const toDart = Math.min(...sliceAt(seamOf(front), y).map(({ to }) => to));
  const inner = y > dartTop.y ? toDart : dartTop.x;
  return inner + widthWithin(sliceAt(side, y), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
}

function examineWaistcoat(examination: Examination): void {
  const { body } = examination;
  const front = examination.part("wahid.front");
  const back = examination.part("wahid.back");
  if (!front || !back) {
    examination.broken("missing part");
    return;
  }
  const fromCenter = (name: string) => front.points[name]?.x ?? Number.NaN;
  const behind = (y: number) => widthWithin(sliceAt(seamOf(back), y), 0, Number.POSITIVE_INFINITY);
  const inFront = frontChestOf(front, body.hpsToBust);
  const chest = behind(Math.max(body.hpsToBust, (back.points.armhole?.y ?? 0) + 0.5));
  examination.girth("chest", inFront === null ? null : 2 * (inFront + chest), body.chest);
  const levels = [
    ["waist", "dartWaistLeft", "dartWaistRight", "waist", "cbWaist"],
    ["hips", "dartHipLeft", "dartHipRight", "hips", "cbHips"],
  ] as const;
  for (const [level, dartLeft, dartRight, side, center] of levels) {
    const outer = spanOf(front, dartRight, side);
    const y = back.points[center]?.y;
    if (outer === null || y === undefined) continue;
    const half = fromCenter(dartLeft) + outer + behind(y - 0.5);
    examination.girth(level, 2 * half, body[level]);
  }
  examineTop(examination, {
    panels: [],
    armhole: [
      { part: "wahid.front", from: "armhole", to: "shoulder" },
      { part: "wahid.back", from: "armhole", to: "shoulder" },
    ],
  });
}

const BELLA_NECK = [
  { part: "bella.frontSideDart", from: "hps", to: "cfNeck" },
  { part: "bella.back", from: "hps", to: "cbNeck" },
] as const;

/** The point of the front's side seam that meets the back's at height y, walked up from the waist past the closed dart. */
function sewnSideAt(front: DrawnPart, back: DrawnPart, y: number): Point | null {
  const { armhole, bustDartBottom, bustDartTop, sideHem } = front.points;
  const { armhole: backArmhole, waistSide } = back.points;
  if (!armhole || !bustDartBottom || !bustDartTop || !sideHem) return null;
  const ways = waistSide && backArmhole && waysBetween(seamOf(back), waistSide, backArmhole);
  if (!ways) return null;
  const way = ways[0].length > 0 && lengthOf(ways[0]) < lengthOf(ways[1]) ? ways[0] : ways[1];
  let rest = -distance(sideHem, bustDartBottom);
  for (const [index, point] of way.entries()) {
    const before = way[index - 1];
    if (!before) continue;
    const share = Math.min(1, Math.max(0, (before.y - y) / (before.y - point.y)));
    rest += share * distance(before, point);
    if (point.y <= y) break;
  }
  const upper = distance(bustDartTop, armhole);
  const along = Math.min(upper, Math.max(0, rest)) / upper;
  return {
    x: bustDartTop.x + along * (armhole.x - bustDartTop.x),
    y: bustDartTop.y + along * (armhole.y - bustDartTop.y),
  };
}

/** The bust dart may not reach the armhole or the waist. */
const LEAST_SIDE_SEAM_MM = 10;

function examineBodice(examination: Examination): void {
  const { body } = examination;
  const front = examination.part("bella.frontSideDart");
  const back = examination.part("bella.back");
  if (!front || !back) {
    examination.broken("missing part");
    return;
  }
  const hasFrontDart = spanOf(front, "cfHem", "waistDartLeft") !== null;
  const waist = [
    ...(hasFrontDart
      ? [spanOf(front, "cfHem", "waistDartLeft"), spanOf(front, "waistDartRight", "sideHem")]
      : [spanOf(front, "cfHem", "sideHem")]),
    spanOf(back, "waistCenter", "dartBottomLeft"),
    spanOf(back, "dartBottomRight", "waistSide"),
  ];
  const half = sumOf(waist);
  if (half === null) examination.broken("waist");
  else examination.girth("waist", 2 * half, body.waist);
  const { bust, cfHem } = front.points;
  const y = Math.max(body.hpsToBust, (back.points.armhole?.y ?? 0) + 0.5);
  const side = sewnSideAt(front, back, y);
  if (bust && side && cfHem) {
    const behind = widthWithin(sliceAt(seamOf(back), y), 0, Number.POSITIVE_INFINITY);
    const inFront = bust.x - cfHem.x + distance(bust, side);
    examination.girth("chest", 2 * (inFront + behind), body.chest);
  }
  const rest = [
    spanOf(front, "armhole", "bustDartTop"),
    spanOf(front, "bustDartBottom", "sideHem"),
  ];
  examination.atLeast(
    "bust dart",
    rest.some((length) => length === null) ? 0 : Math.min(...rest.map(Number)),
    LEAST_SIDE_SEAM_MM,
  );
  examineTop(examination, {
    panels: [],
    neck: BELLA_NECK,
    armhole: [
      { part: "bella.frontSideDart", from: "armhole", to: "shoulder" },
      { part: "bella.back", from: "armhole", to: "shoulder" },
    ],
    sleeve: { kind: "one part", parts: ["bella.sleeve"] },
  });
  examineWrist(examination, "bella.sleeve", "wristLeft");
}

/** From notch to notch at the bust: the outer front counts the shortest way to its side seam. */
function princessChest(examination: Examination): number | null {
  const part = (name: string) => examination.part(`noble.${name}`);
  const { bustInside, cfHem } = part("frontInside")?.points ?? {};
  const { armhole, bustOutside, sideHem } = part("frontOutside")?.points ?? {};
  const { armhole: backArmhole } = part("backOutside")?.points ?? {};
  if (!bustInside || !cfHem || !armhole || !bustOutside || !sideHem || !backArmhole) return null;
  const steps = 200;
  const toSide = Array.from({ length: steps + 1 }, (_, index) => {
    const share = index / steps;
    const x = sideHem.x + share * (armhole.x - sideHem.x);
    return distance(bustOutside, { x, y: sideHem.y + share * (armhole.y - sideHem.y) });
  });
  const y = Math.max(examination.body.hpsToBust, backArmhole.y + 0.5);
  const behind = (name: string, path: string, low: number) =>
    widthWithin(sliceAt(outlineOf(part(name) ?? undefined, path), y), low, Infinity);
  const back =
    behind("backInside", "insideSeam", 0) + behind("backOutside", "outsideSeam", -Infinity);
  return 2 * (bustInside.x - cfHem.x + Math.min(...toSide) + back);
}

function examinePrincessBodice(examination: Examination): void {
  const part = (name: string) => examination.part(`noble.${name}`);
  const waist = sumOf([
    spanOf(part("frontInside"), "cfHem", "waistDartLeft"),
    spanOf(part("frontOutside"), "waistDartRight", "sideHem"),
    spanOf(part("backInside"), "waistCenter", "dartBottomLeft", "insideSeam"),
    spanOf(part("backOutside"), "dartBottomRight", "waistSide", "outsideSeam"),
  ]);
  if (waist === null) examination.broken("waist");
  else examination.girth("waist", 2 * waist, examination.body.waist);
  examination.girth("chest", princessChest(examination), examination.body.chest);
  examineTop(examination, {
    panels: [],
    neck: [
      { part: "noble.frontInside", from: "hps", to: "cfNeck" },
      { part: "noble.backInside", from: "hps", to: "cbNeck" },
    ],
    armhole: [
      { part: "noble.frontOutside", from: "armhole", to: "shoulder" },
      { part: "noble.backOutside", from: "armhole", to: "shoulder" },
    ],
  });
}

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

/** The opening of the sleeve at the hand. */
function examineWrist(examination: Examination, name: string, landmark: string): void {
  const part = examination.part(name);
  const y = part?.points[landmark]?.y;
  if (!part || y === undefined) return;
  examination.girth("wrist", wholeWidth(seamOf(part), y - 0.5), examination.body.wrist);
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
