import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { SecretBox } from "#platform/secret-box.server.ts";
import type { KeyVerdict, StripeAccount } from "#platform/stripe-account.server.ts";
import { INTEGRATIONS, readStripeKeys, SECRET_PLACE } from "./stored-stripe-keys.server.ts";
import { stripeModeOf } from "./stripe-keys.ts";

/** What came of asking: the provider's own answer, or that its key is of another mode than the publishable one. */
export type VerifyAnswer = KeyVerdict["answer"] | "mixed";

/**
 * Asks the payment provider whether the stored secret key works, and writes down that it was asked. 'sealed' means that the key was stored
 * under another settings key and has to be typed again. Asked outside of a transaction: the provider may take seconds.
 */
export async function verifyStripeKeys(
  deps: { db: Database; secretBox: SecretBox; stripe: StripeAccount },
  input: { actor: Actor; version: number },
): Promise<Result<{ answer: VerifyAnswer }, "forbidden" | "conflict" | "missing_keys" | "sealed">> {
  const { actor, version } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const [row] = await deps.db
    .select()
    .from(siteSettings)
    .where(eq(siteSettings.settingName, INTEGRATIONS));
  const keys = readStripeKeys(row?.settingValue);
  if (!row || !keys) return fail("missing_keys");
  if (row.version !== version) return fail("conflict");
  const secretKey = deps.secretBox.open(keys.stripeSecretKey, SECRET_PLACE);
  if (secretKey === null) return fail("sealed");
  const verdict = await deps.stripe.verify(secretKey);
  const isMixed =
    verdict.answer === "works" && stripeModeOf(keys.stripePublishableKey) !== verdict.mode;
  const answer = isMixed ? "mixed" : verdict.answer;
  const entry = { action: "verified", subject: "settings", subjectId: INTEGRATIONS } as const;
  await recordChanges(deps.db, actor, [{ ...entry, before: null, after: { answer } }]);
  return ok({ answer });
}
