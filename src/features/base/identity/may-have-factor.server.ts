import { eq } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { SignedIn } from "./actor.ts";

/**
 * Whether an account may get a second factor: staff, and customers whose email is confirmed. Anybody may register with another
 * person's email; with a factor on that account its owner would never come in, whatever password she chooses.
 */
export async function mayHaveFactor(db: Queryable, actor: SignedIn): Promise<boolean> {
  const [account] = await db
    .select({ role: profiles.role, emailVerified: profiles.emailVerified })
    .from(profiles)
    .where(eq(profiles.id, actor.userId));
  return account !== undefined && (account.role === "admin" || account.emailVerified);
}
