import type { ReturnReason } from "./return-rules.ts";
import { isOurFault } from "./return-rules.ts";

/** The rule as the Returns page says it (specification 2, Returns). */
export const RETURN_SHIPPING_RULE =
  "You pay the cost of return shipping. If a piece is defective, or its measurements are significantly different from the order, we pay it: write to us before you send it, and we give you a label.";

/** Who pays the way back of what is returned for a reason, in few words beside the reason. */
export const returnShippingHint = (reason: ReturnReason): string =>
  isOurFault(reason) ? "We pay return shipping." : "You pay return shipping.";

/** The same as a customer reads it with the authorization number. */
export const returnShippingMessage = (reason: ReturnReason, contactEmail: string): string =>
  isOurFault(reason)
    ? `We pay the cost of return shipping: write to ${contactEmail} before you send it, and we give you a label.`
    : "The cost of return shipping is yours.";

/** The same as the shop reads it. */
export const returnShippingTask = (reason: ReturnReason): string =>
  isOurFault(reason)
    ? "The shop pays return shipping: send the customer a label."
    : "The customer pays return shipping.";
