import { data } from "react-router";
import { z } from "zod";
import { tooManyAttemptsMessage } from "#app/web/auth-messages.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import type { FormErrorList } from "#app/web/form.server.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import { pressedButton } from "#app/web/form-fields.ts";
import { requestConfirmation } from "#app/web/request-confirmation.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { proveIdentity } from "#features/base/identity/confirm-identity.server.ts";
import type { SecondFactorFailure } from "#features/base/identity/factor-request.server.ts";
import { removePasskey } from "#features/base/identity/passkeys.server.ts";
import {
  beginApp,
  confirmApp,
  removeApp,
  renewRecoveryCodes,
} from "#features/base/identity/second-factor.server.ts";

export type AccountContext = { deps: AppDeps; actor: Actor; request: Request; sessionId: string };

/** Shown once; the browser does not store it. */
export type ShownOnce =
  | { kind: "app"; uri: string; qrCode: string; secret: string; recoveryCodes: readonly string[] }
  | { kind: "codes"; recoveryCodes: readonly string[] };

export type AccountOutcome<Done extends string> =
  | { done: Done; cookies?: readonly string[] }
  | { shown: ShownOnce }
  | { errors: FormErrorList }
  | "forbidden"
  | "unconfirmed";

/** A form of an account's page: its fields, and what it does. */
type AccountFormKind<Done extends string> = {
  schema: z.ZodType;
  run: (fields: unknown, context: AccountContext) => Promise<AccountOutcome<Done>>;
};

/** What describes the forms of one page: fields, and what they do once the fields are read. `Done` are the results of that page. */
export const formsOf =
  <Done extends string>() =>
  <Schema extends z.ZodType>(
    schema: Schema,
    run: (fields: z.output<Schema>, context: AccountContext) => Promise<AccountOutcome<Done>>,
  ): AccountFormKind<Done> => ({
    schema,
    run: (fields, context) => run(schema.parse(fields), context),
  });

/** What a refused change of a second factor says, at the field that it is about. */
export function factorFailure(failure: SecondFactorFailure, field: string): AccountOutcome<never> {
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
    case "unconfirmed_email":
      return {
        errors: {
          formErrors: ["Please confirm your email first. Your profile says how."],
        },
      };
    default:
      return {
        errors: { fieldErrors: { code: ["This code is not right. Enter the newest one."] } },
      };
  }
}

async function appSetUp(uri: string, recoveryCodes: readonly string[]): Promise<ShownOnce> {
  const { renderSVG } = await import("uqr");
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return { kind: "app", uri, qrCode: renderSVG(uri, { border: 2 }), secret, recoveryCodes };
}

/** "" for an account without a password. */
const current = z.string().default("");

export type FactorDone = "app" | "app-removed" | "passkey-removed";

const factorForm = formsOf<FactorDone>();

/** The forms of a second factor, on the account's page of staff and of customers. */
export const FACTOR_FORMS = {
  "begin-app": factorForm(z.object({ current }), async (fields, context) => {
    const begun = await beginApp(context.deps, { ...context, password: fields.current });
    if (!begun.ok) return factorFailure(begun.error, "current");
    return { shown: await appSetUp(begun.value.uri, begun.value.recoveryCodes) };
  }),
  "confirm-app": factorForm(z.object({ code: z.string().default("") }), async (fields, context) => {
    const code = fields.code.replaceAll(/\s/g, "");
    const confirmed = await confirmApp(context.deps, { ...context, code });
    if (!confirmed.ok) return factorFailure(confirmed.error, "code");
    return { done: "app", cookies: confirmed.value.cookies };
  }),
  "remove-app": factorForm(z.object({ current }), async (fields, context) => {
    const removed = await removeApp(context.deps, { ...context, password: fields.current });
    if (!removed.ok) return factorFailure(removed.error, "current");
    return { done: "app-removed", cookies: removed.value.cookies };
  }),
  "renew-codes": factorForm(z.object({ current }), async (fields, context) => {
    const made = await renewRecoveryCodes(context.deps, { ...context, password: fields.current });
    if (!made.ok) return factorFailure(made.error, "current");
    return { shown: { kind: "codes", recoveryCodes: made.value } };
  }),
  "remove-passkey": factorForm(z.object({ target: z.string() }), async ({ target }, context) => {
    const { actor, deps } = context;
    const removed = await removePasskey(deps, { actor, passkeyId: target });
    return removed.ok ? { done: "passkey-removed" } : removed.error;
  }),
};

const SECRETS = ["current", "next", "code"];

/** Where a page of an account leads when a form is done, and who may not post it. */
type AccountFormPage<Done extends string> = {
  done: (done: Done, cookies: readonly string[]) => Response;
  refuse: () => never;
  /** Whether the current password is a proof where a form asks for it, so that it is typed once. */
  isPasswordProof: boolean;
};

/** Takes the current password of a form as the proof of who posts; a refusal when it is wrong, null otherwise. */
async function provePassword(
  { actor, deps }: AccountContext,
  password: unknown,
): Promise<AccountOutcome<never> | null> {
  if (typeof password !== "string" || password === "") return null;
  const proved = await proveIdentity(deps, { actor, password, code: "" });
  if (proved.ok) return null;
  const { error } = proved;
  if (error.code === "too_many_attempts") return factorFailure(error, "current");
  return error.code === "wrong_password" ? factorFailure({ code: error.code }, "current") : null;
}

/** Runs the form whose button was pressed; 400 for none of them, which changes nothing. */
export async function handleAccountForm<Done extends string>(
  forms: Readonly<Record<string, AccountFormKind<Done>>>,
  { submitted, ...context }: AccountContext & { submitted: FormData },
  page: AccountFormPage<Done>,
) {
  const intent = pressedButton(submitted);
  const form = Object.hasOwn(forms, intent) ? forms[intent] : undefined;
  if (!form) throw data(null, { status: 400 });
  const submission = await parseForm(submitted, form.schema as z.ZodType<Record<string, unknown>>);
  if (submission.status !== "success") {
    const { data: result, init } = rejectForm(submission, { hideFields: SECRETS });
    return data({ intent, result, shown: null }, { ...init, headers: PRIVATE });
  }
  const refusal = page.isPasswordProof
    ? await provePassword(context, submission.value.current)
    : null;
  const outcome = refusal ?? (await form.run(submission.value, context));
  if (outcome === "forbidden") return page.refuse();
  if (outcome === "unconfirmed") return requestConfirmation(context, context.request, submitted);
  if ("done" in outcome) throw page.done(outcome.done, outcome.cookies ?? []);
  if ("shown" in outcome) {
    return data({ intent, result: null, shown: outcome.shown }, { headers: PRIVATE });
  }
  const rejected = rejectForm(submission, { ...outcome.errors, hideFields: SECRETS }, 422);
  return data({ intent, result: rejected.data, shown: null }, { status: 422, headers: PRIVATE });
}
