import { getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { FormErrors } from "#app/components/form/form-field.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import { AWAY_S } from "#app/web/auth-messages.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import type { MailedLink } from "#app/web/mailed-link.server.ts";
import { clearToken, receiveToken } from "#app/web/mailed-link.server.ts";
import { readOneTimeCookie, writeOneTimeCookie } from "#app/web/one-time-cookie.server.ts";
import { privateFormHeaders } from "#app/web/require-admin.server.ts";
import { submitForm } from "#app/web/submit-form.ts";
import { shownEmail } from "#core/shown-email.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type {
  ConfirmEmailFailure,
  Confirmed,
} from "#features/base/identity/confirm-email.server.ts";
import {
  confirmEmail,
  findConfirmationLink,
} from "#features/base/identity/confirm-email.server.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { signInCustomer } from "#features/base/identity/sign-in.server.ts";
import { claimOrdersOfConfirmed } from "#features/orders/order/claim-orders.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/verify.ts";
import { AuthPage, authMeta, DeadLink } from "./auth-page.tsx";
import { enterShop, refusedFor, rememberBrowser } from "./enter-admin.server.ts";
import type { FormRefusal } from "./refused-password.server.ts";
import { refusedPassword } from "./refused-password.server.ts";

const FAILED = "Your email could not be confirmed. Please try again.";
const LINK_USED = "This link no longer works. Please sign in and have a new one sent.";
const PASSWORD_MISSING =
  "Please enter the password of your account, or choose a new one. This browser is not signed in to it.";

/** The use case checks the password, because its rules depend on the account. */
const verifyForm = z.object({
  token: z.string("The link is incomplete."),
  password: z.string().default(""),
});

export const headers = privateFormHeaders;

/** Proves that an email was confirmed, which a URL cannot. Also covers /auth/verify.data. */
const CONFIRMED = { name: "da_confirmed", path: "/auth" };

const LINK: MailedLink = { cookie: "da_verify" };

const AFTERWARDS = "/auth/verify?confirmed=1";

/** What the page says after the confirmation. */
type Proof = Pick<Confirmed, "password">;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const token = receiveToken(LINK, { request, url, publicUrl: deps.publicUrl });
  const isAfterwards = url.searchParams.has("confirmed");
  const proof = isAfterwards ? readOneTimeCookie<Proof>(CONFIRMED, request, deps) : null;
  const confirmed = proof?.value ?? null;
  const actor = await findActor(deps, request);
  const link =
    isAfterwards || token === "" ? null : await findConfirmationLink(deps, { actor, token });
  const name = isSignedIn(actor) ? actor.name : "";
  return data({ token, isAfterwards, confirmed, link, name }, { headers: PRIVATE });
}

function refusalOf(failure: ConfirmEmailFailure): FormRefusal {
  switch (failure.code) {
    case "dead_link":
      return [{ formErrors: [LINK_USED] }, 410];
    case "password_missing":
      return [{ fieldErrors: { password: [PASSWORD_MISSING] } }, 422];
    case "weak_password":
    case "too_many_attempts":
      return refusedPassword(failure);
  }
}

/** Leads on. Who gave the password is signed in with it, unless the account asks for more or strangers' guesses slow it. */
async function leadOn(
  deps: AppDeps,
  request: Request,
  { password, confirmed }: { password: string; confirmed: Confirmed },
): Promise<Response> {
  const { email, userId } = confirmed;
  if (confirmed.password !== "none") {
    const signedIn = await signInCustomer(deps, { email, password, request });
    if (signedIn.ok) {
      return enterShop(deps, request, { ...signedIn.value, method: "password", next: AFTERWARDS });
    }
  }
  const headers = new Headers(PRIVATE);
  headers.append("Set-Cookie", rememberBrowser(deps, request, userId));
  return redirect(AFTERWARDS, { status: 303, headers });
}

/** Confirms only by a button, because mail scanners follow links. */
export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const submission = await parseForm(request, verifyForm);
  const hideFields = ["password"];
  if (submission.status !== "success") return rejectForm(submission, { hideFields }, 410);
  const { password, token } = submission.value;
  try {
    const actor = await findActor(deps, request);
    const confirmed = await confirmEmail(deps, { actor, token, password });
    if (!confirmed.ok) {
      const [errors, refusal] = refusalOf(confirmed.error);
      return rejectForm(submission, { ...errors, hideFields }, refusal);
    }
    await claimOrdersOfConfirmed(deps, confirmed.value);
    const response = await leadOn(deps, request, { password, confirmed: confirmed.value });
    const proof = writeOneTimeCookie(CONFIRMED, { password: confirmed.value.password }, deps);
    if (proof) response.headers.append("Set-Cookie", proof);
    response.headers.append("Set-Cookie", clearToken(LINK, deps.publicUrl));
    return response;
  } catch (cause) {
    deps.logger.error({ err: cause }, "auth: an email was not confirmed");
    return rejectForm(submission, { formErrors: [FAILED], hideFields }, refusedFor(503, AWAY_S));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, FAILED);
}

