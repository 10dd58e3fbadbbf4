import type { ApprovalFailure } from "#features/garments/order-patterns/change-pattern.server.ts";

/** Why a pattern was not opened, changed or approved. */
export const patternFailureMessages: Readonly<Record<ApprovalFailure, string>> = {
  forbidden: "Only the atelier opens patterns. An owner gives the permission under Your account.",
  not_found: "This pattern does not exist.",
  unreadable: "The measurements of this order do not open, so nothing can be drafted.",
  busy: "Many patterns are being drafted at this moment. Nothing was changed: please try again in a minute.",
  conflict: "Another version was stored meanwhile. Nothing was changed: please look at it first.",
  too_late: "The cut is approved, so the pattern stays as it is.",
  not_checked: "Please check the measurements in production first.",
  findings_open: "Please confirm with the checkbox, then approve.",
  outdated: "The contract changed since this draft. Please draft it again.",
  choices_open: "Please tick off what you make by hand, then approve.",
  undescribed:
    "This draft was made before choices were part of it. Please draft it again, then approve it.",
};
