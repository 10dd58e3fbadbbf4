import { and, asc, eq, ne } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import {
  authAccounts,
  passkeys,
  profiles,
  sessions,
  staffInvitations,
  twoFactors,
} from "#db/schema/identity.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asConfirmedOwner } from "#features/base/identity/guards.server.ts";
import { announceChange } from "#features/base/identity/notify-owners.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";

/**
 * Locks the owners until the commit, so that of two changes at the same moment the second sees the first: an owner who was
 * just removed decides nothing, and the last one stays.
 */
export async function lockOwners(tx: Transaction): Promise<readonly string[]> {
  const owners = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.isOwner, true))
    .orderBy(asc(profiles.id))
    .for("update");
  return owners.map(({ id }) => id);
}

/**
 * Gives or takes the atelier permission for measurements. Changes are in Activity, readings in the customer's
 * account. Idempotent.
 */
export const setAtelierPermission = asConfirmedOwner(
  async (
    deps: EmailDeps,
    input: { actor: Admin; userId: string; isAtelier: boolean },
  ): Promise<Result<null, "not_owner">> => {
    const { actor, isAtelier, userId } = input;
    if (!isId(userId)) return ok(null);
    return inTransaction(deps.db, async (tx) => {
      if (!(await lockOwners(tx)).includes(actor.userId)) return fail("not_owner" as const);
      const [changed] = await tx
        .update(profiles)
        .set({ isAtelier })
        .where(
          and(
            eq(profiles.id, userId),
            eq(profiles.role, "admin"),
            ne(profiles.isAtelier, isAtelier),
          ),
        )
        .returning({ name: profiles.name });
      if (!changed) return ok(null);
      const action = isAtelier
        ? "gave the atelier permission to"
        : "took the atelier permission from";
      await announceRight(tx, deps, { actor, action, person: { userId, name: changed.name } });
      return ok(null);
    });
  },
);

type RightChange = { actor: Admin; action: string; person: { userId: string; name: string } };

const announceRight = (
  tx: Transaction,
  deps: EmailDeps,
  { action, actor, person: { name, userId } }: RightChange,
) =>
  announceChange(tx, deps, {
    actor,
    about: userId,
    what: `${action} ${name}`,
    change: { action, subject: "account", subjectId: userId, before: { name }, after: { name } },
  });

/**
 * Makes an admin an owner, or an owner an admin again, whose open invitations end with it. The last owner stays one, also
 * when two owners lower each other at the same moment. Idempotent.
 */
export const setOwnerRight = asConfirmedOwner(
  async (
    deps: EmailDeps,
    input: { actor: Admin; userId: string; isOwner: boolean },
  ): Promise<Result<null, "not_owner" | "last_owner">> => {
    const { actor, isOwner, userId } = input;
    if (!isId(userId)) return ok(null);
    return inTransaction(deps.db, async (tx) => {
      const owners = await lockOwners(tx);
      if (!owners.includes(actor.userId)) return fail("not_owner" as const);
      if (!isOwner && owners.length === 1 && owners[0] === userId)
        return fail("last_owner" as const);
      const [changed] = await tx
        .update(profiles)
        .set({ isOwner })
        .where(
          and(eq(profiles.id, userId), eq(profiles.role, "admin"), ne(profiles.isOwner, isOwner)),
        )
        .returning({ name: profiles.name });
      if (!changed) return ok(null);
      if (!isOwner) await tx.delete(staffInvitations).where(eq(staffInvitations.invitedBy, userId));
      const action = isOwner ? "made an owner of" : "took the right of an owner from";
      await announceRight(tx, deps, { actor, action, person: { userId, name: changed.name } });
      return ok(null);
    });
  },
);

/**
 * Ends another admin's sessions, password, second factors and invitations. The name stays in Activity. Nobody removes
 * themselves, and of two owners who remove each other at the same moment one stays.
 */
export const removeAdmin = asConfirmedOwner(
  async (
    deps: EmailDeps,
    input: { actor: Admin; userId: string },
  ): Promise<Result<null, "own_account" | "not_owner">> => {
    const { actor, userId } = input;
    if (userId === actor.userId) return fail("own_account");
    if (!isId(userId)) return ok(null);
    return inTransaction(deps.db, async (tx) => {
      if (!(await lockOwners(tx)).includes(actor.userId)) return fail("not_owner" as const);
      const [removed] = await tx
        .update(profiles)
        .set({
          role: "customer",
          isOwner: false,
          isAtelier: false,
          twoFactorEnabled: false,
          username: null,
          displayUsername: null,
        })
        .where(
          and(eq(profiles.id, userId), eq(profiles.role, "admin"), ne(profiles.id, actor.userId)),
        )
        .returning({ name: profiles.name });
      if (!removed) return ok(null);
      for (const table of [sessions, authAccounts, twoFactors, passkeys]) {
        await tx.delete(table).where(eq(table.userId, userId));
      }
      await tx.delete(staffInvitations).where(eq(staffInvitations.invitedBy, userId));
      await announceChange(tx, deps, {
        actor,
        about: userId,
        what: `removed the admin ${removed.name}`,
        change: {
          action: "removed the admin",
          subject: "account",
          subjectId: userId,
          before: { name: removed.name },
          after: null,
        },
      });
      return ok(null);
    });
  },
);
