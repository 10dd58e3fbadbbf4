/** Minor units (decision S7). */
export const DONATION_PRESETS_MINOR: readonly number[] = [2_500, 5_000, 10_000, 25_000];

/** When no payment page opened. */
export const DONATION_FAILED = {
  title: "The payment page could not be opened",
  description: "Nothing was charged. Please try again later or contact us directly.",
} as const;
