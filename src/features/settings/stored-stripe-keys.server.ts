import { z } from "zod";
import { sealedSchema } from "#platform/secret-box.server.ts";

/** The row that holds the provider's keys (specification 3). */
export const INTEGRATIONS = "integrations";

/** What the secret key is bound to: its sealed bytes open nowhere else. */
export const SECRET_PLACE = "integrations.stripeSecretKey";

/** The provider's keys as they are stored: the secret one sealed, with all that is ever told of it beside it. */
export const storedStripeKeys = z.object({
  stripePublishableKey: z.string(),
  stripeSecretKey: sealedSchema,
  secretHint: z.string(),
  secretMode: z.enum(["test", "live"]).nullable(),
});

export type StoredStripeKeys = z.infer<typeof storedStripeKeys>;

/** Reads the stored row; null when no keys were saved. */
export function readStripeKeys(value: unknown): StoredStripeKeys | null {
  return storedStripeKeys.safeParse(value).data ?? null;
}

/** What the log of changes may hold of the keys: nothing that opens anything. */
export function tellableKeys(keys: StoredStripeKeys) {
  const { stripePublishableKey, secretHint } = keys;
  return { stripePublishableKey, secretKey: secretHint };
}
