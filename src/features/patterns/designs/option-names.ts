import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { Design } from "#features/body/measurement/required-measurements.ts";
import type { MeasureName } from "./pattern-design.ts";

/** What a tailor calls an option of a design, and the length of the body that a share of it is taken of. */
export type OptionName = {
  readonly name: string;
  /**
   * Measurements whose sum the share is of, as FreeSewing's designs compute it (4.10): the share times their sum is a length. Absent
   * where the share is of something drawn, such as the height of a sleeve head.
   */
  readonly of?: readonly MeasurementName[];
  /** The finished measure that the option moves, where the share itself is of something drawn: shown in cm as the draft has it. */
  readonly moves?: MeasureName;
  /** Why the share is no length that could be said in cm. */
  readonly why?: keyof typeof WHY_NO_LENGTH;
};

/** For the tailor, below an option that stays percent. */
export const WHY_NO_LENGTH = {
  curve: "How round a line is, which is no length.",
  along: "A point along a line of the part: its dimensions are in the drawing.",
  drawn: "Compared with a drawn line of this draft: its dimensions are in the drawing.",
} as const;

const TRUNK: readonly MeasurementName[] = ["hpsToWaistBack", "waistToHips"];

/** Options that mean the same in every design. */
const OPTION_NAMES: Readonly<Record<string, OptionName>> = {
  acrossBackFactor: { name: "Width across the back", of: ["shoulderToShoulder"] },
  armholeDepth: { name: "Armhole, deeper or higher", of: ["waistToArmpit"] },
  backArmholeCurvature: { name: "Curve of the back armhole", why: "curve" },
  backArmholePitchDepth: { name: "Height of the back pitch point", of: ["hpsToWaistBack"] },
  backArmholeSlant: { name: "Slant of the back armhole" },
  backDartHeight: { name: "Height of the back dart", of: ["hpsToWaistBack"] },
  backDarts: { name: "Back darts" },
  backHemSlope: { name: "Slope of the back waist seam" },
  backInset: { name: "Back armhole cut in", why: "drawn" },
  backNeckCutout: { name: "Depth of the back neck", of: ["neck"] },
  backScyeDart: { name: "Dart in the back armhole" },
  backVent: { name: "Back vent" },
  bellaSleeve: { name: "With sleeves" },
  bicepsEase: { name: "Ease, upper arm", of: ["biceps"] },
  bowLength: { name: "Length of the bow", of: ["neck"] },
  bowStyle: { name: "Shape of the bow" },
  bustDartAngle: { name: "Angle of the bust dart" },
  bustDartLength: { name: "Length of the bust dart", why: "drawn" },
  bustDartMinimumFabric: { name: "Side seam beside the bust dart", why: "drawn" },
  bustSpanEase: { name: "Ease, bust span", of: ["bustSpan"] },
  buttonholePlacketStyle: { name: "Buttonhole placket" },
  buttonSpacingHorizontal: { name: "Rows of buttons, apart", why: "drawn" },
  buttons: { name: "Buttons" },
  centerBackDart: { name: "Shaping of the center back", of: ["hpsToWaistBack"] },
  chestEase: { name: "Ease, chest", of: ["chest"] },
  circleRatio: { name: "Fullness of the circle", moves: "hem" },
  collarAngle: { name: "Angle of the collar point" },
  collarEase: { name: "Ease, neck", of: ["neck"] },
  collarFlare: { name: "Flare of the collar" },
  contour: { name: "Shaping below the bust", why: "curve" },
  crotchDrop: { name: "Crotch, lower", of: ["waistToUpperLeg"] },
  cuffButtonRows: { name: "Buttons on the cuff" },
  cuffEase: { name: "Ease, wrist", of: ["wrist"] },
  cuffStyle: { name: "Cuff" },
  endStyle: { name: "Ends of the bow" },
  fitKnee: { name: "Fitted at the knee" },
  fitWaist: { name: "Fitted at the waist" },
  flare: { name: "Flare of the skirt", moves: "hem" },
  frontArmholeCurvature: { name: "Curve of the front armhole", why: "curve" },
  frontArmholePitchDepth: { name: "Height of the front pitch point", of: ["hpsToWaistBack"] },
  frontInset: { name: "Front armhole cut in", why: "drawn" },
  frontOverlap: { name: "Front edge beside the buttons", of: ["waist"] },
  frontPocketDepth: { name: "Depth of the front pocket", why: "drawn" },
  frontPocketWidth: { name: "Width of the front pocket", why: "drawn" },
  frontScyeDart: { name: "Dart in the front armhole" },
  frontShoulderWidth: { name: "Width of the front shoulder", why: "drawn" },
  frontStyle: { name: "Front edge" },
  fullChestEaseReduction: { name: "Ease taken from the full bust", of: ["chest"] },
  gathering: { name: "Gathers at the waist", moves: "hem" },
  hemBonus: { name: "Hem, narrower", of: ["seat"] },
  hemStyle: { name: "Hem" },
  highBustWidth: { name: "Width at the high bust", why: "drawn" },
  hipsEase: { name: "Ease, hips", of: ["hips"] },
  kneeEase: { name: "Ease, knee", of: ["knee"] },
  knotWidth: { name: "Width at the knot", of: ["neck"] },
  lapelReduction: { name: "Lapel, narrower", why: "drawn" },
  legWidth: { name: "Hem of the leg, wider", moves: "legHem" },
  length: { name: "Length below the waist", of: ["waistToFloor"] },
  lengthBonus: { name: "Length", of: TRUNK },
  neckInset: { name: "Neck opening at the shoulder", why: "drawn" },
  necklineBend: { name: "Roundness of the neckline", why: "curve" },
  necklineDepth: { name: "Depth of the neckline", why: "drawn" },
  necklineDrop: { name: "Depth of the front opening", why: "drawn" },
  necklineWidth: { name: "Width of the neckline", why: "drawn" },
  nrOfDarts: { name: "Darts on each side" },
  panels: { name: "Panels of the skirt" },
  pocketHeight: { name: "Height of the pocket", why: "drawn" },
  pocketLocation: { name: "Place of the pocket below the waist", why: "along" },
  pocketPlacementHorizontal: { name: "Pocket, towards the side", why: "along" },
  pocketWidth: { name: "Width of the pocket", why: "drawn" },
  reduceWaistDartFraction: { name: "Front dart", why: "drawn" },
  roundBack: { name: "Round back", why: "curve" },
  seatWidth: { name: "Outer seam at the seat, let out", why: "drawn" },
  seatEase: { name: "Ease, seat", of: ["seat"] },
  shoulderDartPosition: { name: "Place of the shoulder dart", why: "along" },
  shoulderEase: { name: "Shoulders, wider", of: ["shoulderToShoulder"] },
  shoulderInset: { name: "Shoulder, narrower at the arm", why: "drawn" },
  shoulderSlopeReduction: { name: "Shoulder, straighter", why: "drawn" },
  shoulderToShoulderEase: { name: "Shoulders, wider", of: ["shoulderToShoulder"] },
  sleeveBend: { name: "Bend of the sleeve" },
  sleevecapEase: { name: "Ease of the sleeve head", moves: "sleeveCap" },
  sleevecapHeight: { name: "Sleeve head height", moves: "capHeight" },
  sleevecapTopFactorY: { name: "Sleeve head height", moves: "capHeight" },
  sleeveEase: { name: "Ease, upper arm", moves: "sleeve" },
  sleeveLength: { name: "Length of the sleeve", moves: "sleeveLength" },
  sleeveLengthBonus: { name: "Sleeve, longer", of: ["shoulderToWrist"] },
  sleeves: { name: "With sleeves" },
  sleeveStyle: { name: "Sleeves" },
  sleeveWidthGuarantee: { name: "Width kept in the sleeve", why: "drawn" },
  splitYoke: { name: "Split yoke" },
  thighWidth: { name: "Thigh, let out", why: "drawn" },
  tipWidth: { name: "Width at the tip", of: ["neck"] },
  upperDartLength: { name: "Length of the shoulder dart", why: "drawn" },
  waistbandOverlap: { name: "Overlap of the waistband", why: "drawn" },
  waistbandPosition: { name: "Waistband, lower", of: ["waistToHips"] },
  waistbandWidth: { name: "Width of the waistband", of: ["waistToFloor"] },
  waistDartLength: { name: "Length of the waist dart", why: "drawn" },
  waistEase: { name: "Ease, waist", of: ["waist"] },
  waistHeight: { name: "Height of the waistband", of: ["waistToHips"] },
  waistWidth: { name: "Side seam at the waist, let out", why: "drawn" },
  yokeHeight: { name: "Height of the yoke", why: "drawn" },
  zipperLocation: { name: "Place of the zip" },
};

