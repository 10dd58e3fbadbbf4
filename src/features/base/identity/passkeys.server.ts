import { randomBytes } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, asc, count, eq, gt, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { passkeys, profiles, twoFactors, verifications } from "#db/schema/identity.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { makeRecoveryCodes } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SignedIn } from "./actor.ts";
import { announceOwnChange } from "./announce-own-change.server.ts";
import { confirmSession } from "./confirmed-session.server.ts";
import { asConfirmed, asSignedIn } from "./guards.server.ts";
import { mayHaveFactor } from "./may-have-factor.server.ts";

/** The passkeys' host name and origin. */
export type RelyingParty = { id: string; origin: string; name: string };

type Deps = { db: Database; clock: Clock };

const CHALLENGE_MS = 5 * 60 * 1000;
const MAX_NAME_LENGTH = 60;
const MAX_PASSKEYS = 10;

/** A challenge is used once, within five minutes. */
async function storeChallenge({ db, clock }: Deps, about: string, challenge: string) {
  const id = randomBytes(18).toString("base64url");
  await db.insert(verifications).values({
    identifier: `passkey:${about}:${id}`,
    value: challenge,
    expiresAt: new Date(clock.now().getTime() + CHALLENGE_MS),
  });
  return id;
}

async function consumeChallenge({ db, clock }: Deps, about: string, id: string) {
  const [used] = await db
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, `passkey:${about}:${id}`),
        gt(verifications.expiresAt, clock.now()),
      ),
    )
    .returning({ challenge: verifications.value });
  return used?.challenge ?? null;
}

export type MyPasskey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

/** The passkeys of the actor's own account. */
export const listMyPasskeys = asSignedIn(
  async (db: Database, input: { actor: SignedIn }): Promise<Result<MyPasskey[]>> => {
    const { createdAt, id, lastUsedAt, name } = passkeys;
    return ok(
      await db
        .select({ id, name, createdAt, lastUsedAt })
        .from(passkeys)
        .where(eq(passkeys.userId, input.actor.userId))
        .orderBy(asc(createdAt)),
    );
  },
);

/** Options for creating a passkey, and the challenge's id. A customer's email has to be confirmed (`mayHaveFactor`). */
export const beginPasskey = asConfirmed(
  async (
    deps: Deps,
    input: { actor: SignedIn; party: RelyingParty },
  ): Promise<
    Result<{ challengeId: string; options: object }, "too_many" | "unconfirmed_email">
  > => {
    const { actor, party } = input;
    if (!(await mayHaveFactor(deps.db, actor))) return fail("unconfirmed_email");
    const own = await deps.db.select().from(passkeys).where(eq(passkeys.userId, actor.userId));
    if (own.length >= MAX_PASSKEYS) return fail("too_many");
    const { generateRegistrationOptions } = await import("@simplewebauthn/server");
    const options = await generateRegistrationOptions({
      rpID: party.id,
      rpName: party.name,
      userName: actor.name,
      userID: new TextEncoder().encode(actor.userId),
      attestationType: "none",
      excludeCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
      // Needed to sign in without a username.
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const challengeId = await storeChallenge(deps, actor.userId, options.challenge);
    return ok({ challengeId, options });
  },
);

/** Recovery codes for an account's first second factor. */
async function firstRecoveryCodes(
  tx: Transaction,
  { auth, userId }: { auth: Auth; userId: string },
): Promise<readonly string[]> {
  const [account] = await tx
    .select({ hasFactor: profiles.twoFactorEnabled })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("update");
  if (!account || account.hasFactor) return [];
  const { codes, row } = await makeRecoveryCodes(auth);
  await tx
    .insert(twoFactors)
    .values({ ...row, userId })
    .onConflictDoUpdate({ target: twoFactors.userId, set: row });
  await tx.update(profiles).set({ twoFactorEnabled: true }).where(eq(profiles.id, userId));
  return codes;
}

/** Stores a passkey. The first second factor brings recovery codes, shown once. */
export const addPasskey = asConfirmed(
  async (
    deps: EmailDeps & { auth: Auth },
    input: {
      actor: SignedIn;
      party: RelyingParty;
      challengeId: string;
      name: string;
      response: RegistrationResponseJSON;
    },
  ): Promise<Result<{ recoveryCodes: readonly string[] }, "not_verified">> => {
    const { actor, challengeId, party, response } = input;
    const challenge = await consumeChallenge(deps, actor.userId, challengeId);
    if (!challenge) return fail("not_verified");
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
    }).catch(() => null);
    if (!verified?.verified) return fail("not_verified");
    const { credential } = verified.registrationInfo;
    const name = tidyLine(input.name).slice(0, MAX_NAME_LENGTH) || "Passkey";
    return deps.db.transaction(async (tx) => {
      await tx.insert(passkeys).values({
        userId: actor.userId,
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: response.response.transports ?? [],
      });
      await announceOwnChange(tx, deps, { actor, change: "passkey-added", passkey: name });
      const { userId } = actor;
      return ok({ recoveryCodes: await firstRecoveryCodes(tx, { auth: deps.auth, userId }) });
    });
  },
);

