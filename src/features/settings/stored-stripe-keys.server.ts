import { z } from "zod";
import { sealedSchema } from "#platform/secrets.server.ts";

/** The row that holds the provider's keys (specification 3). */
export const INTEGRATIONS = "integrations";

/** What the secret key is bound to: its sealed bytes open nowhere else. */
export const SECRET_KEY_LOCATION = "integrations.stripeSecretKey";

/** What the secret of the shop's own webhook endpoint is bound to. */
export const WEBHOOK_SECRET_LOCATION = "integrations.stripeWebhookSecret";

const mode = z.enum(["test", "live"]);

/** The endpoint that the shop registered for itself: where the provider posts, and its sealed secret. */
const storedWebhook = z.object({ endpointId: z.string(), url: z.string(), secret: sealedSchema });

export type StoredWebhook = z.infer<typeof storedWebhook>;

/** The provider's keys as they are stored: the secret one sealed, with all that is ever told of it beside it. */
export const storedStripeKeys = z.object({
  stripePublishableKey: z.string(),
  stripeSecretKey: sealedSchema,
  secretHint: z.string(),
  secretMode: mode.nullable(),
  /** Null while the provider does not know where to post. */
  webhook: storedWebhook.nullable().default(null),
  /** The key of the other mode that stood here before: what it opened is still settled by it. */
  earlier: z
    .object({ mode, secret: sealedSchema, webhook: storedWebhook.nullable() })
    .nullable()
    .default(null),
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
