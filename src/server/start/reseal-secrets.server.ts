import type { AppDeps } from "#app/web/context.ts";
import { resealStripeKeys } from "#features/base/settings/reseal-stripe-keys.server.ts";
import { resealLinks } from "#features/body/links/sealed-links.server.ts";
import { resealProfiles } from "#features/body/measurement/sealed-profiles.server.ts";
import { resealAlterations } from "#features/garments/alterations/reseal-alterations.server.ts";
import { resealContracts } from "#features/garments/contract/reseal-contracts.server.ts";
import { resealFitMemories } from "#features/garments/fit-memory/fit-memories.server.ts";
import { resealPatterns } from "#features/garments/order-patterns/stored-patterns.server.ts";
import { resealProposals } from "#features/garments/proposals/stored-proposals.server.ts";
import { resealQualityChecks } from "#features/garments/quality-control/check-quality.server.ts";
import { resealSpecifications } from "#features/garments/specification/old-specifications.server.ts";
import { resealSecondFactors } from "#features/office/staff/reseal-second-factors.server.ts";

/**
 * Re-encrypts stored secrets with the current key and names any whose former key is missing; unreadable ones
 * stay.
 */
export async function resealStoredSecrets(deps: AppDeps, ownerUrl: string): Promise<void> {
  const factors = await resealSecondFactors(deps);
  const keys = await resealStripeKeys(deps);
  const measured = await resealProfiles(deps);
  const linked = await resealLinks(deps);
  const agreed = await resealContracts({ ...deps, ownerUrl });
  const proposed = await resealProposals(deps);
  const specified = await resealSpecifications(deps);
  const fitted = [
    await resealPatterns(deps),
    await resealFitMemories(deps),
    await resealQualityChecks(deps),
    await resealAlterations(deps),
  ].reduce((sum, { unreadable }) => sum + unreadable, 0);
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
  const people = measured.unreadable + linked.unreadable;
  const unreadable = agreed.unreadable + proposed.unreadable + specified.unreadable + fitted;
  if (people + unreadable > 0) {
    deps.logger.error(
      { measurementProfiles: people, contracts: unreadable },
      "The measurement key has changed and its former value is missing: set MEASUREMENT_KEY_OLD to it, or put measurement-key.json back into DATA_DIR; until then nobody can read these measurements",
    );
  }
}
