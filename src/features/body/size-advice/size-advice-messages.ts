import type { MeasureProblem } from "#features/body/measurement/body-measures.ts";
import {
  formatLength,
  formatLengthDifference,
  formatLengthWithUnit,
  unitAbbreviation,
} from "#features/body/measurement/length-text.ts";
import type { MeasureFit, SizeAdvice, SizeFit } from "./find-my-size.ts";
import type { ChartMeasure, ChartUnit } from "./size-chart.ts";
import { CHART_MEASURES, formatSizeRange, SIZE_CHART } from "./size-chart.ts";
import { nextText, openHeadline } from "./size-fit-messages.ts";

export type SizeAdviceMessages = {
  readonly headline: string;
  readonly because: string;
  readonly lines: readonly {
    readonly measure: ChartMeasure;
    readonly label: string;
    readonly body: string;
    readonly text: string;
  }[];
};

export function measureLabel(measure: ChartMeasure): string {
  return CHART_MEASURES.find((entry) => entry.measure === measure)?.label ?? measure;
}

const inSentence = (measure: ChartMeasure) =>
  measure === "hips" ? "the hips" : `the ${measureLabel(measure).toLowerCase()}`;

/** The advice in the chosen unit: which size, why, and a comment for each measure. */
export function sizeAdviceMessages(advice: SizeAdvice, unit: ChartUnit): SizeAdviceMessages {
  if (advice.kind === "open") {
    return {
      headline: openHeadline(advice),
      because: nextText(advice, advice.next),
      lines: [],
    };
  }
  return {
    ...headline(advice, unit, advice.kind),
    lines: advice.fits.map((fit) => ({
      measure: fit.measure,
      label: measureLabel(fit.measure),
      body: formatLengthWithUnit(fit.bodyMm, unit),
      text: fitText(advice, fit, unit),
    })),
  };
}

function headline(
  advice: SizeAdvice,
  unit: ChartUnit,
  kind: Exclude<SizeAdvice["kind"], "open">,
): Pick<SizeAdviceMessages, "headline" | "because"> {
  const { size, other } = advice;
  switch (kind) {
    case "fits":
      return { headline: `${size} is your size`, because: insideText(advice) };
    case "between":
      return {
        headline: `Between ${other?.size} and ${size}: take ${size}`,
        because: `Neighbouring sizes share an end point, and your measurements are exactly there: both ${other?.size} and ${size} fit. We advise ${size}, because it gives you room to move and a seam can be taken in. Take ${other?.size} if you like your clothes close.`,
      };
    case "spread":
      return { headline: spreadHeadline(advice), because: spreadText(advice, unit) };
    case "likely":
      return { headline: `${size} comes nearest`, because: likelyText(advice, unit) };
    case "above":
      return {
        headline: "You are beyond our chart",
        because: `${size} is ${endText(advice, "largest")}, and it would be ${misfitText(advice, "tight", unit)}. Choose Custom, which is cut to your own measures, or ask us.`,
      };
    case "below":
      return {
        headline: "You are below our chart",
        because: `${size} is ${endText(advice, "smallest")}, and it would be ${misfitText(advice, "loose", unit)}. Choose Custom, which is cut to your own measures, or ask us.`,
      };
  }
}

const endText = ({ hasOwnSizes }: SizeAdvice, end: "largest" | "smallest") =>
  hasOwnSizes ? `the ${end} size of this piece` : `our ${end} standard size`;

/** Where no given measure is outside, those that were left out are. */
function misfitText(advice: SizeAdvice, side: "loose" | "tight", unit: ChartUnit): string {
  const fits = misfits(advice, side);
  return fits.length === 0 ? `probably too ${side}` : listed(fits, unit);
}

function likelyText(advice: SizeAdvice, unit: ChartUnit): string {
  const loose = misfits(advice, "loose");
  const misfit = loose.length === 0 ? "" : `, although it would be ${listed(loose, unit)}`;
  return `${advice.size} is the likely size for these measures${misfit}. With all of them we could be more certain.`;
}

function insideText({ size, fits }: SizeFit): string {
  const girths = fits.filter(({ measure }) => measure !== "inseam");
  const shared = girths.some(({ sharedWith }) => sharedWith !== null);
  if (girths.length === 1) {
    return `Your measure lies inside ${size}. With all of them we could be more certain.`;
  }
  return shared
    ? `${size} is the only size that holds all your measures, even if one of them touches the next size.`
    : `All your measures lie inside ${size}.`;
}

