import type { ReactNode } from "react";
import { useState } from "react";
import type { MessageFormResult } from "#features/inbox/message-form-result.ts";
import { MESSAGE_FORM_MESSAGES } from "#features/inbox/message-form-result.ts";
import type { MessageKind } from "#features/inbox/message-input.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Notice } from "#ui/notice.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { MessageSent } from "./message-sent.tsx";
import { TrapField } from "./trap-field.tsx";
import { useMessageForm } from "./use-message-form.ts";

type Props = {
  kind: MessageKind;
  /** The page the form stands on, which also takes it in. */
  path: string;
  /** What the page's action said, when the form was sent without script. */
  given: MessageFormResult | undefined;
  messageHint?: ReactNode;
  submit: ReactNode;
  sentWords: { title: string; description: string };
};

/** Full Name, Email, Phone, Subject and Message (specification 2, Contact); a volunteer's form has no subject. */
export function MessageForm(props: Props) {
  // A new round is a new form: empty, with nothing said of the one before.
  const [round, setRound] = useState(0);
  return (
    <MessageRound
      key={round}
      {...props}
      given={round === 0 ? props.given : undefined}
      onAgain={() => setRound(round + 1)}
    />
  );
}

function MessageRound(props: Props & { onAgain: () => void }) {
  const { kind, path, given, messageHint, submit, sentWords, onAgain } = props;
  const form = useMessageForm({ kind, given, sentWords });
  const { fetcher, answer, errors } = form;
  const hydrated = useHydrated();
  const formId = `${kind}-form`;
  if (answer?.status === "sent") {
    return (
      <MessageSent
        id={formId}
        words={sentWords}
        path={path}
        takesFocus={fetcher.data !== undefined}
        onAgain={onAgain}
      />
    );
  }
  const typed = given && given.status !== "sent" ? given.typed : null;
  const field = { onBlur: form.onBlur, onChange: form.onChange, required: true };
  return (
    <fetcher.Form
      ref={form.formRef}
      method="post"
      // Without script the page loads anew: it opens at the form.
      action={`${path}#${formId}`}
      id={formId}
      onSubmit={form.onSubmit}
      noValidate={hydrated}
      defaultShouldRevalidate={false}
      className="space-y-6"
    >
      {given && !fetcher.data && <Refusal answer={given} />}
      <input type="hidden" name="form" value={kind} />
      <TrapField />
      <Field label="Full Name" error={errors.fullName}>
        <Input {...field} name="fullName" autoComplete="name" defaultValue={typed?.fullName} />
      </Field>
      <Field label="Email" error={errors.email}>
        <Input
          {...field}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={typed?.email}
        />
      </Field>
      <Field label="Phone" optional error={errors.phone}>
        <Input
          {...field}
          name="phone"
          type="tel"
          autoComplete="tel"
          required={false}
          defaultValue={typed?.phone}
        />
      </Field>
      {kind === "contact" && (
        <Field label="Subject" error={errors.subject}>
          <Input {...field} name="subject" defaultValue={typed?.subject} />
        </Field>
      )}
      <Field label="Message" hint={messageHint} error={errors.message}>
        <Textarea {...field} name="message" rows={6} defaultValue={typed?.message} />
      </Field>
      {fetcher.data && <Refusal answer={fetcher.data} />}
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Sending...">
        {submit}
      </Button>
    </fetcher.Form>
  );
}

function Refusal({ answer }: { answer: MessageFormResult }) {
  if (answer.status === "sent") return null;
  const isInvalid = answer.status === "invalid";
  return (
    <Notice
      kind="error"
      live
      title={isInvalid ? MESSAGE_FORM_MESSAGES.invalid : MESSAGE_FORM_MESSAGES.failed}
    >
      {answer.status === "failed" && `${answer.reason} `}
      Everything you wrote is still here.
    </Notice>
  );
}
