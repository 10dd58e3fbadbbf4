import { redirect } from "react-router";
import { z } from "zod";
import type {
  AccountContext,
  AccountOutcome,
} from "#app/components/identity/account-forms.server.ts";
import {
  FACTOR_FORMS,
  factorFailure,
  formsOf,
  handleAccountForm,
} from "#app/components/identity/account-forms.server.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { readFormData } from "#app/web/form.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { staffEmailText } from "#features/base/mail/outbox.ts";
import { inviteAdmin, withdrawInvitation } from "#features/office/staff/invitations.server.ts";
import {
  changeOwnPassword,
  dismissOffer,
  endOtherWaysIn,
} from "#features/office/staff/own-account.server.ts";
import {
  removeAdmin,
  setAtelierPermission,
  setOwnerRight,
} from "#features/office/staff/staff-rights.server.ts";
import {
  endStaffSessions,
  signOutEverywhere,
} from "#features/office/staff/staff-sessions.server.ts";

const HERE = "/admin/account";

const ACCOUNT_MESSAGES = {
  password: "The password is changed, and your other sessions are ended.",
  app: "The authenticator app is on. From now on, signing in asks for its code.",
  "app-removed": "The authenticator app is off.",
  "passkey-added": "The passkey is added. It signs you in without a password.",
  "passkey-removed": "The passkey is removed.",
  "others-ended":
    "Everything else that opened your account is ended. Set up a passkey or an app again when you can.",
  session: "The session is ended.",
  sessions: "All other sessions are ended.",
  offered: "You can set up a second factor here at any time.",
  invited: "The invitation is made.",
  withdrawn: "The invitation is withdrawn.",
  "atelier-given": "The permission is given. This admin can now open measurements.",
  "atelier-withdrawn": "The permission is withdrawn. This admin can no longer open measurements.",
  "owner-made": "The right is given. This admin now decides about people and rights too.",
  "owner-withdrawn": "The right is withdrawn. Invitations of this admin have ended.",
  "signed-out": "The sign-ins of this admin are ended on all devices.",
  "admin-removed": "The admin is removed, and their sessions are ended.",
} as const;

type AccountDone = keyof typeof ACCOUNT_MESSAGES;

const isAccountDone = (done: string): done is AccountDone => Object.hasOwn(ACCOUNT_MESSAGES, done);

/** What the page reports as done; null for what it does not know. An invitation is an email, which may only be stored. */
export function accountMessage(done: string, mailRoute: MailRoute): string | null {
  if (!isAccountDone(done)) return null;
  const text = ACCOUNT_MESSAGES[done];
  return done === "invited" ? `${text} ${staffEmailText("It is on its way.", mailRoute)}` : text;
}

type Outcome = AccountOutcome<AccountDone>;

function peopleFailure(failure: "forbidden" | "not_owner" | "unconfirmed"): Outcome {
  if (failure !== "not_owner") return failure;
  return { errors: { formErrors: ["Only an owner decides who is staff and what they may do."] } };
}

function ownerFailure(failure: "forbidden" | "not_owner" | "unconfirmed" | "last_owner"): Outcome {
  if (failure !== "last_owner") return peopleFailure(failure);
  return {
    errors: { formErrors: ["The last owner stays one. Make somebody else an owner first."] },
  };
}

const password = z.string({ error: "Password is required" }).min(1, "Password is required");

const staffForm = formsOf<AccountDone>();

