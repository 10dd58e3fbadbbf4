import { Form, useNavigation } from "react-router";
import { isForItsReaderAlone } from "#features/mail/mail-kinds.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";

type Props = {
  mail: { id: string; kind: string };
  /** Names one press of the button. */
  idempotencyKey: string;
  /** Why it did not go, and the address that was typed. */
  refusal: { problem: string; typed: string } | undefined;
};

/** Sends a mail again, to its reader or to an address that reaches them; two forms, so that Enter sends where it was typed. */
export function ResendForm({ mail, idempotencyKey, refusal }: Props) {
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
      {!isForItsReaderAlone(mail.kind) && (
        <Form method="post" noValidate className="flex grow flex-wrap items-start gap-4">
          {named}
          <Field
            label="Another address"
            error={refusal?.problem ?? null}
            className="min-w-52 grow basis-52"
          >
            <Input type="email" name="to" defaultValue={refusal?.typed} autoComplete="off" />
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
