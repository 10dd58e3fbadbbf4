import { SubmittedFields } from "#app/components/identity/confirm-panel.tsx";
import type { IdentityRequest } from "#app/web/identity-request.ts";
import { IDENTITY_FIELDS } from "#app/web/identity-request.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

export type SignInAgainProps = {
  /** Why the session ended. */
  message: string;
  fields: IdentityRequest["fields"];
  /** The page itself, which sends the form on once its sender is signed in. */
  action: string;
  signInPath: string;
  /** Set when the form was sent again too early. */
  problem: string | null;
};

/**
 * Holds what was typed while its sender signs in in another window, with every step that the account asks for. A plain form,
 * so that it works before and without the script.
 */
export function SignInAgain({ action, fields, message, problem, signInPath }: SignInAgainProps) {
  const isForm = fields.length > 0;
  return (
    <div className="space-y-6">
      <p className="text-ink-soft">{message}</p>
      {isForm && (
        <p className="text-ink-soft">
          Nothing you entered is lost. Sign in in a new window, come back to this one and send it
          again.
        </p>
      )}
      {problem && (
        <Notice kind="error" title="Not sent yet" live>
          {problem}
        </Notice>
      )}
      {/* A plain link: the window with what was typed stays open. */}
      <a
        href={signInPath}
        {...(isForm && { target: "_blank" })}
        className={buttonClass("primary", "lg", "w-full")}
      >
        {isForm ? "Sign in in a new window" : "Sign in"}
      </a>
      {isForm && (
        <form method="post" action={action}>
          <SubmittedFields fields={fields} />
          <Button
            type="submit"
            name={IDENTITY_FIELDS.again}
            value="1"
            variant="secondary"
            size="lg"
            className="w-full"
          >
            I am signed in, send it again
          </Button>
        </form>
      )}
    </div>
  );
}
