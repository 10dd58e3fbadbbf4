import {
  isMeasurementName,
  MEASUREMENT_NAMES,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import { formatMeasurement } from "#features/body/measurement/measurement-profile.ts";
import { CHART_UNITS } from "#features/body/size-advice/size-chart.ts";
import type { AppliedCorrection } from "#features/garments/fit-memory/correction.ts";
import { correctionSource, formatAmount } from "#features/garments/fit-memory/correction.ts";
import { changeText } from "#features/garments/fit-memory/fit-points.ts";
import { pointSubject } from "#features/garments/fit-memory/fit-sections.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { customerView } from "#features/garments/specification/specification.ts";
import { postureAlterationText } from "#features/patterns/body-shape/posture-amounts.ts";
import type { ContractTerms } from "./contract.ts";

/** What a version of a contract says. */
export type ContractContent = { specification: FitSpecification; terms: ContractTerms };

/** One line of a diff, as people read it; null where a version does not have it. */
export type ContractChange = { label: string; before: string | null; after: string | null };

/** "97.8 cm (38 1/2 in)", "20°". */
function formatBoth(name: string, value: number): string {
  if (!isMeasurementName(name)) return String(value);
  const [metric, imperial] = CHART_UNITS.map((unit) => formatMeasurement(name, value, unit));
  return metric === imperial ? `${metric}` : `${metric} (${imperial})`;
}

export function measurementLabel(name: string): string {
  return isMeasurementName(name) ? MEASUREMENTS[name].label : name;
}

/** The confidence from which the check engine has no doubt; a value that nothing tests has 29 in 30 (ADR 0036). */
const SURE = 0.9;
const LIKELY = 0.6;
const SURE_TEXT = "Sure";

/**
 * How far a value can be trusted, in words for the customer and the tailor. A value that the check stopped and the customer kept
 * is the tailor's to check before cutting.
 */
export function confidenceText(specification: FitSpecification, name: string): string {
  const measured = specification.measurements[name];
  if (!measured) return "";
  const { confidence, confirmed, plusMinus, readings } = measured;
  if (plusMinus !== undefined) {
    return `From the drawing of the shoulders, give or take ${plusMinus}°: check at the fitting`;
  }
  const insisted = specification.findingsInsisted.find((each) => each.name === name);
  if (insisted?.level === "stop") return "Doubtful, kept by the customer: check before cutting";
  if (insisted || (confirmed && confidence < LIKELY)) return "Unusual, confirmed by the customer";
  const times =
    readings === 1 ? "" : `, measured ${readings === 2 ? "twice" : `${readings} times`}`;
  if (confirmed || confidence >= SURE) return `${SURE_TEXT}${times}`;
  return confidence >= LIKELY ? `Likely${times}` : `Uncertain${times}: check at the fitting`;
}

/** A value as it is read: both units at once, and how far to trust it. */
export type ListedMeasurement = {
  name: string;
  label: string;
  value: number;
  text: string;
  confidence: string;
  /** The confidence where there is a doubt; "" for a value that is sure. */
  doubt: string;
};

/** The measurements of a specification in the order in which a person is measured. */
export function listMeasurements(specification: FitSpecification): ListedMeasurement[] {
  return MEASUREMENT_NAMES.flatMap((name) => {
    const measured = specification.measurements[name];
    if (!measured) return [];
    const { value } = measured;
    const confidence = confidenceText(specification, name);
    const doubt = confidence.startsWith(SURE_TEXT) ? "" : confidence;
    const label = measurementLabel(name);
    return [{ name, label, value, text: formatBoth(name, value), confidence, doubt }];
  });
}

const FIT_LABELS: Readonly<Record<FitSpecification["fit"], string>> = {
  close: "Close",
  regular: "Regular",
  easy: "Easy",
};

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** "Forward: back 10 mm longer …": the stated posture with what it alters. */
function postureText(posture: string): string {
  const altered = postureAlterationText(posture);
  return altered === "" ? capitalized(posture) : `${capitalized(posture)}: ${altered}`;
}

/** "1 cm (3/8 in) shorter, from your Camp Street Shirt of March". */
function correctionDetail(correction: AppliedCorrection): { label: string; text: string } {
  const { mm, point } = correction;
  const amount = `${formatAmount(mm, "cm")} (${formatAmount(mm, "inches")})`;
  return {
    label: `${pointSubject(correction)}, from fit memory`,
    text: `${amount} ${changeText(point, mm)}, ${correctionSource(correction)}`,
  };
}

/** What is no measurement: fit, posture, shoulders, corrections, monogram, remarks; only what was given. */
export function listDetails(specification: FitSpecification): { label: string; text: string }[] {
  const { corrections = [], fit, monogram, posture, remarks, shoulders } = specification;
  const details = [
    { label: "Fit", text: FIT_LABELS[fit] },
    { label: "Posture", text: postureText(posture ?? "") },
    { label: "Shoulders", text: capitalized(shoulders ?? "") },
    ...corrections.map(correctionDetail),
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
  const old = linesOf(before);
  const now = linesOf(after);
  const labels = new Set([...old.keys(), ...now.keys()]);
  return [...labels].flatMap((label) => {
    const change = { label, before: old.get(label) ?? null, after: now.get(label) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/** What differs between the options of two versions; nothing in it was measured. */
export function optionChanges(
  before: Pick<ContractTerms, "options">,
  after: Pick<ContractTerms, "options">,
): ContractChange[] {
  const [old, now] = [before, after].map(
    ({ options }) => new Map(options.map(({ choice, group }) => [group, choice])),
  );
  const groups = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  return [...groups].flatMap((label) => {
    const change = { label, before: old?.get(label) ?? null, after: now?.get(label) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/**
 * `changesBetween` for the customer who ordered. Of numbers that were not shared with them it says that they change, and no
 * value.
 */
export function changesForCustomer(
  before: ContractContent,
  after: ContractContent,
): ContractChange[] {
  const changes = changesBetween(before, after);
  if (!before.specification.measuredByLink) return changes;
  const shown = linesOf({ ...before, specification: customerView(before.specification) });
  const shownAfter = linesOf({ ...after, specification: customerView(after.specification) });
  return changes.map((change) =>
    shown.has(change.label) || shownAfter.has(change.label)
      ? change
      : { label: change.label, before: "Not shown", after: "Changed, not shown" },
  );
}
