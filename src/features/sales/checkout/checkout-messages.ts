/** Verbatim from specification 8. */
export const CHECKOUT_MESSAGES = {
  emptyCart: "Your cart is empty",
  sessionFailed: "Failed to create checkout session",
  noUrl: "No checkout URL received",
  fallback: "Something went wrong. Please try again.",
  orderNotRetrieved: "Could not retrieve order details",
} as const;

/** A cart's limit. */
export const MAX_CHECKOUT_LINES = 100;

export const MAX_LINE_QUANTITY = 99;
