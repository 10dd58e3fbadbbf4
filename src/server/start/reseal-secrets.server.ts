import type { AppDeps } from "#app/web/context.ts";
import { resealSecondFactors } from "#features/base/identity/reseal-second-factors.server.ts";
import { resealStripeKeys } from "#features/base/settings/reseal-stripe-keys.server.ts";
import { sealPlainProfiles } from "#features/body/measurement/sealed-profiles.server.ts";
import { recordUnreadableValues } from "#features/office/reports/unreadable-values-record.server.ts";
import type { ResealCount, ResealDeps } from "#platform/sealed-column.server.ts";
import { GARMENT_COLUMNS, MONEY_COLUMNS, PEOPLE_COLUMNS } from "./sealed-columns.server.ts";

type Resealable = { reseal(deps: ResealDeps): Promise<ResealCount> };

/** Seals the values of these columns with the current measurement key. Returns how many no key opens. */
async function resealColumns(columns: readonly Resealable[], deps: ResealDeps): Promise<number> {
  let unreadable = 0;
  for (const column of columns) unreadable += (await column.reseal(deps)).unreadable;
  return unreadable;
}

/**
 * Re-encrypts stored secrets with the current key and names any whose former key is missing; unreadable ones
 * stay.
 */
export async function resealStoredSecrets(deps: AppDeps, ownerUrl: string): Promise<void> {
  const factors = await resealSecondFactors(deps);
  const keys = await resealStripeKeys(deps);
  await sealPlainProfiles(deps);
  const resealing = { db: deps.db, measurementBox: deps.measurementBox, ownerUrl };
  const people = await resealColumns(PEOPLE_COLUMNS, resealing);
  const garments = await resealColumns(GARMENT_COLUMNS, resealing);
  const accounts = await resealColumns(MONEY_COLUMNS, resealing);
  await recordUnreadableValues(deps.db, people + garments + accounts);
  if (factors.unreadable > 0) {
    deps.logger.error(
      { secondFactors: factors.unreadable },
      "AUTH_SECRET has changed and its former value is missing: set AUTH_SECRET_OLD to it, or these admins cannot use their authenticator apps and recovery codes",
    );
  }
  if (keys.unreadable > 0) {
    deps.logger.error(
      "SETTINGS_KEY has changed and its former value is missing: set SETTINGS_KEY_OLD to it, or enter the Stripe keys in the settings again",
    );
  }
  if (people + garments + accounts > 0) {
    deps.logger.error(
      { measurementProfiles: people, contracts: garments, payoutAccounts: accounts },
      "The measurement key has changed and its former value is missing: set MEASUREMENT_KEY_OLD to it; until then nobody can read these measurements. Do not replace measurement-key.json: it holds the key of what was measured since",
    );
  }
}
