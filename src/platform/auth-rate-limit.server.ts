/** Five tries, then a minute's rest (design: slow guessing down, never lock the owner out for long). */
const GUESS_LIMIT = { window: 60, max: 5 };

/** Sign-ins by email from one address: guesses at one account are counted far below it, and a phone network is one address to us. */
const FAMILY_LIMIT = { window: 60, max: 30 };

/** Accounts made from one address. */
const SIGN_UP_LIMIT = { window: 60, max: 10 };

/** Tries of a reset link from one address. The longest window here is how long any counter is kept. */
const RESET_LIMIT = { window: 60 * 60, max: 60 };

/** How often one address may try what (better-auth's own counters), counted in the database, so that every process counts together. */
export const RATE_LIMIT = {
  enabled: true,
  storage: "database" as const,
  window: 60,
  max: 120,
  // The first that fits counts.
  customRules: {
    "/sign-in/email": FAMILY_LIMIT,
    "/sign-in/*": GUESS_LIMIT,
    "/sign-up/*": SIGN_UP_LIMIT,
    "/reset-password": RESET_LIMIT,
  },
};
