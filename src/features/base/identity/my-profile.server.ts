import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { FieldErrors, PersonName } from "./account-input.ts";
import { readPersonName } from "./account-input.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";
import type { EmailPreferences } from "./email-preferences.ts";

/** Saves the actor's email preferences (decision A4), from the next email. */
export async function saveEmailPreferences(
  deps: { db: Queryable },
  input: { actor: Actor; preferences: EmailPreferences },
): Promise<Result<EmailPreferences, "forbidden">> {
  if (!isSignedIn(input.actor)) return fail("forbidden");
  const { emailNotifications, orderUpdates } = input.preferences;
  await deps.db
    .update(profiles)
    .set({ emailNotifications, orderUpdates })
    .where(eq(profiles.id, input.actor.userId));
  return ok(input.preferences);
}

type SaveProfileFailure =
  | { code: "forbidden" }
  | { code: "invalid"; errors: FieldErrors<PersonName> };

/** Saves the actor's name (decision A1), not the email. */
export async function saveProfile(
  deps: { db: Queryable },
  input: { actor: Actor; name: PersonName },
): Promise<Result<PersonName, SaveProfileFailure>> {
  if (!isSignedIn(input.actor)) return fail({ code: "forbidden" });
  const name = readPersonName(input.name);
  if (!name.ok) return fail({ code: "invalid", errors: name.error });
  const { firstName, lastName } = name.value;
  await deps.db
    .update(profiles)
    .set({ firstName, lastName, name: `${firstName} ${lastName}` })
    .where(eq(profiles.id, input.actor.userId));
  return name;
}

export type MyProfile = {
  firstName: string;
  lastName: string;
  email: string;
  emailVerified: boolean;
  /** Marketing emails are off by default. */
  emailNotifications: boolean;
  /** The messages about an order are optional. */
  orderUpdates: boolean;
};

/** Finds the actor's account; 'forbidden' for a visitor or deleted account. */
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

/** Whether an account is still there. It says nothing else of it, so that a browser may ask about the one whose data it holds. */
export async function hasAccount(db: Queryable, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return found !== undefined;
}
