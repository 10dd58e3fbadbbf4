import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { authAccounts, profiles } from "#db/schema/identity.server.ts";
import type { AccountMails, Auth } from "#platform/auth.server.ts";
import { createAuth } from "#platform/auth.server.ts";
import type { Env } from "#platform/env.server.ts";
import { parseEnv } from "#platform/env.server.ts";

export const SHOP_ORIGIN = "http://shop.test";
export const ADMIN = { username: "Rosa", password: "cedar-and-cotton-9" };
export const CUSTOMER = { username: "shopper", password: "linen-on-sunday-4" };

export function testEnv(variables: Record<string, string> = {}): Env {
  return parseEnv({ NODE_ENV: "test", PUBLIC_URL: SHOP_ORIGIN, ...variables });
}

const digest = (salt: string, password: string) =>
  `${salt}:${createHash("sha256").update(salt).update(password).digest("hex")}`;

/** Real hashes are slow on purpose. */
const quickHashing = {
  hash: async (password: string) => digest(randomBytes(8).toString("hex"), password),
  verify: async ({ hash, password }: { hash: string; password: string }) =>
    digest(hash.split(":")[0] ?? "", password) === hash,
};

export function testAuth(
  db: Database,
  env: Env = testEnv(),
  mails?: AccountMails,
  options: Partial<Parameters<typeof createAuth>[0]> = {},
): Auth {
  return createAuth({
    db,
    env,
    secret: "a-secret-that-only-tests-know-0123456789",
    publicUrl: SHOP_ORIGIN,
    mails,
    passwords: quickHashing,
    ...options,
  });
}

export async function createAccount(
  db: Database,
  auth: Auth,
  account: { role: "admin" | "customer"; username: string; password: string },
): Promise<string> {
  const [row] = await db
    .insert(profiles)
    .values({
      name: account.username,
      email: `${account.username.toLowerCase()}@example.com`,
      username: account.username.toLowerCase(),
      displayUsername: account.username,
      role: account.role,
      isOwner: account.role === "admin",
    })
    .returning({ id: profiles.id });
  if (!row) throw new Error("The account was not written");
  const { password } = await auth.$context;
  await db.insert(authAccounts).values({
    userId: row.id,
    accountId: row.id,
    providerId: "credential",
    password: await password.hash(account.password),
  });
  return row.id;
}

export async function setRole(db: Database, userId: string, role: "admin" | "customer") {
  await db.update(profiles).set({ role, isOwner: false }).where(eq(profiles.id, userId));
}

/** Signs in without the shop's limits. Returns the cookie header. */
export async function cookieOf(
  auth: Auth,
  account: { username: string; password: string },
): Promise<string> {
  const response = await auth.api.signInUsername({ body: account, asResponse: true });
  return cookieHeader(response.headers.getSetCookie());
}

/** The Cookie header that follows from Set-Cookie headers. */
export function cookieHeader(setCookies: readonly string[]): string {
  return setCookies
    .filter((cookie) => !/Max-Age=0/i.test(cookie))
    .map((cookie) => cookie.slice(0, cookie.indexOf(";")))
    .join("; ");
}

export function formPost(
  path: string,
  fields: Record<string, string>,
  options: { origin?: string; cookie?: string; address?: string } = {},
): Request {
  const headers = new Headers({ origin: options.origin ?? SHOP_ORIGIN });
  if (options.cookie) headers.set("cookie", options.cookie);
  headers.set("x-client-address", options.address ?? "203.0.113.7");
  return new Request(SHOP_ORIGIN + path, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
  });
}

/** Returns the owner's id. */
export async function createOwnerAndCustomer(db: Database, auth: Auth): Promise<string> {
  const ownerId = await createAccount(db, auth, { role: "admin", ...ADMIN });
  await createAccount(db, auth, { role: "customer", ...CUSTOMER });
  return ownerId;
}
