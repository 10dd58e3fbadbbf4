import { z } from "zod";
import { sealedSchema } from "#platform/secrets.server.ts";

/** The saved keys are in this row of site_settings (specification 3). */
export const INTEGRATIONS = "integrations";

/** The encrypted key is bound to this location. */
export const SECRET_KEY_LOCATION = "integrations.stripeSecretKey";

export const WEBHOOK_SECRET_LOCATION = "integrations.stripeWebhookSecret";

const mode = z.enum(["test", "live"]);

const storedWebhook = z.object({ endpointId: z.string(), url: z.string(), secret: sealedSchema });

export type StoredWebhook = z.infer<typeof storedWebhook>;

const storedStripeKeys = z.object({
  stripePublishableKey: z.string(),
  stripeSecretKey: sealedSchema,
  secretHint: z.string(),
  secretMode: mode.nullable(),
  webhook: storedWebhook.nullable().default(null),
  /** The key of the other mode, which settles its payments. */
  earlier: z
    .object({ mode, secret: sealedSchema, webhook: storedWebhook.nullable() })
    .nullable()
    .default(null),
});

export type StoredStripeKeys = z.infer<typeof storedStripeKeys>;

/** Null when unsaved or unreadable. */
export function readStripeKeys(value: unknown): StoredStripeKeys | null {
  return storedStripeKeys.safeParse(value).data ?? null;
}

/** What Activity may record: no secrets. */
export function tellableKeys(keys: StoredStripeKeys) {
  const { stripePublishableKey, secretHint } = keys;
  return { stripePublishableKey, secretKey: secretHint };
}
