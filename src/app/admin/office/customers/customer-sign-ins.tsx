import { useNavigation } from "react-router";
import { ButtonForm } from "#app/components/form/button-form.tsx";
import { useEmailText } from "#app/components/page/mail-route-context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { intentOf } from "#app/web/submit-form.ts";
import type { SignIns } from "#features/office/staff/staff-sessions.server.ts";
import { Button } from "#ui/button.tsx";

function describeDevices(sessions: number): string {
  if (sessions === 0) return "Not signed in anywhere at the moment.";
  return sessions === 1 ? "Signed in on one device." : `Signed in on ${sessions} devices.`;
}

type Props = { signIns: SignIns; actionResult: FormResult | undefined };

/** Says on how many devices the person is signed in; an owner ends all of them after a second press. */
export function CustomerSignIns({ signIns, actionResult }: Props) {
  const emailText = useEmailText();
  const { mayEnd, sessions } = signIns;
  const { formData, state } = useNavigation();
  const lastResult = intentOf(actionResult) === "end-sessions" ? actionResult : undefined;
  return (
    <section>
      <h2 className="display text-xl">Sign-ins</h2>
      <p role="status" className="mt-2 text-sm">
        {describeDevices(sessions)}
      </p>
      {!mayEnd && (
        <p className="mt-1 text-sm text-ink-soft">
          Does somebody else use this account? An owner can end these sign-ins.
        </p>
      )}
      {mayEnd && sessions > 0 && (
        <details open={lastResult?.error !== undefined}>
          <summary className="inline-flex min-h-11 items-center text-sm text-ink-soft underline decoration-edge underline-offset-[0.4em]">
            Sign out everywhere…
          </summary>
          <ButtonForm
            result={lastResult}
            preventScrollReset
            className="mt-2 max-w-140 space-y-4 border-l-2 border-line py-1 pl-5"
          >
            <input type="hidden" name="intent" value="end-sessions" />
            <p className="text-sm text-ink-soft">
              For an account that somebody else uses, or a lost phone. They are signed out at once.
              Cart, orders and measurements stay, and so does the password.{" "}
              {emailText("They read an email about it, which says how to choose a new one.")}
            </p>
            <Button
              type="submit"
              variant="danger"
              busy={state === "submitting" && formData?.get("intent") === "end-sessions"}
            >
              Sign out everywhere
            </Button>
          </ButtonForm>
        </details>
      )}
    </section>
  );
}
