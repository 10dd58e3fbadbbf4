import { randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import type { Database } from "#db/client.server.ts";
import { authAccounts, profiles } from "#db/schema/identity.server.ts";

/** Returns the username. */
export async function createStaff(db: Database, password: string): Promise<string> {
  const username = `staff${randomUUID().slice(0, 8)}`;
  const [row] = await db
    .insert(profiles)
    .values({
      name: username,
      email: `${username}@example.com`,
      role: "admin" as const,
      isOwner: true,
      username,
      displayUsername: username,
    })
    .returning({ id: profiles.id });
  const userId = row?.id ?? "";
  await db.insert(authAccounts).values({
    userId,
    accountId: userId,
    providerId: "credential",
    password: await hashPassword(password),
  });
  return username;
}
