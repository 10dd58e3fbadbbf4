import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";

/** An account as its owner sees it. */
export type MyProfile = {
  firstName: string;
  lastName: string;
  email: string;
  emailVerified: boolean;
  /** News and offers; off unless asked for. */
  emailNotifications: boolean;
  /** What happens to an order beyond what has to be told. */
  orderUpdates: boolean;
};

/** The actor's own account; 'forbidden' for a visitor, or when it is gone. */
export async function findMyProfile(
  db: Queryable,
  input: { actor: Actor },
): Promise<Result<MyProfile, "forbidden">> {
  if (!isSignedIn(input.actor)) return fail("forbidden");
  const [profile] = await db
    .select({
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      email: profiles.email,
      emailVerified: profiles.emailVerified,
      emailNotifications: profiles.emailNotifications,
      orderUpdates: profiles.orderUpdates,
    })
    .from(profiles)
    .where(eq(profiles.id, input.actor.userId));
  return profile ? ok(profile) : fail("forbidden");
}
