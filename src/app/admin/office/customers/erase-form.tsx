import { getFormProps, useForm } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { intentOf } from "#app/web/submit-form.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { Customer } from "#features/office/customers/customer-queries.server.ts";
import {
  erasureRefusalMessage,
  erasureWarningMessages,
} from "#features/office/customers/erasure-obstacles.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Notice } from "#ui/notice.tsx";

type Props = { customer: Customer; actionResult: FormResult | undefined };

/** Lists what is deleted, what stays and what prevents it. */
export function EraseForm({ customer, actionResult }: Props) {
  const { email, obstacles } = customer;
  const { state } = useNavigation();
  const intent = intentOf(actionResult);
  const lastResult = intent === undefined || intent === "erase" ? actionResult : undefined;
  const [form, fields] = useForm<{ submittedEmail: string }>({ id: "erase", lastResult });
  const refusal = erasureRefusalMessage(obstacles);
  const warnings = erasureWarningMessages(obstacles);
  return (
    <details open={lastResult?.error !== undefined} className="border-t border-line pt-2">
      <summary className="inline-flex min-h-11 items-center text-sm text-ink-soft underline decoration-edge underline-offset-[0.4em]">
        Erase this person…
      </summary>
      <div className="mt-2 max-w-140 border-l-2 border-hibiscus pl-4 text-sm sm:pl-5">
        <p className="text-ink-soft">
          For somebody who asked for it. Their account, addresses, measures, inquiries, messages,
          your answers and notes, and every mail to them are gone for good. Orders and gifts stay
          for the books, without name, address, mail or telephone. No mail says so: if they are to
          be told, write before.
        </p>
        {refusal ? (
          <Notice kind="warning" title="Not now" className="mt-4">
            {refusal}
          </Notice>
        ) : (
          <Form method="post" {...getFormProps(form)} className="mt-4 space-y-4">
            <FormErrors form={form} />
            <input type="hidden" name="intent" value="erase" />
            {warnings.length > 0 && (
              <div className="space-y-2">
                {warnings.map((text) => (
                  <Notice key={text} kind="warning">
                    {text}
                  </Notice>
                ))}
                <Checkbox label="I know, and they want it all the same" name="known" />
              </div>
            )}
            <FormField
              field={fields.submittedEmail}
              label={`Type ${shownEmail(email)} to confirm`}
              autoComplete="off"
            />
            <Button type="submit" variant="danger" busy={state === "submitting"}>
              Erase for good
            </Button>
          </Form>
        )}
      </div>
    </details>
  );
}
