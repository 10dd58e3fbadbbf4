import { eq } from "drizzle-orm";
import { AppError } from "#core/app-error.ts";
import { clientKeyOf } from "#core/client-key.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { authRequest, CLIENT_IP_HEADER } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Registration } from "./account-input.ts";
import type { Actor } from "./actor.ts";
import type { TooManyAttempts } from "./attempts.server.ts";
import { countAttempt } from "./attempts.server.ts";
import { countVisitorEntry } from "./visitor-entries.server.ts";

/** Emails are counted per account. */
const MAILS_AN_HOUR = { most: 3, windowS: 60 * 60 };

/** False for visitors. */
export async function awaitsEmailConfirmation(
  deps: { db: Queryable },
  { actor }: { actor: Actor },
): Promise<boolean> {
  if (actor.role === "visitor") return false;
  const [account] = await deps.db
    .select({ confirmed: profiles.emailVerified })
    .from(profiles)
    .where(eq(profiles.id, actor.userId));
  return account?.confirmed === false;
}

/** Emails the confirmation link again unless confirmed. */
export async function requestEmailConfirmation(
  deps: { auth: Auth; db: Database; clock: Clock },
  input: { actor: Actor },
): Promise<Result<null, TooManyAttempts | { code: "forbidden" }>> {
  const { actor } = input;
  if (actor.role === "visitor") return fail({ code: "forbidden" });
  if (!(await awaitsEmailConfirmation(deps, { actor }))) return ok(null);
  const counted = await countAttempt(deps, `confirm-email|${actor.userId}`, MAILS_AN_HOUR);
  if (!counted.ok) return counted;
  await deps.auth.api.mailConfirmation({ body: { userId: actor.userId } });
  return ok(null);
}

/**
 * Creates a customer account and emails the confirmation. A registered email gets the same response; its
 * owner is notified. Does not sign in (specification 8).
 */
export async function registerCustomer(
  deps: { auth: Auth; db: Database; clock: Clock },
  input: Registration & { request: Request },
): Promise<Result<null, TooManyAttempts | { code: "foreign_origin" } | { code: "refused" }>> {
  const { firstName, lastName, email, password, request } = input;
  const network = clientKeyOf(request.headers.get(CLIENT_IP_HEADER) ?? "");
  // A registered email counts too, so that the limit does not tell which are registered.
  const counted = await inTransaction(deps.db, (tx) =>
    countVisitorEntry({ tx, clock: deps.clock }, { kind: "account", network }),
  );
  if (!counted.ok) return fail({ code: "too_many_attempts", retryAfterSeconds: 60 * 60 });
  const name = `${firstName} ${lastName}`.trim();
  const body = { name, firstName, lastName, email, password };
  const response = await deps.auth.handler(authRequest(request, "/sign-up/email", body));
  if (response.ok) return ok(null);
  if (response.status === 429) {
    const seconds = Number(response.headers.get("x-retry-after"));
    return fail({ code: "too_many_attempts", retryAfterSeconds: Math.max(1, seconds || 60) });
  }
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (response.status >= 500) throw new AppError("internal", "The account could not be made");
  return fail({ code: "refused" });
}
