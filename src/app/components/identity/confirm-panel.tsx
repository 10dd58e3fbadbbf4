import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { useRef, useState } from "react";
import type { IdentityRequest } from "#app/web/identity-request.ts";
import { confirmPath, IDENTITY_FIELDS } from "#app/web/identity-request.ts";
import { Button } from "#ui/button.tsx";
import { Field, FieldError, Input } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { provePasskey } from "./prove-passkey.browser.ts";

export type ConfirmProblem = { password?: string; code?: string };

type Props = { waiting: IdentityRequest; problem?: ConfirmProblem | undefined };

/** Why it is asked; the heading stands above, in the look of its page. */
export function ConfirmLead(): ReactNode {
  return (
    <p className="text-ink-soft">
      Before we change how people sign in, what they may do or where money goes, and before personal
      data leaves the shop, we ask you to confirm that it is you. You last did that more than ten
      minutes ago. Nothing you entered is lost.
    </p>
  );
}

/** What was typed, posted again with the form around it. */
export function SubmittedFields({ fields }: Pick<IdentityRequest, "fields">): ReactNode {
  return fields.map(([name, value], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat, and the list never changes
    <input key={`${name} ${index}`} type="hidden" name={name} value={value} />
  ));
}

/**
 * Asks for the password, a code of the app or a passkey, and posts what was typed again afterwards. A plain form, so that
 * it works before and without the script.
 */
export function ConfirmPanel({ waiting, problem = {} }: Props) {
  const { fields, path, ways } = waiting;
  const form = useRef<HTMLFormElement>(null);
  return (
    <form ref={form} method="post" action={confirmPath(path)} className="max-w-104 space-y-5">
      <SubmittedFields fields={fields} />
      {ways.password && (
        <Field label="Your password" error={problem.password}>
          <Input
            name={IDENTITY_FIELDS.password}
            type="password"
            autoComplete="current-password"
            required={!ways.app}
          />
        </Field>
      )}
      {ways.app && (
        <Field
          label="Or a code of your authenticator app"
          hint="Six digits that you have not used yet."
          error={problem.code}
        >
          <Input
            name={IDENTITY_FIELDS.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
          />
        </Field>
      )}
      <Button type="submit" size="lg" className="w-full">
        Confirm and carry on
      </Button>
      {ways.passkey && <PasskeyProof onProved={() => carryOn(form.current, path, fields)} />}
    </form>
  );
}

/** The session is confirmed already, so what was typed goes straight to its page. */
function carryOn(
  form: HTMLFormElement | null,
  path: string,
  fields: IdentityRequest["fields"],
): void {
  if (form && fields.length > 0) {
    form.action = path;
    // `submit` asks for no password, which the form itself requires.
    form.submit();
  } else window.location.assign(path);
}

function PasskeyProof({ onProved }: { onProved: () => void }) {
  const isHydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  if (!isHydrated || typeof PublicKeyCredential === "undefined") return null;
  async function prove() {
    setBusy(true);
    setProblem(undefined);
    if (await provePasskey()) return onProved();
    setProblem("The passkey was not used. Please try again, or use your password.");
    setBusy(false);
  }
  return (
    <div>
      <Button
        variant="secondary"
        size="lg"
        className="w-full"
        busy={busy}
        onClick={() => void prove()}
      >
        <KeyRound size={18} aria-hidden="true" />
        Use a passkey
      </Button>
      <div role="status">
        <FieldError id="passkey-proof" error={problem} />
      </div>
    </div>
  );
}
