import { data, redirect } from "react-router";
import { formOf } from "#app/storefront/pages/handle-message-form.server.ts";
import {
  cookieContextFor,
  hasSignedInCookie,
  readFlash,
  signedInCookie,
} from "#app/web/browser-cookies.ts";
import { depsContext } from "#app/web/context.ts";
import { FlashNotice } from "#app/web/flash-notice.tsx";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { safeCustomerPath } from "#app/web/safe-path.ts";
import { findActor } from "#features/identity/find-actor.server.ts";
import { configuredProviders } from "#platform/social-providers.server.ts";
import type { Route } from "./+types/auth.ts";
import { FAILED, resultOrFallback, tabOf } from "./auth-form-result.ts";
import { authMeta } from "./auth-meta.ts";
import { AuthPage } from "./auth-page.tsx";
import { AuthTabs } from "./auth-tabs.tsx";
import { handleAuthForm } from "./handle-auth-form.server.ts";
import { ProviderForms } from "./provider-forms.tsx";
import { RegisterForm } from "./register-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";

export const headers: Route.HeadersFunction = () => PRIVATE;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const next = safeCustomerPath(url.searchParams.get("next"));
  const actor = await findActor(deps, request);
  if (actor.role !== "visitor") throw redirect(next, { headers: PRIVATE });
  const headers = new Headers(PRIVATE);
  if (hasSignedInCookie(request))
    headers.append("Set-Cookie", signedInCookie(0, cookieContextFor(deps.publicUrl)));
  const providers = configuredProviders(deps.env, deps.clock.now());
  const shown = { next, tab: tabOf(url.searchParams), flash: readFlash(request), providers };
  return data(shown, { headers });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  return handleAuthForm(context.get(depsContext), {
    request,
    form: await formOf(request),
    tab: tabOf(url.searchParams),
    next: safeCustomerPath(url.searchParams.get("next")),
  });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const tab = tabOf(new URL(request.url).searchParams);
  return resultOrFallback(serverAction, (message) => ({
    message: message ?? FAILED[tab],
    errors: {},
    typed: { email: "", firstName: "", lastName: "" },
  }));
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  authMeta(loaderData?.tab === "create-account" ? "Create Account" : "Login", matches);

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const { next, tab, flash, providers } = loaderData;
  const Shown = tab === "login" ? SignInForm : RegisterForm;
  return (
    <AuthPage
      eyebrow="Your account"
      title={tab === "login" ? "Welcome to the house" : "Make yourself at home"}
      lead="Follow an order from the cutting table to your door, and keep your measures for the next piece."
    >
      <AuthTabs current={tab} next={next} />
      <FlashNotice flash={flash} />
      <ProviderForms providers={providers} tab={tab} next={next} />
      <Shown key={tab} next={next} answer={actionData} />
    </AuthPage>
  );
}
