import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import { choiceField } from "#features/garments/specification/fit-draft.ts";

/** The form of browsers without JavaScript; the page's own fields belong to it too. */
export const PLAIN_FIT = "plain-fit";

/** The button that draws what was chosen so far, and adds it up. */
export const SHOW_CHOICES = "show";

/** What the buttons of that form say, and of the one in the cart that begins a change. */
const PLAIN_INTENTS = ["plain", "inquire", "change", SHOW_CHOICES];

export const isPlainIntent = (intent: string): boolean => PLAIN_INTENTS.includes(intent);

/** What a browser without JavaScript chose, to show it again. */
export function draftOf(entered: Readonly<Record<string, string>>, { groups }: MadeToMeasureTerms) {
  const { fit, monogram, remarks } = entered;
  const choices = groups.map(({ id }) => [id, entered[choiceField(id)] ?? ""] as const);
  return { fit, monogram, remarks, choices: Object.fromEntries(choices) };
}
