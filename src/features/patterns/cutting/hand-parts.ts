import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type {
  Cut,
  DraftOptions,
  FinishedMeasure,
  MeasureName,
  OptionValue,
} from "#features/patterns/designs/pattern-design.ts";

/** A rectangle of cloth in mm, without seam allowance: across, and along the grain. */
type Strip = {
  readonly acrossMm: number;
  /** Of a waistband: a finished measure and its lap. */
  readonly alongMm: number | { readonly measure: MeasureName; readonly moreMm: number };
};

/** What a part takes of the cloth: a rectangle, or as much as a drawn part, seam allowance and all. */
type HandCloth = Strip | { readonly like: string };

/** A part or notion that no design draws: the house drafts or chooses it by hand. */
export type HandPart = {
  readonly title: string;
  readonly material: string;
  readonly cut: number;
  readonly mirrored: boolean;
  /** The drawn part that it is cut as often as, on the fold where that is. */
  readonly cutAs?: string;
  /** What the tailor does, with sizes in mm. */
  readonly how: string;
  /** Kept free in the nest for each time that it is cut; nothing for notions and what is cut from remnants. */
  readonly cloth: readonly HandCloth[];
  /** A drawn part without which it is not needed: the interfacing of a waistband. */
  readonly belongsTo?: readonly string[];
  /** Values of an option with which it is needed; with every value without it. */
  readonly needs?: { readonly option: string; readonly values: readonly OptionValue[] };
};

const one = (
  title: string,
  material: string,
  how: string,
  cloth: readonly HandCloth[] = [],
): HandPart => ({ title, material, cut: 1, mirrored: false, how, cloth });

const two = (
  title: string,
  material: string,
  how: string,
  cloth: readonly HandCloth[] = [],
): HandPart => ({ title, material, cut: 2, mirrored: true, how, cloth });

const like = (...parts: readonly string[]): readonly HandCloth[] =>
  parts.map((part) => ({ like: part }));

/** A strip with a fixed length, and its size in words. */
const sized = (acrossMm: number, alongMm: number) => ({
  text: `${acrossMm} mm wide, ${alongMm} mm long`,
  cloth: { acrossMm, alongMm },
});

const WAISTBAND = { acrossMm: 80, alongMm: { measure: "waist", moreMm: 40 } } as const;
const FLY_FACING = sized(45, 180);
const FLY_SHIELD = sized(90, 180);
const STRAP = sized(50, 300);
const POCKET_BAG = sized(220, 320);
/** The cloth around the neckline of a bodice, front and back. */
const FACING_MM = 60;
const FACINGS: readonly HandCloth[] = [
  { acrossMm: 340, alongMm: 220 },
  { acrossMm: 340, alongMm: 140 },
];

const SHIRT_PARTS: readonly HandPart[] = [
  two(
    "Interfacing of the front bands",
    "interfacing",
    "By hand: both front bands along their whole length, 30 mm wide.",
  ),
];

const SLEEVE_LINING =
  "By hand: as both sleeves, 15 mm higher under the arm, 20 mm shorter at the hem.";

const COAT_PARTS: readonly HandPart[] = [
  two(
    "Back lining",
    "lining",
    "By hand: as the back and the tail, 20 mm wider at center back for a pleat.",
    like("carlton.back", "carlita.back", "carlton.tail", "carlita.tail"),
  ),
  two("Sleeve lining", "lining", SLEEVE_LINING, like("carlton.topsleeve", "carlton.undersleeve")),
];

const BODICE_HALVES = [
  "bella.frontSideDart",
  "bella.back",
  "noble.frontInside",
  "noble.frontOutside",
  "noble.backInside",
  "noble.backOutside",
];

/** What both bodices need; their linings differ as their darts and panels do. */
const bodiceParts = (lining: string): readonly HandPart[] => [
  one(
    "Neck facing",
    "fabric",
    `By hand: along the neckline, front and back, ${FACING_MM} mm wide.`,
    FACINGS,
  ),
  one(
    "Interfacing of the facing",
    "interfacing",
    "By hand: as the facing, without seam allowance.",
  ),
  two(
    "Lining",
    "lining",
    `By hand: ${lining}; none where the skirt's lining reaches up.`,
    BODICE_HALVES.map((part) => ({ like: part })),
  ),
  one(
    "Concealed zip",
    "notion",
    "By hand: at center back, to 20 mm below the fullest part of the seat.",
  ),
];

/** Of skirts; one that is sewn to a bodice has none, and is closed with the bodice. */
export const WAISTBANDS: readonly string[] = ["penelope.waistband", "sandy.waistband"];

