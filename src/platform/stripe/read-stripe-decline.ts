import { z } from "zod";

/** What the shop reads of a payment that was refused: whose it is and the bank's code, and nothing of the card. */
const refusedIntent = z.object({
  metadata: z.record(z.string(), z.string()).nullish(),
  last_payment_error: z
    .object({
      type: z.string().nullish(),
      code: z.string().nullish(),
      decline_code: z.string().nullish(),
      payment_method: z.object({ type: z.string() }).nullish(),
    })
    .nullish(),
});

/** Whose payment was refused, why, and whether it was a card's; Stripe names the bank's own reason only where there is one. */
export function readDecline(intent: unknown): {
  reference: string;
  code: string;
  isCard: boolean;
} {
  const { metadata, last_payment_error: error } = refusedIntent.parse(intent);
  const method = error?.payment_method?.type;
  return {
    reference: metadata?.reference ?? "",
    code: error?.decline_code ?? error?.code ?? "",
    isCard: method ? method === "card" : error?.type === "card_error",
  };
}
