import { authPath } from "#app/web/safe-path.ts";
import type { SocialProvider } from "#core/social-provider.ts";
import { socialProviderName } from "#core/social-provider.ts";
import type { AuthTab } from "./auth-form-result.ts";
import { ProviderLogo } from "./provider-logo.tsx";

type Props = { providers: readonly SocialProvider[]; tab: AuthTab; next: string };

/** Where a provider's form leads, and from there back to the page asked for. */
export function providerPath(provider: SocialProvider, { tab, next }: Omit<Props, "providers">) {
  return authPath(next, tab).replace("/auth", `/auth/with/${provider}`);
}

/** The ways in by a provider, plain forms that leave the shop; nothing where none is configured. */
export function ProviderForms({ providers, ...page }: Props) {
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
