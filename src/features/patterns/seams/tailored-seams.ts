import type { DraftOptions } from "#features/patterns/designs/pattern-design.ts";
import type { PairsOfDraft, SeamEdge, SeamPair } from "./seam-pair.ts";
import { capEaseOf, capPair, edge, pair, truedAt, twice } from "./seam-pair.ts";

/** Wool is shrunk into the armhole of a tailored sleeve by up to this much. */
const MAX_TAILORED_CAP_EASE_MM = 40;

type TwoPartSleeve = {
  readonly design: string;
  /** The end of the inner seam below the wrist. */
  readonly hem: string;
  readonly armhole: readonly SeamEdge[];
  readonly options: DraftOptions;
};

/** Upper and under sleeve, and their cap. */
function twoPartSleeve({ armhole, design, hem, options }: TwoPartSleeve): readonly SeamPair[] {
  const upper = `${design}.topsleeve`;
  const under = `${design}.undersleeve`;
  const inner = edge(under, "usLeftEdge", "usWristLeft", "usElbowLeft");
  return [
    pair("Inner sleeve seam", [edge(upper, "tsLeftEdge", "tsWristLeft", "tsElbowLeft"), inner], {
      trued: [truedAt("other", inner, "to", { followers: [hem] })],
    }),
    pair("Outer sleeve seam", [
      edge(upper, "backPitchPoint", "elbowRight"),
      edge(under, "usTip", "elbowRight"),
    ]),
    capPair(
      [
        edge(upper, "tsLeftEdge", "backPitchPoint", "top"),
        edge(under, "usLeftEdge", "usTip", "usLeftEdgeRight"),
      ],
      armhole,
      { most: MAX_TAILORED_CAP_EASE_MM, requestedEase: capEaseOf(options) },
    ),
  ];
}

/**
 * The side panel is trued at the hem: front and back stay as they are. With two vents side panel and back are sewn down to the beginning
 * of the vent, and the panel is trued there.
 */
export const blazerSeams: PairsOfDraft = (drafted, options) => {
  const sideFront = edge("jaeger.side", "split", "sideHem", "sideWaist");
  const hasSideVents = drafted.hasPoint("jaeger.side", "ventSlopeStart");
  const endOfSide = hasSideVents ? "ventSlopeStart" : "bsHem";
  const endOfBack = hasSideVents ? "ventSlopeStart" : "hem";
  const sideBack = edge("jaeger.side", "bsArmholeHollow", endOfSide, "bsWaist");
  return [
    pair("Front to side panel", [edge("jaeger.front", "split", "hem", "waist"), sideFront], {
      trued: [truedAt("other", sideFront, "to")],
    }),
    pair(
      "Side panel to back",
      [sideBack, edge("jaeger.back", "bsArmholeHollow", endOfBack, "waist")],
      {
        trued: [truedAt("one", sideBack, "to")],
      },
    ),
    pair("Shoulder", [
      edge("jaeger.back", "neck", "shoulder"),
      edge("jaeger.front", "neck", "shoulder"),
    ]),
    pair("Under collar to neckline", [
      twice(edge("jaeger.underCollar", "collarCorner", "collarstandCbBottom")),
      [
        twice(edge("jaeger.front", "neck", "collarCorner")),
        twice(edge("jaeger.back", "neck", "cbNeck")),
      ],
    ]),
    pair("Collar to its stand", [
      twice(edge("jaeger.collar", "collarstandCbTop", "collarstandTip")),
      twice(edge("jaeger.collarStand", "collarstandCbTop", "collarstandTip")),
    ]),
    ...twoPartSleeve({
      design: "jaeger",
      hem: "hemLeft",
      options,
      armhole: [
        edge("jaeger.front", "split", "shoulder", "armholePitch"),
        edge("jaeger.side", "split", "bsArmholeHollow", "sideArmhole"),
        edge("jaeger.back", "bsArmholeHollow", "shoulder", "armholePitch"),
      ],
    }),
  ];
};

/** Below the back hang a belt and the pleated tail; the front is trued at its hem. */
const sideOfCoat = (front: SeamEdge, back: string): SeamPair =>
  pair(
    "Side seam",
    [
      front,
      [
        edge(back, "armhole", "waist"),
        edge("carlton.belt", "topRight", "bottomRight"),
        edge("carlton.tail", "waistTop", "waistBottom"),
      ],
    ],
    { trued: [truedAt("one", front, "to")] },
  );

/** The stand covers three quarters of the neckline; the collar itself is sewn to the rest, and is trued at its end. */
function collarOfCoat(front: string, back: string): SeamPair {
  const end = twice(edge("carlton.collar", "standTip", "rot4bottomRight"));
  return pair(
    "Collar and its stand to neckline",
    [
      [edge("carlton.collarStand", "standTip", "standTipLeft", "bottomLeft"), end],
      [twice(edge(front, "neck", "cfNeck")), twice(edge(back, "neck", "cbNeck"))],
    ],
    { trued: [truedAt("one", end, "to")] },
  );
}

export const coatSeams: PairsOfDraft = (_, options) => [
  sideOfCoat(edge("carlton.front", "armhole", "hem", "waist"), "carlton.back"),
  pair("Shoulder", [
    edge("carlton.back", "neck", "shoulder"),
    edge("carlton.front", "neck", "shoulder"),
  ]),
  collarOfCoat("carlton.front", "carlton.back"),
  ...twoPartSleeve({
    design: "carlton",
    hem: "cuffBottomLeft",
    options,
    armhole: [
      edge("carlton.front", "armhole", "s3ArmholeSplit", "armholePitch"),
      edge("carlton.back", "armhole", "s3ArmholeSplit", "armholePitch"),
    ],
  }),
];

export const dartedCoatSeams: PairsOfDraft = (_, options) => [
  sideOfCoat(edge("carlita.side", "armhole", "hem", "waist"), "carlita.back"),
  pair("Bust seam below the bust", [
    edge("carlita.front", "bustPoint", "psHem"),
    edge("carlita.side", "bustPoint", "psHem", "sideSeamWaist"),
  ]),
  pair("Bust seam above the bust", [
    edge("carlita.front", "bustPoint", "armholePitch"),
    edge("carlita.side", "bustPoint", "armholePitch"),
  ]),
  pair("Shoulder", [
    edge("carlita.back", "neck", "shoulder"),
    edge("carlita.front", "neck", "shoulder"),
  ]),
  collarOfCoat("carlita.front", "carlita.back"),
  ...twoPartSleeve({
    design: "carlton",
    hem: "cuffBottomLeft",
    options,
    armhole: [
      edge("carlita.front", "armholePitch", "s3ArmholeSplit"),
      edge("carlita.side", "armhole", "armholePitch", "armholeHollow"),
      edge("carlita.back", "armhole", "s3ArmholeSplit", "armholePitch"),
    ],
  }),
];

export const waistcoatSeams: PairsOfDraft = () => [
  pair(
    "Side seam",
    [edge("wahid.front", "armhole", "hem", "waist"), edge("wahid.back", "armhole", "hem", "waist")],
    { notched: true },
  ),
  pair("Shoulder", [
    edge("wahid.front", "neck", "shoulder"),
    edge("wahid.back", "neck", "shoulder"),
  ]),
  pair("Front dart", [
    edge("wahid.front", "dartTop", "dartStart", "dartWaistLeft"),
    edge("wahid.front", "dartTop", "dartEnd", "dartWaistRight"),
  ]),
];
