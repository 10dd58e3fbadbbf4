/** Where a message is written: the contact page, or New Dawn's volunteer form (decision S7). */
export type MessageKind = "contact" | "volunteer";

/** The messages of both forms, for toasts and for the page. */
export const MESSAGE_FORM_MESSAGES = {
  failed: "Your message could not be sent",
  invalid: "Please look at the marked fields",
  tryAgain: "Please try again later or contact us directly.",
  tooMany:
    "We have several messages from this address already and are reading them. Please try again in an hour, or call us.",
  stillHere: "Everything you wrote is still here.",
} as const;
