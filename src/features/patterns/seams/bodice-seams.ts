import type { PairsOfDraft, SeamEdge, TruedEnd } from "./seam-pair.ts";
import { along, capEaseOf, capPair, EQUAL, edge, pair, truedAt } from "./seam-pair.ts";

/** A bodice without a shoulder dart eases the back of its shoulder into the front. */
const MAX_SHOULDER_EASE_MM = 6;
const MAX_BODICE_CAP_EASE_MM = 20;

const FRONT = "bella.frontSideDart";
const BACK = "bella.back";

/** Half of what cannot be eased is made up at each shoulder point. */
const atShoulderPoints = (back: SeamEdge, front: SeamEdge): readonly TruedEnd[] => [
  truedAt("one", back, "to", { share: 0.5 }),
  truedAt("other", front, "to", { share: 0.5 }),
];

/** A longer back shoulder than can be eased is trued at both shoulder points. */
export const bodiceSeams: PairsOfDraft = (_, options) => {
  const backShoulder = edge(BACK, "hps", "shoulder");
  const frontShoulder = edge(FRONT, "hps", "shoulder");
  return [
    pair(
      "Side seam",
      [
        [edge(FRONT, "armhole", "bustDartTop"), edge(FRONT, "bustDartBottom", "sideHem")],
        edge(BACK, "armhole", "waistSide"),
      ],
      { notched: true },
    ),
    pair("Shoulder", [backShoulder, frontShoulder], {
      ease: { least: EQUAL.least, most: MAX_SHOULDER_EASE_MM },
      trued: atShoulderPoints(backShoulder, frontShoulder),
    }),
    pair("Bust dart", [
      edge(FRONT, "bustDartTop", "bustDartTip"),
      edge(FRONT, "bustDartBottom", "bustDartTip"),
    ]),
    pair("Sleeve seam", [
      edge("bella.sleeve", "bicepsRight", "wristRight"),
      edge("bella.sleeve", "bicepsLeft", "wristLeft"),
    ]),
    capPair(
      [edge("bella.sleeve", "bicepsRight", "bicepsLeft", "sleeveTip")],
      [
        edge(FRONT, "armhole", "shoulder", "armholePitch"),
        edge(BACK, "armhole", "shoulder", "armholePitch"),
      ],
      { most: MAX_BODICE_CAP_EASE_MM, requestedEase: capEaseOf(options) },
    ),
  ];
};

const inside = (from: string, to: string, via: string | null = null) =>
  along("insideSeam", edge("noble.backInside", from, to, via));
const outside = (from: string, to: string, via: string | null = null) =>
  along("outsideSeam", edge("noble.backOutside", from, to, via));

/** Princess seams run from the middle of the shoulder over the bust and the shoulder blade. */
export const princessSeams: PairsOfDraft = () => {
  const backShoulder = outside("shoulderDart", "shoulder");
  const frontShoulder = edge("noble.frontOutside", "shoulderDartOutside", "shoulder");
  const frontSide = edge("noble.frontOutside", "armhole", "sideHem");
  return [
    // A wide bust turns the outer front, whose side seam then differs by up to 3 mm.
    pair("Side seam", [frontSide, outside("armhole", "waistSide")], {
      notched: true,
      trued: [truedAt("one", frontSide, "to")],
    }),
    pair(
      "Shoulder",
      [
        [inside("hps", "shoulderDart"), backShoulder],
        [edge("noble.frontInside", "hps", "shoulderDartInside"), frontShoulder],
      ],
      {
        ease: { least: EQUAL.least, most: MAX_SHOULDER_EASE_MM },
        trued: atShoulderPoints(backShoulder, frontShoulder),
      },
    ),
    pair(
      "Front princess seam",
      [
        edge("noble.frontInside", "shoulderDartInside", "waistDartLeft", "shoulderDartTip"),
        edge("noble.frontOutside", "shoulderDartOutside", "waistDartRight", "bustOutside"),
      ],
      { notched: true },
    ),
    pair(
      "Back princess seam",
      [
        inside("shoulderDart", "dartBottomLeft", "dartTip"),
        outside("shoulderDart", "dartBottomRight", "dartTip"),
      ],
      { notched: true },
    ),
  ];
};