const ofWaistband = (part: HandPart): HandPart => ({ ...part, belongsTo: WAISTBANDS });

const WAISTBAND_PARTS: readonly HandPart[] = [
  ofWaistband(
    one(
      "Interfacing of the waistband",
      "interfacing",
      "By hand: half of the waistband's width, without seam allowance.",
    ),
  ),
  ofWaistband(one("Hook and bar, or button", "notion", "By hand: on the lap of the waistband.")),
];

const SKIRT_ZIP = ofWaistband(
  one("Concealed zip", "notion", "By hand: 200 mm, to the fullest part of the seat."),
);

/** A part of a garment whose back has one of these kinds of vents. */
const ofVents = (values: readonly OptionValue[], part: HandPart): HandPart => ({
  ...part,
  needs: { option: "backVent", values },
});

/** A part as each kind of vent needs it, with what it says of the vents. */
const withVents = (
  kinds: readonly (readonly [values: readonly OptionValue[], says: string])[],
  partOf: (says: string) => HandPart,
): readonly HandPart[] => kinds.map(([values, says]) => ofVents(values, partOf(says)));

/** The values of a jacket's option: none, one in the middle, two at the sides. */
const NO_VENT = 0;
const MIDDLE_VENT = 1;
const SIDE_VENTS = 2;

const JACKET_PARTS: readonly HandPart[] = [
  ...withVents(
    [
      [[NO_VENT], ""],
      [[MIDDLE_VENT], " without its vent"],
      [[SIDE_VENTS], " without its vents"],
    ],
    (says) =>
      two(
        "Back lining",
        "lining",
        `By hand: as the back${says}, 20 mm wider at center back for a pleat.`,
        like("jaeger.back"),
      ),
  ),
  ...withVents(
    [
      [[NO_VENT, MIDDLE_VENT], ""],
      [[SIDE_VENTS], " without its vent"],
    ],
    (says) =>
      two(
        "Side lining",
        "lining",
        `By hand: as the side panel${says}, 20 mm shorter at the hem.`,
        like("jaeger.side"),
      ),
  ),
  two("Sleeve lining", "lining", SLEEVE_LINING, like("jaeger.topsleeve", "jaeger.undersleeve")),
  ofVents(
    [NO_VENT],
    two(
      "Interfacing of hems and pockets",
      "interfacing",
      "By hand: 50 mm wide along body and sleeve hems, behind each pocket mouth.",
    ),
  ),
  ofVents(
    [MIDDLE_VENT, SIDE_VENTS],
    two(
      "Interfacing of hems, vents and pockets",
      "interfacing",
      "By hand: 50 mm wide along body and sleeve hems, both sides of each vent, behind each pocket mouth.",
    ),
  ),
  two("Shoulder pads and sleeve head rolls", "notion", "By hand: chosen at the fitting."),
];

/** What garments of a design need beside the drawn parts; `handPartsOf` says which of it one garment needs. */
const HAND_PARTS: Readonly<Record<DraftableDesign, readonly HandPart[]>> = {
  simon: SHIRT_PARTS,
  simone: SHIRT_PARTS,
  teagan: [
    one(
      "Neckband",
      "ribbing",
      "By hand: 40 mm wide, 0.85 of the neckline long, joined at one shoulder.",
    ),
  ],
  jaeger: JACKET_PARTS,
  wahid: [
    two(
      "Back strap, and a buckle",
      "lining",
      `By hand: two straps, ${STRAP.text}, folded to 25 mm, at the waist.`,
      [STRAP.cloth],
    ),
  ],
  carlton: COAT_PARTS,
  carlita: COAT_PARTS,
  bibi: [
    one(
      "Elastic of the shoulder seams",
      "notion",
      "By hand: 6 mm clear elastic in both shoulder seams.",
    ),
  ],
  bella: bodiceParts("as front and back with their darts as pleats"),
  noble: bodiceParts("as the panels of front and back"),
  charlie: [
    one("Zip of the fly", "notion", "By hand: metal zip, to the fly's lower notch."),
    one(
      "Interfacing of waistband and fly",
      "interfacing",
      "By hand: waistband once at half width, fly facing once.",
    ),
  ],
  titan: [
    one(
      "Waistband",
      "fabric",
      `By hand: ${WAISTBAND.acrossMm} mm wide, as long as the finished waist and ${WAISTBAND.alongMm.moreMm} mm of lap; notches at both sides and center back.`,
      [WAISTBAND],
    ),
    one(
      "Interfacing of the waistband",
      "interfacing",
      "By hand: 40 mm wide, as long as the waistband.",
    ),
    one(
      "Fly facing and fly shield",
      "fabric",
      `By hand: along the front crotch seam; the facing ${FLY_FACING.text}, the shield ${FLY_SHIELD.text} and folded.`,
      [FLY_FACING.cloth, FLY_SHIELD.cloth],
    ),
    one("Zip, hook and bar", "notion", "By hand: 180 mm at center front."),
    two(
      "Pocket bags and facings",
      "lining",
      `By hand: in the side seam, 160 mm opening from 40 mm below the waist; each bag ${POCKET_BAG.text}, folded.`,
      [POCKET_BAG.cloth],
    ),
  ],
  penelope: [
    SKIRT_ZIP,
    ...withVents(
      [
        [[false], ""],
        [[true], ", open along the vent"],
      ],
      (says) =>
        two(
          "Lining",
          "lining",
          `By hand: as front and back, darts as pleats, 30 mm shorter at the hem${says}.`,
          like("penelope.front", "penelope.back"),
        ),
    ),
    ofVents(
      [true],
      one("Interfacing of the vent", "interfacing", "By hand: 50 mm wide, both sides of the vent."),
    ),
    ...WAISTBAND_PARTS,
  ],
  sandy: [
    SKIRT_ZIP,
    {
      ...one(
        "Lining",
        "lining",
        "By hand: as the panels of the skirt, 30 mm shorter at the hem.",
        like("sandy.skirt"),
      ),
      cutAs: "sandy.skirt",
    },
    ...WAISTBAND_PARTS,
  ],
  trayvon: [],
  benjamin: [],
};

