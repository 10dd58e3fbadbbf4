/** Stripe's two modes; keys belong to one. */
export type StripeMode = "test" | "live";

/** Decrypted keys of one mode; never logged or sent to a browser. */
export type StripeAccess = {
  mode: StripeMode;
  secretKey: string;
  /** Any of them may sign events; empty without an endpoint. */
  webhookSecrets: readonly string[];
};

/** The current keys: those for new payments, and at most one earlier set per mode. */
export type StripeKeyring = {
  /** Null without keys, 'sealed' when they cannot be decrypted, 'mixed' when the pair's modes differ. */
  current: StripeAccess | "sealed" | "mixed" | null;
  /** Keys replaced by the other mode's; they still settle what they opened. */
  earlier: readonly StripeAccess[];
};
