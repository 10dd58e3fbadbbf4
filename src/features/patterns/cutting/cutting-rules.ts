import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";

/**
 * Allowances of hems in mm, by part, where FreeSewing's own (three seam allowances, on some parts one) does not suffice. A
 * tailor turns up 40 mm of a jacket or skirt, and 50 mm of a coat or trousers, so that each can be let down.
 */
export const HEM_ALLOWANCES_MM: Readonly<Record<string, number>> = {
  "jaeger.front": 40,
  "jaeger.side": 40,
  "jaeger.back": 40,
  "carlton.front": 50,
  "carlton.tail": 50,
  "carlita.front": 50,
  "carlita.side": 50,
  "penelope.front": 40,
  "penelope.back": 40,
  "titan.front": 50,
  "titan.back": 50,
};

/** Degrees from the length of the cloth. Parts without an entry that FreeSewing draws without a grain line lie along it. */
export const GRAIN_DEGREES: Readonly<Record<string, number>> = {
  // An under collar rolls because it is cut on the bias, and a tie falls because it is.
  "jaeger.underCollar": 45,
  "trayvon.fabricTail": 45,
  "trayvon.fabricTip": 45,
  "trayvon.fabricLoop": 45,
  "trayvon.interfacingTail": 45,
  "trayvon.interfacingTip": 45,
  "trayvon.liningTail": 45,
  "trayvon.liningTip": 45,
  // Bindings stretch across the length of a knit.
  "bibi.neckBinding": 90,
  "jaeger.innerPocketWelt": 90,
};

/** A part or notion that no design draws: the house drafts or chooses it by hand. */
export type HandPart = {
  readonly title: string;
  readonly material: string;
  readonly cut: number;
  readonly mirrored: boolean;
  /** What the tailor does, with sizes in mm. */
  readonly how: string;
};

const one = (title: string, material: string, how: string): HandPart => ({
  title,
  material,
  cut: 1,
  mirrored: false,
  how,
});

const two = (title: string, material: string, how: string): HandPart => ({
  title,
  material,
  cut: 2,
  mirrored: true,
  how,
});

const SHIRT_PARTS: readonly HandPart[] = [
  one(
    "Interfacing of stand and front bands",
    "interfacing",
    "By hand: collar stand once, both front bands along their whole length, 30 mm wide.",
  ),
];

const COAT_PARTS: readonly HandPart[] = [
  two(
    "Back lining",
    "lining",
    "By hand: as the back and the tail, 20 mm wider at center back for a pleat.",
  ),
  two(
    "Sleeve lining",
    "lining",
    "By hand: as both sleeves, 15 mm higher under the arm, 20 mm shorter at the hem.",
  ),
];

const BODICE_PARTS: readonly HandPart[] = [
  one("Neck facing", "fabric", "By hand: along the neckline, front and back, 60 mm wide."),
  one(
    "Interfacing of the facing",
    "interfacing",
    "By hand: as the facing, without seam allowance.",
  ),
  two(
    "Lining",
    "lining",
    "By hand: as front and back with their darts as pleats; none where the skirt's lining reaches up.",
  ),
  one(
    "Concealed zip",
    "notion",
    "By hand: at center back, to 20 mm below the fullest part of the seat; 20 mm inlay on both sides.",
  ),
];

const SKIRT_PARTS: readonly HandPart[] = [
  one(
    "Concealed zip",
    "notion",
    "By hand: 200 mm, to the fullest part of the seat; the opening has 20 mm allowance.",
  ),
  two("Lining", "lining", "By hand: as front and back, darts as pleats, 30 mm shorter at the hem."),
  one(
    "Interfacing of the waistband",
    "interfacing",
    "By hand: half of the waistband's width, without seam allowance.",
  ),
  one("Hook and bar, or button", "notion", "By hand: on the lap of the waistband."),
];

const CENTER_BACK =
  "Inlay by hand: 25 mm at the center back seam above the fork, so that it can be let out.";

/** What every garment of a design needs beside the drawn parts. */
export const HAND_PARTS: Readonly<Record<DraftableDesign, readonly HandPart[]>> = {
  simon: SHIRT_PARTS,
  simone: SHIRT_PARTS,
  teagan: [
    one(
      "Neckband",
      "ribbing",
      "By hand: 40 mm wide, 0.85 of the neckline long, joined at one shoulder.",
    ),
  ],
  jaeger: [
    two(
      "Back lining",
      "lining",
      "By hand: as the back without its vent, 20 mm wider at center back for a pleat.",
    ),
    two("Side lining", "lining", "By hand: as the side panel, 20 mm shorter at the hem."),
    two(
      "Sleeve lining",
      "lining",
      "By hand: as both sleeves, 15 mm higher under the arm, 20 mm shorter at the hem.",
    ),
    two(
      "Interfacing of hems, vent and pockets",
      "interfacing",
      "By hand: 50 mm wide along body and sleeve hems, both sides of the vent, behind each pocket mouth.",
    ),
    two("Shoulder pads and sleeve head rolls", "notion", "By hand: chosen at the fitting."),
  ],
  wahid: [
    two("Back lining", "lining", "By hand: as the back."),
    one("Interfacing of the fronts", "interfacing", "By hand: as the front facing, to the dart."),
    one("Back strap and buckle", "lining", "By hand: two straps 25 mm wide at the waist."),
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
  bella: BODICE_PARTS,
  noble: BODICE_PARTS,
  charlie: [
    one("Zip of the fly", "notion", "By hand: metal zip, to the fly's lower notch."),
    one(
      "Interfacing of waistband and fly",
      "interfacing",
      `By hand: waistband once at half width, fly facing once. ${CENTER_BACK}`,
    ),
  ],
  titan: [
    one(
      "Waistband",
      "fabric",
      "By hand: 80 mm wide, as long as the finished waist and 40 mm of lap; notches at both sides and center back.",
    ),
    one(
      "Interfacing of the waistband",
      "interfacing",
      "By hand: 40 mm wide, as long as the waistband.",
    ),
    one(
      "Fly facing and fly shield",
      "fabric",
      "By hand: 45 mm wide, 180 mm long, along the front crotch seam.",
    ),
    one("Zip, hook and bar", "notion", "By hand: 180 mm at center front."),
    two(
      "Pocket bags and facings",
      "lining",
      `By hand: in the side seam, 160 mm opening from 40 mm below the waist. ${CENTER_BACK}`,
    ),
  ],
  penelope: SKIRT_PARTS,
  sandy: SKIRT_PARTS,
  trayvon: [],
  benjamin: [],
};
