import type { Drafted } from "#features/patterns/measuring/drafted.ts";
import type { PairsOfDraft, SeamEdge, SeamPair } from "./seam-pair.ts";
import { along, capPair, EQUAL, edge, lowered, pair, twice } from "./seam-pair.ts";

/** Cotton takes this much at the cap of a shirt sleeve without a gather. */
const COTTON_CAP = { most: 8, requestedEase: 0 };
/** The ends of a collar stand back from the center front, so that its points can spread: FreeSewing's gap of 2.5 % of the neck. */
const MAX_COLLAR_GAP_MM = 16;
/** Jersey is gathered between two notches over the bust by at most this much. */
const MAX_BUST_GATHER_MM = 60;

/** Where the side seam ends: curved hems rise at the side. */
function sideEndOf(drafted: Drafted, part: string): string {
  if (drafted.hasPoint(part, "bballEnd")) return "bballEnd";
  return drafted.hasPoint(part, "slashEnd") ? "hips" : "hem";
}

function sideOfShirt(drafted: Drafted, part: string): readonly SeamEdge[] {
  const end = sideEndOf(drafted, part);
  if (!drafted.hasPoint(part, "dartTop")) return [edge(part, "armhole", end, "waist")];
  return [edge(part, "armhole", "dartTop"), edge(part, "dartBottom", end, "waist")];
}

function sidesOfShirt(drafted: Drafted): readonly SeamPair[] {
  const back = edge("simon.back", "armhole", sideEndOf(drafted, "simon.back"), "waist");
  return ["simon.frontRight", "simon.frontLeft"].map((part) => {
    const front = sideOfShirt(drafted, part);
    const lowest = front.at(-1);
    const name = part === "simon.frontRight" ? "Right side seam" : "Left side seam";
    return pair(name, [front, back], {
      trued: lowest ? lowered(lowest, back) : [],
      notched: true,
    });
  });
}

/** Shirts with and without bust darts. */
export const shirtSeams: PairsOfDraft = (drafted) => {
  const yokeShoulder = edge("simon.yoke", "s3CollarSplit", "s3ArmholeSplit");
  const wrist = drafted.hasPoint("simon.sleeve", "wristRight") ? "wrist" : "hem";
  return [
    ...sidesOfShirt(drafted),
    pair("Right shoulder", [
      edge("simon.frontRight", "s3CollarSplit", "s3ArmholeSplit"),
      yokeShoulder,
    ]),
    pair("Left shoulder", [
      edge("simon.frontLeft", "s3CollarSplit", "s3ArmholeSplit"),
      yokeShoulder,
    ]),
    pair("Yoke seam", [
      edge("simon.back", "cbYoke", "armholeYokeSplit"),
      edge("simon.yoke", "cbYoke", "armholeYokeSplit"),
    ]),
    pair("Collar stand to neckline", [
      edge("simon.collarStand", "rightBottomCf", "leftBottomCf", "bottomMid"),
      [
        edge("simon.frontRight", "s3CollarSplit", "cfNeck"),
        edge("simon.frontLeft", "s3CollarSplit", "cfNeck"),
        twice(edge("simon.yoke", "s3CollarSplit", "cbNeck")),
      ],
    ]),
    pair(
      "Collar to its stand",
      [
        edge("simon.collarStand", "leftTopCf", "rightTopCf", "topMid"),
        edge("simon.collar", "leftBottomEdge", "rightBottomEdge", "bottomMid"),
      ],
      { ease: { least: EQUAL.least, most: MAX_COLLAR_GAP_MM } },
    ),
    pair(
      "Sleeve seam",
      [
        edge("simon.sleeve", "bicepsRight", `${wrist}Right`),
        edge("simon.sleeve", "bicepsLeft", `${wrist}Left`),
      ],
      { notched: true },
    ),
    capPair(
      [edge("simon.sleeve", "bicepsRight", "bicepsLeft", "sleeveTip")],
      [
        edge("simon.frontLeft", "armhole", "s3ArmholeSplit", "armholePitch"),
        edge("simon.back", "armhole", "armholeYokeSplit", "armholePitch"),
        edge("simon.yoke", "armholeYokeSplit", "s3ArmholeSplit"),
      ],
      COTTON_CAP,
    ),
  ];
};

export const tShirtSeams: PairsOfDraft = () => [
  pair(
    "Side seam",
    [edge("teagan.front", "armhole", "hem"), edge("teagan.back", "armhole", "hem")],
    { notched: true },
  ),
  pair("Shoulder", [
    edge("teagan.front", "neck", "shoulder"),
    edge("teagan.back", "neck", "shoulder"),
  ]),
  pair("Sleeve seam", [
    edge("teagan.sleeve", "bicepsRight", "hemRight"),
    edge("teagan.sleeve", "bicepsLeft", "hemLeft"),
  ]),
  capPair(
    [edge("teagan.sleeve", "bicepsRight", "bicepsLeft", "capQ2")],
    [
      edge("teagan.front", "armhole", "shoulder", "armholeHollow"),
      edge("teagan.back", "armhole", "shoulder", "armholeHollow"),
    ],
    COTTON_CAP,
  ),
];

/** The front of the gown is gathered over the bust, between its two notches. */
export const gownSeams: PairsOfDraft = (drafted) => [
  pair("Side seam", [edge("bibi.front", "armhole", "hem"), edge("bibi.back", "armhole", "hem")], {
    ease: { least: EQUAL.least, most: MAX_BUST_GATHER_MM },
  }),
  pair("Shoulder", [
    along("shoulder", edge("bibi.front", "neck", "shoulder")),
    along("shoulder", edge("bibi.back", "neck", "shoulder")),
  ]),
  // A gown without sleeves still has a part of them, hidden and unfinished.
  ...(drafted.hasPoint("bibi.sleeve", "cuffRight")
    ? [
        pair("Sleeve seam", [
          edge("bibi.sleeve", "bicepsRight", "cuffRight"),
          edge("bibi.sleeve", "bicepsLeft", "cuffLeft"),
        ]),
        capPair(
          [edge("bibi.sleeve", "bicepsRight", "bicepsLeft", "sleeveTip")],
          [edge("bibi.front", "armhole", "shoulder"), edge("bibi.back", "armhole", "shoulder")],
          COTTON_CAP,
        ),
      ]
    : []),
];