const FORMS = {
  ...FACTOR_FORMS,
  "change-password": staffForm(
    z.object({ current: password, next: password }),
    async ({ current, next }, context) => {
      const changed = await changeOwnPassword(context.deps, { ...context, current, next });
      if (changed.ok) return { done: "password", cookies: changed.value.cookies };
      if (changed.error.code === "weak") {
        return { errors: { fieldErrors: { next: [changed.error.reasons] } } };
      }
      return factorFailure(changed.error, "current");
    },
  ),
  "end-everything": staffForm(z.object({}), async (_, { actor, deps }) => {
    const ended = await endOtherWaysIn(deps, { actor });
    return ended.ok ? { done: "others-ended" } : ended.error;
  }),
  "end-session": staffForm(
    z.object({ target: z.string() }),
    async ({ target }, { actor, deps }) => {
      const ended = await endStaffSessions(deps, { actor, which: { one: target } });
      return ended.ok ? { done: "session" } : ended.error;
    },
  ),
  "end-others": staffForm(z.object({}), async (_, { actor, deps, sessionId }) => {
    const ended = await endStaffSessions(deps, { actor, which: { allBut: sessionId } });
    return ended.ok ? { done: "sessions" } : ended.error;
  }),
  "dismiss-offer": staffForm(z.object({}), async (_, { actor, deps }) => {
    await dismissOffer(deps, { actor, now: deps.clock.now() });
    return { done: "offered" };
  }),
  invite: staffForm(
    z.object({ email: z.string().default("") }),
    async ({ email }, { actor, deps }) => {
      const invited = await inviteAdmin(deps, { actor, email });
      if (invited.ok) return { done: "invited" };
      if (invited.error.code === "invalid") {
        return { errors: { fieldErrors: { email: [invited.error.message] } } };
      }
      return peopleFailure(invited.error.code);
    },
  ),
  withdraw: staffForm(z.object({ target: z.string() }), async ({ target }, { actor, deps }) => {
    const withdrawn = await withdrawInvitation(deps, { actor, invitationId: target });
    return withdrawn.ok ? { done: "withdrawn" } : peopleFailure(withdrawn.error);
  }),
  "give-atelier": staffForm(
    z.object({ target: z.string() }),
    async ({ target }, { actor, deps }) => {
      const given = await setAtelierPermission(deps, { actor, userId: target, isAtelier: true });
      return given.ok ? { done: "atelier-given" } : peopleFailure(given.error);
    },
  ),
  "withdraw-atelier": staffForm(
    z.object({ target: z.string() }),
    async ({ target }, { actor, deps }) => {
      const withdrawn = await setAtelierPermission(deps, {
        actor,
        userId: target,
        isAtelier: false,
      });
      return withdrawn.ok ? { done: "atelier-withdrawn" } : peopleFailure(withdrawn.error);
    },
  ),
  "make-owner": staffForm(z.object({ target: z.string() }), async ({ target }, { actor, deps }) => {
    const made = await setOwnerRight(deps, { actor, userId: target, isOwner: true });
    return made.ok ? { done: "owner-made" } : ownerFailure(made.error);
  }),
  "withdraw-owner": staffForm(
    z.object({ target: z.string() }),
    async ({ target }, { actor, deps }) => {
      const withdrawn = await setOwnerRight(deps, { actor, userId: target, isOwner: false });
      return withdrawn.ok ? { done: "owner-withdrawn" } : ownerFailure(withdrawn.error);
    },
  ),
  "sign-out-everywhere": staffForm(
    z.object({ target: z.string() }),
    async ({ target }, { actor, deps }) => {
      const ended = await signOutEverywhere(deps, { actor, userId: target });
      if (ended.ok || ended.error === "not_found") return { done: "signed-out" };
      return peopleFailure(ended.error);
    },
  ),
  "remove-admin": staffForm(
    z.object({ target: z.string() }),
    async ({ target }, { actor, deps }) => {
      const removed = await removeAdmin(deps, { actor, userId: target });
      if (removed.ok) return { done: "admin-removed" };
      if (removed.error !== "own_account") return peopleFailure(removed.error);
      return { errors: { formErrors: ["You cannot remove your own account."] } };
    },
  ),
};

export type AccountIntent = keyof typeof FORMS;

export const ACCOUNT_INTENTS = Object.keys(FORMS) as readonly AccountIntent[];

/** An unknown intent changes nothing. */
export async function handleStaffForm(context: AccountContext) {
  const submitted = await readFormData(context.request);
  return handleAccountForm<AccountDone>(
    FORMS,
    { ...context, submitted },
    {
      done(done, cookies) {
        const headers = new Headers(PRIVATE);
        for (const cookie of cookies) headers.append("Set-Cookie", cookie);
        return redirect(`${HERE}?done=${done}`, { headers });
      },
      refuse,
      isPasswordProof: false,
    },
  );
}