export const meta: Route.MetaFunction = ({ matches }) => authMeta("Confirm your email", matches);

const CONFIRMED_LEADS: Record<Confirmed["password"], string> = {
  none: "Your email is confirmed.",
  known: "Your email is confirmed.",
  new: "Your email is confirmed, and your new password counts from now on. Everybody who was signed in to the account is signed out. Addresses, cards and made-to-measure items that were saved in it are removed, and measured people are set apart.",
};

/** Whoever made the account chose its name, with which the shop's mails begin. */
function NameOfAccount({ name }: { name: string }) {
  return (
    <p className="mb-6">
      The account is called <span className="wrap-anywhere font-medium">{name}</span>. If somebody
      else wrote that,{" "}
      <Link to="/profile?edit=profile" className="link">
        change the name
      </Link>
      . People who were measured in it wait in{" "}
      <Link to="/profile/measurements" className="link">
        your measurements
      </Link>
      , until you say whether they are yours.
    </p>
  );
}

function ToAccount({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children?: ReactNode;
}) {
  return (
    <AuthPage eyebrow="Your account" title={title} lead={lead}>
      {children}
      <ButtonLink to="/profile" size="lg">
        To your account
      </ButtonLink>
    </AuthPage>
  );
}

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { token, isAfterwards, confirmed, link, name } = loaderData;
  if (confirmed) {
    return (
      <ToAccount title="Thank you" lead={CONFIRMED_LEADS[confirmed.password]}>
        {confirmed.password === "new" && name !== "" && <NameOfAccount name={name} />}
      </ToAccount>
    );
  }
  if (isAfterwards) {
    return (
      <ToAccount
        title="Confirm your email"
        lead="Your account shows whether your email is confirmed, and can send you a new link."
      />
    );
  }
  if (!link) {
    return (
      <DeadLink
        text="A link that confirms an email works for three days. This one is older or was cut short on its way. Your account can send you a new one."
        to="/profile"
        label="To your account"
      />
    );
  }
  if (link.isConfirmed) {
    return <ToAccount title="Your email is confirmed" lead="There is nothing left to do." />;
  }
  return <ConfirmForm {...link} token={token} lastResult={actionData} />;
}

type Props = {
  token: string;
  email: string;
  asksPassword: boolean;
  lastResult: FormResult | undefined;
};

function ConfirmForm({ asksPassword, email, lastResult, token }: Props) {
  const busy = useNavigation().state !== "idle";
  const [form, fields] = useForm<{ token: string; password: string }>({
    id: "verify",
    lastResult,
    defaultNoValidate: false,
  });
  return (
    <AuthPage
      eyebrow="Your account"
      title="Is this address yours?"
      lead={<ConfirmLead email={email} asksPassword={asksPassword} />}
    >
      <Form
        method="post"
        action="/auth/verify"
        {...getFormProps(form)}
        noValidate={false}
        replace
        className="space-y-5"
      >
        <FormErrors form={form} title="Error" />
        <input type="hidden" name="token" value={token} />
        {asksPassword && (
          <>
            {/* Identifies the account to password managers. */}
            <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              field={fields.password}
              label="Password"
              autoComplete="current-password"
              hint="The one that you chose for this account, or a new one of at least 8 characters. A new one replaces the old one and signs everybody else out."
            />
          </>
        )}
        <Button type="submit" size="lg" className="w-full" busy={busy} busyLabel="Confirming...">
          Confirm my email
        </Button>
      </Form>
    </AuthPage>
  );
}

function ConfirmLead({ asksPassword, email }: Pick<Props, "asksPassword" | "email">): ReactNode {
  if (!asksPassword) {
    return (
      <>
        One press confirms <span className="wrap-anywhere">{shownEmail(email)}</span>.
      </>
    );
  }
  return (
    <>
      Somebody made an account with <span className="wrap-anywhere">{shownEmail(email)}</span>. If
      the address is yours, confirm it with a password: the account then belongs to you alone,
      whoever made it. If it is not, simply close this page.
    </>
  );
}
