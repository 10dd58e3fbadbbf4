import { data, redirect } from "react-router";
import { z } from "zod";
import { tooManyAttemptsMessage } from "#app/web/auth-messages.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import type { FormErrorList } from "#app/web/form.server.ts";
import { parseForm, readFormData, rejectForm } from "#app/web/form.server.ts";
import { pressedButton } from "#app/web/form-fields.ts";
import { requestConfirmation } from "#app/web/request-confirmation.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import {
  inviteAdmin,
  removeAdmin,
  setAtelierPermission,
  setOwnerRight,
  withdrawInvitation,
} from "#features/office/staff/invitations.server.ts";
import { removePasskey } from "#features/office/staff/passkeys.server.ts";
import type { SecondFactorFailure } from "#features/office/staff/second-factor.server.ts";
import {
  beginApp,
  changeOwnPassword,
  confirmApp,
  dismissOffer,
  endOtherWaysIn,
  removeApp,
  renewRecoveryCodes,
} from "#features/office/staff/second-factor.server.ts";
import {
  endStaffSessions,
  signOutEverywhere,
} from "#features/office/staff/staff-sessions.server.ts";

const HERE = "/admin/account";

type Context = { deps: AppDeps; actor: Actor; request: Request; sessionId: string };

type Outcome =
  | { done: AccountDone; cookies?: readonly string[] }
  | { shown: ShownOnce }
  | { errors: FormErrorList }
  | "forbidden"
  | "unconfirmed";

/** Shown once; the browser does not store it. */
export type ShownOnce =
  | { kind: "app"; qrCode: string; secret: string; recoveryCodes: readonly string[] }
  | { kind: "codes"; recoveryCodes: readonly string[] };

export const ACCOUNT_MESSAGES = {
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
  invited: "The invitation is on its way.",
  withdrawn: "The invitation is withdrawn.",
  "atelier-given": "The permission is given. This admin can now open measurements.",
  "atelier-withdrawn": "The permission is withdrawn. This admin can no longer open measurements.",
  "owner-made": "The right is given. This admin now decides about people and rights too.",
  "owner-withdrawn": "The right is withdrawn. Invitations of this admin have ended.",
  "signed-out": "The sign-ins of this admin are ended on all devices.",
  "admin-removed": "The admin is removed, and their sessions are ended.",
} as const;

type AccountDone = keyof typeof ACCOUNT_MESSAGES;

function failureOf(failure: SecondFactorFailure, field: string): Outcome {
  switch (failure.code) {
    case "forbidden":
    case "unconfirmed":
      return failure.code;
    case "wrong_password":
      return { errors: { fieldErrors: { [field]: ["This is not your current password."] } } };
    case "too_many_attempts":
      return { errors: { formErrors: [tooManyAttemptsMessage(failure.retryAfterSeconds)] } };
    case "locked":
      return { errors: { formErrors: [tooManyAttemptsMessage(15 * 60)] } };
    case "set_up":
      return { errors: { formErrors: ["An authenticator app is set up already."] } };
    default:
      return {
        errors: { fieldErrors: { code: ["This code is not right. Enter the newest one."] } },
      };
  }
}

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

async function appSetUp(uri: string, recoveryCodes: readonly string[]): Promise<ShownOnce> {
  const { renderSVG } = await import("uqr");
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return { kind: "app", qrCode: renderSVG(uri, { border: 2 }), secret, recoveryCodes };
}

const password = z.string({ error: "Password is required" }).min(1, "Password is required");

function form<Schema extends z.ZodType>(
  schema: Schema,
  run: (fields: z.output<Schema>, context: Context) => Promise<Outcome>,
) {
  return { schema, run: (fields: unknown, context: Context) => run(schema.parse(fields), context) };
}

