import { formatLengthDifference } from "#features/body/measurement/length-text.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { ChartUnit } from "./size-chart.ts";
import type { FitAdvice, RegionFit } from "./size-fit.ts";
import { NAMING_CHANCE } from "./size-fit.ts";
import { SIZE_SPANS } from "./size-ranges.ts";

const BODY_PARTS: Readonly<Partial<Record<MeasurementName, string>>> = {
  shoulderToShoulder: "across the shoulders",
  shoulderToWrist: "at the sleeve",
  inseam: "at the inside leg",
};

const bodyPartOf = (name: MeasurementName) =>
  BODY_PARTS[name] ?? `at the ${MEASUREMENTS[name].label.toLowerCase()}`;

const CUSTOM = "Custom";

const chartIndex = (size: string) => [...SIZE_SPANS.map((each) => each.size), CUSTOM].indexOf(size);

/**
 * The two likeliest sizes while none is named, smaller first; empty where even these two together are less likely than a size must be
 * to be named, because the answers still fit most sizes.
 */
function openSizes({ chances }: Pick<FitAdvice, "chances">): readonly string[] {
  const likeliest = chances.slice(0, 2);
  const together = likeliest.reduce((sum, { chance }) => sum + chance, 0);
  if (together < NAMING_CHANCE) return [];
  const sizes = likeliest.map(({ size }) => size ?? CUSTOM);
  return sizes.toSorted((one, other) => chartIndex(one) - chartIndex(other));
}

/** "Not certain yet: M or L". */
export function openHeadline(advice: Pick<FitAdvice, "chances">): string {
  const sizes = openSizes(advice);
  return sizes.length === 0 ? "Not certain yet" : `Not certain yet: ${sizes.join(" or ")}`;
}

/** "Your size: M", that no size fits, or between which sizes the answers leave it. */
export function fitHeadline(advice: FitAdvice): string {
  const { isNamed, outside, sharedWith, size } = advice;
  if (!isNamed) return openHeadline(advice);
  if (size === null) {
    return `No size fits: you are ${outside === "below" ? "below the smallest" : "above the largest"}`;
  }
  return sharedWith === null
    ? `Your size: ${size}`
    : `Between ${sharedWith} and ${size}: take ${size}`;
}

function regionText({ byMm, kind, name, plusMinus }: RegionFit, unit: ChartUnit): string {
  const amount = formatLengthDifference(byMm, unit);
  const probably = plusMinus === null ? "" : "probably ";
  return `${probably}${amount} ${kind} ${bodyPartOf(name)}`;
}

/** An estimate is only worth a sentence when it is farther off than its own uncertainty. */
const isNamed = ({ byMm, kind, plusMinus }: RegionFit) =>
  kind !== "inside" && byMm > (plusMinus ?? 0);

/** Formats "a, b and c". */
function listOf(texts: readonly string[]): string {
  return [texts.slice(0, -1).join(", "), texts.at(-1)].filter(Boolean).join(" and ");
}

/** Where a size is tight or loose and by how much: "2 cm tight at the seat and 1 cm loose at the waist"; "" when nowhere. */
function misfitText(fits: readonly RegionFit[], unit: ChartUnit): string {
  return listOf(fits.filter(isNamed).map((fit) => regionText(fit, unit)));
}

/** One sentence or two: how the advised size sits, what the smaller one would do, and when Custom is better. */
export function fitText(advice: FitAdvice, unit: ChartUnit): string {
  const { fits, nearest, sharedWith, size, smaller } = advice;
  const misfit = misfitText(fits, unit);
  if (size === null) {
    return `${nearest} comes nearest${misfit === "" ? "" : `, ${misfit}`}. Custom is cut to your own measurements.`;
  }
  const measured = fits.filter(({ plusMinus }) => plusMinus === null);
  const fine =
    measured.length === 0
      ? "Estimated from your answers: nothing should be tight."
      : "It fits everywhere you measured.";
  const tight = smaller
    ? misfitText(
        smaller.fits.filter(({ kind }) => kind === "tight"),
        unit,
      )
    : "";
  return [
    misfit === "" ? fine : `It is ${misfit}.`,
    sharedWith !== null &&
      `Neighbouring sizes share an end point and you are exactly there: ${sharedWith} fits closer.`,
    tight !== "" && `${smaller?.size} would be ${tight}.`,
    advice.advisesCustom && "Custom would fit all over.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** What a page would like to know next while no size is named, and why; `next` is null when nothing more can be asked. */
export function nextText(advice: Pick<FitAdvice, "chances">, next: MeasurementName | null): string {
  const sizes = openSizes(advice);
  if (next === null) {
    return `These answers fit ${sizes.length === 0 ? "several sizes" : sizes.join(" and ")} about equally well. A tape would tell them apart, and Custom is cut to your own measurements.`;
  }
  const opening = `The ${MEASUREMENTS[next].label.toLowerCase()} is what we would like to know next`;
  if (MEASUREMENTS[next].kind !== "girth") {
    return `${opening}: it says most of what can be said without a tape.`;
  }
  return sizes.length === 0
    ? `${opening}: it tells the likely sizes apart best.`
    : `${opening}: it tells ${sizes.join(" and ")} apart best.`;
}

/** "7 in 10 people with these answers wear M", rounded to tenths, of a size that is named. */
export function chanceText({ chance, size }: Pick<FitAdvice, "chance" | "size">): string {
  const verb = size === null ? "need Custom" : `wear ${size}`;
  if (chance >= 0.95)
    return `Nearly everyone with these answers ${size === null ? "needs Custom" : `wears ${size}`}`;
  return `${Math.round(chance * 10)} in 10 people with these answers ${verb}`;
}

/** How each place sits, for a list: "Fits", "1 in tight", "Probably fits (± 3 cm)". */
export function regionLine(fit: RegionFit, unit: ChartUnit): { label: string; text: string } {
  const { byMm, kind, name, plusMinus } = fit;
  const amount = `${formatLengthDifference(byMm, unit)} ${kind}`;
  const text =
    plusMinus === null
      ? kind === "inside"
        ? "Fits"
        : amount
      : `${isNamed(fit) ? `Probably ${amount}` : "Probably fits"}, estimated to ${formatLengthDifference(plusMinus, unit)}`;
  return { label: MEASUREMENTS[name].label, text };
}
