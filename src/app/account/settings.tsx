import { use } from "react";
import { Form, useNavigation } from "react-router";
import { z } from "zod";
import type { AccountNote } from "#app/components/account/account-note.ts";
import type { FactorDone } from "#app/components/identity/account-forms.server.ts";
import { FACTOR_FORMS, handleAccountForm } from "#app/components/identity/account-forms.server.ts";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext, sessionContext } from "#app/web/context.ts";
import { parseForm, readFormData, rejectForm } from "#app/web/form.server.ts";
import { pressedButton } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import { socialProviderName } from "#core/social-provider.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isAdmin, isSignedIn } from "#features/base/identity/actor.ts";
import type { MyProfile } from "#features/base/identity/my-profile.server.ts";
import { findMyProfile, saveEmailPreferences } from "#features/base/identity/my-profile.server.ts";
import { getSecondFactors, listMyPasskeys } from "#features/base/identity/passkeys.server.ts";
import type { MySession, SessionsToEnd } from "#features/base/identity/sessions.server.ts";
import {
  describeMySessionLimits,
  deviceLabel,
  endSessions,
  listMySessions,
} from "#features/base/identity/sessions.server.ts";
import type { SignInWays } from "#features/base/identity/social-sign-in.server.ts";
import { findMySignInWays } from "#features/base/identity/social-sign-in.server.ts";
import { promisedEmailText } from "#features/base/mail/outbox.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink, buttonClass } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import type { Route } from "./+types/settings.ts";
import { AccountError, AccountPage, accountMeta, LedgerSection } from "./account-page.tsx";
import { doneAt, refuseAccount } from "./account-responses.server.ts";
import { SECOND_STEP_PAGE, SecondStepSection } from "./second-step-section.tsx";

function SignInWaysSection({ ways, email }: { ways: SignInWays; email: string }) {
  const mailRoute = use(MailRouteContext);
  const { hasPassword } = ways;
  const providers = ways.providers.map(socialProviderName).join(" or ");
  return (
    <LedgerSection
      title="Password"
      lead={
        hasPassword
          ? promisedEmailText(
              {
                promised: "To change it, we send you a link by email.",
                instead:
                  "The link to change it comes by email, and this shop sends no emails yet: please write to us.",
              },
              mailRoute,
            )
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

type Device = Omit<MySession, "userAgent"> & { device: string };

type Props = { sessions: readonly Device[]; currentId: string | null };

function SessionList({ sessions, currentId }: Props) {
  const others = sessions.filter((session) => session.id !== currentId).length;
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex items-center justify-between gap-6 py-4">
            <div>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                {session.device}
                {session.id === currentId && <Badge kind="success">This device</Badge>}
              </p>
              <p className="figures text-sm text-ink-quiet">
                Last used {formatMoment(session.lastUsedAt)} in Georgetown
              </p>
            </div>
            {session.id !== currentId && <EndOne session={session} />}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Form method="post" preventScrollReset className="mt-6">
          <Button type="submit" name="intent" value="end-others" variant="secondary">
            Sign out everywhere else
          </Button>
        </Form>
      )}
    </>
  );
}

function EndOne({ session }: { session: Device }) {
  const what = `${session.device}, last used ${formatMoment(session.lastUsedAt)}`;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="sessionId" value={session.id} />
      <Button
        type="submit"
        name="intent"
        value="end-session"
        variant="quiet"
        size="sm"
        aria-label={`Sign out: ${what}`}
      >
        Sign out
      </Button>
    </Form>
  );
}

type Deps = Pick<AppDeps, "db" | "publicUrl">;

const HERE = SECOND_STEP_PAGE.path;

const settingsForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save-preferences"),
    emailNotifications: z.boolean().default(false),
    orderUpdates: z.boolean().default(false),
  }),
  z.object({ intent: z.literal("end-session"), sessionId: z.string() }),
  z.object({ intent: z.literal("end-others") }),
]);

async function changeSettings(
  deps: Deps,
  input: { actor: Actor; sessionId: string; submitted: FormData },
) {
  const { actor, sessionId, submitted } = input;
  const submission = await parseForm(submitted, settingsForm);
  if (submission.status !== "success") return rejectForm(submission, {}, 400);
  const { value } = submission;
  switch (value.intent) {
    case "save-preferences": {
      const saved = await saveEmailPreferences(deps, { actor, preferences: value });
      return saved.ok ? doneAt(HERE, "settings-saved", deps.publicUrl) : refuseAccount();
    }
    case "end-session":
      return end(deps, actor, { one: value.sessionId }, "session-ended");
    case "end-others":
      return end(deps, actor, { allBut: sessionId }, "sessions-ended");
  }
}

