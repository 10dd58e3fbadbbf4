import type { SeamPair, Stretch } from "./seam-walk.ts";

const on =
  (part: string) =>
  (from: string, to: string, more: Partial<Stretch> = {}): Stretch => ({ part, from, to, ...more });

/** What a sleeve cap may be longer than its armhole, in mm. */
const COTTON = [-2, 8] as const;
const WOOL = [-2, 40] as const;

const shirtBack = on("simon.back");
const shirtRight = on("simon.frontRight");
const shirtLeft = on("simon.frontLeft");
const yoke = on("simon.yoke");
const stand = on("simon.collarStand");
const collar = on("simon.collar");
const shirtSleeve = on("simon.sleeve");

const SHIRT: readonly SeamPair[] = [
  {
    name: "right side seam",
    one: [shirtRight("armhole", "hem", { via: "waist" })],
    other: [shirtBack("armhole", "hem", { via: "waist" })],
  },
  {
    name: "left side seam",
    one: [shirtLeft("armhole", "hem", { via: "waist" })],
    other: [shirtBack("armhole", "hem", { via: "waist" })],
  },
  {
    name: "right shoulder",
    one: [shirtRight("s3CollarSplit", "s3ArmholeSplit")],
    other: [yoke("s3CollarSplit", "s3ArmholeSplit")],
  },
  {
    name: "left shoulder",
    one: [shirtLeft("s3CollarSplit", "s3ArmholeSplit")],
    other: [yoke("s3CollarSplit", "s3ArmholeSplit")],
  },
  {
    name: "yoke seam",
    one: [shirtBack("cbYoke", "armholeYokeSplit")],
    other: [yoke("cbYoke", "armholeYokeSplit")],
  },
  {
    name: "collar stand to neckline",
    one: [stand("rightBottomCf", "leftBottomCf", { via: "bottomMid" })],
    other: [
      shirtRight("s3CollarSplit", "cfNeck"),
      shirtLeft("s3CollarSplit", "cfNeck"),
      yoke("s3CollarSplit", "cbNeck", { times: 2 }),
    ],
  },
  {
    name: "collar to its stand",
    one: [collar("leftBottomEdge", "rightBottomEdge", { via: "bottomMid" })],
    other: [stand("leftTopCf", "rightTopCf", { via: "topMid" })],
    // Its ends stand back from the center front, so that its points can spread.
    ease: [-16, 2],
  },
  {
    name: "sleeve seam",
    one: [shirtSleeve("bicepsRight", "wristRight")],
    other: [shirtSleeve("bicepsLeft", "wristLeft")],
  },
  {
    name: "sleeve cap to armhole",
    ease: COTTON,
    one: [shirtSleeve("bicepsRight", "bicepsLeft", { via: "sleeveTip" })],
    other: [
      shirtRight("armhole", "s3ArmholeSplit", { via: "armholePitch" }),
      shirtBack("armhole", "armholeYokeSplit", { via: "armholePitch" }),
      yoke("armholeYokeSplit", "s3ArmholeSplit"),
    ],
  },
];

const darted = (part: ReturnType<typeof on>): readonly Stretch[] => [
  part("armhole", "dartTop"),
  part("dartBottom", "hem", { via: "waist" }),
];

const DARTED_SHIRT: readonly SeamPair[] = SHIRT.map((pair) => {
  if (pair.name === "right side seam") return { ...pair, one: darted(shirtRight) };
  return pair.name === "left side seam" ? { ...pair, one: darted(shirtLeft) } : pair;
});

const twoPartSleeve = (design: string, armhole: readonly Stretch[]): readonly SeamPair[] => {
  const upper = on(`${design}.topsleeve`);
  const under = on(`${design}.undersleeve`);
  return [
    {
      name: "inner sleeve seam",
      one: [upper("tsLeftEdge", "tsWristLeft")],
      other: [under("usLeftEdge", "usWristLeft")],
    },
    {
      name: "outer sleeve seam",
      one: [upper("backPitchPoint", "elbowRight")],
      other: [under("usTip", "elbowRight")],
    },
    {
      name: "sleeve cap to armhole",
      ease: WOOL,
      one: [
        upper("tsLeftEdge", "backPitchPoint", { via: "top" }),
        under("usLeftEdge", "usTip", { via: "usLeftEdgeRight" }),
      ],
      other: armhole,
    },
  ];
};

