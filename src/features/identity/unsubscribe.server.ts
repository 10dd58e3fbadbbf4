import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import type { MailTopic } from "./email-preferences.ts";
import { readUnsubscribeToken } from "./unsubscribe-token.server.ts";

/** Ends the mails a signed link names, for whoever holds the link; done twice it is done once, and an account gone by then wants nothing. */
export async function unsubscribe(
  deps: { db: Queryable; auth: Auth },
  input: { token: string | null },
): Promise<Result<MailTopic, "unknown_link">> {
  const subject = readUnsubscribeToken(deps.auth, input.token);
  if (!subject) return fail("unknown_link");
  const wish =
    subject.topic === "order-updates" ? { orderUpdates: false } : { emailNotifications: false };
  await deps.db.update(profiles).set(wish).where(eq(profiles.id, subject.userId));
  return ok(subject.topic);
}