/**
 * What one garment of a design needs beside the parts that are drawn of it: nothing of a part that it lacks, and nothing of an option
 * that it was not drafted with.
 */
export function handPartsOf(
  design: DraftableDesign,
  { drawn, options }: { drawn: readonly string[]; options: DraftOptions },
): readonly HandPart[] {
  return HAND_PARTS[design].filter(({ belongsTo, needs }) => {
    if (belongsTo && !belongsTo.some((part) => drawn.includes(part))) return false;
    return !needs || needs.values.some((value) => value === options[needs.option]);
  });
}

/** Cloth that a nest keeps free: a rectangle with its seam allowance in mm, or as much as a drawn part. */
export type AllowedCloth =
  | { readonly acrossMm: number; readonly alongMm: number }
  | { readonly like: string };

/** A draft, as far as what is drafted by hand beside it depends on it. */
type DraftBeside = {
  readonly measures: readonly Pick<FinishedMeasure, "finished" | "name">[];
  /** The parts that are drawn. */
  readonly drawn: readonly string[];
  readonly seamAllowance: number;
};

/** How a part that is drafted by hand is cut: as it says, or as often as the part that it follows is cut of the garment's cloth. */
export function cutsByHand(
  { cut, cutAs, material, mirrored }: HandPart,
  cutsOfPart: (part: string) => readonly Cut[],
): readonly Cut[] {
  const own = { material, cut, mirrored, onFold: false };
  if (cutAs === undefined) return [own];
  const followed = cutsOfPart(cutAs).filter((each) => each.material === "fabric");
  if (followed.length === 0) return [own];
  return followed.map((each) => ({ ...each, material }));
}

/** The cuts of a drawn part without those that the house drafts by hand from the same part. */
export function cutsBeside(
  part: string,
  cuts: readonly Cut[],
  byHand: readonly Pick<HandPart, "cloth" | "material">[],
): readonly Cut[] {
  const replaced = byHand
    .filter(({ cloth }) => cloth.some((each) => "like" in each && each.like === part))
    .map(({ material }) => material);
  return cuts.filter(({ material }) => !replaced.includes(material));
}

/** What the nest of one draft keeps free for a part. Left out are a strip whose measure the draft lacks, and a part that is not drawn. */
export function allowedCloth(
  { cloth }: Pick<HandPart, "cloth">,
  { drawn, measures, seamAllowance }: DraftBeside,
): readonly AllowedCloth[] {
  return cloth.flatMap((each): readonly AllowedCloth[] => {
    if ("like" in each) {
      return drawn.includes(each.like) ? [each] : [];
    }
    const { acrossMm, alongMm } = each;
    const edges = 2 * seamAllowance;
    if (typeof alongMm === "number") {
      return [{ acrossMm: acrossMm + edges, alongMm: alongMm + edges }];
    }
    const finished = measures.find(({ name }) => name === alongMm.measure)?.finished;
    if (finished === undefined) return [];
    const length = Math.ceil(finished + alongMm.moreMm + edges);
    return [{ acrossMm: acrossMm + edges, alongMm: length }];
  });
}
