import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { fieldText, tidyText, tooLongMessage } from "#core/submitted-text.ts";
import type { ReturnReason } from "./return-rules.ts";
import { RETURN_REASONS } from "./return-rules.ts";

/** Pieces of a line to come back. */
export type ReturnItemInput = { itemId: string; quantity: number };

/** A return as the customer announces it. */
export type ReturnInput = {
  reason: ReturnReason;
  note: string;
  pieces: readonly ReturnItemInput[];
};

/** What is not right yet, in words that stand at the field. */
export type ReturnErrors = { pieces?: string; reason?: string; note?: string };

const LONGEST_NOTE = 1_000;
/** A cart has no more lines than this; whatever else a form may hold is not read. */
const MOST_LINES = 100;

/** Reads 'pieces-{line id}' = how many of it come back, the reason and a note. Never throws. */
export function readReturn(form: FormData): Result<ReturnInput, ReturnErrors> {
  const errors: ReturnErrors = {};
  const pieces = [...form.entries()]
    .filter(([name]) => name.startsWith("pieces-"))
    .slice(0, MOST_LINES)
    .map(([name, value]) => ({ itemId: name.slice("pieces-".length), quantity: Number(value) }))
    .filter(({ itemId, quantity }) => isId(itemId) && Number.isInteger(quantity) && quantity > 0);
  if (pieces.length === 0) errors.pieces = "Please choose at least one piece";
  const reason = RETURN_REASONS.find((each) => each === form.get("reason"));
  if (!reason) errors.reason = "Please choose a reason";
  const note = tidyText(fieldText(form, "note"));
  if (note.length > LONGEST_NOTE)
    errors.note = tooLongMessage("Your note", LONGEST_NOTE, note.length);
  return Object.keys(errors).length > 0 || !reason ? fail(errors) : ok({ reason, note, pieces });
}
