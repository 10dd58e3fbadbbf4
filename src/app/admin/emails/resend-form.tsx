import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";

type Props = {
  mail: { id: string; isPrivate: boolean };
  /** One per press of the button. */
  idempotencyKey: string;
  failure: { problem: string; submitted: string } | undefined;
};

/** Resends an email to its recipient or another. Two forms, so that Enter submits the one being edited. */
export function ResendForm({ mail, idempotencyKey, failure }: Props) {
  const { state } = useNavigation();
  const isSending = state === "submitting";
  const named = (
    <>
      <input type="hidden" name="mail" value={mail.id} />
      <input type="hidden" name="key" value={idempotencyKey} />
    </>
  );
  return (
    <div key={mail.id} className="flex flex-wrap items-start gap-4 border-t border-line p-4">
      <Form method="post" className="sm:mt-[1.6875rem]">
        {named}
        <Button type="submit" busy={isSending}>
          Send again
        </Button>
      </Form>
      {!mail.isPrivate && (
        <Form method="post" noValidate className="flex grow flex-wrap items-start gap-4">
          {named}
          <Field
            label="Another address"
            error={failure?.problem ?? null}
            className="min-w-52 grow basis-52"
          >
            <Input type="email" name="to" defaultValue={failure?.submitted} autoComplete="off" />
          </Field>
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
  );
}
