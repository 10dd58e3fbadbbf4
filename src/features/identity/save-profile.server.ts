import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";
import type { ProfileErrors, ProfileNames } from "./profile-input.ts";
import { readProfileNames } from "./profile-input.ts";

/** Why a profile was not saved. */
export type SaveProfileFailure = { code: "forbidden" } | { code: "invalid"; errors: ProfileErrors };

/** Saves the actor's own names (decision A1); nobody's email and nobody else's profile can be reached from here. */
export async function saveProfile(
  deps: { db: Queryable },
  input: { actor: Actor; typed: ProfileNames },
): Promise<Result<ProfileNames, SaveProfileFailure>> {
  if (!isSignedIn(input.actor)) return fail({ code: "forbidden" });
  const names = readProfileNames(input.typed);
  if (!names.ok) return fail({ code: "invalid", errors: names.error });
  const { firstName, lastName } = names.value;
  await deps.db
    .update(profiles)
    .set({ firstName, lastName, name: `${firstName} ${lastName}` })
    .where(eq(profiles.id, input.actor.userId));
  return names;
}
