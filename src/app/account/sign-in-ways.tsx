import { socialProviderName } from "#core/social-provider.ts";
import type { SignInWays } from "#features/identity/sign-in-ways-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { LedgerSection } from "./account-page.tsx";

/** How the account is opened, and the way to a password: to another one, or to the first. */
export function SignInWaysSection({ ways, email }: { ways: SignInWays; email: string }) {
  const { hasPassword } = ways;
  const providers = ways.providers.map(socialProviderName).join(" or ");
  return (
    <LedgerSection
      title="Password"
      lead={
        hasPassword
          ? "To choose another one, we send you a link by mail."
          : "You have none. With one of your own you can come in by your email too."
      }
    >
      {providers !== "" && <p className="mb-4">You can sign in with {providers}.</p>}
      <form method="post" action="/auth/forgot">
        <input type="hidden" name="email" value={email} />
        <Button type="submit" variant="secondary">
          {hasPassword ? "Change my password" : "Choose a password"}
        </Button>
      </form>
    </LedgerSection>
  );
}
