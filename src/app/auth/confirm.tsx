import { data, Form, redirect } from "react-router";
import type { ConfirmProblem } from "#app/components/identity/confirm-panel.tsx";
import { ConfirmLead, ConfirmPanel } from "#app/components/identity/confirm-panel.tsx";
import { tooManyAttemptsMessage } from "#app/web/auth-messages.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { readConfirmation } from "#app/web/form.server.ts";
import { confirmPath } from "#app/web/identity-request.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { recordingRefusals } from "#app/web/refusals.server.ts";
import { identityRequestOf } from "#app/web/request-confirmation.server.ts";
import { privateFormHeaders } from "#app/web/require-admin.server.ts";
import { authPath, loginPath, safeAdminPath, safeCustomerPath } from "#app/web/safe-path.ts";
import { readSessionEnd, sessionEndMessage } from "#core/session-limits.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { isAdmin, isSignedIn } from "#features/base/identity/actor.ts";
import type { ProveIdentityFailure } from "#features/base/identity/confirm-identity.server.ts";
import { proveIdentity } from "#features/base/identity/confirm-identity.server.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/confirm.ts";
import { AdminSignInPage } from "./admin-sign-in-page.tsx";
import type { SignInAgainProps } from "./sign-in-again.tsx";
import { SignInAgain } from "./sign-in-again.tsx";

export const headers = privateFormHeaders;

/** A file leaves the page as it is, so one with its link follows. */
const DOWNLOAD = /\/export(\?|$)/;

/** Where the actor may be led back to. */
const safePath = (actor: SignedIn, requested: string | null) =>
  isAdmin(actor) && requested?.startsWith("/admin")
    ? safeAdminPath(requested)
    : safeCustomerPath(requested);

/** Visitors sign in first, which is a proof too. */
async function requireSignedIn(deps: AppDeps, request: Request, next: string | null) {
  const actor = await findActor(deps, request);
  if (isSignedIn(actor)) return actor;
  const signIn = next?.startsWith("/admin") ? loginPath(next) : authPath(next ?? "");
  throw redirect(signIn, { headers: PRIVATE });
}

/** The page "Please sign in again" of a form whose session ended by itself; null for other visits of this page. */
function signInAgainAt(url: URL, signedIn: Pick<SignInAgainProps, "fields" | "problem">) {
  const end = readSessionEnd(url.searchParams.get("ended"));
  if (!end) return null;
  const next = url.searchParams.get("next") ?? "";
  const isOfStaff = next.startsWith("/admin");
  // With what was typed, the sign-in happens in another window, which needs no page of its own.
  const back = signedIn.fields.length > 0 ? "" : next;
  return {
    ...signedIn,
    message: sessionEndMessage(end),
    action: url.pathname + url.search,
    signInPath: isOfStaff ? loginPath(back) : authPath(back),
    isOfStaff,
  };
}

const eyebrowOf = (isOfStaff: boolean) => (isOfStaff ? "For the house" : "Your account");

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const next = url.searchParams.get("next");
  const { siteName } = (await deps.siteFacts()).shell.general;
  const again = signInAgainAt(url, { fields: [], problem: null });
  if (again) {
    const eyebrow = eyebrowOf(again.isOfStaff);
    return data({ siteName, eyebrow, again, waiting: null, isReady: false }, { headers: PRIVATE });
  }
  const actor = await requireSignedIn(deps, request, next);
  const waiting = await identityRequestOf(
    { actor, deps },
    { form: null, path: safePath(actor, next) },
  );
  const isReady = url.searchParams.has("done");
  const eyebrow = eyebrowOf(isAdmin(actor));
  return data({ siteName, eyebrow, again: null, waiting, isReady }, { headers: PRIVATE });
}

function problemOf(failure: ProveIdentityFailure): ConfirmProblem {
  switch (failure.code) {
    case "too_many_attempts":
      return { password: tooManyAttemptsMessage(failure.retryAfterSeconds) };
    case "wrong_code":
      return { code: "This code is not right, or was used already. Enter the next one." };
    case "wrong_password":
      return { password: "This is not your current password." };
    default:
      return { password: "Please sign in again." };
  }
}

