import {
  isMeasurementName,
  MEASUREMENT_NAMES,
  MEASUREMENTS,
} from "#features/measurement/measurement-definitions.ts";
import { formatMeasurement } from "#features/measurement/measurement-profile.ts";
import type { ChartUnit } from "#features/measurement/size-chart.ts";
import type { FitSpecification } from "../specification/specification.ts";
import type { ContractTerms } from "./contract.ts";

/** What a version of a contract says. */
export type ContractContent = { specification: FitSpecification; terms: ContractTerms };

/** One line of a diff, as people read it; null where a version does not have it. */
export type ContractChange = { label: string; before: string | null; after: string | null };

/** "97.8 cm (38 1/2 in)", "20°". */
export function formatBoth(name: string, value: number): string {
  if (!isMeasurementName(name)) return String(value);
  const [metric, imperial] = (["cm", "inches"] as const satisfies readonly ChartUnit[]).map(
    (unit) => formatMeasurement(name, value, unit),
  );
  return metric === imperial ? `${metric}` : `${metric} (${imperial})`;
}

export function measurementLabel(name: string): string {
  return isMeasurementName(name) ? MEASUREMENTS[name].label : name;
}

/** The measurements of a specification in the order in which a person is measured. */
export function listMeasurements(
  specification: FitSpecification,
): { name: string; label: string; value: number; text: string }[] {
  return MEASUREMENT_NAMES.flatMap((name) => {
    const measured = specification.measurements[name];
    if (!measured) return [];
    const { value } = measured;
    return [{ name, label: measurementLabel(name), value, text: formatBoth(name, value) }];
  });
}

const FIT_LABELS: Readonly<Record<FitSpecification["fit"], string>> = {
  close: "Close",
  regular: "Regular",
  easy: "Easy",
};

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** What is no measurement: fit, posture, shoulders, monogram, remarks; only what was given. */
export function listDetails(specification: FitSpecification): { label: string; text: string }[] {
  const { fit, monogram, posture, remarks, shoulders } = specification;
  const details = [
    { label: "Fit", text: FIT_LABELS[fit] },
    { label: "Posture", text: capitalized(posture ?? "") },
    { label: "Shoulders", text: capitalized(shoulders ?? "") },
    { label: "Monogram", text: monogram ?? "" },
    { label: "Remarks", text: remarks },
  ];
  return details.filter(({ text }) => text !== "");
}

type Lines = ReadonlyMap<string, string>;

function linesOf({ specification, terms }: ContractContent): Lines {
  return new Map([
    ...listMeasurements(specification).map(({ label, text }) => [label, text] as const),
    ...listDetails(specification).map(({ label, text }) => [label, text] as const),
    ...terms.options.map(({ choice, group }) => [group, choice] as const),
  ]);
}

/** What differs between two versions, in the order of the contract; empty for versions that say the same. */
export function changesBetween(before: ContractContent, after: ContractContent): ContractChange[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const labels = new Set([...old.keys(), ...now.keys()]);
  return [...labels].flatMap((label) => {
    const change = { label, before: old.get(label) ?? null, after: now.get(label) ?? null };
    return change.before === change.after ? [] : [change];
  });
}
