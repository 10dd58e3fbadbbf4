import { randomBytes } from "node:crypto";
import { and, asc, eq, gt, ne, sql } from "drizzle-orm";
import { DAY_MS } from "#core/duration.ts";
import { emailAsStored } from "#core/email.ts";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { authAccounts, passkeys, profiles, staffInvitations } from "#db/schema/identity.server.ts";
import { emailError, passwordError } from "#features/base/identity/account-input.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { loadPasswordLists } from "#features/base/identity/common-passwords.server.ts";
import {
  asAdmin,
  asConfirmedOwner,
  asConfirmedOwnerWithCode,
} from "#features/base/identity/guards.server.ts";
import { announceChange } from "#features/base/identity/notify-owners.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { USERNAME_PATTERN } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { staffInvitationEmail } from "./staff-email.ts";
import { lockOwners } from "./staff-rights.server.ts";

const INVITATION_MS = 3 * DAY_MS;

export type StaffMember = {
  id: string;
  name: string;
  username: string;
  email: string;
  hasSecondFactor: boolean;
  /** Decides who is staff and what they may do. */
  isOwner: boolean;
  /** May open customers' measurements. */
  isAtelier: boolean;
};

export type Invitation = { id: string; email: string; expiresAt: Date };

/** All admins and open invitations, for an admin. */
export const listStaff = asAdmin(
  async (deps: {
    db: Database;
    clock: Clock;
  }): Promise<Result<{ members: StaffMember[]; invitations: Invitation[] }>> => {
    const { db, clock } = deps;
    const members = await db
      .select({
        id: profiles.id,
        name: profiles.name,
        username: sql<string>`coalesce(${profiles.displayUsername}, ${profiles.username}, '')`,
        email: profiles.email,
        isOwner: profiles.isOwner,
        isAtelier: profiles.isAtelier,
        hasSecondFactor: sql<boolean>`${profiles.twoFactorEnabled} or exists (
        select from ${passkeys} where ${passkeys.userId} = ${profiles.id})`,
      })
      .from(profiles)
      .where(eq(profiles.role, "admin"))
      .orderBy(asc(profiles.createdAt));
    const invitations = await db
      .select({
        id: staffInvitations.id,
        email: staffInvitations.email,
        expiresAt: staffInvitations.expiresAt,
      })
      .from(staffInvitations)
      .where(gt(staffInvitations.expiresAt, clock.now()))
      .orderBy(asc(staffInvitations.createdAt));
    return ok({ members, invitations });
  },
);

/** Whose address it is. An account that nothing opens is of a removed admin, who may be invited again. */
async function findHolder(tx: Queryable, email: string) {
  const [holder] = await tx
    .select({
      id: profiles.id,
      role: profiles.role,
      isClosed: sql<boolean>`${profiles.role} <> 'admin' and not exists (
        select from ${authAccounts} where ${authAccounts.userId} = ${profiles.id})`,
    })
    .from(profiles)
    .where(eq(sql`lower(${profiles.email})`, email));
  return holder ?? null;
}

/** Emails an admin invitation; an earlier one to the address ends. For owners. */
export const inviteAdmin = asConfirmedOwnerWithCode(
  async (
    deps: EmailDeps,
    input: { actor: Admin; email: string },
  ): Promise<Result<null, { code: "invalid"; message: string }>> => {
    const { actor } = input;
    const email = emailAsStored(input.email).toLowerCase();
    const message = emailError(email);
    if (message) return fail({ code: "invalid", message });
    return inTransaction(deps.db, async (tx) => {
      const inUse = await findHolder(tx, email);
      if (inUse && !inUse.isClosed) {
        const who = inUse.role === "admin" ? "an admin" : "a customer";
        return fail({
          code: "invalid" as const,
          message: `This address belongs to ${who} already.`,
        });
      }
      await tx.delete(staffInvitations).where(eq(staffInvitations.email, email));
      const token = randomBytes(24).toString("base64url");
      const id = newId();
      const expiresAt = new Date(deps.clock.now().getTime() + INVITATION_MS);
      const values = {
        id,
        email,
        tokenHash: hashSecret(token),
        invitedBy: actor.userId,
        expiresAt,
      };
      await tx.insert(staffInvitations).values(values);
      const { contactEmail, siteName } = await getSettings(tx, "general");
      await enqueueEmail(tx, deps.jobs, {
        ...staffInvitationEmail({
          contactEmail,
          siteName,
          siteUrl: deps.publicUrl,
          invitedBy: actor.name,
          token,
        }),
        dedupeKey: `staff-invitation:${id}`,
        recipient: email,
      });
      await announceChange(tx, deps, {
        actor,
        about: null,
        what: `invited ${shownEmail(email)} to the admin`,
        change: {
          action: "invited",
          subject: "account",
          subjectId: id,
          before: null,
          after: { name: email },
        },
      });
      return ok(null);
    });
  },
);

