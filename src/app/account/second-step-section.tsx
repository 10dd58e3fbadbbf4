import type { Posted } from "#app/components/identity/account-form.tsx";
import type { ShownOnce } from "#app/components/identity/account-forms.server.ts";
import { SecondFactorSection } from "#app/components/identity/second-factor-section.tsx";
import type { MyPasskey } from "#features/base/identity/passkeys.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { LedgerSection } from "./account-page.tsx";

/** Where a customer sets up her second step. */
export const SECOND_STEP_PAGE = {
  path: "/profile/settings",
  afterPasskey: "/profile/settings?done=passkey-added",
};

type Props = {
  /** Staff set theirs up in the admin. */
  isStaff: boolean;
  isEmailConfirmed: boolean;
  hasPassword: boolean;
  hasApp: boolean;
  passkeys: readonly MyPasskey[];
  /** Whether the page follows the set-up of a passkey. */
  isPasskeyNew: boolean;
  posted: Posted;
  shown: ShownOnce | null;
};

/** Offers a second step at the sign-in; nobody has to take one. */
export function SecondStepSection({ isStaff, isEmailConfirmed, ...section }: Props) {
  return (
    <LedgerSection
      id="second-step"
      title="Second step"
      lead="If you like: signing in then asks for something that only you have, such as your phone, so that a stolen password opens nothing."
    >
      <SecondStep isStaff={isStaff} isEmailConfirmed={isEmailConfirmed} {...section} />
    </LedgerSection>
  );
}

function SecondStep({ isStaff, isEmailConfirmed, isPasskeyNew, ...section }: Props) {
  if (isStaff) {
    return (
      <ButtonLink to="/admin/account" variant="secondary">
        Your account in the admin
      </ButtonLink>
    );
  }
  if (!isEmailConfirmed) {
    return (
      <>
        <p className="mb-4 max-w-prose">
          Please confirm your email first. Your profile can send you the mail again.
        </p>
        <ButtonLink to="/profile" variant="secondary">
          To your profile
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      {isPasskeyNew && (
        <Notice kind="success" title="The passkey is added" live className="mb-6">
          It signs you in without your password. With your password, signing in asks for a second
          step from now on.
        </Notice>
      )}
      <SecondFactorSection page={SECOND_STEP_PAGE} {...section} />
    </>
  );
}
