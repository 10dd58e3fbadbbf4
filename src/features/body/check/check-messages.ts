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
export function checkMessage({ name, level, cause }: Finding, unit: ChartUnit): CheckMessage {
  const label = labelOf(name);
  const instruction = isMeasurementName(name) ? ` ${MEASUREMENTS[name].instruction}` : "";
  const measureAgain = `Please measure the ${label} once more.${instruction}`;
  const insist = "If it is right, keep it: someone at the atelier will look at it with you.";
  const action = level === "stop" ? `${measureAgain} ${insist}` : measureAgain;
  if ("suggested" in cause) {
    const meant = `Did you mean ${formatted(name, cause.suggested, unit)}?`;
    return { notice: `${suggestionNotice(cause.reason)} ${meant}`, action };
  }
  switch (cause.reason) {
    case "exchanged":
      return {
        notice: `The ${label} and the ${labelOf(cause.other)} may be in each other's field.`,
        action,
      };
    case "order":
      return {
        notice: `The ${label} is ${cause.isLarger ? "less" : "more"} than the ${labelOf(cause.other)} allows.`,
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
        notice: `The ${label} is more than your other measurements suggest.`,
        action,
      };
    case "too-small":
      return {
        notice: `The ${label} is less than your other measurements suggest.`,
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
