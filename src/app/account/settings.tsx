import { Form, useNavigation } from "react-router";
import { actorContext, depsContext, sessionContext } from "#app/web/context.ts";
import type { MyProfile } from "#features/identity/profile-queries.server.ts";
import { findMyProfile } from "#features/identity/profile-queries.server.ts";
import { listMySessions } from "#features/identity/session-queries.server.ts";
import { findMySignInWays } from "#features/identity/sign-in-ways-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import type { Route } from "./+types/settings.ts";
import { AccountError } from "./account-error.tsx";
import { accountMeta } from "./account-meta.ts";
import { AccountPage, LedgerSection } from "./account-page.tsx";
import { refuseAccount } from "./account-responses.server.ts";
import { changeSettings } from "./change-settings.server.ts";
import { SessionList } from "./session-list.tsx";
import { SignInWaysSection } from "./sign-in-ways.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const profile = await findMyProfile(deps.db, { actor });
  const sessions = await listMySessions(deps, { actor });
  const ways = await findMySignInWays(deps.db, { actor });
  if (!profile.ok || !sessions.ok || !ways.ok) return refuseAccount();
  const currentId = context.get(sessionContext)?.id ?? null;
  return { profile: profile.value, sessions: sessions.value, ways: ways.value, currentId };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const sessionId = context.get(sessionContext)?.id ?? "";
  return changeSettings(context.get(depsContext), { actor, sessionId, request });
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Settings", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { profile, sessions, ways, currentId } = loaderData;
  return (
    <AccountPage tab="Settings">
      <LedgerSection
        title="Mails"
        lead="Confirmations, receipts and answers are owed to you and always come."
      >
        <Wishes profile={profile} />
      </LedgerSection>
      <LedgerSection
        title="Signed in"
        lead="Where your account is open. End what you do not know, then change your password."
      >
        <SessionList sessions={sessions} currentId={currentId} />
      </LedgerSection>
      <SignInWaysSection ways={ways} email={profile.email} />
      <LedgerSection title="Your data" lead="Everything we keep about you, as one file.">
        <a href="/profile/export" download className={buttonClass("secondary", "md")}>
          Download my data
        </a>
      </LedgerSection>
      <LedgerSection title="Delete Account">
        <ButtonLink to="/profile/delete" variant="danger">
          Delete Account
        </ButtonLink>
        <p className="mt-4 max-w-prose text-sm text-ink-soft">
          This action cannot be undone. All of your data will be permanently deleted.
        </p>
      </LedgerSection>
    </AccountPage>
  );
}

function Wishes({ profile }: { profile: MyProfile }) {
  const busy = useNavigation().formData?.get("intent") === "save-wishes";
  return (
    <Form method="post" preventScrollReset>
      <Checkbox
        label="Email Notifications"
        hint="New collections and offers, a few times a year."
        name="emailNotifications"
        value="1"
        defaultChecked={profile.emailNotifications}
      />
      <Checkbox
        label="Order Updates"
        hint="What happens to your order between our table and your door."
        name="orderUpdates"
        value="1"
        defaultChecked={profile.orderUpdates}
      />
      <Button type="submit" name="intent" value="save-wishes" className="mt-4" busy={busy}>
        Save Settings
      </Button>
    </Form>
  );
}
