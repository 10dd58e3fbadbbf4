import { fieldText } from "#core/submitted-text.ts";

/** The field is hidden, and bots fill it in. Browsers never complete it. */
export const TRAP_FIELD = "reference_code";

/** Says whether a bot filled in the hidden field. */
export function isTrapped(form: FormData): boolean {
  return fieldText(form, TRAP_FIELD) !== "";
}
