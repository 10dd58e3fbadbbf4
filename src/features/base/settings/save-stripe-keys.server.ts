import { eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { isConfirmed } from "#features/base/identity/confirmed-session.server.ts";
import { asAdmin, asConfirmedAdmin } from "#features/base/identity/guards.server.ts";
import type { NotifyDeps } from "#features/base/identity/notify-owners.server.ts";
import { notifyOwners } from "#features/base/identity/notify-owners.server.ts";
import { waysInChangedEmail } from "#features/base/identity/ways-in-email.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { StripeMode } from "#platform/stripe/stripe-access.ts";
import type { StripeAccount } from "#platform/stripe-account.server.ts";
import { lockSettings } from "./locked-settings.server.ts";
import { clearPaymentTrouble } from "./payment-trouble.server.ts";
import type { SavedVersions } from "./save-settings.server.ts";
import { saveSettings } from "./save-settings.server.ts";
import type { SettingsInput } from "./settings-sections.ts";
import { findSetting } from "./site-settings-queries.server.ts";
import type { StoredStripeKeys } from "./stored-stripe-keys.server.ts";
import {
  INTEGRATIONS,
  readStripeKeys,
  SECRET_KEY_LOCATION,
  tellableKeys,
} from "./stored-stripe-keys.server.ts";
import type { StripeKeysFailure } from "./stripe-keys.ts";
import { secretKeyHint, shownStripeMode, stripeModeOf, validateStripeKeys } from "./stripe-keys.ts";
import { listenWithNewKey } from "./verify-stripe-keys.server.ts";

/** The code 'away' means that Stripe could not be reached. */
type UnverifiedKey = "wrong_key" | "revoked_key" | "restricted_key" | "away";

type Refusal = "conflict" | StripeKeysFailure | UnverifiedKey;

type KeyDeps = NotifyDeps & { secretBox: SecretBox; stripe: StripeAccount };

export type SubmittedStripeKeys = { version: number; publishableKey: string; secretKey: string };

const UNVERIFIED: Readonly<Record<"wrong" | "revoked" | "restricted" | "away", UnverifiedKey>> = {
  wrong: "wrong_key",
  revoked: "revoked_key",
  restricted: "restricted_key",
  away: "away",
};

/** Why Stripe refuses a key, or null. Outside of a transaction: it may take seconds. */
async function findKeyProblem(
  db: Database,
  stripe: StripeAccount,
  { publishableKey, secretKey }: SubmittedStripeKeys,
): Promise<StripeKeysFailure | UnverifiedKey | null> {
  const stored = readStripeKeys(await findSetting(db, INTEGRATIONS));
  const failure = validateStripeKeys({
    publishableKey,
    secretKey,
    stored: stored && { mode: stored.secretMode },
  });
  // The stored one was verified.
  if (failure || secretKey === "") return failure;
  const verdict = await stripe.verify(secretKey);
  if (verdict.response !== "works") return UNVERIFIED[verdict.response];
  return verdict.mode === stripeModeOf(publishableKey) ? null : "key_mismatch";
}

/**
 * Saves keys (specification 5, decision D5) that Stripe confirmed, the secret encrypted. An empty secret key
 * keeps the stored one. A new key on a public URL registers the endpoint.
 */
export const saveStripeKeys = asConfirmedAdmin(
  async (
    deps: KeyDeps & { db: Database },
    input: { actor: Admin } & SubmittedStripeKeys,
  ): Promise<Result<{ mode: StripeMode }, Refusal>> => {
    const { actor, ...keys } = input;
    const problem = await findKeyProblem(deps.db, deps.stripe, keys);
    if (problem) return fail(problem);
    const saved = await inTransaction(deps.db, (tx) => writeStripeKeys(tx, deps, { actor, keys }));
    if (saved.ok && keys.secretKey !== "") {
      await listenWithNewKey(deps, { actor, version: keys.version + 1, secretKey: keys.secretKey });
    }
    return saved;
  },
);

/**
 * Removes the keys of both modes: customers get the test page, earlier orders are refunded at Stripe. Removes
 * the endpoint if reachable.
 */
export const removeStripeKeys = asConfirmedAdmin(
  async (
    deps: KeyDeps & { db: Database },
    input: { actor: Admin; version: number },
  ): Promise<Result<null, "conflict" | "missing_keys">> => {
    const { actor, version } = input;
    const removed = await inTransaction(deps.db, async (tx) => {
      const row = (await lockSettings(tx, [INTEGRATIONS])).get(INTEGRATIONS);
      if (row?.version !== version) return fail("conflict" as const);
      const keys = readStripeKeys(row.settingValue);
      if (!keys) return fail("missing_keys" as const);
      await tx
        .update(siteSettings)
        .set({ settingValue: {}, version: sql`${siteSettings.version} + 1` })
        .where(eq(siteSettings.settingName, INTEGRATIONS));
      await clearPaymentTrouble(tx);
      const record = { action: "removed", subject: "settings", subjectId: INTEGRATIONS } as const;
      await recordChanges(tx, actor, [{ ...record, before: tellableKeys(keys), after: null }]);
      await notifyOfKeys(tx, deps, `${actor.name} removed the keys of the payment provider`);
      return ok(keys);
    });
    if (!removed.ok) return removed;
    const { stripeSecretKey, webhook } = removed.value;
    const secretKey = deps.secretBox.open(stripeSecretKey, SECRET_KEY_LOCATION);
    if (secretKey && webhook) await deps.stripe.stopListening(secretKey, webhook.endpointId);
    return ok(null);
  },
);

/** Saves sections and changed keys, all or nothing. Keys are saved in a confirmed session only. */
export const saveSettingsAndKeys = asAdmin(
  async (
    deps: KeyDeps & ContentDeps,
    input: { actor: Admin; sections: SettingsInput; keys: SubmittedStripeKeys | null },
  ): Promise<
    Result<SavedVersions, "forbidden" | "unconfirmed" | Refusal | "no_such_image" | "bad_span">
  > => {
    const { actor, sections, keys } = input;
    if (!keys) return saveSettings(deps, { actor, sections });
    if (!(await isConfirmed(deps, { actor }))) return fail("unconfirmed");
    const problem = await findKeyProblem(deps.db, deps.stripe, keys);
    if (problem) return fail(problem);
    const alongside = (tx: Transaction) => writeStripeKeys(tx, deps, { actor, keys });
    const saved = await saveSettings(deps, { actor, sections, alongside });
    if (saved.ok && keys.secretKey !== "") {
      await listenWithNewKey(deps, { actor, version: keys.version + 1, secretKey: keys.secretKey });
    }
    return saved;
  },
);

/** Money goes to the account of these keys, so all owners are told. */
const notifyOfKeys = (tx: Transaction, deps: KeyDeps, what: string) =>
  notifyOwners(tx, deps, { compose: (facts) => waysInChangedEmail({ ...facts, what, lines: [] }) });

async function writeStripeKeys(
  tx: Transaction,
  deps: KeyDeps,
  input: { actor: SignedIn; keys: SubmittedStripeKeys },
): Promise<Result<{ mode: StripeMode }, "conflict" | StripeKeysFailure>> {
  const { version, publishableKey, secretKey } = input.keys;
  const row = (await lockSettings(tx, [INTEGRATIONS])).get(INTEGRATIONS);
  if (!row || row.version !== version) return fail("conflict");
  const before = readStripeKeys(row.settingValue);
  const stored = before && { mode: before.secretMode };
  const failure = validateStripeKeys({ publishableKey, secretKey, stored });
  if (failure) return fail(failure);
  const secret = secretKey === "" ? before : sealSecret(deps.secretBox, secretKey);
  if (!secret) return fail("missing_keys");
  const { stripeSecretKey, secretHint, secretMode } = secret;
  const after: StoredStripeKeys = {
    stripePublishableKey: publishableKey,
    stripeSecretKey,
    secretHint,
    secretMode,
    ...storedFor(secretMode, before),
  };
  await tx
    .update(siteSettings)
    .set({ settingValue: after, version: sql`${siteSettings.version} + 1` })
    .where(eq(siteSettings.settingName, INTEGRATIONS));
  // The old keys' problems are over.
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
  await notifyOfKeys(tx, deps, `${input.actor.name} changed the keys of the payment provider`);
  return ok({ mode: shownStripeMode(publishableKey) });
}

/**
 * Keeps the endpoint within a mode; between modes the former key, to settle and refund. At most one of the
 * other mode.
 */
function storedFor(
  secretMode: StripeMode | null,
  before: StoredStripeKeys | null,
): Pick<StoredStripeKeys, "webhook" | "earlier"> {
  if (!before || before.secretMode === secretMode) {
    return { webhook: before?.webhook ?? null, earlier: before?.earlier ?? null };
  }
  const { earlier, secretMode: mode, stripeSecretKey, webhook } = before;
  return {
    webhook: earlier?.mode === secretMode ? earlier.webhook : null,
    earlier: mode === null ? null : { mode, secret: stripeSecretKey, webhook },
  };
}

function sealSecret(box: SecretBox, secretKey: string) {
  return {
    stripeSecretKey: box.seal(secretKey, SECRET_KEY_LOCATION),
    secretHint: secretKeyHint(secretKey),
    secretMode: stripeModeOf(secretKey),
  };
}
