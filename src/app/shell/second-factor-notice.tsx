import type { ReactNode } from "react";
import { Form, Link, useLocation } from "react-router";
import { formatMoment } from "#core/georgetown-time.ts";
import type { SecondFactorDuty } from "#features/office/staff/second-factor-duty.ts";
import { URGENT_DAYS } from "#features/office/staff/second-factor-duty.ts";
import { Notice } from "#ui/notice.tsx";

const ACCOUNT_PATH = "/admin/account";

export const daysLeftText = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

/** Where a second factor is set up, and the button that puts it off. */
function SetUpOrNot() {
  return (
    <Form
      method="post"
      action={ACCOUNT_PATH}
      className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2"
    >
      <Link to={ACCOUNT_PATH} className="link">
        Set it up
      </Link>
      <button type="submit" name="intent" value="dismiss-offer" className="link min-h-6">
        Not now
      </button>
    </Form>
  );
}

/**
 * Asks for a second factor: on the page that follows the sign-in, in the last week on every page. "Not now" hides it for a day while it can be put
 * off, and for good where the shop only offers one. Your account says it by itself.
 */
export function SecondFactorNotice({
  duty,
  isFirstPage,
}: {
  duty: SecondFactorDuty;
  isFirstPage: boolean;
}): ReactNode {
  const isAccount = useLocation().pathname === ACCOUNT_PATH;
  if (duty.kind === "offered" && isFirstPage) {
    return (
      <Notice kind="info" title="Protect your account with a second factor" className="mb-6">
        A passkey or an authenticator app keeps strangers out, even with your password.
        <SetUpOrNot />
      </Notice>
    );
  }
  if (duty.kind !== "requested" || duty.isQuiet || isAccount) return null;
  const { daysLeft, until } = duty;
  const isUrgent = daysLeft <= URGENT_DAYS;
  if (!isFirstPage && !isUrgent) return null;
  return (
    <Notice
      kind={isUrgent ? "warning" : "info"}
      title={`Please set up a second factor: ${daysLeftText(daysLeft)} left`}
      className="mb-6"
    >
      You can see measurements or move money here, so a password alone is not enough. A passkey or
      an authenticator app keeps strangers out. From {formatMoment(until)} in Georgetown on, the
      admin's pages open once you have one.
      <SetUpOrNot />
    </Notice>
  );
}
