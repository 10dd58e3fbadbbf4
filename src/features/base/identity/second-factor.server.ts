import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { passkeys, profiles, twoFactors } from "#db/schema/identity.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import {
  lastingCookies,
  makeRecoveryCodes,
  sealRecoveryCodes,
  sessionLifetimeS,
} from "#platform/auth.server.ts";
import { generateRecoveryCodes } from "#platform/recovery-codes.server.ts";
import type { SignedIn } from "./actor.ts";
import { announceOwnChange } from "./announce-own-change.server.ts";
import { consumeAppCode } from "./app-codes.server.ts";
import type { SecondFactorFailure } from "./factor-request.server.ts";
import { requestFactor } from "./factor-request.server.ts";
import { asConfirmedWithCode } from "./guards.server.ts";
import { mayHaveFactor } from "./may-have-factor.server.ts";
import type { OwnChange } from "./ways-in-email.ts";

type Deps = EmailDeps & { auth: Auth };
type Own = { actor: SignedIn; request: Request };

const cookiesOf = (actor: SignedIn, response: Response) =>
  lastingCookies(response.headers.getSetCookie(), sessionLifetimeS(actor.role));

const setUpSchema = z.object({ totpURI: z.string() });

/** Stores codes of the shop's own, hashed, in place of those that the library made readable. */
async function replaceCodes(deps: Deps, userId: string): Promise<readonly string[]> {
  const codes = generateRecoveryCodes();
  const backupCodes = await sealRecoveryCodes(deps.auth, codes);
  await deps.db.update(twoFactors).set({ backupCodes }).where(eq(twoFactors.userId, userId));
  return codes;
}

/** Codes are shown once; none when there are some. */
export type AppSetUp = { uri: string; recoveryCodes: readonly string[] };

/** The recovery codes of an account with a factor, encrypted as the library stores them; null without a factor. */
export async function findSealedCodes(db: Database, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ sealed: twoFactors.backupCodes })
    .from(twoFactors)
    .innerJoin(
      profiles,
      and(eq(profiles.id, twoFactors.userId), eq(profiles.twoFactorEnabled, true)),
    )
    .where(eq(twoFactors.userId, userId));
  return row?.sealed ?? null;
}

/** What the app calls the account: staff and customers of one shop may be one person. */
async function findIssuer(db: Database, { role }: SignedIn): Promise<{ issuer?: string }> {
  if (role === "admin") return {};
  return { issuer: (await getSettings(db, "general")).siteName };
}

/**
 * Begins an authenticator app's set-up, confirmed by a first code. The password is asked of an account that has one. A customer's
 * email has to be confirmed ('unconfirmed_email'): otherwise somebody could lock its owner out of an account made in her name.
 */
export const beginApp = asConfirmedWithCode(
  async (
    deps: Deps,
    { actor, password, request }: Own & { password: string },
  ): Promise<Result<AppSetUp, SecondFactorFailure>> => {
    if (!(await mayHaveFactor(deps.db, actor))) return fail({ code: "unconfirmed_email" });
    const stored = await findSealedCodes(deps.db, actor.userId);
    const body = { password, ...(await findIssuer(deps.db, actor)) };
    const begun = await requestFactor(deps, request, { path: "/two-factor/enable", body });
    if (!begun.ok) return begun;
    const { totpURI } = setUpSchema.parse(await begun.value.json());
    if (stored !== null) {
      // The library replaces codes that their holder printed.
      await deps.db
        .update(twoFactors)
        .set({ backupCodes: stored })
        .where(eq(twoFactors.userId, actor.userId));
      return ok({ uri: totpURI, recoveryCodes: [] });
    }
    return ok({ uri: totpURI, recoveryCodes: await replaceCodes(deps, actor.userId) });
  },
);

/** Records and mails what the actor changed of their own account. */
const announce = (deps: Deps, actor: SignedIn, change: OwnChange) =>
  deps.db.transaction((tx) => announceOwnChange(tx, deps, { actor, change }));

/** Turns the app on with its first code; returns the renewed session's cookies. */
export const confirmApp = asConfirmedWithCode(
  async (
    deps: Deps,
    { actor, code, request }: Own & { code: string },
  ): Promise<Result<{ cookies: readonly string[] }, SecondFactorFailure>> => {
    const path = "/two-factor/verify-totp";
    const confirmed = await requestFactor(deps, request, { path, body: { code } });
    if (!confirmed.ok) return confirmed;
    // The code of the set-up opens nothing afterwards.
    await consumeAppCode(deps, { userId: actor.userId, code });
    await announce(deps, actor, "app-added");
    return ok({ cookies: cookiesOf(actor, confirmed.value) });
  },
);

/** A passkey without an app needs them. */
async function keepCodes(deps: Deps, userId: string, backupCodes: string): Promise<void> {
  const { row } = await makeRecoveryCodes(deps.auth);
  await deps.db.transaction(async (tx) => {
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) === 0) return;
    await tx.insert(twoFactors).values({ ...row, userId, backupCodes });
    await tx.update(profiles).set({ twoFactorEnabled: true }).where(eq(profiles.id, userId));
  });
}

/** Turns the app off, after the password where the account has one. Recovery codes stay while there is a passkey. */
export const removeApp = asConfirmedWithCode(
  async (
    deps: Deps,
    { actor, password, request }: Own & { password: string },
  ): Promise<Result<{ cookies: readonly string[] }, SecondFactorFailure>> => {
    const stored = await findSealedCodes(deps.db, actor.userId);
    const path = "/two-factor/disable";
    const removed = await requestFactor(deps, request, { path, body: { password } });
    if (!removed.ok) return removed;
    if (stored !== null) await keepCodes(deps, actor.userId, stored);
    await announce(deps, actor, "app-removed");
    return ok({ cookies: cookiesOf(actor, removed.value) });
  },
);

/** Replaces the recovery codes, after the password where the account has one. */
export const renewRecoveryCodes = asConfirmedWithCode(
  async (
    deps: Deps,
    { actor, password, request }: Own & { password: string },
  ): Promise<Result<readonly string[], SecondFactorFailure>> => {
    const path = "/two-factor/generate-backup-codes";
    const made = await requestFactor(deps, request, { path, body: { password } });
    if (!made.ok) return made;
    const codes = await replaceCodes(deps, actor.userId);
    await announce(deps, actor, "codes-renewed");
    return ok(codes);
  },
);
