import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { Design } from "#features/body/measurement/required-measurements.ts";

/** What a tailor calls an option of a design, and the length of the body that a share of it is taken of. */
export type OptionName = {
  readonly name: string;
  /**
   * Measurements whose sum the share is of, as FreeSewing's designs compute it (4.10): the share times their sum is a length. Absent
   * where the share is of something drawn, such as the height of a sleeve head.
   */
  readonly of?: readonly MeasurementName[];
};

const TRUNK: readonly MeasurementName[] = ["hpsToWaistBack", "waistToHips"];

/** Options that mean the same in every design. */
const OPTION_NAMES: Readonly<Record<string, OptionName>> = {
  acrossBackFactor: { name: "Width across the back", of: ["shoulderToShoulder"] },
  armholeDepth: { name: "Armhole, deeper or higher", of: ["waistToArmpit"] },
  backArmholeCurvature: { name: "Curve of the back armhole" },
  backArmholePitchDepth: { name: "Height of the back pitch point" },
  backArmholeSlant: { name: "Slant of the back armhole" },
  backDartHeight: { name: "Height of the back dart" },
  backDarts: { name: "Back darts" },
  backHemSlope: { name: "Slope of the back waist seam" },
  backInset: { name: "Back armhole cut in" },
  backNeckCutout: { name: "Depth of the back neck", of: ["neck"] },
  backScyeDart: { name: "Dart in the back armhole" },
  backVent: { name: "Back vent" },
  bellaSleeve: { name: "With sleeves" },
  bicepsEase: { name: "Ease, upper arm", of: ["biceps"] },
  bowLength: { name: "Length of the bow" },
  bowStyle: { name: "Shape of the bow" },
  bustDartAngle: { name: "Angle of the bust dart" },
  bustDartLength: { name: "Length of the bust dart" },
  bustDartMinimumFabric: { name: "Side seam beside the bust dart" },
  bustSpanEase: { name: "Ease, bust span", of: ["bustSpan"] },
  buttonholePlacketStyle: { name: "Buttonhole placket" },
  buttons: { name: "Buttons" },
  centerBackDart: { name: "Shaping of the center back", of: ["hpsToWaistBack"] },
  chestEase: { name: "Ease, chest", of: ["chest"] },
  circleRatio: { name: "Fullness of the circle" },
  collarAngle: { name: "Angle of the collar point" },
  collarEase: { name: "Ease, neck", of: ["neck"] },
  collarFlare: { name: "Flare of the collar" },
  contour: { name: "Shaping below the bust" },
  crotchDrop: { name: "Crotch, lower", of: ["waistToUpperLeg"] },
  cuffButtonRows: { name: "Buttons on the cuff" },
  cuffEase: { name: "Ease, wrist", of: ["wrist"] },
  cuffStyle: { name: "Cuff" },
  endStyle: { name: "Ends of the bow" },
  fitKnee: { name: "Fitted at the knee" },
  fitWaist: { name: "Fitted at the waist" },
  flare: { name: "Flare of the skirt" },
  frontArmholeCurvature: { name: "Curve of the front armhole" },
  frontArmholePitchDepth: { name: "Height of the front pitch point" },
  frontInset: { name: "Front armhole cut in" },
  frontPocketDepth: { name: "Depth of the front pocket" },
  frontPocketWidth: { name: "Width of the front pocket" },
  frontScyeDart: { name: "Dart in the front armhole" },
  frontShoulderWidth: { name: "Width of the front shoulder" },
  frontStyle: { name: "Front edge" },
  fullChestEaseReduction: { name: "Ease taken from the full bust", of: ["chest"] },
  gathering: { name: "Gathers at the waist" },
  hemBonus: { name: "Hem, narrower", of: ["seat"] },
  hemStyle: { name: "Hem" },
  highBustWidth: { name: "Width at the high bust" },
  hipsEase: { name: "Ease, hips", of: ["hips"] },
  kneeEase: { name: "Ease, knee", of: ["knee"] },
  knotWidth: { name: "Width at the knot", of: ["neck"] },
  lapelReduction: { name: "Lapel, narrower" },
  legWidth: { name: "Hem of the leg, wider" },
  length: { name: "Length below the waist", of: ["waistToFloor"] },
  lengthBonus: { name: "Length", of: TRUNK },
  neckInset: { name: "Neck opening at the shoulder" },
  necklineBend: { name: "Roundness of the neckline" },
  necklineDepth: { name: "Depth of the neckline" },
  necklineDrop: { name: "Depth of the front opening" },
  necklineWidth: { name: "Width of the neckline" },
  nrOfDarts: { name: "Darts on each side" },
  panels: { name: "Panels of the skirt" },
  pocketHeight: { name: "Height of the pocket" },
  pocketLocation: { name: "Place of the pocket below the waist" },
  pocketPlacementHorizontal: { name: "Pocket, towards the side" },
  pocketWidth: { name: "Width of the pocket" },
  reduceWaistDartFraction: { name: "Front dart" },
  roundBack: { name: "Round back" },
  seatWidth: { name: "Outer seam at the seat, let out" },
  seatEase: { name: "Ease, seat", of: ["seat"] },
  shoulderDartPosition: { name: "Place of the shoulder dart" },
  shoulderEase: { name: "Shoulders, wider", of: ["shoulderToShoulder"] },
  shoulderInset: { name: "Shoulder, narrower at the arm" },
  shoulderSlopeReduction: { name: "Shoulder, straighter" },
  shoulderToShoulderEase: { name: "Shoulders, wider", of: ["shoulderToShoulder"] },
  sleeveBend: { name: "Bend of the sleeve" },
  sleevecapEase: { name: "Ease of the sleeve head" },
  sleevecapHeight: { name: "Sleeve head height" },
  sleevecapTopFactorY: { name: "Sleeve head height" },
  sleeveEase: { name: "Ease, upper arm" },
  sleeveLength: { name: "Length of the sleeve" },
  sleeveLengthBonus: { name: "Sleeve, longer", of: ["shoulderToWrist"] },
  sleeves: { name: "With sleeves" },
  sleeveStyle: { name: "Sleeves" },
  sleeveWidthGuarantee: { name: "Width kept in the sleeve" },
  splitYoke: { name: "Split yoke" },
  thighWidth: { name: "Thigh, let out" },
  tipWidth: { name: "Width at the tip", of: ["neck"] },
  upperDartLength: { name: "Length of the shoulder dart" },
  waistbandOverlap: { name: "Overlap of the waistband" },
  waistbandPosition: { name: "Waistband, lower", of: ["waistToHips"] },
  waistbandWidth: { name: "Width of the waistband", of: ["waistToFloor"] },
  waistDartLength: { name: "Length of the waist dart" },
  waistEase: { name: "Ease, waist", of: ["waist"] },
  waistHeight: { name: "Height of the waistband", of: ["waistToHips"] },
  waistWidth: { name: "Side seam at the waist, let out" },
  yokeHeight: { name: "Height of the yoke" },
  zipperLocation: { name: "Place of the zip" },
};

