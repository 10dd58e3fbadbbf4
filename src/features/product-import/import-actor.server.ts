import { and, eq } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { SignedIn } from "#features/identity/actor.ts";

/** The admin who asked for an import, asked anew at each step because it outlives the request; null when they are none any more. */
export async function findImportActor(
  db: Queryable,
  userId: string | null,
): Promise<SignedIn | null> {
  if (userId === null) return null;
  const [row] = await db
    .select({ name: profiles.name, email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, userId), eq(profiles.role, "admin")));
  return row ? { role: "admin", userId, ...row } : null;
}
