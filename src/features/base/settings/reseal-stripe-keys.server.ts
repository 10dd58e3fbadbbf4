import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import type { Sealed, SecretBox } from "#platform/secrets.server.ts";
import { lockSettings } from "./locked-settings.server.ts";
import { findSetting } from "./site-settings-queries.server.ts";
import type { StoredWebhook } from "./stored-stripe-keys.server.ts";
import {
  INTEGRATIONS,
  readStripeKeys,
  SECRET_KEY_LOCATION,
  WEBHOOK_SECRET_LOCATION,
} from "./stored-stripe-keys.server.ts";

/**
 * Re-seals the saved Stripe keys with the current key, so that former ones can be removed. Idempotent, no new
 * version. Unreadable ones stay and are counted.
 */
export async function resealStripeKeys(deps: {
  db: Database;
  secretBox: SecretBox;
}): Promise<{ resealed: number; unreadable: number }> {
  const { secretBox } = deps;
  const count = { resealed: 0, unreadable: 0 };
  const reseal = (sealed: Sealed, location: string): Sealed => {
    if (sealed.keyId === secretBox.keyId) return sealed;
    const text = secretBox.open(sealed, location);
    count[text === null ? "unreadable" : "resealed"] += 1;
    return text === null ? sealed : secretBox.seal(text, location);
  };
  const resealWebhook = (webhook: StoredWebhook | null) =>
    webhook && { ...webhook, secret: reseal(webhook.secret, WEBHOOK_SECRET_LOCATION) };
  if (!readStripeKeys(await findSetting(deps.db, INTEGRATIONS))) return count;
  return deps.db.transaction(async (tx) => {
    const row = (await lockSettings(tx, [INTEGRATIONS])).get(INTEGRATIONS);
    const keys = readStripeKeys(row?.settingValue);
    if (!keys) return count;
    const { earlier } = keys;
    const settingValue = {
      ...keys,
      stripeSecretKey: reseal(keys.stripeSecretKey, SECRET_KEY_LOCATION),
      webhook: resealWebhook(keys.webhook),
      earlier: earlier && {
        ...earlier,
        secret: reseal(earlier.secret, SECRET_KEY_LOCATION),
        webhook: resealWebhook(earlier.webhook),
      },
    };
    if (count.resealed > 0) {
      await tx
        .update(siteSettings)
        .set({ settingValue })
        .where(eq(siteSettings.settingName, INTEGRATIONS));
    }
    return count;
  });
}

/** How many saved Stripe keys these settings keys have sealed, by their fingerprints. */
export async function countStripeKeysOf(
  db: Database,
  fingerprints: readonly string[],
): Promise<number> {
  const keys = readStripeKeys(await findSetting(db, INTEGRATIONS));
  if (!keys) return 0;
  const { earlier, stripeSecretKey, webhook } = keys;
  const sealed = [stripeSecretKey, webhook?.secret, earlier?.secret, earlier?.webhook?.secret];
  return sealed.filter((each) => each && fingerprints.includes(each.keyId)).length;
}
