import type { Drafted } from "#features/patterns/measuring/drafted.ts";
import type { PairsOfDraft } from "./seam-pair.ts";
import { EQUAL, edge, pair, straight, truedAt } from "./seam-pair.ts";

/** The top edge of trousers is eased to the waistband by at most this much on each half. */
const MAX_BAND_EASE_MM = 8;

const innerLeg = (back: string) =>
  pair("Inner leg seam", [edge("titan.front", "fork", "floorIn"), edge(back, "fork", "floorIn")], {
    notched: true,
  });

/**
 * Above the pocket slant the back is drawn by its own curve: its corner at the waist is trued along the seam, and along the top
 * edge where that no longer reaches the band.
 */
export const chinosSeams: PairsOfDraft = (drafted: Drafted) => {
  const back = edge("charlie.back", "slantOut", "floorOut", "kneeOut");
  const topEdge = edge("charlie.back", "backDartRight", "slantOut");
  return [
    pair("Outer leg seam", [edge("charlie.front", "slantTop", "floorOut", "kneeOut"), back], {
      trued: [truedAt("other", back, "from")],
      notched: true,
    }),
    innerLeg("charlie.back"),
    pair("Back dart", [
      edge("charlie.back", "backDartLeft", "pocketCenter"),
      edge("charlie.back", "backDartRight", "pocketCenter"),
    ]),
    ...(drafted.hasPoint("charlie.waistband", "cfRight")
      ? [
          pair(
            "Top edge to waistband",
            [
              [
                edge("charlie.front", "styleWaistIn", "slantTop"),
                edge("charlie.back", "styleWaistIn", "backDartLeft"),
                topEdge,
              ],
              straight("charlie.waistband", "cfRight", "cbRight"),
            ],
            {
              ease: { least: EQUAL.least, most: MAX_BAND_EASE_MM },
              trued: [truedAt("one", topEdge, "to")],
            },
          ),
        ]
      : []),
  ];
};

export const trouserSeams: PairsOfDraft = () => [
  pair(
    "Outer leg seam",
    [
      edge("titan.front", "styleWaistOut", "floorOut"),
      edge("titan.back", "styleWaistOut", "floorOut"),
    ],
    { notched: true },
  ),
  innerLeg("titan.back"),
];

/** Front and back have hips of their own: half of the difference is made up at the waist of each. */
export const pencilSkirtSeams: PairsOfDraft = () => {
  const front = edge("penelope.front", "rWaist", "rHem");
  const back = edge("penelope.back", "rWaist", "rHem");
  return [
    pair("Side seam", [front, back], {
      trued: [
        truedAt("one", front, "from", { share: 0.5 }),
        truedAt("other", back, "from", { share: 0.5 }),
      ],
      notched: true,
    }),
  ];
};

export const circleSkirtSeams: PairsOfDraft = () => [
  pair("Side seam", [
    edge("sandy.skirt", "in2", "ex2"),
    edge("sandy.skirt", "in2Flipped", "ex2Flipped"),
  ]),
];

export const tieSeams: PairsOfDraft = () => [
  pair("Tail to tip", [
    edge("trayvon.fabricTail", "midLeft", "midRight"),
    edge("trayvon.fabricTip", "midLeft", "midRight"),
  ]),
];
