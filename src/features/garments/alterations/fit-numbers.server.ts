import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAtelier } from "#features/base/identity/guards.server.ts";
import { openQualityChecks } from "#features/garments/quality-control/check-quality.server.ts";
import type { FitNumbers } from "#features/garments/quality-control/fit-numbers.ts";
import { fitNumbersOf } from "#features/garments/quality-control/fit-numbers.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { findNewestFeedback } from "./fit-feedback.server.ts";

type Deps = { db: Queryable; measurementBox: SecretBox };

/**
 * What was sewn against the pattern, the pattern against the body, and what the wearer reports, by the newest check that was measured and
 * the newest report; empty without either. Does not check who asks.
 */
export async function findFitNumbers(deps: Deps, garmentId: string): Promise<FitNumbers[]> {
  const checks = await openQualityChecks(deps, garmentId);
  const feedback = await findNewestFeedback(deps, garmentId);
  const checked = checks.find(({ points }) => points.length > 0)?.points ?? [];
  return fitNumbersOf(checked, feedback?.points ?? null);
}

/** `findFitNumbers` for the atelier: differences, and nothing that the body measures. */
export const readFitNumbers = asAtelier(
  async (
    deps: Deps,
    { garmentId }: { actor: Admin; garmentId: string },
  ): Promise<Result<FitNumbers[]>> => ok(await findFitNumbers(deps, garmentId)),
);
