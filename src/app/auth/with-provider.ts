import { data, redirect } from "react-router";
import { tabOf } from "#app/web/auth-messages.ts";
import { cookieContextFor, flashCookie, returnToCookie } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { authPath, safeCustomerPath } from "#app/web/safe-path.ts";
import { isSocialProvider } from "#core/social-provider.ts";
import { startSocialSignIn } from "#features/base/identity/social-sign-in.server.ts";
import { PROVIDER_VISIT_S } from "#platform/auth.server.ts";
import { configuredProviders } from "#platform/social-providers.server.ts";
import type { Route } from "./+types/with-provider.ts";

/** Never starts a sign-in: only the form does, not links or prefetching. */
export function loader() {
  return redirect("/auth", { headers: PRIVATE });
}

/** 404 for a provider that is not configured. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const { provider } = params;
  const isConfigured = configuredProviders(deps.env, deps.clock.now()).some(
    (configured) => configured === provider,
  );
  if (!isSocialProvider(provider) || !isConfigured) {
    throw data(null, { status: 404, headers: PRIVATE });
  }
  const cookieContext = cookieContextFor(deps.publicUrl);
  const signInPath = authPath(
    safeCustomerPath(url.searchParams.get("next")),
    tabOf(url.searchParams),
  );
  const headers = new Headers(PRIVATE);
  try {
    const started = await startSocialSignIn(deps, { provider, request });
    if (started.ok) {
      const cookies = [
        ...started.value.cookies,
        returnToCookie(signInPath, PROVIDER_VISIT_S, cookieContext),
      ];
      for (const cookie of cookies) headers.append("Set-Cookie", cookie);
      return redirect(started.value.url, { status: 303, headers });
    }
  } catch (error) {
    deps.logger.error({ err: error, provider }, "auth: a sign-in was not begun");
  }
  headers.append("Set-Cookie", flashCookie("provider-failed", cookieContext));
  return redirect(signInPath, { status: 303, headers });
}