const FORMS = {
  "change-password": form(
    z.object({ current: password, next: password }),
    async ({ current, next }, context) => {
      const changed = await changeOwnPassword(context.deps, { ...context, current, next });
      if (changed.ok) return { done: "password", cookies: changed.value.cookies };
      if (changed.error.code === "weak") {
        return { errors: { fieldErrors: { next: [changed.error.reasons] } } };
      }
      return failureOf(changed.error, "current");
    },
  ),
  "begin-app": form(z.object({ current: password }), async ({ current }, context) => {
    const begun = await beginApp(context.deps, { ...context, password: current });
    if (!begun.ok) return failureOf(begun.error, "current");
    return { shown: await appSetUp(begun.value.uri, begun.value.recoveryCodes) };
  }),
  "confirm-app": form(z.object({ code: z.string().default("") }), async ({ code }, context) => {
    const confirmed = await confirmApp(context.deps, {
      ...context,
      code: code.replaceAll(/\s/g, ""),
    });
    if (!confirmed.ok) return failureOf(confirmed.error, "code");
    return { done: "app", cookies: confirmed.value.cookies };
  }),
  "remove-app": form(z.object({ current: password }), async ({ current }, context) => {
    const removed = await removeApp(context.deps, { ...context, password: current });
    if (!removed.ok) return failureOf(removed.error, "current");
    return { done: "app-removed", cookies: removed.value.cookies };
  }),
  "renew-codes": form(z.object({ current: password }), async ({ current }, context) => {
    const made = await renewRecoveryCodes(context.deps, { ...context, password: current });
    if (!made.ok) return failureOf(made.error, "current");
    return { shown: { kind: "codes", recoveryCodes: made.value } };
  }),
  "remove-passkey": form(z.object({ target: z.string() }), async ({ target }, { actor, deps }) => {
    const removed = await removePasskey(deps, { actor, passkeyId: target });
    return removed.ok ? { done: "passkey-removed" } : removed.error;
  }),
  "end-everything": form(z.object({}), async (_, { actor, deps }) => {
    const ended = await endOtherWaysIn(deps, { actor });
    return ended.ok ? { done: "others-ended" } : ended.error;
  }),
  "end-session": form(z.object({ target: z.string() }), async ({ target }, { actor, deps }) => {
    const ended = await endStaffSessions(deps, { actor, which: { one: target } });
    return ended.ok ? { done: "session" } : ended.error;
  }),
  "end-others": form(z.object({}), async (_, { actor, deps, sessionId }) => {
    const ended = await endStaffSessions(deps, { actor, which: { allBut: sessionId } });
    return ended.ok ? { done: "sessions" } : ended.error;
  }),
  "dismiss-offer": form(z.object({}), async (_, { actor, deps }) => {
    await dismissOffer(deps, { actor, now: deps.clock.now() });
    return { done: "offered" };
  }),
  invite: form(z.object({ email: z.string().default("") }), async ({ email }, { actor, deps }) => {
    const invited = await inviteAdmin(deps, { actor, email });
    if (invited.ok) return { done: "invited" };
    if (invited.error.code === "invalid") {
      return { errors: { fieldErrors: { email: [invited.error.message] } } };
    }
    return peopleFailure(invited.error.code);
  }),
  withdraw: form(z.object({ target: z.string() }), async ({ target }, { actor, deps }) => {
    const withdrawn = await withdrawInvitation(deps, { actor, invitationId: target });
    return withdrawn.ok ? { done: "withdrawn" } : peopleFailure(withdrawn.error);
  }),
  "give-atelier": form(z.object({ target: z.string() }), async ({ target }, { actor, deps }) => {
    const given = await setAtelierPermission(deps, { actor, userId: target, isAtelier: true });
    return given.ok ? { done: "atelier-given" } : peopleFailure(given.error);
  }),
  "withdraw-atelier": form(
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
  "make-owner": form(z.object({ target: z.string() }), async ({ target }, { actor, deps }) => {
    const made = await setOwnerRight(deps, { actor, userId: target, isOwner: true });
    return made.ok ? { done: "owner-made" } : ownerFailure(made.error);
  }),
  "withdraw-owner": form(z.object({ target: z.string() }), async ({ target }, { actor, deps }) => {
    const withdrawn = await setOwnerRight(deps, { actor, userId: target, isOwner: false });
    return withdrawn.ok ? { done: "owner-withdrawn" } : ownerFailure(withdrawn.error);
  }),
  "sign-out-everywhere": form(
    z.object({ target: z.string() }),
    async ({ target }, { actor, deps }) => {
      const ended = await signOutEverywhere(deps, { actor, userId: target });
      if (ended.ok || ended.error === "not_found") return { done: "signed-out" };
      return peopleFailure(ended.error);
    },
  ),
  "remove-admin": form(z.object({ target: z.string() }), async ({ target }, { actor, deps }) => {
    const removed = await removeAdmin(deps, { actor, userId: target });
    if (removed.ok) return { done: "admin-removed" };
    if (removed.error !== "own_account") return peopleFailure(removed.error);
    return { errors: { formErrors: ["You cannot remove your own account."] } };
  }),
};

export type AccountIntent = keyof typeof FORMS;

export const ACCOUNT_INTENTS = Object.keys(FORMS) as readonly AccountIntent[];

const isIntent = (value: unknown): value is AccountIntent =>
  typeof value === "string" && Object.hasOwn(FORMS, value);

const SECRETS = ["current", "next", "code"];

/** An unknown intent changes nothing. */
export async function handleAccountForm(context: Omit<Context, "request">, request: Request) {
  const submitted = await readFormData(request);
  const intent = pressedButton(submitted);
  if (!isIntent(intent)) throw data(null, { status: 400 });
  const { run, schema } = FORMS[intent];
  const submission = await parseForm(submitted, schema as z.ZodType<Record<string, unknown>>);
  if (submission.status !== "success") {
    const { data: result, init } = rejectForm(submission, { hideFields: SECRETS });
    return data({ intent, result, shown: null }, { ...init, headers: PRIVATE });
  }
  const outcome = await run(submission.value, { ...context, request });
  if (outcome === "forbidden") return refuse();
  if (outcome === "unconfirmed") return requestConfirmation(context, request, submitted);
  if ("done" in outcome) {
    const headers = new Headers(PRIVATE);
    for (const cookie of outcome.cookies ?? []) headers.append("Set-Cookie", cookie);
    throw redirect(`${HERE}?done=${outcome.done}`, { headers });
  }
  if ("shown" in outcome) {
    return data({ intent, result: null, shown: outcome.shown }, { headers: PRIVATE });
  }
  const rejected = rejectForm(submission, { ...outcome.errors, hideFields: SECRETS }, 422);
  return data({ intent, result: rejected.data, shown: null }, { status: 422, headers: PRIVATE });
}