/**
 * Holds a form whose session ended by itself, and sends it on to its page once the same account is signed in. Signing in is
 * a proof, so nothing else is asked.
 */
async function sendAgain(deps: AppDeps, request: Request, url: URL) {
  const actor = await findActor(deps, request);
  const { form, isAgain } = await readConfirmation(request);
  if (isSignedIn(actor) && actor.userId === url.searchParams.get("account")) {
    const path = safePath(actor, url.searchParams.get("next"));
    throw redirect(path, { status: [...form.keys()].length > 0 ? 307 : 303, headers: PRIVATE });
  }
  const { fields } = await identityRequestOf({ actor, deps }, { form, path: "" });
  const problem = isSignedIn(actor)
    ? "This browser is signed in with another account. Please sign in with the one that this was entered with."
    : "You are not signed in yet. Please sign in first.";
  const again = signInAgainAt(url, { fields, problem: isAgain ? problem : null });
  return data({ again, waiting: null, problem: undefined }, { status: 403, headers: PRIVATE });
}

/**
 * Proves who posts and carries on. A form goes on to its page by 307, with which the browser posts all of it again; a
 * download opens on a page with its link.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const next = url.searchParams.get("next");
  if (readSessionEnd(url.searchParams.get("ended"))) return sendAgain(deps, request, url);
  const actor = await requireSignedIn(deps, request, next);
  const path = safePath(actor, next);
  const { form, proof } = await readConfirmation(request);
  const code = proof.code.replaceAll(/\s/g, "");
  const proved = await recordingRefusals(deps, { actor, request }, () =>
    proveIdentity(deps, { actor, password: proof.password, code }),
  );
  if (!proved.ok) {
    const waiting = await identityRequestOf({ actor, deps }, { form, path });
    const status = proved.error.code === "too_many_attempts" ? 429 : 422;
    const problem = problemOf(proved.error);
    return data({ again: null, waiting, problem }, { status, headers: PRIVATE });
  }
  if ([...form.keys()].length > 0) throw redirect(path, { status: 307, headers: PRIVATE });
  const ready = `${confirmPath(path)}&done=1`;
  throw redirect(DOWNLOAD.test(path) ? ready : path, { status: 303, headers: PRIVATE });
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = () => [
  { title: "Confirm that it is you" },
  { name: "robots", content: "noindex" },
];

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { eyebrow, isReady, siteName } = loaderData;
  const again = actionData?.again ?? loaderData.again;
  const waiting = actionData?.waiting ?? loaderData.waiting;
  if (again) {
    return (
      <AdminSignInPage siteName={siteName} eyebrow={eyebrow} title="Please sign in again">
        <SignInAgain {...again} />
      </AdminSignInPage>
    );
  }
  if (!waiting) return null;
  if (isReady) {
    return (
      <AdminSignInPage siteName={siteName} eyebrow={eyebrow} title="Thank you">
        <p className="mb-6 text-ink-soft">The file is ready. It opens for ten minutes.</p>
        <a href={waiting.path} download className={buttonClass("primary", "lg", "w-full")}>
          Download it
        </a>
      </AdminSignInPage>
    );
  }
  const { app, passkey, password } = waiting.ways;
  return (
    <AdminSignInPage siteName={siteName} eyebrow={eyebrow} title="Confirm that it is you">
      <div className="mb-6">
        <ConfirmLead />
      </div>
      {app || passkey || password ? (
        <ConfirmPanel waiting={waiting} problem={actionData?.problem} />
      ) : (
        <Notice kind="info" title="Please sign in again">
          <Form method="post" action="/sign-out" className="space-y-4">
            <p>Your account has no password of this shop. A new sign-in counts for ten minutes.</p>
            <input type="hidden" name="next" value="/auth" />
            <Button type="submit" variant="secondary">
              Sign in again
            </Button>
          </Form>
        </Notice>
      )}
    </AdminSignInPage>
  );
}
