import { data, Link, redirect } from "react-router";
import type { AuthTab } from "#app/web/auth-messages.ts";
import { FAILED, tabOf } from "#app/web/auth-messages.ts";
import {
  cookieContextFor,
  hasSignedInCookie,
  readFlash,
  signedInCookie,
} from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import type { Flash } from "#app/web/flash-messages.ts";
import { flashMessage, standsInPage } from "#app/web/flash-messages.ts";
import { privateFormHeaders } from "#app/web/require-admin.server.ts";
import { authPath, safeCustomerPath } from "#app/web/safe-path.ts";
import { submitForm } from "#app/web/submit-form.ts";
import { readSessionEnd, sessionEndMessage } from "#core/session-limits.ts";
import type { SocialProvider } from "#core/social-provider.ts";
import { socialProviderName } from "#core/social-provider.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { configuredProviders } from "#platform/social-providers.server.ts";
import { classNames } from "#ui/class-names.ts";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/auth.ts";
import { RegisterForm, SignInForm } from "./auth-forms.tsx";
import { AuthPage, authMeta } from "./auth-page.tsx";
import { handleAuthForm } from "./handle-auth-form.server.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { SessionEndNotice } from "./session-end-notice.tsx";

/** Google's branding rules require its four colors. */
const google = (
  <svg viewBox="0 0 48 48" className="size-4.5" aria-hidden="true">
    <path
      className="fill-google-red"
      d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
    />
    <path
      className="fill-google-blue"
      d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
    />
    <path
      className="fill-google-yellow"
      d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
    />
    <path
      className="fill-google-green"
      d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
    />
  </svg>
);

const apple = (
  <svg viewBox="0 0 24 24" className="-mt-1 size-5 fill-current" aria-hidden="true">
    <path d="M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701" />
  </svg>
);

function ProviderLogo({ provider }: { provider: SocialProvider }) {
  return provider === "google" ? google : apple;
}

type Props = { providers: readonly SocialProvider[]; tab: AuthTab; next: string };

function providerPath(provider: SocialProvider, { tab, next }: Omit<Props, "providers">) {
  return authPath(next, tab).replace("/auth", `/auth/with/${provider}`);
}

/** Plain forms, because they leave the shop. */
function ProviderForms({ providers, ...page }: Props) {
  if (providers.length === 0) return null;
  return (
    <>
      <div className="space-y-3">
        {providers.map((provider) => (
          <form key={provider} method="post" action={providerPath(provider, page)}>
            <button
              type="submit"
              className="flex min-h-14 w-full items-center justify-center gap-3 rounded-hair border border-ink bg-white px-8 font-medium transition-colors hover:bg-cloth"
            >
              <ProviderLogo provider={provider} />
              Continue with {socialProviderName(provider)}
            </button>
          </form>
        ))}
      </div>
      <p className="my-8 flex items-center gap-4 text-sm text-ink-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or with your email
      </p>
    </>
  );
}

const tabs: readonly { tab: AuthTab; label: string }[] = [
  { tab: "login", label: "Login" },
  { tab: "create-account", label: "Create Account" },
];

/** Links give each form a URL without JavaScript. */
function AuthTabs({ current, next }: { current: AuthTab; next: string }) {
  return (
    <nav aria-label="Login or create an account" className="mb-8 border-b border-line">
      <ul className="-mb-px flex gap-8">
        {tabs.map(({ tab, label }) => (
          <li key={tab}>
            <Link
              to={authPath(next, tab)}
              replace
              preventScrollReset
              aria-current={tab === current ? "page" : undefined}
              className={classNames(
                "flex min-h-12 items-center border-b-2 text-xs font-medium tracking-caps uppercase transition-colors -outline-offset-2",
                tab === current
                  ? "border-ink text-ink"
                  : "border-transparent text-ink-quiet hover:text-ink",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export const headers = privateFormHeaders;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const next = safeCustomerPath(url.searchParams.get("next"));
  const actor = await findActor(deps, request);
  if (actor.role !== "visitor") throw redirect(next, { headers: PRIVATE });
  const headers = new Headers(PRIVATE);
  if (hasSignedInCookie(request))
    headers.append("Set-Cookie", signedInCookie(0, cookieContextFor(deps.publicUrl)));
  const providers = configuredProviders(deps.env, deps.clock.now());
  const end = readSessionEnd(url.searchParams.get("ended"));
  const shown = {
    next,
    tab: tabOf(url.searchParams),
    ended: end && sessionEndMessage(end),
    flash: readFlash(request),
    providers,
  };
  return data(shown, { headers });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  return handleAuthForm(context.get(depsContext), {
    request,
    tab: tabOf(url.searchParams),
    next: safeCustomerPath(url.searchParams.get("next")),
  });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, FAILED[tabOf(new URL(request.url).searchParams)]);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  authMeta(loaderData?.tab === "create-account" ? "Create Account" : "Login", matches);

/** What an account is needed for, by the page that leads here. */
const REASONS: readonly (readonly [path: string, reason: string])[] = [
  [
    "/profile/measurements/links",
    "Sign in to send somebody a link. They measure themselves in their own browser, and the link and what they share with you stand in your account.",
  ],
  ["/profile/measurements", "Sign in to keep measurements, and to have them on every device."],
  ["/profile/orders", "Sign in to see your orders."],
];

const reasonOf = (next: string) =>
  REASONS.find(([path]) => next.startsWith(path))?.[1] ??
  "Follow an order from the cutting table to your door, and keep your measures for the next piece.";

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const { next, tab, ended, flash, providers } = loaderData;
  const AuthForm = tab === "login" ? SignInForm : RegisterForm;
  return (
    <AuthPage
      eyebrow="Your account"
      title={tab === "login" ? "Welcome to the house" : "Make yourself at home"}
      lead={reasonOf(next)}
    >
      <AuthTabs current={tab} next={next} />
      <SessionEndNotice message={ended} />
      <FlashNotice flash={flash} />
      <ProviderForms providers={providers} tab={tab} next={next} />
      <AuthForm key={tab} next={next} lastResult={actionData} />
      {tab === "login" && (
        <div className="mt-3">
          <PasskeyButton next={next} />
        </div>
      )}
      <p className="mt-8 border-t border-line pt-5 text-sm text-ink-soft">
        Ordered without an account?{" "}
        <Link to="/order-lookup" className="link inline-flex min-h-11 items-center">
          Find your order
        </Link>
      </p>
    </AuthPage>
  );
}

/** Shows the previous page's message: one that is too long for a toast, and any without JavaScript, which shows the others as toasts. */
export function FlashNotice({ flash }: { flash: Flash | null }) {
  if (!flash) return null;
  const { kind, title, description } = flashMessage(flash);
  const isToast = !standsInPage(flash);
  return (
    <Notice
      kind={kind ?? "info"}
      title={title}
      className={classNames("mb-8", isToast && "not-noscript:hidden")}
    >
      {description}
    </Notice>
  );
}