/** Withdraws an invitation; its link stops working. */
export const withdrawInvitation = asConfirmedOwner(
  async (deps: EmailDeps, input: { actor: Admin; invitationId: string }): Promise<Result<null>> => {
    const { actor, invitationId } = input;
    if (!isId(invitationId)) return ok(null);
    return deps.db.transaction(async (tx) => {
      const [gone] = await tx
        .delete(staffInvitations)
        .where(eq(staffInvitations.id, invitationId))
        .returning({ email: staffInvitations.email });
      if (gone) {
        await announceChange(tx, deps, {
          actor,
          about: null,
          what: `withdrew the invitation of ${shownEmail(gone.email)}`,
          change: {
            action: "withdrew the invitation of",
            subject: "account",
            subjectId: invitationId,
            before: { name: gone.email },
            after: null,
          },
        });
      }
      return ok(null);
    });
  },
);

/** An open invitation's address; null when used, withdrawn or expired, or when its sender is no owner any more. */
export async function findInvitation(
  deps: { db: Database; clock: Clock },
  token: string,
): Promise<{ id: string; email: string } | null> {
  const [found] = await deps.db
    .select({ id: staffInvitations.id, email: staffInvitations.email })
    .from(staffInvitations)
    .innerJoin(
      profiles,
      and(eq(profiles.id, staffInvitations.invitedBy), eq(profiles.isOwner, true)),
    )
    .where(
      and(
        eq(staffInvitations.tokenHash, hashSecret(token)),
        gt(staffInvitations.expiresAt, deps.clock.now()),
      ),
    );
  return found ?? null;
}

export type AcceptFailure =
  | { code: "dead_link" }
  | { code: "invalid"; errors: { username?: string; password?: string } };

/** A new admin, or the closed account of a removed one; null when the name is used. */
async function makeAdmin(
  tx: Transaction,
  { email, username }: { email: string; username: string },
): Promise<string | null> {
  const holder = await findHolder(tx, email);
  const rights = {
    name: username,
    emailVerified: true,
    role: "admin" as const,
    username: username.toLowerCase(),
    displayUsername: username,
  };
  if (holder?.isClosed) {
    const [isUsed] = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.username, rights.username), ne(profiles.id, holder.id)));
    if (isUsed) return null;
    await tx.update(profiles).set(rights).where(eq(profiles.id, holder.id));
    return holder.id;
  }
  const [made] = await tx
    .insert(profiles)
    .values({ id: newId(), email, ...rights })
    .onConflictDoNothing()
    .returning({ id: profiles.id });
  return made?.id ?? null;
}

/** Makes the invited person an admin with username and password, once. */
export async function acceptInvitation(
  deps: EmailDeps & { auth: Auth },
  input: { token: string; username: string; password: string },
): Promise<Result<null, AcceptFailure>> {
  const { password, token } = input;
  const username = input.username.trim();
  const invitation = await findInvitation(deps, token);
  if (!invitation) return fail({ code: "dead_link" });
  const { email } = invitation;
  const weakness = passwordError(
    password,
    { email, names: [username] },
    await loadPasswordLists(deps.db),
  );
  const isNamed = USERNAME_PATTERN.test(username);
  if (weakness || !isNamed) {
    const errors = {
      ...(isNamed ? {} : { username: "Please use 3 to 60 letters, digits or . _ - @ +" }),
      ...(weakness ? { password: weakness } : {}),
    };
    return fail({ code: "invalid", errors });
  }
  const { password: hasher } = await deps.auth.$context;
  const hash = await hasher.hash(password);
  return inTransaction(deps.db, async (tx) => {
    await lockOwners(tx);
    const [open] = await tx
      .select({ id: staffInvitations.id })
      .from(staffInvitations)
      .innerJoin(
        profiles,
        and(eq(profiles.id, staffInvitations.invitedBy), eq(profiles.isOwner, true)),
      )
      .where(eq(staffInvitations.id, invitation.id))
      .for("update");
    if (!open) return fail({ code: "dead_link" as const });
    const userId = await makeAdmin(tx, { email, username });
    if (userId === null) {
      const errors = { username: "This name is used already. Please choose another." };
      return fail({ code: "invalid" as const, errors });
    }
    await tx.delete(staffInvitations).where(eq(staffInvitations.id, open.id));
    await tx
      .insert(authAccounts)
      .values({ userId, accountId: userId, providerId: "credential", password: hash });
    await announceChange(tx, deps, {
      actor: { role: "admin", userId, name: username, email },
      about: userId,
      what: "accepted the invitation and is an admin now",
      lines: [email],
      change: {
        action: "accepted the invitation to",
        subject: "account",
        subjectId: userId,
        before: null,
        after: { name: username, email },
      },
    });
    return ok(null);
  });
}
