import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Actor } from "./actor.ts";
import type { TooManyAttempts } from "./attempts.server.ts";
import { countAttempt } from "./attempts.server.ts";

/** Mails to one account. */
const MAILS_AN_HOUR = { most: 3, windowS: 60 * 60 };

/** Whether the account's email still waits for its owner's word; false for visitors. */
export async function awaitsEmailConfirmation(
  deps: { db: Database },
  actor: Actor,
): Promise<boolean> {
  if (actor.role === "visitor") return false;
  const [account] = await deps.db
    .select({ confirmed: profiles.emailVerified })
    .from(profiles)
    .where(eq(profiles.id, actor.userId));
  return account?.confirmed === false;
}

/** Mails the link that confirms the account's email once more; nothing is sent when it is confirmed already. */
export async function requestEmailConfirmation(
  deps: { auth: Auth; db: Database; clock: Clock },
  input: { actor: Actor; request: Request },
): Promise<Result<null, TooManyAttempts | { code: "forbidden" }>> {
  const { actor, request } = input;
  if (actor.role === "visitor") return fail({ code: "forbidden" });
  if (!(await awaitsEmailConfirmation(deps, actor))) return ok(null);
  const counted = await countAttempt(deps, `confirm-email|${actor.userId}`, MAILS_AN_HOUR);
  if (!counted.ok) return counted;
  await deps.auth.api.sendVerificationEmail({
    headers: request.headers,
    body: { email: actor.email },
  });
  return ok(null);
}
