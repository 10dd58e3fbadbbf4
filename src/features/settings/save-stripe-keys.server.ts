import { eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor, SignedIn } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { StripeMode } from "#platform/stripe/stripe-access.ts";
import { lockSettings } from "./locked-settings.server.ts";
import { clearPaymentTrouble } from "./payment-trouble.server.ts";
import { saveSettings } from "./save-settings.server.ts";
import type { SettingsInput } from "./settings-sections.ts";
import type { StoredStripeKeys } from "./stored-stripe-keys.server.ts";
import {
  INTEGRATIONS,
  readStripeKeys,
  SECRET_KEY_LOCATION,
  tellableKeys,
} from "./stored-stripe-keys.server.ts";
import type { StripeKeysFailure } from "./stripe-keys.ts";
import { secretKeyHint, shownStripeMode, stripeModeOf, validateStripeKeys } from "./stripe-keys.ts";

type Refusal = "forbidden" | "conflict" | StripeKeysFailure;

export type SubmittedStripeKeys = { version: number; publishableKey: string; secretKey: string };

/**
 * Saves the provider's keys (specification 5, decision D5), the secret one encrypted, so that a copy of the database
 * or a logged query does not reveal it. An empty secret key keeps the stored one.
 */
export async function saveStripeKeys(
  deps: { db: Database; secretBox: SecretBox },
  input: { actor: Actor } & SubmittedStripeKeys,
): Promise<Result<{ mode: StripeMode }, Refusal>> {
  const { actor, ...keys } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  return deps.db.transaction((tx) => writeStripeKeys(tx, deps.secretBox, { actor, keys }));
}

/** Saves sections and changed keys, all or nothing. */
export async function saveSettingsAndKeys(
  deps: { db: Database; content: CacheInvalidation; secretBox: SecretBox },
  input: { actor: Actor; sections: SettingsInput; keys: SubmittedStripeKeys | null },
) {
  const { actor, sections, keys } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!keys) return saveSettings(deps, { actor, sections });
  const alongside = (tx: Transaction) => writeStripeKeys(tx, deps.secretBox, { actor, keys });
  return saveSettings(deps, { actor, sections, alongside });
}

async function writeStripeKeys(
  tx: Transaction,
  secretBox: SecretBox,
  input: { actor: SignedIn; keys: SubmittedStripeKeys },
): Promise<Result<{ mode: StripeMode }, "conflict" | StripeKeysFailure>> {
  const { version, publishableKey, secretKey } = input.keys;
  const row = (await lockSettings(tx, [INTEGRATIONS])).get(INTEGRATIONS);
  if (!row || row.version !== version) return fail("conflict");
  const before = readStripeKeys(row.settingValue);
  const stored = before && { mode: before.secretMode };
  const failure = validateStripeKeys({ publishableKey, secretKey, stored });
  if (failure) return fail(failure);
  const secret = secretKey === "" ? before : sealSecret(secretBox, secretKey);
  if (!secret) return fail("missing_keys");
  const { stripeSecretKey, secretHint, secretMode } = secret;
  const after: StoredStripeKeys = {
    stripePublishableKey: publishableKey,
    stripeSecretKey,
    secretHint,
    secretMode,
    ...keptFor(secretMode, before),
  };
  await tx
    .update(siteSettings)
    .set({ settingValue: after, version: sql`${siteSettings.version} + 1` })
    .where(eq(siteSettings.settingName, INTEGRATIONS));
  // Problems of the old keys do not concern the new ones.
  await clearPaymentTrouble(tx);
  await recordChanges(tx, input.actor, [
    {
      action: "changed",
      subject: "settings",
      subjectId: INTEGRATIONS,
      before: before && tellableKeys(before),
      after: tellableKeys(after),
    },
  ]);
  return ok({ mode: shownStripeMode(publishableKey) });
}

/**
 * What remains of the former keys: the endpoint within a mode; the whole key between modes, to settle and refund its
 * payments. At most one key of the other mode.
 */
function keptFor(
  secretMode: StripeMode | null,
  before: StoredStripeKeys | null,
): Pick<StoredStripeKeys, "webhook" | "earlier"> {
  if (!before || before.secretMode === secretMode) {
    return { webhook: before?.webhook ?? null, earlier: before?.earlier ?? null };
  }
  const { earlier, secretMode: mode, stripeSecretKey: secret, webhook } = before;
  return {
    webhook: earlier?.mode === secretMode ? earlier.webhook : null,
    earlier: mode === null ? null : { mode, secret, webhook },
  };
}

function sealSecret(box: SecretBox, secretKey: string) {
  return {
    stripeSecretKey: box.seal(secretKey, SECRET_KEY_LOCATION),
    secretHint: secretKeyHint(secretKey),
    secretMode: stripeModeOf(secretKey),
  };
}