/** Where one design takes the share of something else. */
const NAMES_OF_DESIGNS: Readonly<Partial<Record<Design, Readonly<Record<string, OptionName>>>>> = {
  bella: { armholeDepth: { name: "Depth of the armhole", of: ["hpsToWaistBack"] } },
  bibi: { length: { name: "Length, to the" }, lengthBonus: { name: "Length, longer or shorter" } },
  charlie: { lengthBonus: { name: "Legs, longer", of: ["waistToFloor"] } },
  noble: { armholeDepth: { name: "Depth of the armhole", of: ["hpsToWaistBack"] } },
  penelope: { lengthBonus: { name: "Length", of: ["waistToKnee"] } },
  sandy: { lengthBonus: { name: "Length" } },
  titan: { lengthBonus: { name: "Legs, longer", of: ["waistToFloor"] } },
  trayvon: { lengthBonus: { name: "Length" } },
  wahid: { pocketWidth: { name: "Width of the pocket", of: ["hips"] } },
};

/** A tailor's name of an option that the shop lets a tailor set. Throws for an option without one: a test names it. */
export function optionNameOf(design: Design, option: string): OptionName {
  const known = NAMES_OF_DESIGNS[design]?.[option] ?? OPTION_NAMES[option];
  if (!known) throw new Error(`The option ${option} of ${design} has no name for a tailor`);
  return known;
}
