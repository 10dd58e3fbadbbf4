import { data, redirect } from "react-router";
import {
  cookieContextFor,
  flashCookie,
  readReturnTo,
  returnToCookie,
  signedInCookie,
} from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import type { Flash } from "#app/web/flash-messages.ts";
import { readFormData } from "#app/web/form.server.ts";
import { allTexts, readFields } from "#app/web/form-fields.ts";
import { refuseRequest } from "#app/web/refusals.server.ts";
import { safeCustomerPath } from "#app/web/safe-path.ts";
import { fail } from "#core/result.ts";
import type { SocialProvider } from "#core/social-provider.ts";
import { isSocialProvider } from "#core/social-provider.ts";
import type { SocialSignInFailure } from "#features/base/identity/social-sign-in.server.ts";
import { finishSocialSignIn } from "#features/base/identity/social-sign-in.server.ts";
import { configuredProviders } from "#platform/social-providers.server.ts";
import type { Route } from "./+types/provider-callback.ts";
import { rememberBrowser, secondStepPath } from "./enter-admin.server.ts";

const flashes: Record<SocialSignInFailure, Flash> = {
  denied: "provider-denied",
  lost: "provider-lost",
  no_email: "provider-no-email",
  unconfirmed_account: "provider-unconfirmed-account",
  staff: "provider-staff",
  failed: "provider-failed",
};

function configured(deps: AppDeps, provider: string): SocialProvider {
  const isOn = configuredProviders(deps.env, deps.clock.now()).some((each) => each === provider);
  if (isOn && isSocialProvider(provider)) return provider;
  throw data(null, { status: 404, headers: PRIVATE });
}

async function finish(deps: AppDeps, provider: SocialProvider, request: Request) {
  try {
    return await finishSocialSignIn(deps, { provider, request });
  } catch (error) {
    deps.logger.error({ err: error, provider }, "auth: a sign-in was not finished");
    return fail({ code: "failed" as const });
  }
}

/** Redirects to the account, to the second step of a customer who has one, or to the sign-in page with the reason. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const finished = await finish(deps, configured(deps, params.provider), request);
  const cookieContext = cookieContextFor(deps.publicUrl);
  const wayBack = readReturnTo(request);
  const next = safeCustomerPath(wayBack.searchParams.get("next"));
  const cookies = [returnToCookie("", 0, cookieContext)];
  let to = next;
  if (finished.ok) {
    const { isNew, lifetimeS, userId } = finished.value;
    cookies.push(...finished.value.cookies, signedInCookie(lifetimeS, cookieContext));
    cookies.push(flashCookie(isNew ? "welcome" : "welcome-back", cookieContext));
    cookies.push(rememberBrowser(deps, request, userId));
  } else if (finished.error.code === "second_factor") {
    cookies.push(...finished.error.cookies);
    to = secondStepPath(finished.error.step, next);
  } else {
    const { code } = finished.error;
    // The other reasons are the person's own: who cancelled, or came back too late.
    if (code === "staff" || code === "unconfirmed_account") {
      refuseRequest(deps, request, { kind: "provider", account: { by: "nothing" } });
    }
    cookies.push(flashCookie(flashes[code], cookieContext));
    to = wayBack.pathname + wayBack.search;
  }
  const headers = new Headers(PRIVATE);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(to, { headers });
}

/** Fields of Apple's post that the loader reads. */
const POSTED = ["code", "state", "error", "user"];
const MAX_LENGTH = 2_048;

/** Redirects Apple's cross-site post, which carries no cookies, to the loader's URL. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  if (configured(deps, params.provider) !== "apple") {
    throw data(null, { status: 404, headers: PRIVATE });
  }
  const form = await readFormData(request);
  const texts = readFields(form, allTexts);
  const brought = new URLSearchParams();
  for (const name of POSTED) {
    const value = texts[name];
    if (value !== undefined && value.length <= MAX_LENGTH) brought.set(name, value);
  }
  return redirect(`${url.pathname}?${brought}`, { status: 303, headers: PRIVATE });
}