const jacketFront = on("jaeger.front");
const jacketSide = on("jaeger.side");
const jacketBack = on("jaeger.back");

const BLAZER: readonly SeamPair[] = [
  {
    name: "front to side panel",
    one: [jacketFront("split", "hem", { via: "waist" })],
    other: [jacketSide("split", "sideHem", { via: "sideWaist" })],
  },
  {
    name: "side panel to back",
    one: [jacketSide("bsArmholeHollow", "bsHem", { via: "bsWaist" })],
    other: [jacketBack("bsArmholeHollow", "hem", { via: "waist" })],
  },
  {
    name: "shoulder",
    one: [jacketBack("neck", "shoulder")],
    other: [jacketFront("neck", "shoulder")],
  },
  {
    name: "under collar to neckline",
    one: [on("jaeger.underCollar")("collarCorner", "collarstandCbBottom", { times: 2 })],
    other: [
      jacketFront("neck", "collarCorner", { times: 2 }),
      jacketBack("neck", "cbNeck", { times: 2 }),
    ],
  },
  {
    name: "collar to its stand",
    one: [on("jaeger.collar")("collarstandCbTop", "collarstandTip", { times: 2 })],
    other: [on("jaeger.collarStand")("collarstandCbTop", "collarstandTip", { times: 2 })],
  },
  ...twoPartSleeve("jaeger", [
    jacketFront("split", "shoulder", { via: "armholePitch" }),
    jacketSide("split", "bsArmholeHollow", { via: "sideArmhole" }),
    jacketBack("bsArmholeHollow", "shoulder", { via: "armholePitch" }),
  ]),
];

const tail = on("carlton.tail");
const belt = on("carlton.belt");
const coatFront = on("carlton.front");
const coatBack = on("carlton.back");

/** The stand is sewn to three quarters of the neckline, the collar itself to the rest. */
const COAT_COLLAR: readonly Stretch[] = [
  on("carlton.collarStand")("standTip", "standTipLeft", { via: "bottomLeft" }),
  on("carlton.collar")("standTip", "rot4bottomRight", { times: 2 }),
];

const coatSide = (front: Stretch, back: Stretch): SeamPair => ({
  name: "side seam",
  one: [front],
  other: [back, belt("topRight", "bottomRight"), tail("waistTop", "waistBottom")],
});

const COAT: readonly SeamPair[] = [
  coatSide(coatFront("armhole", "hem", { via: "waist" }), coatBack("armhole", "waist")),
  {
    name: "shoulder",
    one: [coatBack("neck", "shoulder")],
    other: [coatFront("neck", "shoulder")],
  },
  {
    name: "collar and stand to neckline",
    one: COAT_COLLAR,
    other: [coatFront("neck", "cfNeck", { times: 2 }), coatBack("neck", "cbNeck", { times: 2 })],
  },
  ...twoPartSleeve("carlton", [
    coatFront("armhole", "s3ArmholeSplit", { via: "armholePitch" }),
    coatBack("armhole", "s3ArmholeSplit", { via: "armholePitch" }),
  ]),
];

const bustFront = on("carlita.front");
const bustSide = on("carlita.side");
const bustBack = on("carlita.back");

const DARTED_COAT: readonly SeamPair[] = [
  coatSide(bustSide("armhole", "hem", { via: "waist" }), bustBack("armhole", "waist")),
  {
    name: "bust seam below the bust",
    one: [bustFront("bustPoint", "psHem")],
    other: [bustSide("bustPoint", "psHem", { via: "sideSeamWaist" })],
  },
  {
    name: "bust seam above the bust",
    one: [bustFront("bustPoint", "armholePitch")],
    other: [bustSide("bustPoint", "armholePitch")],
  },
  {
    name: "shoulder",
    one: [bustBack("neck", "shoulder")],
    other: [bustFront("neck", "shoulder")],
  },
  {
    name: "collar and stand to neckline",
    one: COAT_COLLAR,
    other: [bustFront("neck", "cfNeck", { times: 2 }), bustBack("neck", "cbNeck", { times: 2 })],
  },
  ...twoPartSleeve("carlton", [
    bustFront("armholePitch", "s3ArmholeSplit"),
    bustSide("armhole", "armholePitch", { via: "armholeHollow" }),
    bustBack("armhole", "s3ArmholeSplit", { via: "armholePitch" }),
  ]),
];

