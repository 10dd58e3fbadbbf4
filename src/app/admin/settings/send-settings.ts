import { sendWrite } from "#app/web/admin-send-write.ts";
import type { Result } from "#core/result.ts";
import type { AdminSettings } from "#features/settings/admin-settings.ts";
import type { SavedVersions } from "#features/settings/save-settings.server.ts";
import type { SectionName, SectionValues } from "#features/settings/settings-input.ts";
import type { StripeMode } from "#features/settings/stripe-keys.ts";
import type { SubmittedKeys } from "./settings-draft.ts";
import { toSave } from "./settings-draft.ts";

/** Saves these sections and gives the settings as they stand then. */
export async function sendSections(
  values: SectionValues,
  loaded: AdminSettings,
  names: readonly SectionName[],
): Promise<Result<AdminSettings, string>> {
  const body = toSave(values, loaded, names);
  const answer = await sendWrite<SavedVersions, string>("/admin/settings/save", body);
  if (!answer.ok) return answer;
  const versions = { ...loaded.versions, ...answer.value };
  return { ok: true, value: { ...loaded, values, versions } };
}

/** Saves the typed keys and gives what may be shown of them then; the new hint comes with the next load. */
export async function sendKeys(
  { stripe }: AdminSettings,
  keys: SubmittedKeys,
): Promise<Result<AdminSettings["stripe"], string>> {
  const body = { version: stripe.version, ...keys };
  const answer = await sendWrite<{ mode: StripeMode }, string>("/admin/settings/stripe-keys", body);
  if (!answer.ok) return answer;
  const { publishableKey } = keys;
  const version = stripe.version + 1;
  return { ok: true, value: { ...stripe, publishableKey, version, mode: answer.value.mode } };
}
