import type { Queryable } from "#db/client.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { StripeAccess, StripeKeyring } from "#platform/stripe/stripe-access.ts";
import { findSetting } from "./site-settings-queries.server.ts";
import type { StoredStripeKeys, StoredWebhook } from "./stored-stripe-keys.server.ts";
import {
  INTEGRATIONS,
  readStripeKeys,
  SECRET_KEY_LOCATION,
  WEBHOOK_SECRET_LOCATION,
} from "./stored-stripe-keys.server.ts";
import { stripeModeOf } from "./stripe-keys.ts";

export type KeySources = {
  db: Queryable;
  secretBox: SecretBox;
  env: { STRIPE_SECRET_KEY?: string | undefined; STRIPE_WEBHOOK_SECRET?: string | undefined };
};

/** Finds the environment's keys, else the saved ones. They are read at each use, so that changes apply everywhere at once. */
export async function findStripeKeyring({
  db,
  secretBox,
  env,
}: KeySources): Promise<StripeKeyring> {
  const keys = readStripeKeys(await findSetting(db, INTEGRATIONS));
  const ofEnv = env.STRIPE_WEBHOOK_SECRET ? [env.STRIPE_WEBHOOK_SECRET] : [];
  const secretsOf = (webhook: StoredWebhook | null) => {
    const opened = webhook && secretBox.open(webhook.secret, WEBHOOK_SECRET_LOCATION);
    return opened ? [...ofEnv, opened] : ofEnv;
  };
  const stored = keys && openStored(keys, secretBox, secretsOf);
  const earlier = keys?.earlier;
  const earlierKey = earlier && secretBox.open(earlier.secret, SECRET_KEY_LOCATION);
  const retained: StripeAccess[] =
    earlier && earlierKey
      ? [{ mode: earlier.mode, secretKey: earlierKey, webhookSecrets: secretsOf(earlier.webhook) }]
      : [];
  if (!env.STRIPE_SECRET_KEY) return { current: stored, earlier: retained };
  const current: StripeAccess = {
    mode: stripeModeOf(env.STRIPE_SECRET_KEY) ?? "test",
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecrets: ofEnv,
  };
  const saved = stored && typeof stored === "object" ? [stored, ...retained] : retained;
  return { current, earlier: saved.filter((access) => access.mode !== current.mode) };
}

function openStored(
  keys: StoredStripeKeys,
  box: SecretBox,
  secretsOf: (webhook: StoredWebhook | null) => string[],
): StripeAccess | "sealed" | "mixed" {
  if (stripeModeOf(keys.stripePublishableKey) !== keys.secretMode) return "mixed";
  const secretKey = box.open(keys.stripeSecretKey, SECRET_KEY_LOCATION);
  if (secretKey === null) return "sealed";
  return { mode: keys.secretMode ?? "test", secretKey, webhookSecrets: secretsOf(keys.webhook) };
}