const sameOfTwo = (front: string, back: string, from: string, to: string): SeamPair["one"][] => [
  [on(front)(from, to)],
  [on(back)(from, to)],
];

const pairOf = (name: string, [one = [], other = []]: SeamPair["one"][]): SeamPair => ({
  name,
  one,
  other,
});

const TEAGAN: readonly SeamPair[] = [
  pairOf("side seam", sameOfTwo("teagan.front", "teagan.back", "armhole", "hem")),
  pairOf("shoulder", sameOfTwo("teagan.front", "teagan.back", "neck", "shoulder")),
  {
    name: "sleeve seam",
    one: [on("teagan.sleeve")("bicepsRight", "hemRight")],
    other: [on("teagan.sleeve")("bicepsLeft", "hemLeft")],
  },
  {
    name: "sleeve cap to armhole",
    ease: COTTON,
    one: [on("teagan.sleeve")("bicepsRight", "bicepsLeft", { via: "sleeveTip" })],
    other: ["teagan.front", "teagan.back"].map((part) =>
      on(part)("armhole", "shoulder", { via: "armholeHollow" }),
    ),
  },
];

const BIBI: readonly SeamPair[] = [
  {
    name: "side seam",
    // Gathered over the bust, between two notches.
    ease: [-2, 60],
    one: [on("bibi.front")("armhole", "hem", { path: "sideSeam" })],
    other: [on("bibi.back")("armhole", "hem", { path: "sideSeam" })],
  },
  {
    name: "shoulder",
    one: [on("bibi.front")("neck", "shoulder", { path: "shoulder" })],
    other: [on("bibi.back")("neck", "shoulder", { path: "shoulder" })],
  },
  {
    name: "sleeve seam",
    one: [on("bibi.sleeve")("bicepsRight", "cuffRight")],
    other: [on("bibi.sleeve")("bicepsLeft", "cuffLeft")],
  },
  {
    name: "sleeve cap to armhole",
    ease: COTTON,
    one: [on("bibi.sleeve")("bicepsRight", "bicepsLeft", { via: "sleeveTip" })],
    other: ["bibi.front", "bibi.back"].map((part) =>
      on(part)("armhole", "shoulder", { path: "armhole" }),
    ),
  },
];

const vestFront = on("wahid.front");
const vestBack = on("wahid.back");

const WAISTCOAT: readonly SeamPair[] = [
  {
    name: "side seam",
    one: [vestFront("armhole", "hem", { via: "waist" })],
    other: [vestBack("armhole", "hem", { via: "waist" })],
  },
  {
    name: "shoulder",
    one: [vestFront("neck", "shoulder")],
    other: [vestBack("neck", "shoulder")],
  },
  {
    name: "front dart",
    one: [vestFront("dartTop", "dartStart", { via: "dartWaistLeft" })],
    other: [vestFront("dartTop", "dartEnd", { via: "dartWaistRight" })],
  },
];

const bellaFront = on("bella.frontSideDart");
const bellaBack = on("bella.back");

const BODICE: readonly SeamPair[] = [
  {
    name: "side seam",
    one: [bellaFront("armhole", "bustDartTop"), bellaFront("bustDartBottom", "sideHem")],
    other: [bellaBack("armhole", "waistSide")],
  },
  {
    name: "shoulder",
    // The back is eased into the front.
    ease: [-2, 6],
    one: [bellaBack("hps", "shoulder")],
    other: [bellaFront("hps", "shoulder")],
  },
  {
    name: "bust dart",
    one: [bellaFront("bustDartTop", "bustDartTip")],
    other: [bellaFront("bustDartBottom", "bustDartTip")],
  },
  {
    name: "sleeve seam",
    one: [on("bella.sleeve")("bicepsRight", "wristRight")],
    other: [on("bella.sleeve")("bicepsLeft", "wristLeft")],
  },
  {
    name: "sleeve cap to armhole",
    ease: [-2, 20],
    one: [on("bella.sleeve")("bicepsRight", "bicepsLeft", { via: "sleeveTip" })],
    other: [
      bellaFront("armhole", "shoulder", { via: "armholePitch" }),
      bellaBack("armhole", "shoulder", { via: "armholePitch" }),
    ],
  },
];