/** Recovery codes end with the last factor. */
async function endUnusedCodes(tx: Transaction, userId: string): Promise<void> {
  const left = await tx.$count(passkeys, eq(passkeys.userId, userId));
  if (left > 0) return;
  const [ended] = await tx
    .delete(twoFactors)
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.verified, false)))
    .returning({ id: twoFactors.id });
  if (!ended) return;
  await tx.update(profiles).set({ twoFactorEnabled: false }).where(eq(profiles.id, userId));
}

/** Removes one of the actor's passkeys. Idempotent. */
export const removePasskey = asConfirmed(
  async (deps: EmailDeps, input: { actor: SignedIn; passkeyId: string }): Promise<Result<null>> => {
    const { actor, passkeyId } = input;
    if (!isId(passkeyId)) return ok(null);
    return deps.db.transaction(async (tx) => {
      const [gone] = await tx
        .delete(passkeys)
        .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, actor.userId)))
        .returning({ name: passkeys.name });
      if (!gone) return ok(null);
      await endUnusedCodes(tx, actor.userId);
      await announceOwnChange(tx, deps, {
        actor,
        change: "passkey-removed",
        passkey: gone.name,
      });
      return ok(null);
    });
  },
);

/** Options for a passkey sign-in, and the challenge's id. */
export async function beginPasskeySignIn(
  deps: Deps,
  { party }: { party: RelyingParty },
): Promise<{ challengeId: string; options: object }> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: "required",
  });
  return { challengeId: await storeChallenge(deps, "sign-in", options.challenge), options };
}

/** The account of a passkey, of staff or of a customer. The key proves that its device is here, and its owner. */
export async function verifyPasskeySignIn(
  deps: Deps,
  input: { party: RelyingParty; challengeId: string; response: AuthenticationResponseJSON },
): Promise<Result<{ userId: string; role: "customer" | "admin" }, "not_verified">> {
  const { challengeId, party, response } = input;
  const challenge = await consumeChallenge(deps, "sign-in", challengeId);
  if (!challenge) return fail("not_verified");
  const [known] = await deps.db
    .select({ passkey: passkeys, role: profiles.role })
    .from(passkeys)
    .innerJoin(profiles, eq(profiles.id, passkeys.userId))
    .where(eq(passkeys.credentialId, response.id));
  if (!known) return fail("not_verified");
  const { counter, credentialId, id, publicKey, userId } = known.passkey;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: credentialId,
      counter,
      publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
    },
  }).catch(() => null);
  if (!verified?.verified) return fail("not_verified");
  await deps.db
    .update(passkeys)
    .set({ counter: verified.authenticationInfo.newCounter, lastUsedAt: deps.clock.now() })
    .where(eq(passkeys.id, id));
  return ok({ userId, role: known.role });
}

/** Confirms the actor's session for ten minutes, by one of the actor's own passkeys. */
export const confirmWithPasskey = asSignedIn(
  async (
    deps: Deps,
    input: Parameters<typeof verifyPasskeySignIn>[1] & { actor: SignedIn },
  ): Promise<Result<null, "not_verified">> => {
    const verified = await verifyPasskeySignIn(deps, input);
    if (!verified.ok || verified.value.userId !== input.actor.userId) return fail("not_verified");
    await confirmSession(deps, { actor: input.actor });
    return ok(null);
  },
);

export type SecondFactors = { hasApp: boolean; passkeys: number };

/** What an account has beside its password. */
export async function getSecondFactors(db: Queryable, userId: string): Promise<SecondFactors> {
  const [row] = await db
    .select({
      hasApp: sql<boolean>`${profiles.twoFactorEnabled} and coalesce(bool_or(${twoFactors.verified}), false)`,
      passkeys: count(passkeys.id),
    })
    .from(profiles)
    .leftJoin(passkeys, eq(passkeys.userId, profiles.id))
    .leftJoin(twoFactors, eq(twoFactors.userId, profiles.id))
    .where(eq(profiles.id, userId))
    .groupBy(profiles.id);
  return {
    hasApp: row?.hasApp ?? false,
    passkeys: row?.passkeys ?? 0,
  };
}