/** The option of the hips, of designs that measure its ease at the seat: they are drafted with their hips there. */
const SEAT_BY_HIPS: OptionName = { name: "Ease, seat", of: ["hips"] };

/** Where one design takes the share of something else. */
const NAMES_OF_DESIGNS: Readonly<Partial<Record<Design, Readonly<Record<string, OptionName>>>>> = {
  bella: { armholeDepth: { name: "Depth of the armhole", of: ["hpsToWaistBack"] } },
  bibi: {
    length: { name: "Length, to the" },
    lengthBonus: { name: "Length, longer or shorter", moves: "length" },
    sleeveLength: { name: "Length of the sleeve", of: ["shoulderToWrist"] },
  },
  charlie: { lengthBonus: { name: "Legs, longer", of: ["waistToFloor"] } },
  jaeger: { hipsEase: SEAT_BY_HIPS },
  noble: { armholeDepth: { name: "Depth of the armhole", of: ["hpsToWaistBack"] } },
  penelope: { lengthBonus: { name: "Length", of: ["waistToKnee"] } },
  sandy: { lengthBonus: { name: "Length", moves: "length" } },
  teagan: {
    hipsEase: SEAT_BY_HIPS,
    necklineDepth: { name: "Depth of the neckline", of: ["hpsToWaistBack"] },
  },
  simon: { hipsEase: SEAT_BY_HIPS },
  simone: { hipsEase: SEAT_BY_HIPS },
  titan: { lengthBonus: { name: "Legs, longer", of: ["waistToFloor"] } },
  trayvon: { lengthBonus: { name: "Length", moves: "length" } },
  wahid: { pocketWidth: { name: "Width of the pocket", of: ["hips"] } },
};

/** A tailor's name of an option that the shop lets a tailor set. Throws for an option without one: a test names it. */
export function optionNameOf(design: Design, option: string): OptionName {
  const known = NAMES_OF_DESIGNS[design]?.[option] ?? OPTION_NAMES[option];
  if (!known) throw new Error(`The option ${option} of ${design} has no name for a tailor`);
  return known;
}
