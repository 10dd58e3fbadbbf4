/** Codes of a second factor per IP. */
const CODE_LIMIT = { window: 60, max: 5 };

/** Visits to a sign-in provider per IP; a phone network can share one. */
const PROVIDER_LIMIT = { window: 60, max: 30 };

/** New accounts per IP. */
const SIGN_UP_LIMIT = { window: 60, max: 10 };

/** Uses of reset links per IP. Counters are stored for the longest window, which is this. */
const RESET_LIMIT = { window: 60 * 60, max: 60 };

/** How often the library answers one client. In the database, so that all processes share them. */
export const RATE_LIMIT = {
  enabled: true,
  storage: "database" as const,
  window: 60,
  max: 120,
  // The first match applies.
  customRules: {
    "/sign-in/social": PROVIDER_LIMIT,
    // Counted by account and device (features/base/identity/sign-in-limits).
    "/sign-in/*": false as const,
    "/two-factor/*": CODE_LIMIT,
    "/sign-up/*": SIGN_UP_LIMIT,
    "/reset-password": RESET_LIMIT,
  },
};
