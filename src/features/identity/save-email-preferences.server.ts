import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";
import type { EmailPreferences } from "./email-preferences.ts";

/** Saves which mails the actor wants (decision A4); what the mailer sends next obeys it. */
export async function saveEmailPreferences(
  deps: { db: Queryable },
  input: { actor: Actor; wishes: EmailPreferences },
): Promise<Result<EmailPreferences, "forbidden">> {
  if (!isSignedIn(input.actor)) return fail("forbidden");
  const { emailNotifications, orderUpdates } = input.wishes;
  await deps.db
    .update(profiles)
    .set({ emailNotifications, orderUpdates })
    .where(eq(profiles.id, input.actor.userId));
  return ok(input.wishes);
}
