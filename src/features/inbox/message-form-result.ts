import type { MessageErrors, MessageKind, MessageValues } from "./message-input.ts";

/** What a message form is told; unless it was sent, what was typed comes back with it, so that no error costs anybody their words. */
export type MessageFormResult = { readonly form: MessageKind } & (
  | { readonly status: "sent" }
  | {
      readonly status: "invalid";
      readonly errors: MessageErrors;
      readonly typed: MessageValues;
    }
  | {
      readonly status: "failed";
      readonly reason: string;
      /** Null when the answer was made in the browser, where the fields still hold it. */
      readonly typed: MessageValues | null;
    }
);

/** The forms' words for an outcome, for toasts and for the page itself. */
export const MESSAGE_FORM_MESSAGES = {
  failed: "Your message could not be sent",
  invalid: "Please look at the marked fields",
  tryAgain: "Please try again later or contact us directly.",
  tooMany:
    "We have several messages from this address already and are reading them. Please try again in an hour, or call us.",
} as const;

/** What a form is told in the browser when the server could not be reached at all. */
export function unansweredMessage(form: MessageKind): MessageFormResult {
  return { form, status: "failed", reason: MESSAGE_FORM_MESSAGES.tryAgain, typed: null };
}
