import type { NoteFailure } from "#features/customers/customer-notes.server.ts";
import type { EraseCustomerFailure } from "#features/customers/erase-customer.server.ts";

/** What a form of a customer's page is told; `about` is the form that it answers. */
export type CustomerFormResult =
  | { readonly about: "note"; readonly status: "kept" }
  | {
      readonly about: "note" | "erase";
      readonly status: "failed";
      readonly words: string;
      /** What was typed; null when the answer was made in the browser, where the field still holds it. */
      readonly typed: string | null;
    };

/** The shop could not be reached. */
export const UNREACHED: CustomerFormResult = {
  about: "note",
  status: "failed",
  words: "The shop could not be reached. What you wrote is still here: please try again.",
  typed: null,
};

/** Why a note was not kept, in words. */
export const noteFailureMessages: Record<Exclude<NoteFailure, "forbidden">, string> = {
  empty: "Please write the note first",
  too_long: "A note can have up to 2,000 characters",
};

/** Why nobody was erased, in words. */
export const eraseFailureMessages: Record<Exclude<EraseCustomerFailure, "forbidden">, string> = {
  not_found: "Nobody has this address any more",
  not_confirmed: "This is not the address of this page",
  staff: "This account runs the house. Take its role away first.",
  order_pending: "An order is being paid right now. Wait until its payment page has closed.",
  unfinished: "Please tick that you know what cannot be finished then",
};
