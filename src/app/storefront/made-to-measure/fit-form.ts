/** The form of browsers without JavaScript; the page's own fields belong to it too. */
export const PLAIN_FIT = "plain-fit";

/** The button that draws what was chosen so far, and adds it up. */
export const SHOW_CHOICES = "show";

/** What the buttons of that form say, and of the one in the cart that begins a change. */
const PLAIN_INTENTS = ["plain", "inquire", "change", SHOW_CHOICES];

export const isPlainIntent = (intent: string): boolean => PLAIN_INTENTS.includes(intent);
