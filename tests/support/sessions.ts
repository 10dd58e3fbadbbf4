import { createHmac } from "node:crypto";
import type { Database } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";

export type OpenSession = { id: string; cookieName: string; cookieValue: string };

/** As better-auth after a correct password; uncounted. */
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

/** By default confirmed; returns the id. */
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