const misfits = ({ fits }: SizeFit, side: "loose" | "tight") =>
  fits.filter(({ fit, measure }) => fit === side && measure !== "inseam");

function spreadHeadline({ size, advisesCustom }: SizeAdvice): string {
  return advisesCustom ? `Custom, or ${size} at the nearest` : `${size} comes nearest`;
}

function spreadText(advice: SizeAdvice, unit: ChartUnit): string {
  const { size, other, advisesCustom } = advice;
  const nearest = `${other ? "You are between sizes: your measures belong to more than one. " : ""}${size} is the smallest that is tight nowhere; it would be ${listed(misfits(advice, "loose"), unit)}, and a seam can be taken in.`;
  const smaller = other
    ? ` ${other.size} would be ${listed(misfits(other, "tight"), unit)}, and there is little cloth to let out.`
    : "";
  const custom = advisesCustom ? " Custom is cut to your own measures and fits all over." : "";
  return nearest + smaller + custom;
}

/** "about 1 in loose at the chest and 1/2 in at the waist". */
function listed(fits: readonly MeasureFit[], unit: ChartUnit): string {
  const [first, ...rest] = fits.map(
    ({ fit, byMm, measure }, index) =>
      `${amount(byMm, unit)}${index === 0 ? ` too ${fit}` : ""} at ${inSentence(measure)}`,
  );
  const last = rest.pop();
  return [[first, ...rest].join(", "), last].filter(Boolean).join(" and ");
}

function amount(mm: number, unit: ChartUnit): string {
  const text = formatLengthDifference(mm, unit);
  return text.startsWith("less") ? text : `about ${text}`;
}

/** The chart's own numbers, or those of the bodies that a finished garment fits. */
function rangeText({ size, source }: Ranged, fit: MeasureFit, unit: ChartUnit): string {
  const row = SIZE_CHART[unit].find((each) => each.size === size);
  const range =
    source === "chart" && row
      ? formatSizeRange(row[fit.measure])
      : `${formatLength(fit.range.from, unit)}-${formatLength(fit.range.to, unit)}`;
  return `${range} ${unitAbbreviation(unit)}`;
}

type Ranged = Pick<SizeAdvice, "size" | "source">;

function fitText(advice: Ranged, fit: MeasureFit, unit: ChartUnit): string {
  const { size } = advice;
  const range = rangeText(advice, fit, unit);
  if (fit.fit === "inside") {
    return fit.sharedWith === null
      ? `Inside ${size} (${range}).`
      : `Where ${size} (${range}) and ${fit.sharedWith} meet.`;
  }
  const by = amount(fit.byMm, unit);
  if (fit.measure === "inseam") {
    return fit.fit === "loose"
      ? `${size} (${range}) is ${by} too long: the hem can be taken up.`
      : `${size} (${range}) is ${by} too short: a hem cannot be let down so far, Custom can.`;
  }
  return `${size} (${range}) is ${by} too ${fit.fit}.`;
}

/** What is wrong with a field and how to correct it. */
export function measureProblemMessage(
  measure: ChartMeasure,
  problem: MeasureProblem,
  { text, unit }: { text: string; unit: ChartUnit },
): string {
  const label = measureLabel(measure).toLowerCase();
  switch (problem.code) {
    case "missing":
      return "Give at least one of the measures around the body.";
    case "unreadable":
      return unit === "cm"
        ? "Write a number, such as 87 or 87.5."
        : "Write a number, such as 34 1/2 or 34.5.";
    case "other-unit":
      return `${text.trim()} ${unitAbbreviation(unit)} is not likely for ${label === "hips" ? "hips" : `a${/^[aeiou]/.test(label) ? "n" : ""} ${label}`}. Did you mean ${text.trim()} ${problem.meant === "cm" ? "centimetres" : "inches"}?`;
    case "implausible":
      return `We expect between ${wholeUnits(problem, unit)} here. If your tape says so, write to us: we cut for everyone.`;
  }
}

/** Rounded inwards: "20 and 70 in". */
function wholeUnits({ fromMm, toMm }: { fromMm: number; toMm: number }, unit: ChartUnit): string {
  const mmPer = unit === "cm" ? 10 : 25.4;
  return `${Math.ceil(fromMm / mmPer)} and ${Math.floor(toMm / mmPer)} ${unitAbbreviation(unit)}`;
}
