import { getFormProps, useForm } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { intentOf } from "#app/web/submit-form.ts";
import { Button } from "#ui/button.tsx";

type Props = {
  mail: { id: string; isPrivate: boolean };
  /** One click sends one email. */
  idempotencyKey: string;
  result: FormResult | undefined;
};

export function ResendForm({ mail, idempotencyKey, result }: Props) {
  const { state } = useNavigation();
  const isSending = state === "submitting";
  const isElsewhere = intentOf(result) === "elsewhere";
  const isBounce = intentOf(result) === "works-again";
  const [again] = useForm({
    id: "send-again",
    lastResult: isElsewhere || isBounce ? undefined : result,
  });
  const [elsewhere, fields] = useForm<{ to: string }>({
    id: "send-elsewhere",
    lastResult: isElsewhere ? result : undefined,
  });
  const named = (
    <>
      <input type="hidden" name="mail" value={mail.id} />
      <input type="hidden" name="key" value={idempotencyKey} />
    </>
  );
  return (
    <div key={mail.id} className="border-t border-line p-4">
      <FormErrors form={again} className="mb-4" />
      <FormErrors form={elsewhere} className="mb-4" />
      <div className="flex flex-wrap items-start gap-4">
        <Form method="post" {...getFormProps(again)} className="sm:mt-[1.6875rem]">
          {named}
          <Button type="submit" name="intent" value="again" busy={isSending}>
            Send again
          </Button>
        </Form>
        {!mail.isPrivate && (
          <Form
            method="post"
            {...getFormProps(elsewhere)}
            noValidate
            className="flex grow flex-wrap items-start gap-4"
          >
            {named}
            <FormField
              field={fields.to}
              label="Another address"
              type="email"
              autoComplete="off"
              className="min-w-52 grow basis-52"
            />
            <Button
              type="submit"
              name="intent"
              value="elsewhere"
              variant="secondary"
              disabled={isSending}
              className="sm:mt-[1.6875rem]"
            >
              Send there
            </Button>
          </Form>
        )}
      </div>
    </div>
  );
}
