/** Which of Stripe's two worlds a key belongs to. */
export type StripeMode = "test" | "live";

/** What the shop needs to speak to Stripe in one mode, opened; never logged, never sent to a browser. */
export type StripeAccess = {
  mode: StripeMode;
  secretKey: string;
  /** Secrets of the endpoints that Stripe may sign its messages with; none when nobody registered one. */
  webhookSecrets: readonly string[];
};

/** The keys the shop has at this moment: those new payments are taken with, and at most one for each mode beside. */
export type StripeKeyring = {
  /** Null while there are none, 'sealed' when the stored ones cannot be opened, 'mixed' when the two of a pair are of different modes. */
  current: StripeAccess | "sealed" | "mixed" | null;
  /** Keys that were replaced by ones of the other mode: what they opened is still settled by them. */
  earlier: readonly StripeAccess[];
};
