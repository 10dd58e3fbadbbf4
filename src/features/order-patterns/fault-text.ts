import { MEASUREMENTS } from "#features/measurement/measurement-definitions.ts";
import type { DraftFault } from "#features/patterns/draft-guard.ts";

/** Why a pattern is not drafted, as a sentence for the tailor. */
export function faultText(fault: DraftFault): string {
  if ("name" in fault) {
    if (fault.code === "unknown-measurement") return `${fault.name} is no measurement of the shop.`;
    return fault.code === "unknown-option"
      ? `The design has no option ${fault.name}.`
      : `${fault.name} cannot have this value.`;
  }
  const { label } = MEASUREMENTS[fault.measurement];
  if ("other" in fault) {
    const other = MEASUREMENTS[fault.other].label;
    return fault.code === "wrong-order"
      ? `${label} must be smaller than ${other}.`
      : `${label} and ${other} do not belong to one body.`;
  }
  return fault.code === "missing" ? `${label} is missing.` : `${label} cannot be right.`;
}
