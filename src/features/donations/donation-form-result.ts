import type { DonationErrors, SubmittedDonation } from "./donation-input.ts";

/** What the donation form is told: the payment page's address, or what was typed and what is wrong with it. */
export type DonationFormResult = { readonly form: "donation" } & (
  | { readonly status: "opened"; readonly url: string }
  | {
      readonly status: "invalid";
      readonly errors: DonationErrors;
      readonly typed: SubmittedDonation;
    }
  /** `typed` is null when the answer was made in the browser, where the fields still hold it. */
  | { readonly status: "failed"; readonly typed: SubmittedDonation | null }
);

/** The form's words when no payment page opened. */
export const DONATION_FAILED = {
  title: "The payment page could not be opened",
  description: "Nothing was charged. Please try again later or contact us directly.",
} as const;
