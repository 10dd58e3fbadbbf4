import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { KeyVerdict, StripeAccount } from "#platform/stripe-account.server.ts";
import { lockSettings } from "./locked-settings.server.ts";
import { clearPaymentTrouble } from "./payment-trouble.server.ts";
import { findSetting } from "./site-settings-queries.server.ts";
import type { StoredStripeKeys } from "./stored-stripe-keys.server.ts";
import {
  INTEGRATIONS,
  readStripeKeys,
  SECRET_KEY_LOCATION,
  WEBHOOK_SECRET_LOCATION,
} from "./stored-stripe-keys.server.ts";
import { stripeModeOf } from "./stripe-keys.ts";

/** Names that do not resolve on the internet. */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|test|example|invalid|home\.arpa)$/;

/** A public URL has https and a public name. */
export function isPublicUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, protocol } = new URL(url);
  if (protocol !== "https:") return false;
  // Stripe refuses IP addresses.
  const isNumber = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  return !isNumber && hostname.includes(".") && !PRIVATE_NAMES.test(hostname);
}

/** 'mixed' means that the keys' modes differ. */
export type VerifyKeysResult = KeyVerdict["response"] | "mixed";

/** Receives events, or polls: no public URL, or refused endpoint. Null when the key fails. */
export type Listening = "registered" | "not_public" | "not_registered";

export type Verified = { response: VerifyKeysResult; listening: Listening | null };

type VerifyDeps = { db: Database; secretBox: SecretBox; stripe: StripeAccount; publicUrl: string };

/**
 * Checks the secret key at the provider and records it. On a public URL registers the endpoint once.
 * 'sealed': under another settings key. Outside of a transaction: it may take seconds.
 */
export const verifyStripeKeys = asAdmin(
  async (
    deps: VerifyDeps,
    input: { actor: Admin; version: number },
  ): Promise<Result<Verified, "conflict" | "missing_keys" | "sealed">> => {
    const { actor, version } = input;
    const [row] = await deps.db
      .select()
      .from(siteSettings)
      .where(eq(siteSettings.settingName, INTEGRATIONS));
    const keys = readStripeKeys(row?.settingValue);
    if (!row || !keys) return fail("missing_keys");
    if (row.version !== version) return fail("conflict");
    const secretKey = deps.secretBox.open(keys.stripeSecretKey, SECRET_KEY_LOCATION);
    if (secretKey === null) return fail("sealed");
    const verdict = await deps.stripe.verify(secretKey);
    const isMixed =
      verdict.response === "works" && stripeModeOf(keys.stripePublishableKey) !== verdict.mode;
    const response = isMixed ? "mixed" : verdict.response;
    await note(deps.db, actor, { action: "verified", after: { response } });
    if (response !== "works") return ok({ response, listening: null });
    await clearPaymentTrouble(deps.db);
    return ok({
      response,
      listening: await listen(deps, { actor, version, keys, secretKey }),
    });
  },
);

const note = (
  db: Parameters<typeof recordChanges>[0],
  actor: SignedIn,
  what: { action: string; after: Record<string, unknown> },
) =>
  recordChanges(db, actor, [
    { subject: "settings", subjectId: INTEGRATIONS, before: null, ...what },
  ]);

type Working = { actor: SignedIn; version: number; keys: StoredStripeKeys; secretKey: string };

async function listen(deps: VerifyDeps, working: Working): Promise<Listening> {
  const { actor, keys, secretKey, version } = working;
  const url = `${deps.publicUrl}/payments/events`;
  if (!isPublicUrl(url)) return "not_public";
  const known = keys.webhook?.url === url ? keys.webhook.endpointId : null;
  if (known && (await deps.stripe.isListening(secretKey, known))) return "registered";
  const endpoint = await deps.stripe.listen(secretKey, url);
  if (!endpoint) return "not_registered";
  return deps.db.transaction(async (tx) => {
    const row = (await lockSettings(tx, [INTEGRATIONS])).get(INTEGRATIONS);
    const now = readStripeKeys(row?.settingValue);
    // The keys saved meanwhile get their own endpoint.
    if (!now || row?.version !== version) return "not_registered";
    const webhook = {
      endpointId: endpoint.id,
      url,
      secret: deps.secretBox.seal(endpoint.secret, WEBHOOK_SECRET_LOCATION),
    };
    await tx
      .update(siteSettings)
      .set({ settingValue: { ...now, webhook } })
      .where(eq(siteSettings.settingName, INTEGRATIONS));
    await note(tx, actor, { action: "registered", after: { paymentEvents: url } });
    return "registered";
  });
}

/** Registers the endpoint with a new key; without it the shop polls. */
export async function listenWithNewKey(
  deps: VerifyDeps,
  input: { actor: SignedIn; version: number; secretKey: string },
): Promise<void> {
  const keys = readStripeKeys(await findSetting(deps.db, INTEGRATIONS));
  if (keys) await listen(deps, { ...input, keys });
}
