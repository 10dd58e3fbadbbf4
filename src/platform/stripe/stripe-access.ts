/** Keys belong to one mode. */
export type StripeMode = "test" | "live";

/** Never logged or sent to a browser. */
export type StripeAccess = {
  mode: StripeMode;
  secretKey: string;
  /** Any of them may sign events; empty without an endpoint. */
  webhookSecrets: readonly string[];
};

/** Holds at most one earlier set per mode. */
export type StripeKeyring = {
  /** Null without keys, 'sealed' when undecryptable, 'mixed' when the modes differ. */
  current: StripeAccess | "sealed" | "mixed" | null;
  /** Replaced by the other mode's; they still settle what they opened. */
  earlier: readonly StripeAccess[];
};
