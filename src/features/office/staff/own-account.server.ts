import { and, eq, ne } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import {
  passkeys,
  profiles,
  sessions,
  staffDevices,
  twoFactors,
  verifications,
} from "#db/schema/identity.server.ts";
import { passwordError } from "#features/base/identity/account-input.ts";
import type { Actor, Admin } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { loadPasswordLists } from "#features/base/identity/common-passwords.server.ts";
import type { SecondFactorFailure } from "#features/base/identity/factor-request.server.ts";
import { requestFactor } from "#features/base/identity/factor-request.server.ts";
import {
  asConfirmedAdmin,
  asConfirmedAdminWithCode,
} from "#features/base/identity/guards.server.ts";
import { announceChange } from "#features/base/identity/notify-owners.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { lastingCookies, sessionLifetimeS } from "#platform/auth.server.ts";

type Deps = EmailDeps & { auth: Auth };

/** Records and mails what the actor changed of their own account. */
const announce = (tx: Transaction, deps: Deps, actor: Admin, action: string) =>
  announceChange(tx, deps, {
    actor,
    about: actor.userId,
    what: `${action} their own account`,
    change: {
      action,
      subject: "account",
      subjectId: actor.userId,
      before: null,
      after: { name: actor.name },
    },
  });

/** Changes the actor's password, ends other sessions; returns the renewed session's cookies. */
export const changeOwnPassword = asConfirmedAdminWithCode(
  async (
    deps: Deps,
    input: { actor: Admin; request: Request; current: string; next: string },
  ): Promise<
    Result<{ cookies: readonly string[] }, SecondFactorFailure | { code: "weak"; reasons: string }>
  > => {
    const { actor, current, next, request } = input;
    const reasons = passwordError(
      next,
      { email: actor.email, names: [actor.name] },
      await loadPasswordLists(deps.db),
    );
    if (reasons) return fail({ code: "weak", reasons });
    const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true };
    const changed = await requestFactor(deps, request, { path: "/change-password", body });
    if (!changed.ok) return changed;
    await deps.db.transaction((tx) => announce(tx, deps, actor, "changed the password of"));
    const set = changed.value.headers.getSetCookie();
    return ok({ cookies: lastingCookies(set, sessionLifetimeS(actor.role)) });
  },
);

/**
 * Ends every way into the actor's account but the password and the session that acts: passkeys, the app, recovery codes,
 * links by email and all other sessions. For a password that somebody else knew.
 */
export const endOtherWaysIn = asConfirmedAdmin(
  async (deps: Deps, { actor }: { actor: Admin }): Promise<Result<null>> => {
    const { sessionId = "", userId } = actor;
    return deps.db.transaction(async (tx) => {
      await tx.delete(passkeys).where(eq(passkeys.userId, userId));
      await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
      await tx.update(profiles).set({ twoFactorEnabled: false }).where(eq(profiles.id, userId));
      await tx.delete(verifications).where(eq(verifications.value, userId));
      await tx.delete(staffDevices).where(eq(staffDevices.userId, userId));
      await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
      await announce(tx, deps, actor, "ended every other way into");
      return ok(null);
    });
  },
);

/** Records that the holder put the second factor off; how long that counts, `decideSecondFactorDuty` says. */
export async function dismissOffer(
  deps: Pick<Deps, "db">,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  if (!isAdmin(actor)) return;
  await deps.db
    .update(profiles)
    .set({ secondFactorOfferedAt: now })
    .where(eq(profiles.id, actor.userId));
}
