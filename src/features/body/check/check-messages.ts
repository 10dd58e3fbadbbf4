import { formatLengthWithUnit } from "#features/body/measurement/length-text.ts";
import {
  isMeasurementName,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import { formatMeasurement } from "#features/body/measurement/measurement-profile.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import type { Finding } from "./check-profile.ts";

/** What a finding says on the screen: what was noticed, and what to do. Never an estimate of the body. */
export type CheckMessage = { readonly notice: string; readonly action: string };

const labelOf = (name: string) =>
  isMeasurementName(name) ? MEASUREMENTS[name].label.toLowerCase() : "measurement";

function formatted(name: string, value: number, unit: ChartUnit): string {
  const rounded = Math.round(value);
  return isMeasurementName(name)
    ? formatMeasurement(name, rounded, unit)
    : formatLengthWithUnit(rounded, unit);
}

/** Returns the kind message of a finding of `checkMeasurements`, in the customer's unit. */
export function checkMessage(finding: Finding, unit: ChartUnit): CheckMessage {
  const { level, name } = finding;
  const label = labelOf(name);
  const instruction = isMeasurementName(name) ? ` ${MEASUREMENTS[name].instruction}` : "";
  const measureAgain = `Please measure the ${label} once more.${instruction}`;
  const insist = "If it is right, keep it: someone at the atelier will look at it with you.";
  return {
    notice: noticeOf(finding, unit),
    action: level === "stop" ? `${measureAgain} ${insist}` : measureAgain,
  };
}

function noticeOf({ cause, name }: Finding, unit: ChartUnit): string {
  if ("suggested" in cause) {
    const meant = `Did you mean ${formatted(name, cause.suggested, unit)}?`;
    return `${suggestionNotice(cause.reason)} ${meant}`;
  }
  switch (cause.reason) {
    case "exchanged":
      return `The ${labelOf(name)} and the ${labelOf(cause.other)} may be in each other's field.`;
    case "order":
      return `This is ${moreOrLess(cause.isMore)} than the ${labelOf(cause.other)} allows.`;
    case "proportion":
      return `This is ${moreOrLess(cause.isMore)} than the ${labelOf(cause.other)} suggests.`;
    case "unusual":
      return `This is ${moreOrLess(cause.isMore)} than nearly everybody has.`;
    case "impossible": {
      const { from, to } = cause.range;
      return `This should be between ${formatted(name, from, unit)} and ${formatted(name, to, unit)}.`;
    }
    case "third-reading":
      return `The two readings differ by more than ${formatted(name, cause.tolerance, unit)}.`;
    case "readings-apart":
      return `No two of the readings are within ${formatted(name, cause.tolerance, unit)} of each other.`;
    case "changed":
      return `Last time it was ${formatted(name, cause.previous, unit)}.`;
    case "too-large":
    case "too-small":
      return `This is ${moreOrLess(cause.reason === "too-large")} than your other measurements suggest.`;
  }
}

const moreOrLess = (isMore: boolean) => (isMore ? "more" : "less");

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
