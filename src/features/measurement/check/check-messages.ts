import { formatLengthWithUnit } from "../length-text.ts";
import type { ChartUnit } from "../size-chart.ts";
import type { Finding } from "./check-profile.ts";

type Instruction = { readonly label: string; readonly hint: string };

/** What a measurement is called in a sentence, and what to mind at a second reading. */
const INSTRUCTIONS: Readonly<Record<string, Instruction>> = {
  height: { label: "your height", hint: "barefoot, with your heels to a wall" },
  weight: { label: "your weight", hint: "without shoes" },
  head: { label: "your head", hint: "over the forehead, level all around" },
  neck: { label: "your neck", hint: "where a collar sits, with a finger under the tape" },
  chest: { label: "your chest", hint: "over the fullest part, level at the back" },
  highBust: { label: "your high bust", hint: "right under the arms, level at the back" },
  underbust: { label: "your underbust", hint: "snug around the ribs, level at the back" },
  waist: { label: "your waist", hint: "along the string, without pulling it in" },
  hips: { label: "your hips", hint: "over the top of the hip bones, level at the back" },
  seat: { label: "your seat", hint: "over the fullest part, level at the back" },
  biceps: { label: "your upper arm", hint: "at the fullest part, with the arm relaxed" },
  wrist: { label: "your wrist", hint: "over the bone" },
  upperLeg: { label: "your upper leg", hint: "right below the crotch, level" },
  knee: { label: "your knee", hint: "around the middle, with a straight leg" },
  ankle: { label: "your ankle", hint: "over the bone" },
  shoulderToShoulder: { label: "your shoulders", hint: "from tip to tip, across the back" },
  shoulderToElbow: { label: "shoulder to elbow", hint: "from the tip of the shoulder" },
  shoulderToWrist: { label: "shoulder to wrist", hint: "with the arm slightly bent" },
  hpsToBust: { label: "neck to bust", hint: "from the neck straight down" },
  hpsToWaistBack: { label: "neck to waist at the back", hint: "straight down to the string" },
  hpsToWaistFront: { label: "neck to waist in front", hint: "over the bust, down to the string" },
  bustSpan: { label: "your bust span", hint: "from point to point" },
  waistToArmpit: { label: "waist to armpit", hint: "at the side, from the string upwards" },
  waistToHips: { label: "waist to hips", hint: "at the side, from the string to the hip bone" },
  waistToSeat: { label: "waist to seat", hint: "at the side, along the body" },
  waistToUpperLeg: { label: "waist to upper leg", hint: "at the side, down to crotch height" },
  waistToKnee: { label: "waist to knee", hint: "at the side, to the middle of the knee" },
  waistToFloor: { label: "waist to floor", hint: "at the side, barefoot" },
  inseam: { label: "your inside leg", hint: "from the crotch to the floor, barefoot" },
  crossSeam: {
    label: "the cross seam",
    hint: "from the string in front, between the legs, to the back",
  },
  crossSeamFront: { label: "the front of the cross seam", hint: "from the string to the fork" },
};

const FALLBACK: Instruction = { label: "this measurement", hint: "with the tape level and flat" };

/** What a finding says on the screen: what was noticed, and what to do. Never an estimate of the body. */
export type CheckMessage = { readonly notice: string; readonly action: string };

const instructionFor = (name: string): Instruction =>
  (Object.hasOwn(INSTRUCTIONS, name) ? INSTRUCTIONS[name] : undefined) ?? FALLBACK;

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function formatted(name: string, value: number, unit: ChartUnit): string {
  if (name === "weight") return `${Math.round(value * 10) / 10} kg`;
  return formatLengthWithUnit(Math.round(value), unit);
}

/** The kind message of a finding, in the customer's unit. */
export function checkMessage({ name, level, cause }: Finding, unit: ChartUnit): CheckMessage {
  const { label, hint } = instructionFor(name);
  const measureAgain = `Please measure ${label} once more, ${hint}.`;
  const insist = "If it is right, keep it: someone at the atelier will look at it with you.";
  const action = level === "stop" ? `${measureAgain} ${insist}` : measureAgain;
  if ("suggested" in cause) {
    const meant = `Did you mean ${formatted(name, cause.suggested, unit)}?`;
    return { notice: `${suggestionNotice(cause.reason)} ${meant}`, action };
  }
  switch (cause.reason) {
    case "exchanged":
      return {
        notice: `${capitalized(label)} and ${instructionFor(cause.other).label} may be in each other's field.`,
        action,
      };
    case "order":
      return {
        notice: `${capitalized(label)} is usually ${cause.isLarger ? "more" : "less"} than ${instructionFor(cause.other).label} allows.`,
        action,
      };
    case "third-reading":
      return { notice: "The readings differ by more than a centimeter.", action: measureAgain };
    case "changed":
      return {
        notice: `Last time it was ${formatted(name, cause.previous, unit)}.`,
        action: measureAgain,
      };
    case "too-large":
      return {
        notice: `${capitalized(label)} is more than your other measurements suggest.`,
        action,
      };
    case "too-small":
      return {
        notice: `${capitalized(label)} is less than your other measurements suggest.`,
        action,
      };
  }
}

function suggestionNotice(reason: string): string {
  switch (reason) {
    case "inches-entered-as-cm":
      return "This looks like inches.";
    case "cm-entered-as-inches":
      return "This looks like centimeters.";
    case "pounds-entered-as-kg":
      return "This looks like pounds.";
    case "kg-entered-as-pounds":
      return "This looks like kilograms.";
    case "doubled":
      return "This looks like twice the measurement.";
    case "halved":
      return "This looks like half the measurement: the tape goes all the way around.";
    case "digits-swapped":
      return "Two digits may be swapped.";
    default:
      return "The decimal point may be in the wrong position.";
  }
}