const nobleFrontIn = on("noble.frontInside");
const nobleFrontOut = on("noble.frontOutside");
const nobleBackIn = on("noble.backInside");
const nobleBackOut = on("noble.backOutside");
const IN = { path: "insideSeam" };
const OUT = { path: "outsideSeam" };

const PRINCESS: readonly SeamPair[] = [
  {
    name: "side seam",
    one: [nobleFrontOut("armhole", "sideHem")],
    other: [nobleBackOut("armhole", "waistSide", OUT)],
  },
  {
    name: "shoulder",
    // The back is eased into the front.
    ease: [-2, 6],
    one: [nobleBackIn("hps", "shoulderDart", IN), nobleBackOut("shoulderDart", "shoulder", OUT)],
    other: [
      nobleFrontIn("hps", "shoulderDartInside"),
      nobleFrontOut("shoulderDartOutside", "shoulder"),
    ],
  },
  {
    name: "front princess seam",
    one: [nobleFrontIn("shoulderDartInside", "waistDartLeft", { via: "shoulderDartTip" })],
    other: [nobleFrontOut("shoulderDartOutside", "waistDartRight", { via: "bustOutside" })],
  },
  {
    name: "back princess seam",
    one: [nobleBackIn("shoulderDart", "dartBottomLeft", { ...IN, via: "dartTip" })],
    other: [nobleBackOut("shoulderDart", "dartBottomRight", { ...OUT, via: "dartTip" })],
  },
];

const trouserFront = on("titan.front");
const chinoFront = on("charlie.front");
const chinoBack = on("charlie.back");

const CHINOS: readonly SeamPair[] = [
  {
    name: "outer seam",
    one: [chinoFront("slantTop", "floorOut", { via: "kneeOut" })],
    other: [chinoBack("slantOut", "floorOut", { via: "kneeOut" })],
  },
  {
    name: "inner seam",
    one: [chinoFront("fork", "floorIn")],
    other: [chinoBack("fork", "floorIn")],
  },
  {
    name: "back dart",
    one: [chinoBack("backDartLeft", "pocketCenter")],
    other: [chinoBack("backDartRight", "pocketCenter")],
  },
  {
    name: "top edge to waistband",
    // Eased to the band.
    ease: [-2, 8],
    one: [
      chinoFront("styleWaistIn", "slantTop"),
      chinoBack("styleWaistIn", "backDartLeft"),
      chinoBack("backDartRight", "slantOut"),
    ],
    other: [on("charlie.waistband")("cfRight", "cbRight", { isStraight: true })],
  },
];

const TROUSERS: readonly SeamPair[] = [
  {
    name: "outer seam",
    one: [trouserFront("styleWaistOut", "floorOut")],
    other: [on("titan.back")("styleWaistOut", "floorOut")],
  },
  {
    name: "inner seam",
    one: [trouserFront("fork", "floorIn")],
    other: [on("titan.back")("fork", "floorIn")],
  },
];

const PENCIL: readonly SeamPair[] = [
  {
    name: "side seam",
    one: [on("penelope.front")("rWaist", "rHem")],
    other: [on("penelope.back")("rWaist", "rHem")],
  },
];

const CIRCLE: readonly SeamPair[] = [
  {
    name: "side seam",
    one: [on("sandy.skirt")("in2", "ex2")],
    other: [on("sandy.skirt")("in2Flipped", "ex2Flipped")],
  },
];

const TIE: readonly SeamPair[] = [
  {
    name: "tail to tip",
    one: [on("trayvon.fabricTail")("midLeft", "midRight")],
    other: [on("trayvon.fabricTip")("midLeft", "midRight")],
  },
];

/** Seams that meet, by FreeSewing's name of the design. Written from its drawings, not from what the shop declares. */
export const SEAMS: Readonly<Record<string, readonly SeamPair[]>> = {
  simon: SHIRT,
  simone: DARTED_SHIRT,
  teagan: TEAGAN,
  wahid: WAISTCOAT,
  penelope: PENCIL,
  sandy: CIRCLE,
  bibi: BIBI,
  charlie: CHINOS,
  titan: TROUSERS,
  jaeger: BLAZER,
  carlton: COAT,
  carlita: DARTED_COAT,
  bella: BODICE,
  noble: PRINCESS,
  trayvon: TIE,
};
