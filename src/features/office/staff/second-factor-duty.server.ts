import { and, eq, exists, isNull, or, sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { passkeys, profiles, twoFactors } from "#db/schema/identity.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { DutyFacts, SecondFactorDuty } from "./second-factor-duty.ts";
import { decideSecondFactorDuty } from "./second-factor-duty.ts";

type Deps = { db: Queryable; clock: Clock };

/** Whether the account of a row of `profiles` has an app that is turned on, or a passkey. */
function hasFactor(db: Queryable) {
  const app = db
    .select({ id: twoFactors.id })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, profiles.id), eq(twoFactors.verified, true)));
  const passkey = db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, profiles.id));
  const hasApp = and(eq(profiles.twoFactorEnabled, true), exists(app));
  return sql<boolean>`coalesce(${or(hasApp, exists(passkey))}, false)`;
}

/** What decides about an account, with the owner's settings; null for an unknown one. Two statements. */
async function findDutyFacts(db: Queryable, userId: string): Promise<DutyFacts | null> {
  const { requestSecondFactor, requireSecondFactor } = await getSettings(db, "security");
  const [account] = await db
    .select({
      role: profiles.role,
      isAtelier: profiles.isAtelier,
      hasFactor: hasFactor(db),
      requestedAt: profiles.secondFactorRequestedAt,
      dismissedAt: profiles.secondFactorOfferedAt,
    })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return account ? { ...account, requestSecondFactor, requireSecondFactor } : null;
}

/** What the shop wants of an account now; `none` for an unknown one. */
export async function findSecondFactorDuty(
  { clock, db }: Deps,
  { userId }: { userId: string },
): Promise<SecondFactorDuty> {
  const facts = await findDutyFacts(db, userId);
  return facts ? decideSecondFactorDuty(facts, clock.now()) : { kind: "none" };
}

/**
 * What the shop wants of an account whose holder opens a page of the admin now. The first time that it asks, it stores when,
 * because the days to put it off count from then; two pages at once store one moment.
 */
export async function beginSecondFactorDuty(
  { clock, db }: Deps,
  { userId }: { userId: string },
): Promise<SecondFactorDuty> {
  const facts = await findDutyFacts(db, userId);
  if (!facts) return { kind: "none" };
  const now = clock.now();
  const duty = decideSecondFactorDuty(facts, now);
  if (duty.kind !== "requested" || facts.requestedAt !== null) return duty;
  await db
    .update(profiles)
    .set({ secondFactorRequestedAt: now })
    .where(and(eq(profiles.id, userId), isNull(profiles.secondFactorRequestedAt)));
  return duty;
}
