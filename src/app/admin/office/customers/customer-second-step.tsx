import { getFormProps, useForm } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { useEmailText } from "#app/components/page/mail-route-context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { intentOf } from "#app/web/submit-form.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import type { CustomerFactors } from "#features/office/customers/remove-factor.server.ts";
import { Button } from "#ui/button.tsx";

function describeFactors({ hasApp, passkeys }: CustomerFactors): string {
  const keys = passkeys === 1 ? "one passkey" : `${passkeys} passkeys`;
  const factors = [...(hasApp ? ["an authenticator app"] : []), ...(passkeys > 0 ? [keys] : [])];
  return `Signing in asks for a second step: ${factors.join(" and ")}.`;
}

type Props = { factors: CustomerFactors; actionResult: FormResult | undefined };

/**
 * The second step of a customer. For one who lost phone and recovery codes an owner has a code mailed to her, hears it from her, and
 * removes the step with it.
 */
export function CustomerSecondStep({ factors, actionResult }: Props) {
  const { codeUntil, mayRemove } = factors;
  const intent = intentOf(actionResult);
  const isRefused =
    actionResult?.error !== undefined &&
    (intent === "send-removal-code" || intent === "remove-factor");
  return (
    <section>
      <h2 className="display text-xl">Second step</h2>
      <p className="mt-2 text-sm">{describeFactors(factors)}</p>
      {!mayRemove && (
        <p className="mt-1 text-sm text-ink-soft">
          Did the customer lose her phone and her recovery codes? An owner can remove this.
        </p>
      )}
      {mayRemove && (
        <details open={isRefused || codeUntil !== null}>
          <summary className="inline-flex min-h-11 items-center text-sm text-ink-soft underline decoration-edge underline-offset-[0.4em]">
            Remove it for a customer who lost her phone…
          </summary>
          <div className="mt-2 max-w-140 space-y-6 border-l-2 border-line py-1 pl-5">
            <p className="text-sm text-ink-soft">
              Whoever asks may be somebody else. So we mail a code to the customer, and you remove
              the second step once she has told it to you. Call her back at a number that you know,
              or ask about her last order, if anything seems odd.
            </p>
            <SendCode codeUntil={codeUntil} actionResult={actionResult} />
            {codeUntil && <RemoveStep actionResult={actionResult} />}
          </div>
        </details>
      )}
    </section>
  );
}

function useIntentForm(intent: string, actionResult: FormResult | undefined) {
  const { formData, state } = useNavigation();
  const lastResult = intentOf(actionResult) === intent ? actionResult : undefined;
  const [form, fields] = useForm<{ code: string }>({ id: intent, lastResult });
  return { form, fields, busy: state === "submitting" && formData?.get("intent") === intent };
}

function SendCode({
  codeUntil,
  actionResult,
}: {
  codeUntil: Date | null;
  actionResult: FormResult | undefined;
}) {
  const emailText = useEmailText();
  const { busy, form } = useIntentForm("send-removal-code", actionResult);
  return (
    <Form method="post" {...getFormProps(form)} preventScrollReset className="space-y-3">
      <FormErrors form={form} />
      <input type="hidden" name="intent" value="send-removal-code" />
      {codeUntil && (
        <p role="status" className="text-sm">
          {emailText("A code is on its way to the customer.")} The code counts until{" "}
          {formatMoment(codeUntil)} in Georgetown.
        </p>
      )}
      <Button type="submit" variant="secondary" size="sm" busy={busy}>
        {codeUntil ? "Mail a new code" : "Mail a code to the customer"}
      </Button>
    </Form>
  );
}

function RemoveStep({ actionResult }: { actionResult: FormResult | undefined }) {
  const emailText = useEmailText();
  const { busy, fields, form } = useIntentForm("remove-factor", actionResult);
  return (
    <Form method="post" {...getFormProps(form)} preventScrollReset className="space-y-4">
      <FormErrors form={form} />
      <input type="hidden" name="intent" value="remove-factor" />
      <FormField
        field={fields.code}
        label="The code that the customer told you"
        hint={`Six digits. Removing signs her out on all devices; her password then opens the account alone. ${emailText("She reads an email about it.")}`}
        inputMode="numeric"
        autoComplete="off"
        required
      />
      <Button type="submit" variant="danger" busy={busy}>
        Remove the second step
      </Button>
    </Form>
  );
}
