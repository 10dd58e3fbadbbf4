import { useEffect, useRef } from "react";
import { isListSearched, ListSearch } from "#app/components/admin/list-search.tsx";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { FormField } from "#app/components/form/form-field.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import type { Posted } from "#app/components/identity/account-form.tsx";
import {
  AccountDisclosure,
  AccountForm,
  AccountRow,
} from "#app/components/identity/account-form.tsx";
import { SecondFactorSection } from "#app/components/identity/second-factor-section.tsx";
import { useEmailText } from "#app/components/page/mail-route-context.ts";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { daysLeftText } from "#app/shell/second-factor-notice.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import { hasText } from "#core/plain-text.ts";
import { shownEmail } from "#core/shown-email.ts";
import { readListSearch } from "#core/submitted-text.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { getSecondFactors, listMyPasskeys } from "#features/base/identity/passkeys.server.ts";
import {
  describeMySessionLimits,
  deviceLabel,
  findActorAndSession,
  listMySessions,
} from "#features/base/identity/sessions.server.ts";
import { mailRouteOf } from "#features/base/mail/outbox.ts";
import type { Invitation, StaffMember } from "#features/office/staff/invitations.server.ts";
import { listStaff } from "#features/office/staff/invitations.server.ts";
import { findSecondFactorDuty } from "#features/office/staff/second-factor-duty.server.ts";
import type { SecondFactorDuty } from "#features/office/staff/second-factor-duty.ts";
import { Badge } from "#ui/badge.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/account.ts";
import { accountMessage, handleStaffForm } from "./account-actions.server.ts";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  if (!isAdmin(actor)) return refuse();
  const [sessions, passkeys, staff] = await Promise.all([
    listMySessions(deps, { actor }),
    listMyPasskeys(deps.db, { actor }),
    listStaff(deps, { actor }),
  ]);
  if (!sessions.ok || !passkeys.ok || !staff.ok) return refuse();
  const done = url.searchParams.get("done") ?? "";
  const search = readListSearch(url.searchParams);
  const { invitations, members } = staff.value;
  return {
    userId: actor.userId,
    factors: await getSecondFactors(deps.db, actor.userId),
    passkeys: passkeys.value,
    staff: {
      search,
      count: members.length + invitations.length,
      owners: members.filter((member) => member.isOwner).length,
      members: members.filter(({ email, name, username }) =>
        hasText([username, name, email], search),
      ),
      invitations: invitations.filter(({ email }) => hasText([email], search)),
    },
    sessionLimits: await describeMySessionLimits(deps, { actor }),
    sessions: sessions.value.map(({ userAgent, ...session }) => ({
      ...session,
      device: deviceLabel(userAgent),
    })),
    currentId: (await findActorAndSession(deps, request)).session?.id ?? null,
    duty: await findSecondFactorDuty(deps, { userId: actor.userId }),
    isPasswordNew: done === "password",
    isOwner: members.some(({ id, isOwner }) => isOwner && id === actor.userId),
    done: accountMessage(done, mailRouteOf(deps.env)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const { session } = await findActorAndSession(deps, request);
  return handleStaffForm({ deps, actor, request, sessionId: session?.id ?? "" });
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = () => [{ title: "Your account" }];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

type Data = Route.ComponentProps["loaderData"];

const STAFF_PAGE = { path: "/admin/account", afterPasskey: "/admin/account?done=passkey-added" };

/** Receives the focus, because the form has closed. */
function DoneLine({ text }: { text: string }) {
  const element = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per message
  useEffect(() => element.current?.focus(), [text]);
  return (
    <div ref={element} tabIndex={-1} className="mb-6 outline-none">
      <Notice kind="success" live>
        {text}
      </Notice>
    </div>
  );
}

function Sessions({ data, posted }: { data: Data; posted: Posted }) {
  const { currentId, sessionLimits, sessions } = data;
  return (
    <>
      <p className="-mt-3 mb-6 text-sm text-ink-soft">{sessionLimits}</p>
      <ul className="-mt-3 divide-y divide-line border-b border-line">
        {sessions.map(({ createdAt, device, id, lastUsedAt }) => (
          <AccountRow
            key={id}
            name={device}
            badge={id === currentId && <Badge kind="success">This device</Badge>}
            note={`Signed in ${formatMoment(createdAt)}, last used ${formatMoment(lastUsedAt)} in Georgetown`}
          >
            {id !== currentId && (
              <AccountForm intent="end-session" submit="End it" target={id} posted={posted} />
            )}
          </AccountRow>
        ))}
      </ul>
      {sessions.length > 1 && (
        <AccountForm intent="end-others" submit="End all other sessions" posted={posted} />
      )}
    </>
  );
}

/** After a new password: what else opens the account, and one button that ends it. */
function OtherWaysIn({ data, posted }: { data: Data; posted: Posted }) {
  const { currentId, factors, passkeys, sessions } = data;
  const others = sessions.filter(({ id }) => id !== currentId);
  const ways = [
    ...passkeys.map(({ name }) => `The passkey “${name}”`),
    ...(factors.hasApp ? ["The authenticator app and its recovery codes"] : []),
    ...others.map(({ device }) => `A session on ${device}`),
  ];
  if (ways.length === 0) return null;
  return (
    <Notice kind="warning" title="This also opens your account" className="mb-6">
      <ul className="mt-1 mb-4 list-disc space-y-1 pl-5">
        {[...new Set(ways)].map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
      <p className="mb-4">
        Did you change the password because somebody else may know it? Then end all of this, and set
        up what is yours again.
      </p>
      <AccountForm intent="end-everything" submit="End everything else" posted={posted} danger />
    </Notice>
  );
}

function Members({ data, posted }: { data: Data; posted: Posted }) {
  const { isOwner, staff, userId } = data;
  const isOnlyOwner = staff.owners === 1;
  return (
    <>
      {isListSearched(staff.count, staff.search) && (
        <ListSearch label="Name or email" search={staff.search} />
      )}
      {staff.members.length + staff.invitations.length === 0 && (
        <p className="mb-6 text-ink-soft">
          Nobody of the staff matches. Try a part of the name or of the email.
        </p>
      )}
      <ul className="-mt-3 divide-y divide-line border-b border-line">
        {staff.members.map((member) => (
          <Member
            key={member.id}
            member={member}
            isSelf={member.id === userId}
            isOnlyOwner={isOnlyOwner}
            isDecider={isOwner}
            posted={posted}
          />
        ))}
        {staff.invitations.map((invitation) => (
          <Invited
            key={invitation.id}
            invitation={invitation}
            isDecider={isOwner}
            posted={posted}
          />
        ))}
      </ul>
      {!isOwner && (
        <p className="text-sm text-ink-soft">
          Owners invite and remove admins, and give them rights.
        </p>
      )}
      {isOwner && <InviteForm key={staff.count} posted={posted} />}
    </>
  );
}

/** Its key changes with each invitation, so that the form of a sent one is closed and empty. */
function InviteForm({ posted }: { posted: Posted }) {
  return (
    <AccountDisclosure
      intent="invite"
      title="Invite an admin"
      submit="Send the invitation"
      posted={posted}
    >
      {(fields) => (
        <FormField
          field={fields.email}
          label="Email"
          type="email"
          autoComplete="off"
          hint="The link works once, within three days."
          required
        />
      )}
    </AccountDisclosure>
  );
}

type MemberProps = {
  member: StaffMember;
  isSelf: boolean;
  /** The shop has no other owner than the one. */
  isOnlyOwner: boolean;
  /** Whether the reader is an owner. */
  isDecider: boolean;
  posted: Posted;
};

function Member({ member, isSelf, isOnlyOwner, isDecider, posted }: MemberProps) {
  const { email, hasSecondFactor, isAtelier, isOwner, username } = member;
  return (
    <AccountRow
      name={username}
      badge={
        <>
          {isSelf && <Badge kind="success">You</Badge>}
          <Badge kind={hasSecondFactor ? "success" : "warning"}>
            {hasSecondFactor ? "Second factor" : "Password only"}
          </Badge>
          {isOwner && <Badge kind="neutral">Owner</Badge>}
          {isAtelier && <Badge kind="neutral">Opens measurements</Badge>}
        </>
      }
      note={!email.endsWith(".invalid") && shownEmail(email)}
    >
      {isDecider && (
        <MemberForms member={member} isSelf={isSelf} isOnlyOwner={isOnlyOwner} posted={posted} />
      )}
    </AccountRow>
  );
}

/** The last owner stays one, so that nothing is offered that would be refused. */
function MemberForms({ member, isOnlyOwner, isSelf, posted }: Omit<MemberProps, "isDecider">) {
  const emailText = useEmailText();
  const { id, isAtelier, isOwner, username } = member;
  return (
    <>
      {!(isOwner && isOnlyOwner) && (
        <AccountForm
          intent={isOwner ? "withdraw-owner" : "make-owner"}
          submit={isOwner ? "Withdraw ownership" : "Make owner"}
          target={id}
          posted={posted}
        />
      )}
      <AccountForm
        intent={isAtelier ? "withdraw-atelier" : "give-atelier"}
        submit={isAtelier ? "Withdraw measurements" : "Allow measurements"}
        target={id}
        posted={posted}
      />
      {!isSelf && (
        <AccountDisclosure
          intent="sign-out-everywhere"
          title="Sign out everywhere"
          submit={`Sign ${username} out`}
          target={id}
          posted={posted}
        >
          {() => (
            <p className="text-sm text-ink-soft">
              {username} is signed out at once on all devices. The password and the second factor
              stay, so whoever has them can sign in again.{" "}
              {emailText(`${username} reads an email about it.`)}
            </p>
          )}
        </AccountDisclosure>
      )}
      {!isSelf && (
        <AccountDisclosure
          intent="remove-admin"
          title="Remove"
          submit={`Remove ${username}`}
          target={id}
          posted={posted}
          danger
        >
          {() => (
            <p className="text-sm text-ink-soft">
              {username} is signed out at once and can no longer sign in. Their invitations end.
              What they did stays in Activity.
            </p>
          )}
        </AccountDisclosure>
      )}
    </>
  );
}

type InvitedProps = { invitation: Invitation; isDecider: boolean; posted: Posted };

function Invited({ invitation, isDecider, posted }: InvitedProps) {
  return (
    <AccountRow
      name={shownEmail(invitation.email)}
      badge={<Badge kind="neutral">Invited</Badge>}
      note={`Until ${formatMoment(invitation.expiresAt)}`}
    >
      {isDecider && (
        <AccountForm intent="withdraw" submit="Withdraw" target={invitation.id} posted={posted} />
      )}
    </AccountRow>
  );
}

/** What the shop wants of a second factor, where it is set up. */
function SecondFactorDutyNotice({ duty }: { duty: SecondFactorDuty }) {
  if (duty.kind === "required") {
    return (
      <Notice kind="warning" title="Please set up a second factor first">
        The shop requires one from everybody who may see measurements or move money. The other pages
        open once you have it.
      </Notice>
    );
  }
  if (duty.kind !== "requested") return null;
  return (
    <Notice kind="info" title={`You have ${daysLeftText(duty.daysLeft)} to set up a second factor`}>
      Add a passkey or an authenticator app below. From {formatMoment(duty.until)} in Georgetown on,
      the other pages open once you have one.
    </Notice>
  );
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { done, duty, factors, isPasswordNew, passkeys } = loaderData;
  const posted = actionData && { intent: actionData.intent, result: actionData.result };
  return (
    <AdminPage title="Your account">
      <div className="max-w-prose space-y-12">
        <div>
          {done && <DoneLine text={done} />}
          {isPasswordNew && <OtherWaysIn data={loaderData} posted={posted} />}
          <SecondFactorDutyNotice duty={duty} />
        </div>
        <OrderSection id="second-factor" title="Second factor">
          <SecondFactorSection
            page={STAFF_PAGE}
            hasApp={factors.hasApp}
            hasPassword
            passkeys={passkeys}
            posted={posted}
            shown={actionData?.shown ?? null}
          />
        </OrderSection>
        <OrderSection id="password" title="Password">
          <AccountDisclosure
            intent="change-password"
            title="Change my password"
            submit="Change the password"
            posted={posted}
          >
            {(fields) => (
              <>
                <PasswordField
                  field={fields.current}
                  label="Your current password"
                  autoComplete="current-password"
                />
                <PasswordField
                  field={fields.next}
                  label="New password"
                  autoComplete="new-password"
                />
              </>
            )}
          </AccountDisclosure>
        </OrderSection>
        <OrderSection id="sessions" title="Signed in">
          <Sessions data={loaderData} posted={posted} />
        </OrderSection>
        <OrderSection id="admins" title="Admins">
          <Members data={loaderData} posted={posted} />
        </OrderSection>
      </div>
    </AdminPage>
  );
}