async function end(deps: Deps, actor: Actor, which: SessionsToEnd, note: AccountNote) {
  const ended = await endSessions(deps, { actor, which });
  return ended.ok ? doneAt(HERE, note, deps.publicUrl) : refuseAccount();
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const profile = await findMyProfile(deps.db, { actor });
  const sessions = await listMySessions(deps, { actor });
  const ways = await findMySignInWays(deps.db, { actor });
  const passkeys = await listMyPasskeys(deps.db, { actor });
  if (!isSignedIn(actor) || !profile.ok || !sessions.ok || !ways.ok || !passkeys.ok) {
    return refuseAccount();
  }
  const currentId = context.get(sessionContext)?.id ?? null;
  const limits = await describeMySessionLimits(deps, { actor });
  const devices = sessions.value.map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceLabel(userAgent),
  }));
  return {
    profile: profile.value,
    sessions: devices,
    limits,
    ways: ways.value,
    currentId,
    isStaff: isAdmin(actor),
    factors: await getSecondFactors(deps.db, actor.userId),
    passkeys: passkeys.value,
    isPasskeyNew: url.searchParams.get("done") === "passkey-added",
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const sessionId = context.get(sessionContext)?.id ?? "";
  const submitted = await readFormData(request);
  if (!Object.hasOwn(FACTOR_FORMS, pressedButton(submitted))) {
    return changeSettings(deps, { actor, sessionId, submitted });
  }
  return handleAccountForm<FactorDone>(
    FACTOR_FORMS,
    { deps, actor, request, sessionId, submitted },
    {
      done: (done, cookies) => doneAt(HERE, FACTOR_NOTES[done], deps.publicUrl, cookies),
      refuse: refuseAccount,
      isPasswordProof: true,
    },
  );
}

const FACTOR_NOTES = {
  app: "app-added",
  "app-removed": "app-removed",
  "passkey-removed": "passkey-removed",
} as const satisfies Record<FactorDone, AccountNote>;

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Settings", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const mailRoute = use(MailRouteContext);
  const { profile, sessions, limits, ways, currentId } = loaderData;
  const factorForm = actionData && "shown" in actionData ? actionData : undefined;
  return (
    <AccountPage tab="Settings">
      <LedgerSection
        title="Mails"
        lead={promisedEmailText(
          {
            promised: "We always send confirmations, receipts and replies.",
            instead: "This shop sends no emails yet.",
          },
          mailRoute,
        )}
      >
        <Preferences profile={profile} />
      </LedgerSection>
      <LedgerSection
        title="Signed in"
        lead={`Where your account is open. End what you do not know, then change your password. ${limits}`}
      >
        <SessionList sessions={sessions} currentId={currentId} />
      </LedgerSection>
      <SignInWaysSection ways={ways} email={profile.email} />
      <SecondStepSection
        isStaff={loaderData.isStaff}
        isEmailConfirmed={profile.emailVerified}
        hasPassword={ways.hasPassword}
        hasApp={loaderData.factors.hasApp}
        passkeys={loaderData.passkeys}
        isPasskeyNew={loaderData.isPasskeyNew}
        posted={factorForm}
        shown={factorForm?.shown ?? null}
      />
      <LedgerSection title="Your data" lead="Everything we keep about you, as one file.">
        <a href="/profile/export" className={buttonClass("secondary", "md")}>
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

function Preferences({ profile }: { profile: MyProfile }) {
  const busy = useNavigation().formData?.get("intent") === "save-preferences";
  return (
    <Form method="post" preventScrollReset>
      <Checkbox
        label="Email Notifications"
        hint="New collections and offers, a few times a year."
        name="emailNotifications"
        defaultChecked={profile.emailNotifications}
      />
      <Checkbox
        label="Order Updates"
        hint="What happens to your order between our table and your door."
        name="orderUpdates"
        defaultChecked={profile.orderUpdates}
      />
      <Button type="submit" name="intent" value="save-preferences" className="mt-4" busy={busy}>
        Save Settings
      </Button>
    </Form>
  );
}
