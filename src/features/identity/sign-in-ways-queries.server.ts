import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { SocialProvider } from "#core/social-provider.ts";
import { isSocialProvider } from "#core/social-provider.ts";
import type { Queryable } from "#db/client.server.ts";
import { authAccounts } from "#db/schema/identity.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";

/** How an account can be opened. */
export type SignInWays = { hasPassword: boolean; providers: SocialProvider[] };

/** How the actor's own account can be opened: by a password, by providers, or both. */
export async function findMySignInWays(
  db: Queryable,
  input: { actor: Actor },
): Promise<Result<SignInWays, "forbidden">> {
  if (!isSignedIn(input.actor)) return fail("forbidden");
  const rows = await db
    .select({ provider: authAccounts.providerId })
    .from(authAccounts)
    .where(eq(authAccounts.userId, input.actor.userId));
  const ways = rows.map(({ provider }) => provider);
  return ok({
    hasPassword: ways.includes("credential"),
    providers: ways.filter((way) => isSocialProvider(way)).sort(),
  });
}
