/** The form of browsers without JavaScript; the page's own fields belong to it too. */
export const PLAIN_FIT = "plain-fit";

/** What the buttons of that form say, and of the one in the cart that begins a change. */
const PLAIN_INTENTS = ["plain", "inquire", "change"];

export const isPlainIntent = (intent: string): boolean => PLAIN_INTENTS.includes(intent);
