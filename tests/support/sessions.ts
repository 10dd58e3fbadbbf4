import { createHmac, randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { DAY_MS } from "#core/duration.ts";
import type { Database } from "#db/client.server.ts";
import { profiles, sessions } from "#db/schema/identity.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import type { Auth } from "#platform/auth.server.ts";

export type OpenSession = { id: string; cookieName: string; cookieValue: string };

/** Opens a session as better-auth does after a correct password, without its limits. */
export async function openSession(auth: Auth, userId: string): Promise<OpenSession> {
  const { authCookies, internalAdapter, secret } = await auth.$context;
  const { id, token } = await internalAdapter.createSession(userId);
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  return {
    id,
    cookieName: authCookies.sessionToken.name,
    cookieValue: encodeURIComponent(`${token}.${signature}`),
  };
}

/** Writes a customer, whose email is confirmed unless `changes` say otherwise. Returns the id. */
export async function createCustomer(
  db: Database,
  changes: Partial<typeof profiles.$inferInsert> & { email: string },
): Promise<string> {
  const [row] = await db
    .insert(profiles)
    .values({
      name: "Asha Persaud",
      firstName: "Asha",
      lastName: "Persaud",
      emailVerified: true,
      ...changes,
    })
    .returning({ id: profiles.id });
  if (!row) throw new Error("The customer was not written");
  return row.id;
}

/** Admins signed in now stay confirmed for a day: a test's proof is old after ten minutes on a slow machine. */
export async function keepAdminsConfirmed(db: Database): Promise<void> {
  const admins = db.select({ id: profiles.id }).from(profiles).where(eq(profiles.role, "admin"));
  await db
    .update(sessions)
    .set({ confirmedAt: new Date(Date.now() + DAY_MS) })
    .where(inArray(sessions.userId, admins));
}

/** The actor in a session of their own, signed in at this moment. */
export async function inSession<Person extends SignedIn>(
  db: Database,
  actor: Person,
  at: Date,
): Promise<Person & { sessionId: string }> {
  const [row] = await db
    .insert(sessions)
    .values({
      userId: actor.userId,
      token: randomUUID(),
      createdAt: at,
      updatedAt: at,
      expiresAt: new Date(at.getTime() + DAY_MS),
    })
    .returning({ id: sessions.id });
  return { ...actor, sessionId: row?.id ?? "" };
}
