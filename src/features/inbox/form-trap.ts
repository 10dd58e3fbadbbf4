import { fieldText } from "#core/submitted-text.ts";

/** Left empty by people, filled in by programs that fill in everything; no name a browser would complete by itself. */
export const TRAP_FIELD = "reference_code";

/** Whether a program filled in what people leave empty. */
export function isTrapped(form: FormData): boolean {
  return fieldText(form, TRAP_FIELD) !== "";
}
