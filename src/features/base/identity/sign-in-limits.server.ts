import { setTimeout as wait } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { withQueryPatience } from "#db/query-patience.server.ts";
import { profiles, rateLimits } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { rateLimitKey } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { TooManyAttempts } from "./attempts.server.ts";
import { accountKey, countAttempt, forgetAttempts } from "./attempts.server.ts";
import { deviceSecretsOf, findDeviceOf } from "./known-device.server.ts";

export type LimitDeps = {
  auth: Auth;
  db: Database;
  clock: Clock;
  /** For tests only: how a slowed attempt waits. */
  pause?: (ms: number) => Promise<unknown>;
};

/** The limit counts all accounts. It is higher for customers, because phone networks share IPs. */
const FROM_ONE_NETWORK = {
  email: { most: 30, windowS: 60 },
  username: { most: 10, windowS: 60 },
};

/** The limit counts one account from one network. */
const AT_ONE_ACCOUNT = { most: 5, windowS: 60 };

/** From unknown devices together; then the account is slowed for them. */
const FROM_UNKNOWN_DEVICES = { most: 30, windowS: 60 * 60 };

/** An owner with a new device may mistype this often. */
const WHILE_SLOWED = { most: 3, windowS: 15 * 60 };
const SLOWED_BY_MS = 2_000;

/** One account, from a device that it knows. */
const FROM_KNOWN_DEVICE = { most: 10, windowS: 15 * 60 };

/** Customers sign in by email, admins by either. */
export type AccountName = { by: "email" | "username"; name: string };

type NamedAccount = { userId: string };

/** Finds the account of an email or username, or null at the same cost. */
export async function findNamedAccount(
  db: Database,
  { by, name }: AccountName,
): Promise<NamedAccount | null> {
  const lowered = name.trim().toLowerCase();
  const column = by === "email" ? profiles.email : profiles.username;
  const [found] = await db
    .select({ userId: profiles.id })
    .from(profiles)
    .where(eq(column, lowered));
  return found ?? null;
}

/** The key counts wrong passwords from unknown devices. */
export const guessesKey = (account: string) => `account|sign-in|${account}`;

/** `succeed` returns the count: only wrong passwords count. */
export type Admission = { succeed(): Promise<void> };

async function countAll(
  deps: LimitDeps,
  counts: readonly (readonly [key: string, limit: { most: number; windowS: number }])[],
): Promise<Result<null, TooManyAttempts>> {
  for (const [key, limit] of counts) {
    const counted = await countAttempt(deps, key, limit);
    if (!counted.ok) return counted;
  }
  return ok(null);
}

/** Whether slowed for unknown devices; with a second factor too, because the time of a refusal would tell who has one. */
async function isSlowed(deps: LimitDeps, key: string): Promise<boolean> {
  const counted = await countAttempt(deps, key, FROM_UNKNOWN_DEVICES);
  return !counted.ok;
}

async function giveBack(db: Database, key: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(eq(rateLimits.key, key), sql`${rateLimits.count} > 0`));
}

/**
 * Counts a password attempt across processes and refuses it with the time to wait. Strangers cannot lock an
 * owner out: known devices have their own attempts, and so has each network. After thirty wrong passwords in
 * an hour, unknown devices are slowed: two seconds per attempt, three per network in fifteen minutes, and the
 * right password still works. Throws when the counters cannot be reached within three seconds: no sign-in
 * without a limit.
 */
export function admitSignIn(
  deps: LimitDeps,
  input: AccountName & { request: Request },
): Promise<Result<Admission, TooManyAttempts>> {
  return withQueryPatience(() => admit(deps, input));
}

async function admit(
  deps: LimitDeps,
  input: AccountName & { request: Request },
): Promise<Result<Admission, TooManyAttempts>> {
  const { auth, clock, db } = deps;
  const { by, name, request } = input;
  const account = await findNamedAccount(db, input);
  const key = account?.userId ?? accountKey(name);
  // Unknown accounts cost the same.
  const userId = account?.userId ?? "";
  const device = findDeviceOf(deviceSecretsOf(auth), { request, userId, now: clock.now() });
  if (device) {
    const deviceKey = `device|sign-in|${device}|${key}`;
    const counted = await countAttempt(deps, deviceKey, FROM_KNOWN_DEVICE);
    if (counted.ok) return ok({ succeed: () => forgetAttempts(db, deviceKey) });
  }
  const network = rateLimitKey(auth, request, "/sign-in");
  const pairKey = `${network}|${key}`;
  const counted = await countAll(deps, [
    [`${network}|${by}`, FROM_ONE_NETWORK[by]],
    [pairKey, AT_ONE_ACCOUNT],
  ]);
  if (!counted.ok) return counted;
  if (await isSlowed(deps, guessesKey(key))) {
    const slowed = await countAttempt(deps, `${pairKey}|slowed`, WHILE_SLOWED);
    if (!slowed.ok) return slowed;
    await (deps.pause ?? wait)(SLOWED_BY_MS);
  }
  return ok({
    async succeed() {
      await Promise.all([
        forgetAttempts(db, pairKey),
        forgetAttempts(db, `${pairKey}|slowed`),
        giveBack(db, `${network}|${by}`),
        giveBack(db, guessesKey(key)),
      ]);
    },
  });
}
