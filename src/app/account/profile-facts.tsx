import { Form } from "react-router";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

type Props = { firstName: string; lastName: string; email: string; emailVerified: boolean };

/** The profile in view mode. */
export function ProfileFacts({ firstName, lastName, email, emailVerified }: Props) {
  const rows = [
    { label: "First name", value: firstName },
    { label: "Last name", value: lastName },
    { label: "Email", value: email },
  ];
  return (
    <>
      <dl className="border-t border-line">
        {rows.map(({ label, value }) => (
          <div
            key={label}
            className="grid gap-x-6 border-b border-line py-4 sm:grid-cols-[10rem_1fr]"
          >
            <dt className="text-sm text-ink-quiet">{label}</dt>
            <dd className="min-w-0 wrap-anywhere">{value || "Not given"}</dd>
          </div>
        ))}
      </dl>
      {!emailVerified && (
        <Notice kind="info" title="Your email is not confirmed yet" className="mt-6">
          Open the link in the mail we sent to {email}. Orders placed with this email before you had
          an account appear here once it is confirmed.
          <Form method="post" action="/profile" preventScrollReset>
            <button
              type="submit"
              name="intent"
              value="confirm-email"
              className="link inline-flex min-h-11 items-center"
            >
              Send the mail again
            </button>
          </Form>
        </Notice>
      )}
      <ButtonLink
        to="/profile?edit=profile"
        variant="secondary"
        preventScrollReset
        className="mt-6 max-sm:w-full"
      >
        Edit Profile
      </ButtonLink>
    </>
  );
}
