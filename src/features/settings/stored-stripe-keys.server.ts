import { z } from "zod";
import { sealedSchema } from "#platform/secrets.server.ts";

/** The row of the provider's keys (specification 3). */
export const INTEGRATIONS = "integrations";

/** The encrypted key is bound to this location. */
export const SECRET_KEY_LOCATION = "integrations.stripeSecretKey";

/** The webhook secret's location. */
export const WEBHOOK_SECRET_LOCATION = "integrations.stripeWebhookSecret";

const mode = z.enum(["test", "live"]);

/** The shop's own webhook endpoint with its encrypted secret. */
const storedWebhook = z.object({ endpointId: z.string(), url: z.string(), secret: sealedSchema });

export type StoredWebhook = z.infer<typeof storedWebhook>;

/** The stored keys, the secret one encrypted, with its hint. */
export const storedStripeKeys = z.object({
  stripePublishableKey: z.string(),
  stripeSecretKey: sealedSchema,
  secretHint: z.string(),
  secretMode: mode.nullable(),
  /** Null without an endpoint. */
  webhook: storedWebhook.nullable().default(null),
  /** The former key of the other mode, to settle its payments. */
  earlier: z
    .object({ mode, secret: sealedSchema, webhook: storedWebhook.nullable() })
    .nullable()
    .default(null),
});

export type StoredStripeKeys = z.infer<typeof storedStripeKeys>;

/** The stored keys; null when unsaved. */
export function readStripeKeys(value: unknown): StoredStripeKeys | null {
  return storedStripeKeys.safeParse(value).data ?? null;
}

/** What Activity may record of the keys: no secrets. */
export function tellableKeys(keys: StoredStripeKeys) {
  const { stripePublishableKey, secretHint } = keys;
  return { stripePublishableKey, secretKey: secretHint };
}
